"""The games: frozen states, moves, and what each seat may see."""
