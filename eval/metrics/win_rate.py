"""Win rate."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import ALL_GAMES, Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return the win and the game; a shared win is half a win."""
    return result.won, 1


METRIC = Metric(
    name="win_rate",
    title=Text("win rate", "胜率"),
    kinds=ALL_GAMES,
    tally=tally,
    about=Text(
        "games won by games; a shared win counts as half a win",
        "获胜局数占比；共享胜利算半局",
    ),
    better="high",
    bounds=(0, 1),
    percent=True,
    shared=True,
)
