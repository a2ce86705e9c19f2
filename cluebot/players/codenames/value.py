"""What a board is worth: win chances from the number of cards that are left.

A turn is summed up by a pace: how many own words it finds, and how often it ends on a card that
is not one's own. Chances follow by dynamic programming over the two counts.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Opponent = Literal["team", "passive", "none"]

PACE = (0.15, 0.38, 0.32, 0.12, 0.03)
"""Chances of finding 0, 1, 2, 3 or 4 own words in a turn, from play between these players."""
HIT_OPPONENT = 0.20
HIT_ASSASSIN = 0.01
PATIENCE = 0.90
"""Without an opponent nothing but the number of turns matters: each one costs 10%."""

_SWEEPS = 80
_LEAST_SIZE = 16


@lru_cache(maxsize=1024)
def after_turn(own: int, opponent: int, mode: Opponent) -> NDArray[np.float64]:
    """Return the value of having ended a turn.

    Args:
        own: Most own words left to tabulate.
        opponent: Most words of the other side left to tabulate.
        mode: What the other side does; see `CodenamesOptions.opponent`.

    Returns:
        Array (own + 1, opponent + 1), read-only: the chance to win with so many own and so many
        opposing words left when the turn is over; 1 in row 0, 0 in column 0 below.
    """
    # No value depends on larger counts, so boards of many sizes share one table.
    size = max(_LEAST_SIZE, 2 ** max(own, opponent).bit_length())
    return _table(size, mode)[: own + 1, : opponent + 1]


@cache
def _table(size: int, mode: Opponent) -> NDArray[np.float64]:
    if mode == "none":
        mean = float(np.dot(PACE, range(len(PACE))))
        table = np.repeat(PATIENCE ** (np.arange(size) / mean)[:, None], size, axis=1)
    elif mode == "passive":
        table = _passive(size)
    else:
        table = _race(size)
    table.flags.writeable = False
    return table


def _turn(following: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the value of being to move, from that of having moved, both (size, size)."""
    size = len(following)
    found = np.zeros_like(following)
    for k, chance in enumerate(PACE):
        found += chance * following[np.maximum(np.arange(size) - k, 0)]
    slipped = found[:, np.maximum(np.arange(size) - 1, 0)]
    out = (1 - HIT_ASSASSIN) * ((1 - HIT_OPPONENT) * found + HIT_OPPONENT * slipped)
    return _settled(out)


def _settled(table: NDArray[np.float64]) -> NDArray[np.float64]:
    table[:, 0] = 0.0
    table[0, :] = 1.0
    return table


def _race(size: int) -> NDArray[np.float64]:
    table = _settled(np.full((size, size), 0.5))
    for _ in range(_SWEEPS):
        table = _settled(1 - _turn(table).T)
    return table


def _passive(size: int) -> NDArray[np.float64]:
    table = _settled(np.zeros((size, size)))
    for _ in range(size):
        moved = _turn(table)
        table = _settled(moved[:, np.maximum(np.arange(size) - 1, 0)].copy())
    return table
