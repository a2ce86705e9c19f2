"""Miscommunications a game."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return own codes missed although there were clues, and the game."""
    return sum(turn["missed"] for turn in result.turns if turn["clues"]), 1


METRIC = Metric(
    name="miscommunications",
    title=Text("miscommunicated a game", "每局误传"),
    kinds=("decrypto",),
    tally=tally,
    about=Text(
        "own codes missed by games",
        "每局猜错的己方密码数",
    ),
    better="low",
)
