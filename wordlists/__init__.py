"""Word lists for the games, each with its metadata, and how to load them."""

from wordlists.loader import MIN_WORDS, Meta, WordList, available, load_wordlist, read_words

__all__ = ["MIN_WORDS", "Meta", "WordList", "available", "load_wordlist", "read_words"]
