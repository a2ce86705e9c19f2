"""Two runs on the same boards: what changed, and whether it is more than noise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cluebot.errors import Text, bad_input, shorten
from cluebot.games.base import GAMES
from eval.analysis import Analysis
from eval.metrics import METRICS, Metric, metrics_of
from eval.report.build import OTHER_SIDE, heading, unit
from eval.report.document import Document, Items, Section, Table
from eval.report.figures import difference_shown, out_of_reach, probability, shown
from eval.results import Group
from eval.rows import independent
from eval.statistics import CLEAR, Difference, Estimate, common, difference, estimate, holm
from eval.terms import row_name


@dataclass(frozen=True, slots=True)
class Change:
    """One row and metric on the boards that both runs have finished.

    Attributes:
        group: The row.
        metric: The metric.
        before: Its figure in the first run.
        after: In the second.
        difference: The second less the first.
    """

    group: Group
    metric: Metric
    before: Estimate
    after: Estimate
    difference: Difference


def comparison(before: Analysis, after: Analysis, language: str) -> Document:
    """Compare two runs, row by row and metric by metric.

    Args:
        before: The first run.
        after: The second.
        language: The language to write in.

    Raises:
        InputError: If they were not played on the same boards or cases, or have no row in common.
    """
    zh = language == "zh"
    one, two = before.suite, after.suite
    if one.kind == "games" and (one.seed, one.boards) != (two.seed, two.boards):
        raise bad_input(
            "B", str(after.path),
            en=f"was played on other boards than {before.path} (seed {two.seed}, not {one.seed}); "
            "run it with the same seed.",
            zh=f"与 {before.path} 的棋盘不同（种子 {two.seed} 与 {one.seed}）；请用同一种子。",
        )  # fmt: skip
    if one.kind == two.kind != "games" and not _pieces(before) & _pieces(after):
        raise bad_input(
            "B", str(after.path), en=f"judges other cases than {before.path}; give both one file.",
            zh=f"与 {before.path} 的案例不同；请用同一个文件。",
        )  # fmt: skip
    changes = list(_changes(before, after))
    apart = any(
        group in after.rows and not _dealt_alike(group, before, after) for group in before.rows
    )
    if not changes and apart:
        raise bad_input(
            "B", str(after.path),
            en=f"has the players of {before.path} on other boards: its setup, words or cases are "
            "others; run both alike.",
            zh=f"与 {before.path} 玩家相同而棋盘不同（setup、词表或案例不同）；请用同样的设置。",
        )  # fmt: skip
    if not changes:
        raise bad_input(
            "B", str(after.path), en=f"has no players in common with {before.path}.",
            zh=f"与 {before.path} 没有相同的玩家组合。",
        )  # fmt: skip
    adjusted = holm([change.difference.p for change in changes])
    rows: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    clear = []
    for change, p in zip(changes, adjusted, strict=True):
        group, metric, found = change.group, change.metric, change.difference
        labels = row_name(group, language)
        verdict = _verdict(found, metric, p)
        rows.setdefault(group[:3], []).append(
            (
                labels,
                metric.title.to(language),
                str(found.boards),
                shown(change.before, metric),
                shown(change.after, metric),
                difference_shown(found, metric),
                probability(p),
                verdict.to(language),
            )
        )
        if p < CLEAR:
            told = f"{heading(group[:3], language)}, {labels}: {metric.title.to(language)} "
            clear.append(f"{told}{difference_shown(found, metric)} ({verdict.to(language)})")
    sampled = unit(one.kind).to(language)
    columns = (
        ("玩家", "指标", f"共同{sampled}", "A", "B", "B − A", "p", "结论") if zh
        else ("players", "metric", f"common {sampled}", "A", "B", "B − A", "p", "verdict")
    )  # fmt: skip
    warning = out_of_reach([change.difference for change in changes], unit(one.kind))
    method = [_METHOD]
    rows_of = before.plan.rows()
    if any(len(independent(rows_of, c.metric)) < len(rows_of) for c in changes):
        method.append(OTHER_SIDE)
    if apart:
        method.append(_APART)
    tables = tuple(
        Table(heading(head, language), columns, tuple(listed), labels=2)
        for head, listed in rows.items()
    )
    nothing = "没有。" if zh else "Nothing has changed by more than noise."
    settings = tuple(_settings(before, after))
    same = "相同。" if zh else "Settings and versions are the same."
    return Document(
        f"A: {before.path}  B: {after.path}",
        language,
        (
            Section(
                "超出随机波动的变化" if zh else "More than noise",
                (
                    Items(tuple(clear)) if clear else nothing,
                    *([warning.to(language)] if warning is not None else []),
                ),
            ),
            Section(
                "逐项比较" if zh else "Row by row",
                (*(text.to(language).format(sampled) for text in method), *tables),
            ),
            Section(
                "设置与版本" if zh else "Settings and versions",
                (Items(settings) if settings else same,),
            ),
        ),
    )


def _changes(before: Analysis, after: Analysis) -> Iterator[Change]:
    rows = before.plan.rows()
    told = {name: set(independent(rows, METRICS.load(name))) for name in METRICS}
    for group, row in before.rows.items():
        other = after.rows.get(group)
        if other is None or not _dealt_alike(group, before, after):
            continue
        for metric in metrics_of(group[0]):
            if group not in told[metric.name]:
                continue
            first, second = common(
                row.samples.get(metric.name, {}), other.samples.get(metric.name, {})
            )
            if metric.scope == "side" and first:
                yield Change(
                    group,
                    metric,
                    estimate(first, metric.name, metric.bounds),
                    estimate(second, metric.name, metric.bounds),
                    difference(second, first, metric.name),
                )


def _dealt_alike(group: Group, before: Analysis, after: Analysis) -> bool:
    """Return whether a row of two runs with one seed was played on the same boards or cases."""
    one, two = before.plan.dealt(group), after.plan.dealt(group)
    if group[0] not in GAMES or before.suite.boards is not None:
        return one == two
    words = f"{group[1]}_{group[0]}"
    drawn = [run.versions.get("words") for run in (before, after)]
    known = [found.get(words) if isinstance(found, Mapping) else None for found in drawn]
    return one == two and known[0] == known[1]


def _pieces(analysis: Analysis) -> set[str]:
    return {analysis.plan.id(number) for number in range(analysis.plan.count)}


def _verdict(found: Difference, metric: Metric, p: float) -> Text:
    if p >= CLEAR:
        return Text("noise", "波动") if found.value else Text("the same", "相同")
    if metric.better is None:
        return Text("changed", "有变化")
    better = (found.value > 0) == (metric.better == "high")
    return Text("better", "变好") if better else Text("worse", "变差")


def _settings(before: Analysis, after: Analysis) -> Iterator[str]:
    """Name every setting and version that differs."""
    yield from _differing("suite", before.suite.to_json(), after.suite.to_json())
    yield from _differing("versions", before.versions, after.versions)


def _differing(place: str, one: Any, two: Any) -> Iterator[str]:
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        for name in dict.fromkeys([*one, *two]):
            yield from _differing(f"{place}.{name}", one.get(name), two.get(name))
    elif one != two:
        yield f"{place}: {shorten(one)} → {shorten(two)}"


_APART = Text(
    "Rows that were played on other boards in B (another setup, other words or cases) are left "
    "out.",
    "B 中棋盘不同（setup、词表或案例不同）的行不参与比较。",
)
_METHOD = Text(
    "A, B and their difference are taken over the {0} that both runs have finished; p by a "
    "paired permutation test, corrected by Holm's method for all rows and metrics.",
    "A、B 和二者之差都只算两次评测共同完成的{0}；p 来自配对置换检验，并按 Holm 法校正了全部行与"
    "指标。",
)
