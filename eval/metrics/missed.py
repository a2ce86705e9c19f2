"""Illegal clues that pass."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return whether an illegal clue passed; None for other clues."""
    if result.case["expected"] != "illegal":
        return None
    return result.case["found"] == "legal", 1


METRIC = Metric(
    name="missed",
    title=Text("missed", "漏判"),
    kinds=("legality",),
    tally=tally,
    about=Text(
        "clues written down as illegal that pass as legal, by illegal clues",
        "人工判为不合法、却放过的线索占比",
    ),
    better="low",
    bounds=(0, 1),
    percent=True,
)
