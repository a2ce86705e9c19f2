"""Miscommunications a turn."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return own codes missed, and those at which a guess was made."""
    tried = [turn for turn in result.turns if turn["clues"] and turn["decode"] is not None]
    return sum(turn["missed"] for turn in tried), len(tried)


METRIC = Metric(
    name="miscommunication_rate",
    title=Text("miscommunicated a turn", "误传率"),
    kinds=("decrypto",),
    tally=tally,
    about=Text(
        "own codes missed by own codes guessed at",
        "己方猜过的己方密码里猜错的占比",
    ),
    better="low",
    bounds=(0, 1),
    percent=True,
)
