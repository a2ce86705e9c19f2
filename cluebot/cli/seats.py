"""What people call seats when they ask for one in the terminal."""

from __future__ import annotations

from collections.abc import Mapping

_ALIASES: Mapping[str, Mapping[str, str]] = {
    "codenames": {
        "giver": "spymaster", "clue giver": "spymaster", "master": "spymaster",
        "头目": "spymaster", "队长": "spymaster", "间谍头目": "spymaster", "出线索者": "spymaster",
        "guesser": "operative", "agent": "operative", "player": "operative",
        "队员": "operative", "特工": "operative", "猜词者": "operative",
    },
    "decrypto": {
        "giver": "encoder", "clue giver": "encoder", "加密者": "encoder", "出线索者": "encoder",
        "decoder": "guesser", "解码者": "guesser", "猜词者": "guesser",
        "拦截者": "interceptor",
    },
}  # fmt: skip
"""Other names for the seats that ``play`` offers."""


def seat_asked(game: str, name: str) -> str:
    """Return the seat that somebody means who calls it by another name.

    >>> seat_asked("codenames", "Guesser"), seat_asked("codenames", "头目")
    ('operative', 'spymaster')
    """
    folded = name.strip().casefold().replace("-", " ").replace("_", " ")
    return _ALIASES.get(game, {}).get(folded, name)
