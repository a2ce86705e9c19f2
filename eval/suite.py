"""Suites: what is to be measured, as TOML files; a new suite is a new file.

A suite names *players* (a registered player with options, under a label), *axes* (lists of labels
that vary together over seats) and *tables* (a game, its presets, and which axis sits where). Every
combination of the axes of a table is a *cell*; every cell plays the same boards with the same
seeds, so that cells can be compared board by board. The shipped files in ``eval/suites`` serve as
the reference of the format.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from cluebot.errors import Language, Text, bad_input, written
from cluebot.games.base import GAMES, Frozen
from cluebot.games.codec import parse, refused
from cluebot.registry import unknown_name
from embeddings.errors import reason_zh
from eval.shipped import placed

MAX_BYTES = 1_000_000
"""Largest suite file."""

SIDE = "$side"
"""What stands for the side itself among the axes of a perspective."""

Plot = Literal["heatmap", "curve", "rounds", "calibration"]
Names = Annotated[tuple[str, ...], Field(min_length=1)]


class Title(Frozen):
    """A title in both languages."""

    en: str
    zh: str

    @model_validator(mode="before")
    @classmethod
    def _in_both_languages(cls, value: object) -> object:
        if isinstance(value, str):
            told = written(value)
            remedy = f"{{ en = {told}, zh = {told} }}"
            raise refused(
                Text(f"is needed in both languages; write {remedy}.",
                     f"须有中英两种语言；请写成 {remedy}。")
            )  # fmt: skip
        return value

    @property
    def text(self) -> Text:
        """The title as a message."""
        return Text(self.en, self.zh)


class PlayerEntry(Frozen):
    """A player under a label.

    Attributes:
        name: Its name in the table of players, or ``process:COMMAND``.
        options: Its options; the value ``"$words"`` stands for the word list of the game and
            language, from which the boards are drawn.
        vectors: By language the blocks of the blend that it thinks in; all of them without.
    """

    name: str
    options: dict[str, Any] = Field(default_factory=dict)
    vectors: dict[Language, Names] = Field(default_factory=dict)


class Perspective(Frozen):
    """From which side a game is measured, and whom its figures are about.

    Attributes:
        side: The side, such as ``"red"`` or ``"player.1"``.
        group: What figures are grouped by: for each dimension of the result tables the axis
            that fills it, or ``"$side"`` for the side itself.
    """

    side: str
    group: Annotated[dict[str, str], Field(min_length=1)]


class TableEntry(Frozen):
    """One game with its presets and seats.

    Attributes:
        game: The game.
        name: Follows the preset in ids and titles; tells tables apart that seat the same players
            under one preset with another setup.
        presets: Its presets.
        setup: Fields of the setup beside those of the preset.
        seats: For each seat, or pattern such as ``"red.*"`` (the first that fits), the axis
            whose player sits there; for a seat that plays several roles by turns, the axis for
            each task.
        perspectives: From which sides to measure; none: from every side that plays the same roles
            as the first seat's, a row for each, grouped by all axes.
        mirror: Whether a combination may have the same player on every axis.
    """

    game: str
    name: Annotated[str, Field(pattern=r"^[a-z0-9-]*$")] = ""
    presets: Names
    setup: dict[str, Any] = Field(default_factory=dict)
    seats: Annotated[dict[str, str | dict[str, str]], Field(min_length=1)]
    perspectives: tuple[Perspective, ...] = ()
    mirror: bool = True

    @property
    def axes(self) -> tuple[str, ...]:
        """The axes that sit somewhere, in the order of the seats."""
        named: dict[str, None] = {}
        for seat in self.seats.values():
            named.update(dict.fromkeys([seat] if isinstance(seat, str) else seat.values()))
        return tuple(named)


class Boards(Frozen):
    """A file of fixed boards.

    Attributes:
        file: Its name, beside the suite file.
        sha256: Its checksum.
    """

    file: str
    sha256: str


class Suite(Frozen):
    """A suite; see the module for the terms.

    Attributes:
        name: Its name, that of its file.
        title: What it measures.
        kind: ``"games"``, ``"legality"`` (cases against rulings) or ``"listeners"`` (how well
            guessers agree with labelled choices).
        languages: The languages.
        games: Boards a cell, or cases at most.
        seed: Decides all boards and all players' random choices.
        primary: The metric that progress and early stopping go by.
        margin: Differences of the primary metric below this do not matter to ``--stop-when-clear``.
        players: The players by label.
        axes: For each axis the labels on it.
        tables: The games.
        boards: A file of fixed boards beside the suite file, with its checksum, in place of
            boards drawn from the word lists.
        data: Files of cases beside the suite file, by language.
        plots: What the report draws.
    """

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
    title: Title
    kind: Literal["games", "legality", "listeners"] = "games"
    languages: Annotated[tuple[Language, ...], Field(min_length=1)] = ("en", "zh")
    games: Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
    seed: Annotated[int, Field(strict=True, ge=0, lt=2**64)] = 1
    primary: str
    margin: Annotated[float, Field(gt=0, le=1)] = 0.05
    players: dict[str, PlayerEntry] = Field(default_factory=dict)
    axes: dict[str, Names] = Field(default_factory=dict)
    tables: tuple[TableEntry, ...] = ()
    boards: Boards | None = None
    data: dict[Language, tuple[str, ...]] = Field(default_factory=dict)
    plots: tuple[Plot, ...] = ()


def shipped() -> tuple[str, ...]:
    """Return the names of the suites that come with the project."""
    folder = files("eval") / "suites"
    return tuple(sorted(i.name[:-5] for i in folder.iterdir() if i.name.endswith(".toml")))


def load_suite(name: str) -> Suite:
    """Return a shipped suite, or one in a file of the user (a path that ends in ``.toml``).

    Raises:
        InputError: If there is no such suite (with the nearest name), or its file is wrong.
    """
    if name.endswith(".toml"):
        try:
            if Path(name).stat().st_size > MAX_BYTES:
                raise bad_input(
                    "suite", name, en=f"the file is larger than {MAX_BYTES} bytes.",
                    zh=f"文件超过 {MAX_BYTES} 字节。",
                )  # fmt: skip
            text = Path(name).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise bad_input(
                "suite", name, en=f"cannot be read ({error}); name a TOML file.",
                zh=f"无法读取（{reason_zh(error)}）；请给出 TOML 文件。",
            ) from None  # fmt: skip
        return _placed(parse_suite(text, name), Path(name).parent)
    if name not in shipped():
        raise unknown_name("suite", name, shipped())
    return parse_suite((files("eval") / "suites" / f"{name}.toml").read_text("utf-8"), name)


def _placed(suite: Suite, folder: Path) -> Suite:
    """Return a suite whose files are found from everywhere; they lie beside the suite's own."""
    data = {
        language: tuple(placed(name, folder) for name in names)
        for language, names in suite.data.items()
    }
    boards = suite.boards
    if boards is not None:
        boards = boards.model_copy(update={"file": placed(boards.file, folder)})
    return suite.model_copy(update={"data": data, "boards": boards})


def parse_suite(text: str, source: str) -> Suite:
    """Read a suite and check that its parts fit together.

    Args:
        text: The TOML.
        source: Where it comes from, for messages.

    Raises:
        InputError: Names the field that is wrong.
    """
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number too long, brackets too deep
        raise bad_input(
            "suite", source, en=f"is not TOML: {error}.", zh=f"不是合法的 TOML：{error}。"
        ) from None
    return read_suite(data, "suite")


def read_suite(data: object, whole: str) -> Suite:
    """Check the fields of a suite, and that its parts fit together.

    Args:
        data: The fields, as in TOML or JSON.
        whole: What to call them in messages.

    Raises:
        InputError: Names the field that is wrong.
    """
    suite = parse(Suite, data, whole)
    _check(suite)
    return suite


def _check(suite: Suite) -> None:
    """Check what the shapes alone cannot: that every name is the name of something."""
    _unique("languages", suite.languages)
    _printable("title", suite.title.en, suite.title.zh)
    _printable("players", *suite.players)
    for label, player in suite.players.items():
        _writable(f"players.{label}.options", player.options)
    for axis, labels in suite.axes.items():
        _printable("axes", axis)
        _unique(f"axes.{axis}", labels)
    if suite.kind == "games" and not suite.tables:
        raise bad_input(
            "tables", "", en="a suite of games needs a table.", zh="至少要有一张 table。"
        )
    for i, table in enumerate(suite.tables):
        _known(f"tables.{i}.game", (table.game,), GAMES)
        _known(f"tables.{i}.seats", table.axes, suite.axes)
        field = f"tables.{i}.perspectives"
        for view in table.perspectives:
            _known(field, view.group.values(), (*table.axes, SIDE))
            _printable(field, *view.group)
            if view.group.keys() != table.perspectives[0].group.keys():
                raise bad_input(
                    field, ", ".join(view.group),
                    en="is grouped otherwise than the first perspective; give all the same names.",
                    zh="与第一个视角的分组不同；请让所有视角用同样的名称。",
                )  # fmt: skip


def _known(field: str, names: Iterable[str], known: Iterable[str]) -> None:
    listed = tuple(known)
    for name in names:
        if name not in listed:
            raise unknown_name(field, name, listed)


def _printable(field: str, *names: str) -> None:
    """Refuse names that would break lines of tables or speak to the terminal."""
    for name in names:
        if not name.isprintable():
            raise bad_input(
                field, name, en="holds a line break or control character; write plain text.",
                zh="含有换行或控制字符；请写普通文字。",
            )  # fmt: skip


def _writable(field: str, options: Mapping[str, Any]) -> None:
    """Refuse options that a run could not keep, nor a program be told."""
    for name, value in options.items():
        _printable(field, name)
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError):
            place = f"{field}.{name}"
            raise bad_input(
                place, value,
                en="cannot be written as JSON; use text, finite numbers, true, false, and lists or "
                "tables of them.",
                zh="无法写成 JSON；请用文字、有限的数、true、false，或由它们组成的列表和表。",
            ) from None  # fmt: skip


def _unique(field: str, names: tuple[str, ...]) -> None:
    twice = [name for i, name in enumerate(names) if name in names[:i]]
    if twice:
        raise bad_input(field, twice[0], en="is there twice; remove one.", zh="重复；请去掉一个。")


def with_settings(suite: Suite, changes: Mapping[str, object]) -> Suite:
    """Return the suite with other settings, which are checked as in a file.

    Raises:
        InputError: Names the setting that is wrong.
    """
    return parse(Suite, suite.to_json() | dict(changes), "suite")


def with_players(suite: Suite, chosen: Mapping[str | None, tuple[str, ...]]) -> Suite:
    """Return the suite with other players on its axes.

    Args:
        suite: The suite.
        chosen: For each axis (None: all axes without an entry of their own) the labels of the
            suite, names of registered players, or ``process:COMMAND``.

    Raises:
        InputError: If the suite has no such axis, a player is named twice, or its name could not
            be told in a line.
    """
    for axis in chosen:
        if axis is not None and axis not in suite.axes:
            raise unknown_name("--players", axis, suite.axes)
    for labels in chosen.values():
        _printable("--players", *labels)
    axes = {a: chosen.get(a, chosen.get(None, labels)) for a, labels in suite.axes.items()}
    players = dict(suite.players)
    for labels in axes.values():
        _unique("--players", labels)
        for label in labels:
            players.setdefault(label, PlayerEntry(name=label))
    return suite.model_copy(update={"axes": axes, "players": players})
