"""cluebot-bench-1: fixed boards and codes, submissions, the leaderboard."""

from typing import Final

NAME: Final = "cluebot-bench-1"
"""The benchmark."""

BOARDS: Final = 40
"""Boards for each game and language."""
