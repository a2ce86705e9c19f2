"""Rank correlation with people."""

from __future__ import annotations

from collections import Counter

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return Kendall's tau-b between ranking and people's touches, and the clue.

    People's order of the ranked words is that of how many touched them. None where either
    order has nothing but ties.
    """
    from scipy import stats

    words = [guess["word"] for guess in result.case["ranking"]]
    touched = Counter(word for person in result.case["people"] for word in person)
    counts = [touched[word] for word in words]
    if len(set(counts)) < 2:
        return None
    found = stats.kendalltau(range(len(words), 0, -1), counts)
    return float(found.statistic), 1


METRIC = Metric(
    name="rank_correlation",
    title=Text("rank correlation", "排名相关"),
    kinds=("listeners",),
    tally=tally,
    about=Text(
        "Kendall's tau-b between the guesser's ranking and how many people touched each word",
        "猜词者的排名与真人触碰次数之间的 Kendall τ-b",
    ),
    better="high",
    bounds=(-1, 1),
)
