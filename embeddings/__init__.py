"""Word vectors: sources, blends, indexes and the vocabulary of clues. Knows no game."""
