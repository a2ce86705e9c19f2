"""Turns that a win takes."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return the turns of a won game; a lost one says nothing of it."""
    return (len(result.turns), 1) if result.won else None


METRIC = Metric(
    name="winning_turns",
    title=Text("turns to win", "获胜回合"),
    kinds=("codenames",),
    tally=tally,
    about=Text(
        "turns of the side by games, won games only",
        "获胜的对局平均用了几回合",
    ),
    better="low",
)
