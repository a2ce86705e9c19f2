"""Moves forfeited."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import ALL_GAMES, Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return forfeits, and all moves and forfeits."""
    kinds = [entry["type"] for entry in result.entries if entry["type"] != "notes"]
    return kinds.count("forfeit"), len(kinds)


METRIC = Metric(
    name="forfeit_rate",
    title=Text("forfeited", "弃权"),
    kinds=ALL_GAMES,
    scope="player",
    tally=tally,
    about=Text(
        "moves that a player failed to make, made illegally or too late, by moves asked of it",
        "没有走出、走得不合法或超时的步数占比",
    ),
    better="low",
    bounds=(0, 1),
    percent=True,
)
