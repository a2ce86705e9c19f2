"""Normal form and script of a piece of text."""
