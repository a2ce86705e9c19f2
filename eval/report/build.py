"""From an analysis to a report, in either language."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping, Sequence

from cluebot.errors import Language, Text
from cluebot.games.base import GAMES
from eval.analysis import Analysis, Row
from eval.chosen import command
from eval.highlights import TITLES
from eval.metrics import Metric, metrics_of
from eval.ratings import rate
from eval.report.document import Block, Code, Document, Folded, Items, Section, Table
from eval.report.figures import (
    NOTHING,
    difference_shown,
    number,
    out_of_reach,
    probability,
    shown,
)
from eval.report.plots import draw
from eval.report.transcripts import transcript
from eval.results import Group
from eval.rows import independent
from eval.statistics import holm
from eval.terms import LANGUAGES, heading, label_term, row_name, term

TIMED = "latency"
"""The metric that two runs of the same games do not share; it stands apart."""

_METHOD = Text(
    "In brackets: 95% intervals by a BCa bootstrap over {0}; where all {0} show the same extreme "
    "value, such as 0% or 100%, the exact interval of Clopper and Pearson. None where they agree "
    "on another value, nor for differences that are the same on all {0}.",
    "方括号内是 95% 区间：以{0}为单位的 BCa 自助法；各{0}全为同一极值（如 0% 或 100%）时用 "
    "Clopper-Pearson 精确区间；同为其他值时，以及各{0}之差全都相同时，不给区间。",
)
_CLUSTERS: Mapping[str, Text] = {
    "legality": Text("Every case stands for itself.", "每个案例各算一个单位。"),
    "listeners": Text(
        "Clues on boards that share most of their words are one game of people, and count as one "
        "board: whoever knows one of them knows something of the others.",
        "词大多相同的棋盘视为同一局真人对局，其中的线索合为一个单位：它们彼此并不独立。",
    ),
}
_PAIRED = Text(
    "Differences on the same boards; p by a paired permutation test, corrected for all comparisons "
    "of the report by Holm's method.",
    "同一张棋盘上两两相减；p 来自配对置换检验，并按 Holm 法校正了全部比较。",
)
OTHER_SIDE = Text(
    "The other side of the same games is not compared once more: what one wins the other loses.",
    "同一批对局的另一方不再重复比较：一方所胜即另一方所负。",
)
_FIXED = Text(
    "no {0} where every side of a game counts: it is the same whatever happens",
    "各方都计入的行不列{0}：无论结果如何都不变",
)
_BRADLEY_TERRY = Text(
    "Bradley-Terry model; 400 points are odds of ten to one, 1500 is the mean; intervals by a "
    "bootstrap over boards.",
    "Bradley-Terry 模型，400 分相当于 10 比 1 的胜率，平均 1500；区间由以棋盘为单位的自助法得到。",
)
_APART = Text(
    "Counted apart: the rates of decoding, interception and clues are taken over moves that were "
    "really made.",
    "弃权、被驳回的提议和替补单独统计：解码、拦截和线索的各项比率只看真正走出的步。",
)
_RUN_FILE = Text(
    "The run.json of the folder is the complete suite: cluebot eval run DIR/run.json --out NEW",
    "文件夹里的 run.json 就是完整的套件：cluebot eval run DIR/run.json --out NEW",
)


def build(analysis: Analysis, language: Language, *, plots: bool = True) -> Document:
    """Build the report of a run.

    Args:
        analysis: The run.
        language: The language to write in.
        plots: Whether to draw.
    """
    zh = language == "zh"
    sections = [
        Section("概况" if zh else "Overview", _overview(analysis, zh)),
        Section("结果" if zh else "Results", tuple(result_tables(analysis, language))),
    ]
    differences = _differences(analysis, language)
    if differences:
        sections.append(Section("与首行比较" if zh else "Against the first row", differences))
    ratings = _ratings(analysis, zh)
    if ratings:
        sections.append(Section("等级分" if zh else "Ratings", ratings))
    drawn = draw(analysis, language) if plots else ()
    if drawn:
        sections.append(Section("图" if zh else "Plots", tuple(drawn)))
    conduct = _conduct(analysis, language, timed=False)
    if conduct:
        sections.append(Section("弃权与驳回" if zh else "Conduct", conduct))
    moments = _moments(analysis, language)
    if moments:
        sections.append(Section("值得一看的时刻" if zh else "Moments", moments))
    sections += [
        Section("技术故障" if zh else "Technical failures", _failures(analysis, language)),
        Section("如何重现" if zh else "How to reproduce", _reproduce(analysis, zh)),
        Section("用时" if zh else "Timings", _conduct(analysis, language, timed=True)),
    ]
    return Document(analysis.suite.title.text.to(language), language, tuple(sections))


def result_tables(analysis: Analysis, language: str) -> list[Table]:
    """Return the tables of results: one for each game, language and preset."""
    primary = analysis.suite.primary
    return _tables(analysis.rows, language, lambda m: m.scope == "side", primary)


def _tables(
    rows: Mapping[Group, Row],
    language: str,
    wanted: Callable[[Metric], bool],
    primary: str = "",
) -> list[Table]:
    tables = []
    explained: set[str] = set()
    for head in dict.fromkeys(group[:3] for group in rows):
        own = {group: row for group, row in rows.items() if group[:3] == head and row.games}
        metrics = sorted(
            (m for m in metrics_of(head[0]) if wanted(m)), key=lambda m: m.name != primary
        )
        told = [m for m in metrics if any(row.samples.get(m.name) for row in own.values())]
        if not own or not told:
            continue
        dimensions = [name for name, _ in next(iter(own))[3]]
        left_out = [
            _FIXED.to(language).format(metric.title.to(language))
            for metric in metrics
            if metric.shared and any(row.from_all_sides for row in own.values())
        ]
        tables.append(
            Table(
                title=" · ".join([heading(head, language), *left_out]),
                columns=(
                    *(term(name, language) for name in dimensions),
                    *_counted(head[0], language),
                    *(m.title.to(language) for m in told),
                ),
                rows=tuple(
                    (
                        *(label_term(name, label, language) for name, label in group[3]),
                        str(row.games),
                        *([str(row.boards)] if head[0] == "listeners" else []),
                        *(shown(row.estimate(metric), metric) for metric in told),
                    )
                    for group, row in own.items()
                ),
                labels=len(dimensions),
                notes=() if head[0] in explained else _explained(told, language),
            )
        )
        explained.add(head[0])
    return tables


def _counted(kind: str, language: str) -> tuple[str, ...]:
    """Return the headings of what rows count; cases of listeners share boards."""
    counted = _COUNTED[kind not in GAMES]
    boards = (_BOARDS,) if kind == "listeners" else ()
    return tuple(text.to(language) for text in (counted, *boards))


_BOARDS = Text("boards", "棋盘")
_COUNTED = Text("games", "对局"), Text("cases", "案例")


def unit(kind: str) -> Text:
    """Return what figures of a suite are sampled by."""
    return _COUNTED[1] if kind == "legality" else _BOARDS


def _explained(metrics: Sequence[Metric], language: str) -> tuple[str, ...]:
    colon = "：" if language == "zh" else ": "
    return tuple(f"{m.title.to(language)}{colon}{m.about.to(language)}" for m in metrics)


def _overview(analysis: Analysis, zh: bool) -> tuple[Block, ...]:
    finished, expected, suite = analysis.finished, analysis.expected, analysis.suite
    language = "zh" if zh else "en"
    if suite.kind == "games":
        items = [
            f"套件 {suite.name}，种子 {suite.seed}，每组 {suite.games} 张棋盘" if zh
            else f"suite {suite.name}, seed {suite.seed}, {suite.games} boards a cell",
            f"完成 {finished} 局，应有 {expected} 局" if zh
            else f"{finished} of {expected} games finished",
        ]  # fmt: skip
    else:
        each = "" if suite.kind == "legality" else "，每个玩家各算一次" if zh else ", by player"
        items = [
            f"套件 {suite.name}，种子 {suite.seed}" if zh
            else f"suite {suite.name}, seed {suite.seed}",
            f"完成 {finished} 个案例，应有 {expected} 个{each}" if zh
            else f"{finished} of {expected} cases finished{each}",
        ]  # fmt: skip
    if analysis.stopped is not None:
        items.append(
            f"下完 {analysis.stopped} 张棋盘后，所有比较都有了结论，提前停止"
            if zh
            else f"stopped after {analysis.stopped} boards, when every comparison was decided"
        )
    if analysis.failed:
        count = len(analysis.failed)
        items.append(
            f"{count} {'局' if suite.kind == 'games' else '个案例'}因技术故障剔除，列在下文" if zh
            else f"{count} {_COUNTED[suite.kind != 'games'].en} failed for technical "
            "reasons; they are left out and listed below"
        )  # fmt: skip
    if analysis.torn:
        lines = ", ".join(map(str, analysis.torn))
        items.append(
            f"games.jsonl 第 {lines} 行写到一半就中断了，已忽略" if zh
            else f"line {lines} of games.jsonl was torn apart by a kill and is left out"
        )  # fmt: skip
    method = _METHOD.to(language).format(unit(suite.kind).to(language))
    clusters = _CLUSTERS.get(suite.kind)
    return Items(tuple(items)), method, *([clusters.to(language)] if clusters else [])


def _differences(analysis: Analysis, language: str) -> tuple[Block, ...]:
    zh = language == "zh"
    found = analysis.differences()
    metric = analysis.primary
    adjusted = holm([difference.p for _, _, difference in found])
    blocks: list[Block] = []
    for reference in dict.fromkeys(reference for _, reference, _ in found):
        rows = [
            (
                row_name(group, language),
                difference_shown(difference, metric),
                probability(p),
                str(difference.boards),
            )
            for (group, compared, difference), p in zip(found, adjusted, strict=True)
            if compared == reference
        ]
        first = row_name(reference, language)
        colon = "：" if zh else ": "
        title = f"{heading(reference[:3], language)}{colon}{metric.title.to(language)} − {first}"
        columns = ("玩家", "差", "p", "棋盘") if zh else ("players", "difference", "p", "boards")
        blocks.append(Table(title, columns, tuple(rows)))
    warning = out_of_reach([d for _, _, d in found], unit(analysis.suite.kind))
    if warning is not None:
        blocks.insert(0, warning.to(language))
    if blocks:
        blocks.append(_PAIRED.to(language))
    rows_of = analysis.plan.rows()
    if blocks and len(independent(rows_of, metric)) < len(rows_of):
        blocks.append(OTHER_SIDE.to(language))
    return tuple(blocks)


def _ratings(analysis: Analysis, zh: bool) -> tuple[Block, ...]:
    blocks: list[Block] = []
    for head, boards in analysis.wins.items():
        rows = tuple(
            (r.player, f"{r.value:.0f} [{r.low:.0f}, {r.high:.0f}]", str(r.games))
            for r in rate(boards)
        )
        columns = ("玩家", "等级分", "对局") if zh else ("player", "rating", "games")
        blocks.append(Table(heading(head, "zh" if zh else "en"), columns, rows))
    if blocks:
        blocks.append(_BRADLEY_TERRY.to("zh" if zh else "en"))
    return tuple(blocks)


def _conduct(analysis: Analysis, language: str, *, timed: bool) -> tuple[Block, ...]:
    zh = language == "zh"

    def wanted(metric: Metric) -> bool:
        return metric.scope == "player" and (metric.name == TIMED) == timed

    tables: list[Block] = list(_tables(analysis.players, language, wanted))
    if timed:
        total, pieces = number(analysis.seconds), _COUNTED[analysis.suite.kind != "games"]
        tables.append(
            f"全部{pieces.zh}合计 {total} 秒；每次运行都不同，不参与比较。" if zh
            else f"{total} s for all {pieces.en}; different in every run, and no part of any "
            "comparison."
        )  # fmt: skip
    elif tables:
        tables.append(_APART.to(language))
    return tuple(tables)


def _moments(analysis: Analysis, language: Language) -> tuple[Block, ...]:
    """Tell the moments of each kind, and the game of the first one turn by turn, each once."""
    blocks: list[Block] = []
    folded: set[str] = set()
    for (words, kind), moments in sorted(analysis.highlights.moments.items()):
        left, right = "（）" if language == "zh" else (" (", ")")
        items = tuple(f"{m.text.to(language)}{left}{m.game}{right}" for m in moments)
        title = f"{TITLES[kind].to(language)}{left}{LANGUAGES[words].to(language)}{right}"
        blocks += [title, Items(items)]
        first = moments[0]
        if first.game in folded:
            continue
        folded.add(first.game)
        told = transcript(analysis.plan, first.line, language)
        show = Code(f"cluebot eval show {shlex.quote(f'{analysis.path}#{first.game}')}")
        blocks.append(Folded(first.game, (*told, show)))
    return tuple(blocks)


def _failures(analysis: Analysis, language: str) -> tuple[Block, ...]:
    if not analysis.failed:
        return ("没有。" if language == "zh" else "None.",)
    items = tuple(f"{game}: {text.to(language)}" for game, text in analysis.failed.items())
    return (Items(items),)


def _reproduce(analysis: Analysis, zh: bool) -> tuple[Block, ...]:
    stopped = analysis.stopped is not None
    versions = {name: value for name, value in analysis.versions.items() if name != "machine"}
    return (
        Code(command(analysis.suite, analysis.path, stopped=stopped)),
        _RUN_FILE.to("zh" if zh else "en") + (" --stop-when-clear" if stopped else ""),
        Code(json.dumps(versions, ensure_ascii=False, indent=1)),
    )  # fmt: skip


__all__ = ["NOTHING", "build", "heading", "result_tables"]
