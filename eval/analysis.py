"""From a run's folder to everything a report is made of, in one pass over its games.

Memory holds sums, not games: for each row and metric two numbers a board. Whatever order the
games ended in, the sums are the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cluebot.errors import ResourceError, Text
from eval.calibration import Calibration
from eval.cases import Cases
from eval.folder import Folder
from eval.games import Games, make_plan
from eval.highlights import Highlights
from eval.metrics import METRICS, Metric, metrics_of
from eval.playing import Line
from eval.results import Group, Result
from eval.rows import comparisons, from_all_sides
from eval.statistics import Difference, EmptySample, Estimate, difference, estimate
from eval.suite import Suite
from eval.work import lines_of

REASONS = 3
"""Most reasons named for the failure of every game, the most frequent ones first."""

Samples = dict[str, dict[int, list[float]]]
"""By metric and board, the sums of numerators and denominators."""


@dataclass(slots=True)
class Row:
    """What is known of one group.

    Attributes:
        games: Games finished, each once, from however many sides it is seen.
        samples: Its sums.
        rounds: The same for interceptions, by round.
        from_all_sides: Whether it takes in every side of its games, so that what they share is
            the same whatever happens and is left out.
    """

    games: int = 0
    samples: Samples = field(default_factory=dict)
    rounds: dict[int, dict[int, list[float]]] = field(default_factory=dict)
    from_all_sides: bool = False
    _known: dict[str, Estimate | None] = field(default_factory=dict, compare=False, repr=False)

    def add(self, result: Result, metrics: tuple[Metric, ...]) -> None:
        """Take in one result."""
        self._known.clear()
        for metric in metrics:
            if metric.shared and self.from_all_sides:
                continue
            tally = metric.tally(result) if metric.scope == result.scope else None
            if tally is not None:
                _add(self.samples.setdefault(metric.name, {}), result.board, *tally)
        if result.scope == "side" and result.kind == "decrypto":
            for turn in result.turns:
                if turn["clues"] and turn["intercept"] is not None:
                    sums = self.rounds.setdefault(turn["round"], {})
                    _add(sums, result.board, turn["intercepted"], 1)

    @property
    def boards(self) -> int:
        """Boards that any figure tells something of."""
        return len({board for sums in self.samples.values() for board in sums})

    def estimate(self, metric: Metric) -> Estimate | None:
        """Return the estimate of a metric; None where no game tells anything of it."""
        if metric.name not in self._known:
            try:
                sums = self.samples.get(metric.name, {})
                self._known[metric.name] = estimate(sums, metric.name, metric.bounds)
            except EmptySample:
                self._known[metric.name] = None
        return self._known[metric.name]


def _add(sums: dict[int, list[float]], board: int, top: float, bottom: float) -> None:
    entry = sums.setdefault(board, [0.0, 0.0])
    entry[0] += top
    entry[1] += bottom


@dataclass(slots=True)
class Analysis:
    """Everything that a report tells of a run.

    Attributes:
        path: The folder.
        suite: The suite with its settings.
        versions: What the run depends on.
        plan: Its games.
        rows: The results by row, in the order of the suite.
        players: How players behaved, by game, language, preset, role and label.
        wins: For round robins, by table: who beat whom on each board.
        finished: Games finished.
        failed: Games that failed for technical reasons and were not played since, with why.
        torn: Lines that a kill tore apart.
        stopped: After how many boards the run was stopped early.
        calibration: How far players' probabilities can be believed.
        highlights: The most instructive moments.
        seconds: How long games took, in all.
    """

    path: Path
    suite: Suite
    versions: Mapping[str, Any]
    plan: Games | Cases
    rows: dict[Group, Row]
    players: dict[Group, Row] = field(default_factory=dict)
    wins: dict[tuple[str, str, str], dict[int, dict[tuple[str, str], float]]] = field(
        default_factory=dict
    )
    finished: int = 0
    failed: dict[str, Text] = field(default_factory=dict)
    torn: list[int] = field(default_factory=list)
    stopped: int | None = None
    calibration: Calibration = field(default_factory=Calibration)
    highlights: Highlights = field(default_factory=Highlights)
    seconds: float = 0.0

    @property
    def expected(self) -> int:
        """Games that the run was to consist of, up to where it was stopped."""
        return self.plan.count if self.stopped is None else self.plan.width * self.stopped

    @property
    def primary(self) -> Metric:
        """The primary metric."""
        return METRICS.load(self.suite.primary)

    def differences(self) -> list[tuple[Group, Group, Difference]]:
        """Return every row's difference to the first of its table, in the primary metric."""
        name = self.suite.primary
        found = []
        for group, reference in comparisons(self.plan.rows(), self.primary):
            first = self.rows[group].samples.get(name, {})
            second = self.rows[reference].samples.get(name, {})
            try:
                found.append((group, reference, difference(first, second, name)))
            except EmptySample:
                continue
        return found


def analyse(path: Path) -> Analysis:
    """Read a run.

    Raises:
        InputError: If there is no run, or a line of it is damaged.
        ResourceError: If games were played and each failed for a technical reason; tells which.
        EmptySample: If no game has been finished.
    """
    folder = Folder(path)
    suite = folder.suite()
    plan = make_plan(suite)
    analysis = Analysis(
        path=path,
        suite=suite,
        versions=folder.versions(),
        plan=plan,
        rows={
            group: Row(from_all_sides=from_all_sides(sources))
            for group, sources in plan.rows().items()
        },
        stopped=folder.stopped(),
    )
    seen: set[str] = set()
    for line in lines_of(plan, folder, analysis.torn):
        if line["id"] in seen:
            continue
        board = int(line["id"].rpartition("/")[2])
        if analysis.stopped is not None and board > analysis.stopped:
            continue
        if line["status"] == "failed":
            failure = line["game"]["failure"]
            analysis.failed[line["id"]] = Text(failure["en"], failure["zh"])
            continue
        seen.add(line["id"])
        analysis.failed.pop(line["id"], None)
        _take(analysis, plan.results(line), line)
        for key, stated, right in plan.stated(line):
            analysis.calibration.add(key, stated, right)
    if not seen:
        raise _all_failed(analysis) if analysis.failed else EmptySample(str(path))
    analysis.finished = len(seen)
    analysis.players = dict(sorted(analysis.players.items()))
    analysis.failed = dict(sorted(analysis.failed.items()))
    return analysis


def _all_failed(analysis: Analysis) -> ResourceError:
    """Build the error for a run of which nothing is there but failures."""
    often = Counter(analysis.failed.values()).most_common(REASONS)
    count, folder = len(analysis.failed), analysis.path
    games = "1 game" if count == 1 else f"each of {count} games"
    return ResourceError(
        Text(
            f"{folder}: {games} failed for technical reasons, so there is nothing to report; "
            "put these right and run again: "
            + "; ".join(f"{times} x {' '.join(reason.en.split())}" for reason, times in often),
            f"{folder}：{count} 局全部因技术故障未完成，没有可报告的结果；请先解决下列问题再运行："
            + "；".join(f"{times} 次：{' '.join(reason.zh.split())}" for reason, times in often),
        )
    )


def _take(analysis: Analysis, results: list[Result], line: Line) -> None:
    analysis.seconds += line["measured"]["seconds"]
    for scope, rows in (("side", analysis.rows), ("player", analysis.players)):
        for group in {result.row for result in results if result.scope == scope}:
            rows.setdefault(group, Row()).games += 1
    for result in results:
        rows = analysis.rows if result.scope == "side" else analysis.players
        group = result.row
        rows[group].add(result, metrics_of(result.kind))
        labels = dict(result.group)
        if result.scope == "side" and labels.keys() == {"player", "opponent"}:
            pair = labels["player"], labels["opponent"]
            # A player against itself tells nothing of its strength.
            if pair[0] != pair[1]:
                wins = analysis.wins.setdefault(group[:3], {}).setdefault(result.board, {})
                wins[pair] = wins.get(pair, 0.0) + result.won
        if result.scope == "side":
            analysis.highlights.add(result, line)
