"""Rulings like those of people."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return whether a ruling is as it was written down, and the case."""
    return result.case["found"] == result.case["expected"], 1


METRIC = Metric(
    name="agreement",
    title=Text("agreement", "一致"),
    kinds=("legality",),
    tally=tally,
    about=Text(
        "rulings that are exactly those written down, by cases",
        "与人工裁定完全相同的占比",
    ),
    better="high",
    bounds=(0, 1),
    percent=True,
)
