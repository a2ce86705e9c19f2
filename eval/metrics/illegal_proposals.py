"""Proposals that were refused."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import ALL_GAMES, Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return a chat model's proposals that were refused, and all its proposals."""
    replies = [call for call in result.calls() if "reply" in call]
    return sum(bool(call.get("problems")) for call in replies), len(replies)


METRIC = Metric(
    name="illegal_proposals",
    title=Text("refused proposals", "被驳回的提议"),
    kinds=ALL_GAMES,
    scope="player",
    tally=tally,
    about=Text(
        "replies of a chat model that the rules refused by replies",
        "模型回答中被规则驳回的占比",
    ),
    better="low",
    bounds=(0, 1),
    percent=True,
)
