"""Games ended by a cracked code."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return whether a code was cracked."""
    return result.outcome["reason"] == "crack", 1


METRIC = Metric(
    name="cracks",
    title=Text("cracked", "破译结束"),
    kinds=("codebreaker",),
    tally=tally,
    about=Text(
        "games that ended when a whole code was cracked, by games",
        "以完全破译结束的对局占比",
    ),
    bounds=(0, 1),
    percent=True,
)
