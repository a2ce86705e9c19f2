"""When a game of Code Breaker ends, and who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cluebot.errors import Text
from cluebot.games.base import Outcome

if TYPE_CHECKING:
    from cluebot.games.codebreaker.desk import Desk


def names_of(indices: Sequence[int]) -> Text:
    """Return the names of players, for messages."""
    return Text(
        " and ".join(f"player {i + 1}" for i in indices), "、".join(f"玩家{i + 1}" for i in indices)
    )


def crack(desk: Desk) -> Outcome | None:
    """Return the win of a side that has cracked a whole code, or None."""
    whole = (1 << desk.setup.length) - 1
    players = range(len(desk.names))
    for i in players:
        for owner in players:
            if desk.opposed(i, owner) and desk.cracked(i, owner) == whole:
                return _won(
                    desk, i, "crack",
                    Text(f"cracks the whole code of player {owner + 1}",
                         f"完全破译了玩家{owner + 1}的密码"),
                )  # fmt: skip
    return None


def survivor(desk: Desk) -> Outcome | None:
    """Return the win that eliminations have decided, or None."""
    living = [i for i, alive in enumerate(desk.alive) if alive]
    if desk.setup.coop:
        if not desk.alive[0]:
            return _won(
                desk, 1, "intel", Text("have run the villain out of intel", "耗尽了反派的情报值")
            )
        if len(living) < len(desk.names):
            return _won(
                desk, 0, "intel", Text("has run an agent out of intel", "耗尽了一名特工的情报值")
            )
        return None
    if len(living) == 1:
        return _won(
            desk, living[0], "survivor", Text("is the last one in the game", "成为最后的幸存者")
        )
    return None


def exhausted(desk: Desk, reason: str) -> Outcome:
    """Judge by stars when the cards (``"deck"``) or the rounds (``"rounds"``) are used up."""
    if desk.setup.coop:
        return _won(desk, 0, reason, Text("was not cracked in time", "没有被及时破译"))
    living = [i for i, alive in enumerate(desk.alive) if alive]
    totals = {i: sum(mask.bit_count() for mask in desk.stars[i]) for i in living}
    most = max(totals.values())
    winners = [i for i in living if totals[i] == most]
    named = names_of(winners)
    what = Text("the cards are" if reason == "deck" else "the rounds are", "")
    text = Text(
        f"{named.en[0].upper()}{named.en[1:]} had the most stars ({most}) when {what.en} used up.",
        f"{'牌已摸完' if reason == 'deck' else '轮数已满'}，{named.zh}星数最多（{most}），获胜。",
    )
    shared = _with_allies(desk, winners)
    return Outcome(tuple(desk.names[i] for i in shared), reason, text)


def _won(desk: Desk, index: int, reason: str, how: Text) -> Outcome:
    winners = desk.side(index) if desk.setup.coop else _with_allies(desk, [index])
    if desk.setup.coop:
        who = Text("The villain", "反派") if index == 0 else Text("The agents", "特工们")
    else:
        who = Text(f"Player {index + 1}", f"玩家{index + 1}")
    verb = "win" if desk.setup.coop and index else "wins"
    extra = [i for i in winners if i != index] if not desk.setup.coop else []
    text = Text(f"{who.en} {how.en} and {verb}", f"{who.zh}{how.zh}，获胜")
    if extra:
        named = names_of(extra)
        text = Text(
            f"{text.en}, together with the ally {named.en}", f"{text.zh}，盟友{named.zh}同胜"
        )
    return Outcome(
        tuple(desk.names[i] for i in winners), reason, Text(f"{text.en}.", f"{text.zh}。")
    )


def _with_allies(desk: Desk, winners: Sequence[int]) -> list[int]:
    """Return the winners and their living allies; an ally's ally has no part in it."""
    allies = {j for pair in desk.allies for j in pair if set(pair) & set(winners)}
    return sorted({*winners, *(i for i in allies if desk.alive[i])})
