"""Estimates with intervals. The sampling unit is the board: games on one board are no strangers.

The methods are SciPy's: a bias-corrected and accelerated bootstrap over boards (B. Efron, "Better
bootstrap confidence intervals", JASA 82 (1987)), a sign-flip permutation test of paired boards,
and the exact interval of Clopper and Pearson where all boards agree and a bootstrap would claim
to be certain.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cluebot.errors import CluebotError, Text

LEVEL: Final = 0.95
"""Confidence level of all intervals."""

RESAMPLES: Final = 2000
PERMUTATIONS: Final = (9999, 99999)
"""Most orders that a permutation test looks at, all of them where there are fewer: first, and where
none of them came near the difference. Hundreds of comparisons need p values as small as that."""

SMALL: Final = 0.001
"""From here on down a p value is worth the longer look."""

CLEAR: Final = 0.05
"""A difference is more than noise if its corrected p value is below this."""

_SEED: Final = 20250601
"""The resampling is part of the report: the same results, the same intervals."""

Sums = Mapping[int, Sequence[float]]
"""For each board the sums of numerators and denominators of a metric."""


class EmptySample(CluebotError):  # noqa: N818 - the statistician's own term
    """There is nothing to estimate from."""

    def __init__(self, what: str) -> None:
        super().__init__(
            Text(
                f"{what}: no game tells anything of it; there is no estimate of nothing.",
                f"{what}：没有任何对局可供估计。",
            )
        )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and how far it can be trusted.

    Attributes:
        value: The estimate.
        low: Lower end of its interval.
        high: Upper end.
        boards: Boards that say something of it.
        count: The denominator: games, turns, clues or moves.
    """

    value: float
    low: float
    high: float
    boards: int
    count: float


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two figures on the same boards.

    Attributes:
        value: The first less the second.
        low: Lower end of its interval; NaN where the boards tell no spread.
        high: Upper end.
        p: How often chance alone would bring a difference as large, by permutation.
        boards: Boards that both say something of.
    """

    value: float
    low: float
    high: float
    p: float
    boards: int


def common(first: Sums, second: Sums) -> tuple[Sums, Sums]:
    """Return both sums on the boards that both say something of; none if there is no such board."""
    boards = sorted(board for board in first if first[board][1] and second.get(board, (0, 0))[1])
    return {b: first[b] for b in boards}, {b: second[b] for b in boards}


def estimate(sums: Sums, what: str, bounds: tuple[float, float] | None = None) -> Estimate:
    """Estimate a ratio of sums.

    Args:
        sums: The sums by board.
        what: The figure's name, for the error.
        bounds: Its least and greatest possible value.

    Raises:
        EmptySample: If no board has a denominator.
    """
    top, bottom = _arrays(sums, sorted(sums))
    if not bottom.sum():
        raise EmptySample(what)
    value = float(top.sum() / bottom.sum())
    low, high = _bootstrap((top, bottom), _ratio, value)
    if math.isnan(low) and len(top) > 1 and bounds is not None and value in bounds:
        low, high = _exact(value, len(top), bounds)
    return Estimate(value, low, high, len(top), float(bottom.sum()))


def difference(first: Sums, second: Sums, what: str) -> Difference:
    """Compare two figures on the boards that both say something of.

    Raises:
        EmptySample: If there is no such board.
    """
    first, second = common(first, second)
    boards = list(first)
    if not boards:
        raise EmptySample(what)
    a, b = _arrays(first, boards), _arrays(second, boards)
    value = float(_ratio(*a) - _ratio(*b))
    low, high = _bootstrap((*a, *b), _ratio_difference, value)
    return Difference(value, low, high, _permutation(a, b), len(boards))


def _arrays(sums: Sums, boards: Sequence[int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    told = [sums[board] for board in boards if sums[board][1]]
    table = np.asarray(told, dtype=np.float64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def _ratio(
    top: NDArray[np.float64], bottom: NDArray[np.float64], axis: int = -1
) -> NDArray[np.float64]:
    return np.asarray(top.sum(axis=axis) / bottom.sum(axis=axis))


def _ratio_difference(
    top: NDArray[np.float64],
    bottom: NDArray[np.float64],
    top2: NDArray[np.float64],
    bottom2: NDArray[np.float64],
    axis: int = -1,
) -> NDArray[np.float64]:
    return _ratio(top, bottom, axis) - _ratio(top2, bottom2, axis)


def _bootstrap(
    data: tuple[NDArray[np.float64], ...], statistic: object, value: float
) -> tuple[float, float]:
    """Return the ends of the interval; NaN where boards tell no spread: a single one, or all alike.

    There a bootstrap would claim to be certain.
    """
    from scipy import stats

    if len(data[0]) == 1:
        return math.nan, math.nan
    with warnings.catch_warnings():
        # All resamples alike: SciPy warns and gives NaN; the interval is then a point.
        warnings.simplefilter("ignore", stats.DegenerateDataWarning)
        warnings.simplefilter("ignore", RuntimeWarning)
        result = stats.bootstrap(
            data,
            statistic,
            paired=True,
            vectorized=True,
            n_resamples=RESAMPLES,
            batch=200,
            confidence_level=LEVEL,
            method="BCa",
            rng=np.random.default_rng(_SEED),
        )
    low, high = float(result.confidence_interval.low), float(result.confidence_interval.high)
    if math.isnan(low) or math.isnan(high):
        spread = np.quantile(result.bootstrap_distribution, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        low, high = float(spread[0]), float(spread[1])
    low, high = min(low, value), max(high, value)
    # Sums in another order differ in their last bits; that is no spread.
    return (math.nan, math.nan) if math.isclose(low, high, abs_tol=1e-12) else (low, high)


def _exact(value: float, boards: int, bounds: tuple[float, float]) -> tuple[float, float]:
    """Return the Clopper-Pearson interval when every board shows an extreme value."""
    from scipy import stats

    hits = boards if value == bounds[1] else 0
    interval = stats.binomtest(hits, boards).proportion_ci(LEVEL, method="exact")
    scale = bounds[1] - bounds[0]
    return bounds[0] + scale * float(interval.low), bounds[0] + scale * float(interval.high)


def _permutation(
    first: tuple[NDArray[np.float64], NDArray[np.float64]],
    second: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> float:
    """Return the two-sided p value when each board's two results may be exchanged.

    What is permuted is each board's contribution to the difference of the ratios, centred on the
    pooled ratio, so that boards with more turns weigh more, as they do in the estimate.
    """
    from scipy import stats

    if len(first[0]) == 1:
        return 1.0  # with one board either order is as likely
    top = first[0].sum() + second[0].sum()
    pooled = top / (first[1].sum() + second[1].sum())
    a = (first[0] - pooled * first[1]) / first[1].sum()
    b = (second[0] - pooled * second[1]) / second[1].sum()
    if np.allclose(a, b, rtol=0, atol=1e-12):
        return 1.0
    p = 1.0
    for most in PERMUTATIONS:
        result = stats.permutation_test(
            (a, b),
            lambda x, y, axis: (x - y).sum(axis=axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=most,
            batch=500,
            rng=np.random.default_rng(_SEED),
        )
        p = float(result.pvalue)
        if p > SMALL:
            break
    return p


def least_p(boards: int) -> float:
    """Return the smallest p value that a paired permutation test of so many boards can give.

    >>> least_p(4), least_p(1), least_p(100)
    (0.125, 1.0, 2e-05)
    """
    # Both tails: the order that was seen and its mirror image.
    orders = 2.0**boards
    return 2 / orders if orders <= PERMUTATIONS[-1] else 2 / (PERMUTATIONS[-1] + 1)


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct p values for their number (S. Holm, Scand. J. Statistics 6 (1979)).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [0.0] * len(p_values)
    worst = 0.0
    for rank, i in enumerate(order):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = worst
    return adjusted


def boards_needed(comparisons: int) -> int | None:
    """Return how many boards it takes until one of so many comparisons can be clear at all.

    None where none can, however many boards there are.

    >>> boards_needed(1), boards_needed(34)
    (6, 11)
    """
    most = math.ceil(math.log2(PERMUTATIONS[-1])) + 1
    enough = (n for n in range(2, most + 1) if comparisons * least_p(n) < CLEAR)
    return next(enough, None)
