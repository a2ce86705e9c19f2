"""Accuracy of the first guess."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return first guesses that were own words, and first guesses."""
    first = [turn["guessed"][0] for turn in result.turns if turn["guessed"]]
    return sum(touch["identity"] == result.side for touch in first), len(first)


METRIC = Metric(
    name="first_guess",
    title=Text("first guess right", "首猜正确"),
    kinds=("codenames",),
    tally=tally,
    about=Text(
        "first guesses that were own words by turns with a guess",
        "有猜词的回合里，第一猜就是己方词的占比",
    ),
    better="high",
    bounds=(0, 1),
    percent=True,
)
