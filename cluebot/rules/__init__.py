"""Rules about words: normal form, script, and which clues are legal. Knows no game state."""
