"""What seats are called in messages and reports."""

from __future__ import annotations

from collections.abc import Mapping

from cluebot.errors import Text

PARTS: Mapping[str, Text] = {
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
"""What sides and roles are called."""


def seat_name(seat: str, language: str) -> str:
    """Return what to call a seat.

    >>> seat_name("red.operative.1", "en"), seat_name("red.operative.1", "zh")
    ('red operative 1', '红队队员 1')
    """
    parts = [PARTS.get(part, Text(part, part)).to(language) for part in seat.split(".")]
    number = parts.pop() if parts[-1].isdigit() else ""
    name = ("" if language == "zh" else " ").join(parts)
    return f"{name} {number}".strip()
