"""Submissions to a benchmark, and the leaderboard they make."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from pydantic import Field

from cluebot.errors import InputError, Text, bad_input
from cluebot.games.base import Frozen
from cluebot.games.codec import parse
from eval.analysis import Analysis
from eval.folder import Folder
from eval.metrics import metrics_of
from eval.suite import PlayerEntry, load_suite

NAME = "cluebot-bench-1"
"""The benchmark."""

PLAYER_AXIS = "player"
"""The axis of the player that is submitted."""

Line = Annotated[str, Field(min_length=1, max_length=200)]
Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Figure(Frozen):
    """One figure with its interval; `low` and `high` are null where boards tell no spread."""

    game: str
    language: str
    preset: str
    group: dict[str, str]
    metric: str
    value: float
    low: float | None
    high: float | None
    boards: int
    count: float


class Submission(Frozen):
    """What is handed in.

    Attributes:
        benchmark: The name of the benchmark.
        boards_sha256: Checksum of its boards.
        name: The player's name, to be shown.
        by: Whose it is.
        url: Where to read more of it.
        label: The label it had in the run.
        player: The player as the run had it.
        versions: What the run depended on.
        games_sha256: Checksum of all games: of the lines ``id sha256``, sorted.
        figures: The results.
    """

    benchmark: str
    boards_sha256: Sha256
    name: Line
    by: Line
    url: Annotated[str, Field(max_length=500)] = ""
    label: str
    player: PlayerEntry
    versions: dict[str, object]
    games_sha256: Sha256
    figures: Annotated[tuple[Figure, ...], Field(min_length=1)]


class Leaderboard(Frozen):
    """All submissions to one benchmark."""

    benchmark: str
    entries: tuple[Submission, ...]


def submit(analysis: Analysis, name: str, by: str, url: str = "") -> Submission:
    """Make a submission of a complete run of the benchmark.

    Args:
        analysis: The run.
        name: The player's name.
        by: Whose it is.
        url: Where to read more of it.

    Raises:
        InputError: If the run is not of the benchmark as it is, of several players, incomplete,
            or has technical failures.
    """
    suite, shipped = analysis.suite, load_suite(NAME)
    labels = suite.axes.get(PLAYER_AXIS, ())
    same = suite.model_copy(update={"axes": shipped.axes, "players": shipped.players})
    reference = {label: suite.players.get(label) for label in shipped.axes["reference"]}
    if (
        same != shipped
        or shipped.boards is None
        or suite.axes["reference"] != shipped.axes["reference"]
        or any(suite.players[label] != shipped.players[label] for label in reference)
    ):
        raise _refused(
            analysis,
            Text(
                f"is no run of {NAME} as it is; use no other option than --players player=.",
                f"不是原样的 {NAME}；运行时除 --players player= 外请不要加别的选项。",
            ),
        )
    if len(labels) != 1:
        raise _refused(
            analysis,
            Text(
                "holds several players; submit one at a time.", "里有多个玩家；一次只能提交一个。"
            ),
        )
    if analysis.finished != analysis.expected or analysis.failed:
        missing = analysis.expected - analysis.finished
        raise _refused(
            analysis,
            Text(
                f"lacks {missing} of {analysis.expected} games; run it again until all are there.",
                f"还差 {missing} 局（共 {analysis.expected} 局）；请再运行直到全部完成。",
            ),
        )
    return Submission(
        benchmark=NAME,
        boards_sha256=shipped.boards.sha256,
        name=name,
        by=by,
        url=url,
        label=labels[0],
        player=suite.players[labels[0]],
        versions={k: v for k, v in analysis.versions.items() if k != "machine"},
        games_sha256=games_checksum(Folder(analysis.path)),
        figures=tuple(_figures(analysis)),
    )


def games_checksum(folder: Folder) -> str:
    """Return the checksum of all finished games of a run, whatever order they ended in.

    A game that is there twice counts as it stands first, as in the figures.
    """
    games: dict[str, str] = {}
    for line in folder.lines():
        if line["status"] == "finished":
            games.setdefault(line["id"], line["sha256"])
    listed = sorted(f"{game} {checksum}\n" for game, checksum in games.items())
    return hashlib.sha256("".join(listed).encode()).hexdigest()


def read_submission(path: Path) -> Submission:
    """Read a submission.

    Raises:
        InputError: If the file is no submission; names every field that is wrong.
    """
    try:
        return parse(Submission, json.loads(path.read_text("utf-8")), "submission")
    except (OSError, ValueError) as error:
        raise bad_input(
            "submission", str(path), en=f"cannot be read: {error}", zh=f"无法读取：{error}"
        ) from error


def leaderboard() -> Leaderboard:
    """Return the leaderboard that ships with the project."""
    text = (files("eval") / "bench" / "leaderboard.json").read_text("utf-8")
    return parse(Leaderboard, json.loads(text), "leaderboard")


def _figures(analysis: Analysis) -> Iterator[Figure]:
    for (kind, language, preset, labels), row in analysis.rows.items():
        for metric in metrics_of(kind):
            found = row.estimate(metric) if metric.scope == "side" else None
            if found is not None:
                yield Figure(
                    game=kind,
                    language=language,
                    preset=preset,
                    group=dict(labels),
                    metric=metric.name,
                    value=found.value,
                    # JSON knows no NaN.
                    low=found.low if found.low == found.low else None,
                    high=found.high if found.high == found.high else None,
                    boards=found.boards,
                    count=found.count,
                )


def _refused(analysis: Analysis, text: Text) -> InputError:
    return bad_input("DIR", str(analysis.path), en=text.en, zh=text.zh)
