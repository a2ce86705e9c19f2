"""Assassins touched."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return whether the side touched the assassin, and the game."""
    return any(turn["end"] == "assassin" for turn in result.turns), 1


METRIC = Metric(
    name="assassin_rate",
    title=Text("assassin", "触碰刺客"),
    kinds=("codenames",),
    tally=tally,
    about=Text(
        "games lost by touching the assassin by games",
        "因触碰刺客而输的局数占比",
    ),
    better="low",
    bounds=(0, 1),
    percent=True,
)
