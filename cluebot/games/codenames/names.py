"""What people call identities and the ends of turns, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cluebot.errors import Text

IDENTITIES: Final[Mapping[str, Text]] = {
    "red": Text("red", "红队"),
    "blue": Text("blue", "蓝队"),
    "neutral": Text("bystander", "路人"),
    "assassin": Text("assassin", "刺客"),
}
TURN_ENDS: Final[Mapping[str, Text]] = {
    "stopped": Text("stopped", "停止"),
    "limit": Text("all guesses used", "次数用完"),
    "found_all": Text("all found", "全部找到"),
    "neutral": Text("bystander", "猜到路人"),
    "opponent": Text("the other side's word", "猜到对方的词"),
    "assassin": Text("assassin", "猜到刺客"),
    "invalid": Text("the clue was not valid", "线索无效"),
    "forfeit": Text("no move was made", "弃权"),
}


def number_shown(number: object) -> str:
    """Write the number of a clue; unlimited is ∞."""
    return "∞" if number == "unlimited" else str(number)
