"""First guesses like those of people."""

from __future__ import annotations

from cluebot.errors import Text
from eval.metrics.base import Metric, Tally
from eval.results import Result


def tally(result: Result) -> Tally | None:
    """Return people who touched the same word first, and people; None without a guess."""
    firsts = [person[0] for person in result.case["people"] if person]
    ranking = result.case["ranking"]
    if not ranking or not firsts:
        return None
    return firsts.count(ranking[0]["word"]), len(firsts)


METRIC = Metric(
    name="first_touch",
    title=Text("first pick like people", "首选与真人一致"),
    kinds=("listeners",),
    tally=tally,
    about=Text(
        "people who touched the same word first, by people",
        "首选与真人首选相同的占比（按人计）",
    ),
    better="high",
    bounds=(0, 1),
    percent=True,
)
