"""The players: each receives a View, a random generator and a budget, and returns a move."""
