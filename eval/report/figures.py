"""How figures are written: rounding happens here and nowhere before."""

from __future__ import annotations

import math

from eval.metrics import Metric
from eval.statistics import Difference, Estimate

NOTHING = "–"
"""Stands where there is nothing to tell."""


def shown(estimate: Estimate | None, metric: Metric) -> str:
    """Write an estimate with its interval."""
    if estimate is None:
        return NOTHING
    value = number(estimate.value, percent=metric.percent)
    if math.isnan(estimate.low):
        return value
    low = number(estimate.low, percent=metric.percent, unit=False)
    high = number(estimate.high, percent=metric.percent, unit=False)
    return f"{value} [{low}, {high}]"


def difference_shown(found: Difference, metric: Metric) -> str:
    """Write a difference with its sign and interval."""
    value = number(found.value, percent=metric.percent, unit=False)
    sign = "+" if found.value > 0 and set(value) - set("0.") else ""
    unit = " pp" if metric.percent else ""
    if math.isnan(found.low):
        return f"{sign}{value}{unit}"
    low = number(found.low, percent=metric.percent, unit=False)
    high = number(found.high, percent=metric.percent, unit=False)
    return f"{sign}{value}{unit} [{low}, {high}]"


def number(value: float, *, percent: bool = False, unit: bool = True) -> str:
    """Write a figure to the digits that a run of some hundred games can bear.

    >>> number(0.4681, percent=True), number(4.284), number(1234.5)
    ('46.8%', '4.28', '1234')
    """
    if percent:
        return f"{100 * value:.1f}" + ("%" if unit else "")
    text = f"{value:.0f}" if abs(value) >= 1000 else f"{value:.2f}"
    return text.removeprefix("-") if not set(text) - set("-0.") else text


def probability(p: float) -> str:
    """Write a p value.

    >>> probability(0.0001), probability(0.0312)
    ('< 0.001', '0.031')
    """
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
