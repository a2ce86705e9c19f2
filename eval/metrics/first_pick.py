"""First guesses that were meant."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return whether the first guess was meant, and the clue; None without a guess."""
    ranking = result.case["ranking"]
    return (ranking[0]["word"] in result.case["targets"], 1) if ranking else None


METRIC = Metric(
    name="first_pick",
    title=Text("first pick right", "首选正确"),
    kinds=("listeners",),
    tally=tally,
    about=Text(
        "first guesses that the giver meant, by clues with a guess",
        "首选就是目标词的占比",
    ),
    better="high",
    bounds=(0, 1),
    percent=True,
)
