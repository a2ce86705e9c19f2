"""Money a game."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import ALL_GAMES, Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return what calls cost, and the game; None where no price is known."""
    costs = [call["reply"].get("cost") for call in result.calls() if "reply" in call]
    known = [cost for cost in costs if cost is not None]
    return (sum(known), 1) if known else None


METRIC = Metric(
    name="cost",
    title=Text("cost a game", "每局费用"),
    kinds=ALL_GAMES,
    scope="player",
    tally=tally,
    about=Text(
        "what calls to chat models cost by games, in the currency of the endpoint",
        "每局调用对话模型的费用（按接口的货币）",
    ),
    better="low",
)
