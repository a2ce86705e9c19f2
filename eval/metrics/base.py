"""What a metric is, and the table of metrics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from cluebot.errors import Text
from cluebot.games.base import GAMES
from cluebot.registry import Table
from eval.results import Result, Scope

Tally = tuple[float, float]
"""What one game adds to a metric: to the numerator and to the denominator."""

Kind = str
"""A game of the table, ``"legality"`` or ``"listeners"``."""

ALL_GAMES: tuple[Kind, ...] = tuple(GAMES)
"""What metrics are read off that mean the same in every game."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric: the sum of what it counts over the sum of what it counts by.

    A rate counts events by chances, a mean counts an amount by games. Sums are taken over all
    games of a group before dividing, so that a game counts by its chances.

    Attributes:
        name: The name in the table.
        title: The column heading.
        kinds: The games (or kinds of cases) that it is read off.
        tally: Returns what a game adds; None when the game says nothing of it.
        scope: Whether it tells of a side's play or of a player's conduct.
        better: Which direction is better for the side measured; None when neither is.
        bounds: The least and greatest value that one game can have; None when there is none.
        percent: Whether it is shown in per cent.
        unit: What it is measured in, where that is no plain number.
        shared: Whether the sides of a game share one whole of it, as they share the win.
        about: What exactly is counted.
    """

    name: str
    title: Text
    kinds: tuple[Kind, ...]
    tally: Callable[[Result], Tally | None]
    about: Text
    scope: Scope = "side"
    better: Literal["high", "low"] | None = None
    bounds: tuple[float, float] | None = None
    percent: bool = False
    unit: str = ""
    shared: bool = False


_NAMES = (
    "win_rate",
    "score",
    "turns",
    "winning_turns",
    "game_turns",
    "cracks",
    "knock_outs",
    "timeouts",
    "clue_efficiency",
    "first_guess",
    "assassin_rate",
    "interception_rate",
    "interceptions",
    "miscommunication_rate",
    "miscommunications",
    "decode_accuracy",
    "forfeit_rate",
    "illegal_proposals",
    "replaced_moves",
    "latency",
    "tokens",
    "cost",
    "agreement",
    "missed",
    "false_alarms",
    "top_n",
    "first_pick",
    "first_touch",
    "rank_correlation",
)

METRICS: Table[Metric] = Table("metric", {name: f"eval.metrics.{name}:METRIC" for name in _NAMES})
"""The metrics by name, in the order in which tables show them."""


def metrics_of(kind: str) -> tuple[Metric, ...]:
    """Return the metrics of a game or kind of cases."""
    loaded = (METRICS.load(name) for name in METRICS)
    return tuple(metric for metric in loaded if kind in metric.kinds)
