"""Games ended by the number of rounds."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return whether rounds or cards were used up."""
    return result.outcome["reason"] in ("rounds", "deck"), 1


METRIC = Metric(
    name="timeouts",
    title=Text("used up", "轮数用尽"),
    kinds=("codebreaker",),
    tally=tally,
    about=Text(
        "games that ended when rounds or cards were used up, by games",
        "轮数或牌用尽的对局占比",
    ),
    bounds=(0, 1),
    percent=True,
)
