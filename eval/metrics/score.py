"""Score: turns, and 25 for a loss."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result

LOSS = 25
"""What a lost game scores; no game on 25 cards takes as many turns."""


def tally(result: Result) -> Tally | None:
    """Return the turns of a won game, `LOSS` for a lost one."""
    return (len(result.turns) if result.won else LOSS), 1


METRIC = Metric(
    name="score",
    title=Text("score", "得分"),
    kinds=("codenames",),
    tally=tally,
    about=Text(
        "turns taken, 25 for a loss; the lower the better, as in the literature",
        "所用回合数，失败记 25；越低越好，与文献一致",
    ),
    better="low",
    bounds=(1, LOSS),
)
