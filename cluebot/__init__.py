"""Cluebot plays, judges and measures the talking half of word-deduction games.

Importing the package loads nothing heavy: vectors, lexicons and games load when used.
"""

__version__ = "0.1.0"
