"""Tokens a game."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import ALL_GAMES, Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return tokens of prompts and replies, and the game; None without a chat model."""
    replies = [call["reply"] for call in result.calls() if "reply" in call]
    if not replies:
        return None
    return sum(reply["tokens_in"] + reply["tokens_out"] for reply in replies), 1


METRIC = Metric(
    name="tokens",
    title=Text("tokens a game", "每局词元"),
    kinds=ALL_GAMES,
    scope="player",
    tally=tally,
    about=Text(
        "tokens of prompts and replies of chat models by games",
        "每局对话模型的提示与回答词元数",
    ),
    better="low",
)
