"""What is known of a run while it goes on: running estimates, and whether it is clear yet."""

from __future__ import annotations

from cluebot.errors import bad_input
from eval.metrics import METRICS, Metric, metrics_of
from eval.playing import Line
from eval.results import Group
from eval.rows import comparisons, from_all_sides
from eval.sequential import ALPHA, ConfidenceSequence, decided
from eval.suite import Suite
from eval.work import Work


class Tracker:
    """Follows the primary metric of a run.

    Args:
        plan: The plan.

    Raises:
        InputError: If the suite's primary metric does not exist or says nothing of its games.
    """

    def __init__(self, plan: Work) -> None:
        self._plan = plan
        self._metric = _primary(plan.suite)
        self._rows = plan.rows()
        self._sums: dict[Group, list[float]] = {}
        self._boards: dict[int, dict[Group, list[float]]] = {}
        self._ended: dict[int, int] = {}
        self._next = 1
        self._watched: dict[tuple[Group, Group], ConfidenceSequence] | None = None
        self._clear_after: int | None = None

    @property
    def metric(self) -> Metric:
        """The primary metric."""
        return self._metric

    def estimates(self) -> list[tuple[Group, float]]:
        """Return the running estimates of all rows, in the order of the suite."""
        known = {group: entry for group, entry in self._sums.items() if entry[1]}
        return [(g, known[g][0] / known[g][1]) for g in self._rows if g in known]

    def watch(self) -> None:
        """Decide comparisons as boards are completed.

        Raises:
            InputError: If the metric has no bounds, without which nothing can be promised.
        """
        if self._plan.width == 0:
            raise bad_input(
                "--stop-when-clear", self._plan.suite.name,
                en="cases are not drawn at random; judge all of them.",
                zh="案例不是随机抽取的，请全部评完。",
            )  # fmt: skip
        if self._metric.bounds is None:
            raise bad_input(
                "--stop-when-clear", self._metric.name,
                en="the primary metric of the suite has no bounds; choose one that has.",
                zh="这套评测的主要指标没有上下界，无法提前停止；请换一个有界的指标。",
            )  # fmt: skip
        pairs = comparisons(self._rows, self._metric)
        if not pairs:
            raise bad_input(
                "--stop-when-clear", self._plan.suite.name,
                en="there is nothing to compare: every table has one row (the other side of the "
                "same games is none of its own); add players.",
                zh="没有可比较的对象：每张表只有一行（同一批对局的另一方不另算）；请增加玩家。",
            )  # fmt: skip
        low, high = self._metric.bounds
        self._watched = {
            pair: ConfidenceSequence(low - high, high - low, ALPHA / len(pairs)) for pair in pairs
        }

    def add(self, line: Line) -> None:
        """Take in a finished game."""
        board = int(line["id"].rpartition("/")[2])
        sums = self._boards.setdefault(board, {})
        for result in self._plan.results(line):
            if self._metric.shared and from_all_sides(self._rows.get(result.row, frozenset())):
                continue
            if result.scope != self._metric.scope or result.kind not in self._metric.kinds:
                continue
            tally = self._metric.tally(result)
            if tally is not None:
                for store in (self._sums, sums):
                    entry = store.setdefault(result.row, [0.0, 0.0])
                    entry[0] += tally[0]
                    entry[1] += tally[1]
        self._ended[board] = self._ended.get(board, 0) + 1
        if self._watched is None:
            del self._boards[board]
        while self._watched is not None and self._ended.get(self._next) == self._plan.width:
            self._decide(self._boards.pop(self._next))
            self._next += 1

    def clear_after(self) -> int | None:
        """Return after how many boards every comparison was decided; None while some is not."""
        return self._clear_after

    def _decide(self, sums: dict[Group, list[float]]) -> None:
        """Take one complete board into the comparisons, in the order of the boards."""
        if self._watched is None or self._clear_after is not None:
            return
        means = {group: entry[0] / entry[1] for group, entry in sums.items() if entry[1]}
        for (group, reference), sequence in self._watched.items():
            if group in means and reference in means:
                sequence.add(means[group] - means[reference])
        low, high = self._metric.bounds or (0, 1)
        margin = self._plan.suite.margin * (high - low)
        if all(decided(sequence.bounds, margin) for sequence in self._watched.values()):
            self._clear_after = self._next


def _primary(suite: Suite) -> Metric:
    metric = METRICS.load(suite.primary)
    measured = {table.game for table in suite.tables} if suite.kind == "games" else {suite.kind}
    if measured.isdisjoint(metric.kinds):
        games = sorted(measured)
        fitting = dict.fromkeys(m.name for game in games for m in metrics_of(game))
        raise bad_input(
            "primary", suite.primary,
            en=f"says nothing of {', '.join(games)}; choose one of {', '.join(fitting)}.",
            zh=f"不适用于 {'、'.join(games)}；请改用：{'、'.join(fitting)}。",
        )  # fmt: skip
    return metric
