"""What went wrong in a run, in a few lines: what win rates alone would pass over in silence."""

from __future__ import annotations

import shlex
from collections import Counter
from pathlib import Path

from cluebot.errors import Text, shorten
from eval.analysis import Analysis
from eval.folder import Folder
from eval.terms import term

# By the metrics that count them.
_COUNTED = {
    "forfeit_rate": Text("Forfeited moves", "弃权的步数"),
    "illegal_proposals": Text("Refused proposals", "被驳回的提议"),
    "replaced_moves": Text("Moves made by a substitute", "由替补代走的步数"),
}

_LONGEST = 300
"""Most characters of a reason."""


def remarks(analysis: Analysis) -> list[Text]:
    """Return what is to be said of forfeits, refused proposals and games left out; often nothing.

    Raises:
        InputError: If a line of the games is damaged.
    """
    found = {name: _offenders(analysis, name) for name in _COUNTED}
    told = [
        Text(
            f"{_COUNTED[name].en}: " + "; ".join(
                f"{label} ({role}) {count} of {of}" for role, label, count, of in offenders
            ),
            f"{_COUNTED[name].zh}：" + "；".join(
                f"{label}（{term(role, 'zh')}）{count}/{of}" for role, label, count, of in offenders
            ),
        )
        for name, offenders in found.items() if offenders
    ]  # fmt: skip
    if found["forfeit_rate"]:
        told.append(_example(analysis.path))
    if analysis.failed:
        told.append(_left_out(analysis))
    return told


def _offenders(analysis: Analysis, name: str) -> list[tuple[str, str, int, int]]:
    """Return role, label, what a metric has counted, and by what; for all who have any."""
    sums: dict[tuple[str, str], list[float]] = {}
    for (*_, group), row in analysis.players.items():
        labels = dict(group)
        entry = sums.setdefault((labels["role"], labels["player"]), [0, 0])
        for top, bottom in row.samples.get(name, {}).values():
            entry[0] += top
            entry[1] += bottom
    return [(*who, int(top), int(bottom)) for who, (top, bottom) in sums.items() if top]


def _example(folder: Path) -> Text:
    """Tell why the first forfeit was one, and where to look at it."""
    game, entry = next(
        (line["id"], entry)
        for line in Folder(folder).lines()
        for entry in line["game"].get("record", ())
        if entry["type"] == "forfeit"
    )
    place = f"cluebot eval show {shlex.quote(f'{folder}#{game}')}"
    en, zh = (shorten(entry["message"][language], _LONGEST) for language in ("en", "zh"))
    return Text(f"For example: {en} See {place}", f"例如：{zh}详见 {place}")


def _left_out(analysis: Analysis) -> Text:
    count, games = len(analysis.failed), analysis.suite.kind == "games"
    ((reason, _),) = Counter(analysis.failed.values()).most_common(1)
    one, many, zh = ("game", "games", "局") if games else ("case", "cases", "个案例")
    return Text(
        f"Left out: {count} {one if count == 1 else many} that failed for technical reasons; run "
        f"again to retry. Most often: {shorten(reason.en, _LONGEST)}",
        f"未计入：{count} {zh}因技术故障未完成；再运行会重试。最常见的原因："
        f"{shorten(reason.zh, _LONGEST)}",
    )
