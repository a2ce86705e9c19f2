"""How figures are written: rounding happens here and nowhere before."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cluebot.errors import Text
from eval.metrics import Metric
from eval.statistics import CLEAR, Difference, Estimate, boards_needed, least_p

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


def out_of_reach(found: Sequence[Difference], unit: Text) -> Text | None:
    """Return a warning where no p value can be small, whatever the games; None where one can.

    Args:
        found: All differences that are corrected together.
        unit: What they are sampled by: boards or cases.
    """
    if not found:
        return None
    count, boards = len(found), max(difference.boards for difference in found)
    if count * least_p(boards) < CLEAR:
        return None
    needed = boards_needed(count)
    en_remedy = f"{needed} {unit.en} or more are needed" if needed else "compare fewer rows"
    measure = "张" if unit.en == "boards" else "个"
    zh_remedy = f"{unit.zh}至少要有 {needed} {measure}" if needed else "请减少比较的行数"
    en_unit, gives = (unit.en, "give") if boards > 1 else (unit.en.removesuffix("s"), "gives")
    en_times = f", times {count} comparisons by Holm"
    zh_times = f"，按 Holm 法再乘以比较项数 {count}"
    return Text(
        f"No p can be below {CLEAR} here, even where an interval excludes 0: {boards} {en_unit} "
        f"{gives} {least_p(boards):.2g} at the least{en_times if count > 1 else ''}; {en_remedy}.",
        f"这里的 p 不可能低于 {CLEAR}，即使区间不含 0：{unit.zh}数为 {boards} 时最小也是 "
        f"{least_p(boards):.2g}{zh_times if count > 1 else ''}；{zh_remedy}。",
    )
