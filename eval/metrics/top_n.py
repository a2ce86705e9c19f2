"""Targets among the first guesses."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return the clue's targets among as many first guesses, and the targets."""
    targets = result.case["targets"]
    first = [guess["word"] for guess in result.case["ranking"][: len(targets)]]
    return len(set(first) & set(targets)), len(targets)


METRIC = Metric(
    name="top_n",
    title=Text("targets found", "命中目标"),
    kinds=("listeners",),
    tally=tally,
    about=Text(
        "words that the giver meant among as many first guesses, by words meant",
        "前 n 个猜测里命中的目标词占比（n 为目标数）",
    ),
    better="high",
    bounds=(0, 1),
    percent=True,
)
