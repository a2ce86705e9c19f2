"""The leaderboard as tables: one for each game and language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cluebot.errors import Text
from eval.bench.submission import Figure, Submission
from eval.metrics import METRICS
from eval.report.build import heading
from eval.report.document import Table
from eval.report.figures import NOTHING, number

RANKED: Mapping[str, tuple[tuple[str, str], ...]] = {
    "codenames": (("score", "player"), ("win_rate", "player"), ("turns", "player")),
    "decrypto": (
        ("interception_rate", "team"),
        ("miscommunication_rate", "team"),
        ("win_rate", "team"),
        ("interception_rate", "interceptor"),
    ),
}
"""The figures shown for each game, the one that decides the order first; with each the place in
which the submitted player is measured."""

_AS: Mapping[str, Text] = {
    "player": Text("", ""),
    "team": Text(" (as team)", "（任己方）"),
    "interceptor": Text(" (as interceptor)", "（任拦截者）"),
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
            rows.append((_key(found[0], ranked[0][0]), entry, found))
        rows.sort(key=lambda row: (row[0], row[1].name))
        columns = [METRICS.load(m).title.to(language) + _AS[p].to(language) for m, p in ranked]
        made.append(
            Table(
                heading((game, words, preset), language),
                ("玩家" if zh else "player", "提交者" if zh else "by", *columns),
                tuple(
                    (entry.name, entry.by, *(_told(f) for f in found)) for _, entry, found in rows
                ),
                labels=2,
            )
        )
    return made


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
