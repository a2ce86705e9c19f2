"""Stopping early without deceiving oneself: confidence sequences that hold at every moment.

A *confidence sequence* is an interval for each sample size such that all of them together cover
the true mean with probability 1 - alpha. One may look after every board and stop whenever one
likes. The one here is the hedged capital process of I. Waudby-Smith and A. Ramdas, "Estimating
means of bounded random variables by betting", JRSS B 86 (2024) 1-27, Theorem 3 with the
predictable plug-in bets of equation (26): nothing is assumed but that the boards are drawn alike
and the figures are bounded.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

ALPHA: Final = 0.05
"""Chance that any decision of a run is wrong."""

_GRID: Final = 1000
_SHARE: Final = 0.5
"""Most of its capital that the process stakes on one observation."""


class ConfidenceSequence:
    """Bounds on the mean of independent observations, valid at all sample sizes at once.

    Args:
        low: Least value an observation can have.
        high: Greatest value.
        alpha: Chance that the mean is ever outside the bounds.
    """

    def __init__(self, low: float, high: float, alpha: float = ALPHA) -> None:
        self._low, self._scale, self._alpha = low, high - low, alpha
        self._means: NDArray[np.float64] = (np.arange(_GRID) + 0.5) / _GRID
        self._up = np.zeros(_GRID)
        self._down = np.zeros(_GRID)
        self._count = 0
        self._sum, self._squares = 0.5, 0.25
        self._possible = np.ones(_GRID, dtype=bool)

    def add(self, value: float) -> None:
        """Take in one observation.

        Raises:
            ValueError: If it is outside the bounds that were promised.
        """
        x = (value - self._low) / self._scale
        if not -1e-9 <= x <= 1 + 1e-9:
            msg = f"{value} is not in [{self._low}, {self._low + self._scale}]"
            raise ValueError(msg)
        self._count += 1
        variance = self._squares / self._count
        bet = math.sqrt(
            2 * math.log(2 / self._alpha) / (variance * self._count * math.log(1 + self._count))
        )
        means = self._means
        self._up += np.log1p(np.minimum(bet, _SHARE / means) * (x - means))
        self._down += np.log1p(-np.minimum(bet, _SHARE / (1 - means)) * (x - means))
        # Half the capital on either side: their sum stays below 1 / alpha for the true mean.
        capital = np.logaddexp(self._up, self._down) - math.log(2)
        self._possible &= capital < math.log(1 / self._alpha)
        self._sum += x
        mean = self._sum / (self._count + 1)
        self._squares += (x - mean) ** 2

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds so far."""
        possible = np.flatnonzero(self._possible)
        if not possible.size:
            # All means refuted, which happens with probability alpha at most: say the last ones.
            return self._at(self._sum / (self._count + 1)), self._at(self._sum / (self._count + 1))
        half = 0.5 / _GRID
        first, last = self._means[possible[0]], self._means[possible[-1]]
        return self._at(float(first) - half), self._at(float(last) + half)

    def _at(self, x: float) -> float:
        return self._low + self._scale * x


def decided(bounds: tuple[float, float], margin: float) -> bool:
    """Return whether a difference is known to be more than nothing, or less than ``margin``."""
    low, high = bounds
    return low > 0 or high < 0 or (-margin <= low and high <= margin)
