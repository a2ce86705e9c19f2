"""Words found a clue."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return own words found and clues given; turns without a clue are left out."""
    clues = [turn for turn in result.turns if turn["clue"] is not None]
    found = sum(t["identity"] == result.side for turn in clues for t in turn["guessed"])
    return found, len(clues)


METRIC = Metric(
    name="clue_efficiency",
    title=Text("words a clue", "每条线索猜中词数"),
    kinds=("codenames",),
    tally=tally,
    about=Text(
        "own words found by clues given",
        "每条线索找出的己方词数",
    ),
    better="high",
)
