"""What seats are called in the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from cluebot.errors import Text

_PARTS: Mapping[str, Text] = {
    "red": Text("red", "红队"),
    "blue": Text("blue", "蓝队"),
    "white": Text("white", "白队"),
    "black": Text("black", "黑队"),
    "player": Text("player", "玩家"),
    "spymaster": Text("spymaster", "头目"),
    "operative": Text("operative", "队员"),
    "encoder": Text("encoder", "加密者"),
    "decoder": Text("decoder", "解码者"),
    "interceptor": Text("interceptor", "拦截者"),
}


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


def seat_name(seat: str, language: str) -> str:
    """Return what to call a seat.

    >>> seat_name("red.operative.1", "en"), seat_name("red.operative.1", "zh")
    ('red operative 1', '红队队员 1')
    """
    parts = [_PARTS.get(part, Text(part, part)).to(language) for part in seat.split(".")]
    number = parts.pop() if parts[-1].isdigit() else ""
    name = ("" if language == "zh" else " ").join(parts)
    return f"{name} {number}".strip()
