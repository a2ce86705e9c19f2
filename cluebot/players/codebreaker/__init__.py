"""Players of Code Breaker."""

from cluebot.players.codebreaker.belief import belief
from cluebot.players.codebreaker.floor import random_player

__all__ = ["belief", "random_player"]
