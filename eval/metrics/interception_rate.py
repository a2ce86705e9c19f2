"""Interceptions a turn."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return transmissions intercepted, and those at which a guess was made."""
    tried = [turn for turn in result.turns if turn["clues"] and turn["intercept"] is not None]
    return sum(turn["intercepted"] for turn in tried), len(tried)


METRIC = Metric(
    name="interception_rate",
    title=Text("intercepted a turn", "被拦截率"),
    kinds=("decrypto",),
    tally=tally,
    about=Text(
        "codes found by the other side by codes it guessed at",
        "对方猜过的密码里被猜中的占比",
    ),
    better="low",
    bounds=(0, 1),
    percent=True,
)
