"""Legal clues that are refused."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return whether a legal clue was refused; None for other clues."""
    if result.case["expected"] != "legal":
        return None
    return result.case["found"] == "illegal", 1


METRIC = Metric(
    name="false_alarms",
    title=Text("false alarms", "误判"),
    kinds=("legality",),
    tally=tally,
    about=Text(
        "clues written down as legal that are refused, by legal clues",
        "人工判为合法、却被驳回的线索占比",
    ),
    better="low",
    bounds=(0, 1),
    percent=True,
)
