"""Clues decoded."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return the clues that the team put to the right keyword, and all it guessed at."""
    tried = [turn for turn in result.turns if turn["clues"] and turn["decode"] is not None]
    right = sum(
        guess == slot
        for turn in tried
        for guess, slot in zip(turn["decode"], turn["code"], strict=True)
    )
    return right, 3 * len(tried)


METRIC = Metric(
    name="decode_accuracy",
    title=Text("clues decoded", "线索解对"),
    kinds=("decrypto",),
    tally=tally,
    about=Text(
        "single clues that the own team put to the right keyword, by clues",
        "己方把线索对上正确关键词的占比（逐条计）",
    ),
    better="high",
    bounds=(0, 1),
    percent=True,
)
