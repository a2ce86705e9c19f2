"""Length of a game."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import ALL_GAMES, Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return the turns of the side."""
    return len(result.turns), 1


METRIC = Metric(
    name="turns",
    title=Text("turns", "回合"),
    kinds=ALL_GAMES,
    tally=tally,
    about=Text(
        "turns of the side by games",
        "该方每局的回合数",
    ),
)
