"""Moves that another player made in its place."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import ALL_GAMES, Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return moves that a substitute made, and all moves."""
    notes = [entry["notes"] for entry in result.entries if entry["type"] == "notes"]
    moves = sum(entry["type"] == "move" for entry in result.entries)
    return sum(bool(note.get("fallback")) for note in notes), moves


METRIC = Metric(
    name="replaced_moves",
    title=Text("replaced", "替补"),
    kinds=ALL_GAMES,
    scope="player",
    tally=tally,
    about=Text(
        "moves that a substitute made for a chat model without a legal answer, by moves",
        "模型答不出合法行动、由替补代走的步数占比",
    ),
    better="low",
    bounds=(0, 1),
    percent=True,
)
