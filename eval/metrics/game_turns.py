"""Length of a game, all players together."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return the turns of everybody."""
    return sum(event["kind"] == "turn" for event in result.table["log"]), 1


METRIC = Metric(
    name="game_turns",
    title=Text("turns in all", "总回合"),
    kinds=("codebreaker",),
    tally=tally,
    about=Text(
        "turns of all players by games",
        "每局所有玩家的回合数之和",
    ),
)
