"""The plots of a report, as SVG text that does not change from one drawing to the next."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from eval.analysis import Analysis, Row
from eval.calibration import Bin
from eval.metrics import METRICS
from eval.report.document import Figure
from eval.results import Group
from eval.statistics import EmptySample, estimate
from eval.terms import LANGUAGES, heading, term

Head = tuple[str, str, str]
_COLOURS = 10
"""Lines that can be told apart in one plot."""

_CHINESE = ["Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "SimHei"]


def draw(analysis: Analysis, language: str) -> list[Figure]:
    """Draw what the suite asks for and the games can show."""
    zh = language == "zh"
    figures: list[Figure] = []
    heads = list(dict.fromkeys(group[:3] for group, row in analysis.rows.items() if row.games))
    for plot in analysis.suite.plots:
        if plot == "calibration":
            figures += _calibration(analysis, zh)
            continue
        for head in heads:
            rows = {g: r for g, r in analysis.rows.items() if g[:3] == head and r.games}
            figures += _OF_ROWS[plot](analysis, head, rows, zh)
    return figures


def _heatmap(analysis: Analysis, head: Head, rows: dict[Group, Row], zh: bool) -> Iterator[Figure]:
    """First dimension down, last across; one map for each combination of those between."""
    if len(next(iter(rows))[3]) < 2:
        return
    metric, language = analysis.primary, "zh" if zh else "en"
    for middle in dict.fromkeys(group[3][1:-1] for group in rows):
        own = {g: r.estimate(metric) for g, r in rows.items() if g[3][1:-1] == middle}
        down = list(dict.fromkeys(g[3][0][1] for g in own))
        across = list(dict.fromkeys(g[3][-1][1] for g in own))
        values: list[list[float]] = [[float("nan")] * len(across) for _ in down]
        for group, found in own.items():
            if found is not None:
                values[down.index(group[3][0][1])][across.index(group[3][-1][1])] = found.value
        first = next(iter(own))[3]

        def paint(figure: Any, values: Any = values, down: Any = down, across: Any = across,
                  first: Any = first) -> None:  # fmt: skip
            axes = figure.subplots()
            low, high = metric.bounds or (None, None)
            image = axes.pcolormesh(values, cmap="viridis", vmin=low, vmax=high)
            axes.invert_yaxis()
            axes.set_xticks([x + 0.5 for x in range(len(across))], across, rotation=30, ha="right")
            axes.set_yticks([y + 0.5 for y in range(len(down))], down)
            axes.set_xlabel(term(first[-1][0], language))
            axes.set_ylabel(term(first[0][0], language))
            span = image.norm
            for y, row in enumerate(values):
                for x, value in enumerate(row):
                    if value == value:
                        text = f"{100 * value:.0f}%" if metric.percent else f"{value:.2f}"
                        shade = "black" if span(value) > 0.6 else "white"
                        axes.text(x + 0.5, y + 0.5, text, ha="center", va="center", color=shade)
            figure.colorbar(image).solids.set_rasterized(False)

        title = " · ".join(
            [
                heading(head, language),
                metric.title.to(language),
                *(f"{term(name, language)} {label}" for name, label in middle),
            ]
        )
        yield _figure(("heatmap", *head, metric.name, *(v for _, v in middle)), title, paint)


def _curve(_: Analysis, head: Head, rows: dict[Group, Row], zh: bool) -> Iterator[Figure]:
    """Decoding against interception; the labels of the first dimension along each curve."""
    if head[0] != "decrypto":
        return
    decode, intercept = METRICS.load("miscommunication_rate"), METRICS.load("interception_rate")
    curves: dict[str, list[tuple[str, float, float]]] = {}
    for group, row in rows.items():
        missed, read = row.estimate(decode), row.estimate(intercept)
        if missed is not None and read is not None:
            rest = " × ".join(label for _, label in group[3][1:])
            curves.setdefault(rest, []).append((group[3][0][1], 1 - missed.value, read.value))

    def paint(figure: Any) -> None:
        axes = figure.subplots()
        lines = []
        for points in curves.values():
            x, y = [p[2] for p in points], [p[1] for p in points]
            lines += axes.plot(x, y, marker="o")
            for label, decoded, read in points:
                axes.annotate(label, (read, decoded), textcoords="offset points", xytext=(4, 4),
                              fontsize=7)  # fmt: skip
        axes.set_xlabel("被拦截的密码" if zh else "codes intercepted")
        axes.set_ylabel("己方读对的密码" if zh else "codes decoded by the own team")
        axes.legend(lines, list(curves), title="解码 × 拦截" if zh else "decoder × interceptor")

    if curves:
        what = "解码与拦截" if zh else "decoding against interception"
        title = f"{heading(head, 'zh' if zh else 'en')} · {what}"
        yield _figure(("curve", *head), title, paint)


def _rounds(_: Analysis, head: Head, rows: dict[Group, Row], zh: bool) -> Iterator[Figure]:
    """Interceptions a turn by round, with intervals; many rows by their last dimension."""
    lines = {group: row.rounds for group, row in rows.items() if row.rounds}
    together = len(lines) <= _COLOURS
    parts: dict[tuple[tuple[str, str], ...], dict[str, Any]] = {}
    for group, rounds in lines.items():
        labels = group[3] if together else group[3][:-1]
        name = " × ".join(label for _, label in labels)
        parts.setdefault(group[3][len(labels) :], {})[name] = rounds
    for last, own in parts.items():

        def paint(figure: Any, own: Any = own) -> None:
            axes, drawn = figure.subplots(), []
            for rounds in own.values():
                points = []
                for number, sums in sorted(rounds.items()):
                    try:
                        points.append((number, estimate(sums, "rounds", (0, 1))))
                    except EmptySample:
                        continue
                x, y = [n for n, _ in points], [e.value for _, e in points]
                (line,) = axes.plot(x, y, marker="o")
                drawn.append(line)
                low, high = [e.low for _, e in points], [e.high for _, e in points]
                axes.fill_between(x, low, high, color=line.get_color(), alpha=0.12)
            axes.set_xlabel("轮" if zh else "round")
            axes.set_ylabel("被拦截" if zh else "intercepted")
            axes.set_ylim(-0.02, 1.02)
            # Curves fill the plot: there is no room for names among many.
            figure.legend(drawn, list(own), fontsize=7, loc="outside right upper")

        language = "zh" if zh else "en"
        what = "各轮拦截" if zh else "interception by round"
        of = [f"{term(name, language)} {label}" for name, label in last]
        title = " · ".join([heading(head, language), what, *of])
        yield _figure(("rounds", *head, *(label for _, label in last)), title, paint)


def _calibration(analysis: Analysis, zh: bool) -> Iterator[Figure]:
    """Stated probability against frequency; points as large as they have guesses."""
    tables: dict[str, dict[str, list[Bin]]] = {}
    for (language, kind, label), bins in sorted(analysis.calibration.bins.items()):
        name = f"{label} ({term(kind, 'zh' if zh else 'en')})"
        tables.setdefault(language, {})[name] = bins
    for language, listed in tables.items():

        def paint(figure: Any, listed: Any = listed) -> None:
            axes = figure.subplots()
            axes.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
            drawn = []
            for bins in listed.values():
                told = [b for b in bins if b.count]
                x, y = [b.stated / b.count for b in told], [b.right / b.count for b in told]
                (line,) = axes.plot(x, y, linewidth=1)
                drawn.append(line)
                sizes = [4 + 2 * b.count**0.5 for b in told]
                axes.scatter(x, y, s=sizes, color=line.get_color())
            axes.set_xlabel("自报的概率" if zh else "stated probability")
            axes.set_ylabel("猜对的比例" if zh else "frequency")
            axes.legend(drawn, list(listed), fontsize=7)

        words = LANGUAGES[language].to("zh" if zh else "en")
        title = " · ".join([words, "校准" if zh else "calibration"])
        yield _figure(("calibration", language), title, paint)


_OF_ROWS: dict[str, Callable[[Analysis, Head, dict[Group, Row], bool], Iterator[Figure]]] = {
    "heatmap": _heatmap,
    "curve": _curve,
    "rounds": _rounds,
}


def _figure(parts: Sequence[str], title: str, paint: Callable[[Any], None]) -> Figure:
    import matplotlib as mpl
    from matplotlib.figure import Figure as Canvas

    # Signs that a shell or an address would read as its own stay out of names of files.
    name = "-".join(filter(None, (re.sub(r"\W+", "-", part).strip("-") for part in parts)))
    settings = {
        "svg.fonttype": "none",
        "text.parse_math": False,  # a dollar in a label is a dollar
        "svg.hashsalt": name,
        "font.family": ["DejaVu Sans", "sans-serif"],
        "font.sans-serif": ["DejaVu Sans", *_CHINESE],
    }
    with mpl.rc_context(settings), warnings.catch_warnings():
        # Chinese is drawn by the reader's browser; that this machine has no font is no matter.
        warnings.simplefilter("ignore", UserWarning)
        canvas = Canvas(figsize=(7, 4.5), layout="constrained")
        paint(canvas)
        stream = io.StringIO()
        canvas.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    svg = stream.getvalue()
    return Figure(name, title, svg[svg.index("<svg") :])
