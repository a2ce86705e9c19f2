"""Miscommunications a game."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return own codes guessed wrong, and the game."""
    return sum(turn["missed"] for turn in result.turns if turn["decode"] is not None), 1


METRIC = Metric(
    name="miscommunications",
    title=Text("miscommunicated a game", "每局误传数"),
    kinds=("decrypto",),
    tally=tally,
    about=Text(
        "own codes guessed wrong, by games; a code without clues or without a guess is forfeited",
        "每局猜错的己方密码数；没有线索或没有猜的算弃权，另计",
    ),
    better="low",
)
