"""The leaderboard as tables: one for each game and language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cluebot.errors import Text, shorten
from eval.bench.figure import Figure
from eval.bench.submission import Submission
from eval.metrics import METRICS
from eval.report.build import heading
from eval.report.document import Table
from eval.report.figures import NOTHING, number

RANKED: Mapping[str, tuple[tuple[str, str], ...]] = {
    "codenames": (("score", "player"), ("win_rate", "player"), ("turns", "player")),
    "decrypto": (
        ("win_rate", "team"),
        ("interception_rate", "team"),
        ("miscommunication_rate", "team"),
        ("interception_rate", "interceptor"),
    ),
}
"""The figures shown for each game, the one that decides the order first, the second where it ties;
with each the place in which the submitted player is measured."""

_AS: Mapping[str, Text] = {
    "player": Text("", ""),
    "team": Text(" (as team)", "（作为己方）"),
    "interceptor": Text(" (as interceptor)", "（作为拦截者）"),
}


def tables(entries: Sequence[Submission], language: str) -> list[Table]:
    """Return the tables, best first; players without a figure come last."""
    zh = language == "zh"
    made = []
    heads = dict.fromkeys((f.game, f.language, f.preset) for e in entries for f in e.figures)
    for game, words, preset in heads:
        ranked = RANKED[game]
        rows = []
        for entry in entries:
            own = [
                f for f in entry.figures if (f.game, f.language, f.preset) == (game, words, preset)
            ]
            found = [_figure(own, metric, place, entry.label) for metric, place in ranked]
            keys = [_key(f, m) for f, (m, _) in zip(found, ranked[:2], strict=False)]
            rows.append((keys, entry, found))
        rows.sort(key=lambda row: (row[0], row[1].name))
        columns = [METRICS.load(m).title.to(language) + _AS[p].to(language) for m, p in ranked]
        order = (
            f"按{columns[0]}排名，相同则按{columns[1]}" if zh
            else f"ranked by {columns[0]}, ties by {columns[1]}"
        )  # fmt: skip
        names = ("玩家", "提交者", "代码与向量") if zh else ("player", "by", "code and vectors")
        made.append(
            Table(
                f"{heading((game, words, preset), language)} · {order}",
                (*names, *columns),
                tuple(
                    (entry.name, entry.by, _versions(entry, words), *(_told(f) for f in found))
                    for _, entry, found in rows
                ),
                labels=3,
            )
        )
    return made


def _versions(entry: Submission, language: str) -> str:
    """Return what the games were played with; versions are what the run wrote down."""
    vectors = entry.versions.get("vectors")
    blend = vectors.get(language) if isinstance(vectors, Mapping) else None
    parts = (entry.versions.get("cluebot"), entry.versions.get("code"), blend)
    return " · ".join(shorten(part) for part in parts if part) or NOTHING


def _figure(figures: Sequence[Figure], metric: str, place: str, label: str) -> Figure | None:
    """Return the figure of a metric where the player itself has ``place``."""
    named = (f for f in figures if f.metric == metric and f.group.get(place) == label)
    return next(named, None)


def _key(figure: Figure | None, metric: str) -> float:
    if figure is None:
        return float("inf")
    return -figure.value if METRICS.load(metric).better == "high" else figure.value


def _told(figure: Figure | None) -> str:
    if figure is None:
        return NOTHING
    percent = METRICS.load(figure.metric).percent
    value = number(figure.value, percent=percent)
    if figure.low is None or figure.high is None:
        return value
    low, high = (number(end, percent=percent, unit=False) for end in (figure.low, figure.high))
    return f"{value} [{low}, {high}]"
