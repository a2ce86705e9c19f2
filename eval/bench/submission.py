"""Submissions to a benchmark, and the leaderboard they make."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, field_validator

from cluebot.errors import InputError, Text, bad_input, not_json
from cluebot.games.base import Frozen
from cluebot.games.codec import parse, printable, refused
from embeddings.errors import reason_zh
from eval.analysis import Analysis
from eval.bench import NAME
from eval.bench.figure import Figure, benchmark, measured
from eval.folder import Folder
from eval.suite import PlayerEntry, load_suite

PLAYER_AXIS = "player"
"""The axis of the player that is submitted."""


def _visible(text: str) -> str:
    """Refuse a name of which nothing is to be seen."""
    if not text.strip():
        raise refused(Text("holds blanks alone; write a name.", "只有空格；请写名称。"))
    return text


Line = Annotated[
    str, Field(min_length=1, max_length=200), AfterValidator(printable), AfterValidator(_visible)
]
Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


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
        games_sha256: Checksum of all finished games: of the lines ``id sha256``, sorted.
        figures: The results.
    """

    benchmark: Literal["cluebot-bench-1"]
    boards_sha256: Sha256
    name: Line
    by: Line
    url: Annotated[str, Field(max_length=500), AfterValidator(printable)] = ""
    label: Annotated[str, AfterValidator(printable)]
    player: PlayerEntry
    versions: dict[str, object]
    games_sha256: Sha256
    figures: Annotated[tuple[Figure, ...], Field(min_length=1)]

    @field_validator("figures")
    @classmethod
    def _each_once(cls, figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
        seen: set[tuple[object, ...]] = set()
        for figure in figures:
            place = (figure.game, figure.language, figure.preset, *figure.group.items())
            if (*place, figure.metric) in seen:
                raise refused(
                    Text(f"{figure.metric} is there twice for one row; name each figure once.",
                         f"同一行的 {figure.metric} 出现了两次；每个数值只写一次。")
                )  # fmt: skip
            seen.add((*place, figure.metric))
        return figures

    @field_validator("boards_sha256")
    @classmethod
    def _is_of_the_boards(cls, checksum: str) -> str:
        boards = benchmark().boards
        if boards is None or checksum == boards.sha256:
            return checksum
        raise refused(
            Text(
                f"is not {boards.sha256}, the checksum of the boards of {NAME}; play these.",
                f"不是 {NAME} 棋盘的校验和 {boards.sha256}；请用这些棋盘评测。",
            )
        )


class Leaderboard(Frozen):
    """All submissions to one benchmark."""

    benchmark: Literal["cluebot-bench-1"]
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
            or has technical failures; or if a name cannot be shown.
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
    made = {
        "benchmark": NAME,
        "boards_sha256": shipped.boards.sha256,
        "name": name,
        "by": by,
        "url": url,
        "label": labels[0],
        "player": suite.players[labels[0]],
        "versions": {k: v for k, v in analysis.versions.items() if k != "machine"},
        "games_sha256": games_checksum(Folder(analysis.path)),
        "figures": tuple(_figures(analysis)),
    }
    return parse(Submission, made, "submission")


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
        InputError: If the file is no submission; names it and every field that is wrong.
    """
    try:
        return parse(Submission, json.loads(path.read_text("utf-8-sig")), "submission")
    except InputError as error:
        named = [replace(d, field=f"{path}: {d.field}") for d in error.defects]
        raise InputError(named) from None
    except OSError as error:
        raise bad_input(
            str(path), "",
            en=f"cannot be read ({error.strerror or error}); name a readable file.",
            zh=f"无法读取（{reason_zh(error)}）；请给出可读的文件。",
        ) from error  # fmt: skip
    except (ValueError, RecursionError) as error:
        wrong = not_json(error)
        raise bad_input(str(path), "", en=f"{wrong.en}.", zh=f"{wrong.zh}。") from None


def leaderboard() -> Leaderboard:
    """Return the leaderboard that ships with the project."""
    text = (files("eval") / "bench" / "leaderboard.json").read_text("utf-8")
    return parse(Leaderboard, json.loads(text), "leaderboard")


def _figures(analysis: Analysis) -> Iterator[dict[str, object]]:
    for (kind, language, preset, labels), row in analysis.rows.items():
        for metric in measured(kind):
            found = row.estimate(metric)
            if found is not None:
                yield {
                    "game": kind,
                    "language": language,
                    "preset": preset,
                    "group": dict(labels),
                    "metric": metric.name,
                    "value": found.value,
                    # JSON knows no NaN.
                    "low": found.low if found.low == found.low else None,
                    "high": found.high if found.high == found.high else None,
                    "boards": found.boards,
                    "count": found.count,
                }


def _refused(analysis: Analysis, text: Text) -> InputError:
    return bad_input("DIR", str(analysis.path), en=text.en, zh=text.zh)
