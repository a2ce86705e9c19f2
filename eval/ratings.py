"""Bradley-Terry ratings of a round robin, with intervals.

The model (R. A. Bradley and M. E. Terry, Biometrika 39 (1952)): the chance that i beats j is
s_i / (s_i + s_j). Strengths are fitted by `choix` and shown on the scale of chess, where 400
points are odds of ten to one, with the mean of all players at 1500. A weak prior (half a win and
half a loss against an average player) keeps a player who has won every game finite.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from eval.statistics import LEVEL, EmptySample

MEAN: Final = 1500.0
SCALE: Final = 400 / math.log(10)
PRIOR: Final = 0.5

_RESAMPLES: Final = 400
_SEED: Final = 20250602

Wins = Mapping[tuple[str, str], float]
"""For each pair of players how often the first beat the second; a shared win is half a win."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength.

    Attributes:
        player: The player's label.
        value: The rating.
        low: Lower end of its interval, by a bootstrap over boards.
        high: Upper end.
        games: Games it has played.
    """

    player: str
    value: float
    low: float
    high: float
    games: int


def rate(boards: Mapping[int, Wins]) -> list[Rating]:
    """Rate all players that have met, best first.

    Args:
        boards: The wins on each board.

    Raises:
        EmptySample: If nobody has met anybody.
    """
    players = sorted({name for wins in boards.values() for pair in wins for name in pair})
    if len(players) < 2:
        raise EmptySample("rating")
    place = {name: i for i, name in enumerate(players)}
    tables = np.zeros((len(boards), len(players), len(players)))
    for row, board in enumerate(sorted(boards)):
        for (winner, loser), count in boards[board].items():
            tables[row, place[winner], place[loser]] += count
    total = tables.sum(axis=0)
    values = _fit(total)
    rng = np.random.default_rng(_SEED)
    drawn = rng.integers(len(boards), size=(_RESAMPLES, len(boards)))
    spread = np.array([_fit(tables[rows].sum(axis=0)) for rows in drawn])
    low, high = np.quantile(spread, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    games = total.sum(axis=0) + total.sum(axis=1)
    ratings = [
        Rating(name, float(values[i]), float(low[i]), float(high[i]), round(float(games[i])))
        for i, name in enumerate(players)
    ]
    return sorted(ratings, key=lambda rating: (-rating.value, rating.player))


def _fit(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ratings for a matrix of wins (P, P)."""
    import choix

    count = len(wins)
    # A further player, the average one, who has drawn with everybody.
    padded = np.full((count + 1, count + 1), PRIOR)
    padded[:count, :count] = wins
    padded[count, count] = 0
    strengths = choix.ilsr_pairwise_dense(padded, max_iter=1000)[:count]
    return np.asarray(MEAN + SCALE * (strengths - strengths.mean()), dtype=np.float64)
