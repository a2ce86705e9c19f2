"""Time a move."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import ALL_GAMES, Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return the milliseconds of all moves, and their number."""
    return sum(result.milliseconds), len(result.milliseconds)


METRIC = Metric(
    name="latency",
    title=Text("ms a move", "每步毫秒"),
    kinds=ALL_GAMES,
    scope="player",
    tally=tally,
    about=Text(
        "wall-clock milliseconds by moves, on the machine of the run",
        "每步所用毫秒数（本次运行的机器上）",
    ),
    better="low",
    unit="ms",
)
