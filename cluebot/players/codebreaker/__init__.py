"""Players of Code Breaker."""

from cluebot.players.codebreaker.floor import random_player

__all__ = ["random_player"]
