"""Players of Code Breaker."""

from cluebot.players.codebreaker.belief import belief
from cluebot.players.codebreaker.floor import random_player
from cluebot.players.codebreaker.search import search

__all__ = ["belief", "random_player", "search"]
