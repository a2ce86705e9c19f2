"""Games ended by intel."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return whether running out of intel decided the game."""
    return result.outcome["reason"] in ("intel", "survivor"), 1


METRIC = Metric(
    name="knock_outs",
    title=Text("out of intel", "情报耗尽"),
    kinds=("codebreaker",),
    tally=tally,
    about=Text(
        "games that ended when somebody ran out of intel, by games",
        "以情报值耗尽结束的对局占比",
    ),
    bounds=(0, 1),
    percent=True,
)
