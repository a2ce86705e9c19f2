"""Interceptions a game."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return transmissions intercepted, and the game."""
    return sum(turn["intercepted"] for turn in result.turns), 1


METRIC = Metric(
    name="interceptions",
    title=Text("intercepted a game", "每局被拦截数"),
    kinds=("decrypto",),
    tally=tally,
    about=Text(
        "codes found by the other side by games",
        "每局被对方猜中的密码数",
    ),
    better="low",
)
