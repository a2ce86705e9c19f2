"""Word lists for the games, each with its metadata, and how to load them."""
