"""From a suite to the games it consists of, each with a stable id."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import product
from typing import Any

from cluebot.errors import Language, bad_input
from cluebot.games.base import GAMES, Frozen, Game, Seat
from cluebot.games.codec import parse
from cluebot.players.base import PLAYERS
from cluebot.registry import unknown_name
from eval.boards import Board, dealt_codes, draw_board
from eval.suite import PlayerEntry, Suite, TableEntry
from wordlists.loader import load_wordlist

PROCESS = "process:"
"""What the name of a player from outside begins with."""

SeatPlayers = PlayerEntry | Mapping[str, PlayerEntry]
"""Who sits at a seat: one player, or one for each task."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of players at one table: the unit that figures are compared by.

    Attributes:
        key: Its part of the ids of its games, such as ``"codenames/solo/en/random+random"``.
        table: Its table in the suite.
        preset: The preset.
        language: The language.
        labels: The player's label for each axis.
    """

    key: str
    table: TableEntry
    preset: str
    language: Language
    labels: Mapping[str, str]

    @property
    def rules(self) -> str:
        """What its rows are called: the preset, and the table's name if it has one."""
        return "-".join(filter(None, (self.preset, self.table.name)))


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game, ready to be played.

    Attributes:
        id: Its id, the same in every run of the suite.
        cell: Its cell.
        board: The number of its board.
        seed: Decides the deal and the players' random choices.
        setup: The setup.
        seats: Who sits where.
    """

    id: str
    cell: Cell
    board: int
    seed: int
    setup: Frozen
    seats: Mapping[Seat, SeatPlayers]


@dataclass(frozen=True)
class Plan:
    """All games of a suite, numbered; board by board, so that a part of a run is balanced.

    Attributes:
        suite: The suite.
        fixed: The fixed boards by game and language; without any, boards are drawn.
    """

    suite: Suite
    fixed: Mapping[tuple[str, str], tuple[Board, ...]] = field(default_factory=dict)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, in the order of the suite."""
        cells: dict[str, Cell] = {}
        for table in self.suite.tables:
            for preset in table.presets:
                for language in self.suite.languages:
                    for cell in _cells(self.suite, table, preset, language):
                        same = cells.setdefault(cell.key, cell)
                        if _who(same) != _who(cell):
                            raise bad_input(
                                "tables", cell.key,
                                en="two tables seat the same players in different ways; give them "
                                "different presets, labels or names.",
                                zh="两张 table 的玩家相同但座位不同；请换规则、标签或名称。",
                            )  # fmt: skip
        return tuple(cells.values())

    @property
    def count(self) -> int:
        """Number of games."""
        return len(self.cells) * self.suite.games

    def id(self, number: int) -> str:
        """Return the id of a game."""
        board, cell = divmod(number, len(self.cells))
        return f"{self.cells[cell].key}/{board + 1}"

    def spec(self, number: int) -> GameSpec:
        """Return a game by its number, from 0."""
        place, cell_number = divmod(number, len(self.cells))
        cell = self.cells[cell_number]
        board = self.board(cell, place)
        game = GAMES.load(cell.table.game)
        setup = _setup(game, cell, board.setup)
        seats = {seat: _seat(self.suite, cell, seat) for seat in game.seats(setup)}
        return GameSpec(self.id(number), cell, place + 1, board.seed, setup, seats)

    def cell(self, game: str) -> Cell:
        """Return the cell of a game, by its id.

        Raises:
            KeyError: If there is none.
        """
        return self.by_key[game.rpartition("/")[0]]

    @cached_property
    def by_key(self) -> Mapping[str, Cell]:
        """All cells by their part of the ids."""
        return {cell.key: cell for cell in self.cells}

    def check(self) -> None:
        """Check everything that can be checked without vectors, before anything is written.

        Raises:
            InputError: If a preset, setup, seat or player does not exist or does not fit.
        """
        self._check_names()
        if not self.cells:
            raise bad_input(
                "suite", self.suite.name, en="no combination of players is left; add players.",
                zh="没有可比较的玩家组合；请增加玩家。",
            )  # fmt: skip
        sides: dict[int, set[str]] = {}
        for number, cell in enumerate(self.cells):
            spec = self.spec(number)
            game = GAMES.load(cell.table.game)
            place = self.suite.tables.index(cell.table)
            sides.setdefault(place, set()).update(map(game.side, spec.seats))
            game.start(spec.setup, random.Random(0))
            self._check_codes(game, cell)
            for seat, players in spec.seats.items():
                _check_tasks(game, spec, seat, f"tables.{place}.seats")
                for role, entry in roles(game, seat, players):
                    table = PLAYERS.get((game.name, role))
                    if table is None:
                        field = f"tables.{place}.seats"
                        raise bad_input(
                            field, role,
                            en=f"is no role of {game.name}; name one axis for {seat}.",
                            zh=f"不是 {game.name} 的角色；请为 {seat} 指定一个轴。",
                        )  # fmt: skip
                    if entry.name not in table and not entry.name.startswith(PROCESS):
                        field = f"players ({role})"
                        raise unknown_name(field, entry.name, table)

        for place, known in sides.items():
            for view in self.suite.tables[place].perspectives:
                if view.side not in known:
                    field = f"tables.{place}.perspectives.side"
                    raise unknown_name(field, view.side, sorted(known))

    def _check_names(self) -> None:
        """Check that every player exists, also where no combination is left to play."""
        games = {table.game for table in self.suite.tables}
        tables = [table for (game, _), table in PLAYERS.items() if game in games]
        for label in dict.fromkeys(label for axis in self.suite.axes.values() for label in axis):
            name = self.suite.players[label].name
            if not name.startswith(PROCESS) and not any(name in table for table in tables):
                known = dict.fromkeys(known for table in tables for known in table)
                raise unknown_name("players", name, known)

    def _check_codes(self, game: Game, cell: Cell) -> None:
        """Check that seeds still bring the codes that were written down with fixed boards."""
        for board in self.fixed.get((cell.table.game, cell.language), ())[: self.suite.games]:
            wanted = board.codes.get(cell.preset)
            setup = _setup(game, cell, board.setup)
            if wanted is not None and dealt_codes(game, setup, board.seed) != wanted:
                raise bad_input(
                    "boards", board.seed,
                    en="the seed does not bring the codes of the benchmark; use another version "
                    "of Python or cluebot.",
                    zh="种子得到的密码与基准不符；请换一个 Python 或 cluebot 版本。",
                )  # fmt: skip

    def board(self, cell: Cell, place: int) -> Board:
        """Return what a cell is played on, by the number of the board from 0."""
        game = cell.table.game
        if self.fixed:
            return self.fixed[game, cell.language][place]
        wordy = "words" in GAMES.load(game).setup_type.model_fields
        words = load_wordlist(cell.language, game).words if wordy else ()
        return draw_board(game, cell.language, words, self.suite.seed, place)


def in_range(number: str, count: int) -> bool:
    """Return whether text is a number from 1 to ``count``, as ids have it.

    >>> in_range("3", 3), in_range("4", 3), in_range("03", 3), in_range("x", 3)
    (True, False, False, False)
    """
    return re.fullmatch(r"[1-9][0-9]{0,8}", number) is not None and int(number) <= count


def roles(game: Game, seat: Seat, players: SeatPlayers) -> list[tuple[str, PlayerEntry]]:
    """Return the roles that the players of a seat are to play, each with its player."""
    if isinstance(players, PlayerEntry):
        return [(game.role(seat), players)]
    return [(TASK_ROLES[task], entry) for task, entry in players.items()]


TASK_ROLES = {
    "encode": "encoder",
    "decode": "decoder",
    "intercept": "interceptor",
    "guess_keywords": "interceptor",
}
"""The role that plays each task of a seat in rotation."""


def _check_tasks(game: Game, spec: GameSpec, seat: Seat, field: str) -> None:
    """Check that somebody plays each task that a seat may come to."""
    players = spec.seats[seat]
    if isinstance(players, PlayerEntry):
        return
    tasks = _tasks(game, seat, spec.seats)
    missing = [task for task in tasks if task not in players]
    if missing:
        raise bad_input(
            field, seat,
            en=f"nobody plays {', '.join(missing)} here in {spec.cell.preset}; name an axis for "
            "each of these tasks, or one for the whole seat.",
            zh=f"规则 {spec.cell.preset} 的这个座位没有人负责 {'、'.join(missing)}；请为每项任务"
            "各写一个轴，或为整个座位只写一个轴。",
        )  # fmt: skip
    if not players:
        raise bad_input(
            field, seat, en="nobody sits here; name an axis.", zh="这个座位没有人坐；请写一个轴。"
        )


def _tasks(game: Game, seat: Seat, seats: Iterable[Seat]) -> list[str]:
    """Return the tasks that a seat may come to; none where a game knows no tasks."""
    role = game.role(seat)
    if role != "agent":
        return [task for task in ("encode", "decode", "intercept") if TASK_ROLES[task] == role]
    # Against a lone interceptor a team only transmits, and there is no tie-break.
    lone = "interceptor" in map(game.role, seats)
    return ["encode", "decode"] if lone else list(TASK_ROLES)


def _cells(suite: Suite, table: TableEntry, preset: str, language: Language) -> list[Cell]:
    axes = table.axes
    cells = []
    for labels in product(*(suite.axes[axis] for axis in axes)):
        if not table.mirror and len(labels) > 1 and len(set(labels)) == 1:
            continue
        cell = Cell("", table, preset, language, dict(zip(axes, labels, strict=True)))
        key = "/".join((table.game, cell.rules, language, "+".join(map(_in_id, labels))))
        cells.append(replace(cell, key=key))
    return cells


def _who(cell: Cell) -> tuple[Any, ...]:
    """Return what makes two cells the same games: setup and the label at each seat."""
    seats = {
        pattern: cell.labels[axis]
        if isinstance(axis, str)
        else {task: cell.labels[name] for task, name in axis.items()}
        for pattern, axis in cell.table.seats.items()
    }
    return cell.table.setup, seats


def _in_id(label: str) -> str:
    """Return a label as part of an id: a command line may hold the signs that ids are cut at."""
    return label.replace("%", "%25").replace("/", "%2F").replace("+", "%2B")


def _setup(game: Game, cell: Cell, board: Mapping[str, Any]) -> Frozen:
    if cell.preset not in game.presets:
        raise unknown_name("presets", cell.preset, game.presets)
    fields = {"language": cell.language, **board, **game.presets[cell.preset], **cell.table.setup}
    if fields.get("clue_seconds") is not None:
        raise bad_input(
            "clue_seconds", fields["clue_seconds"],
            en="games of a suite are played without a clock; choose a preset without sandglass.",
            zh="评测对局不计时；请选用没有沙漏的规则。",
        )  # fmt: skip
    return parse(game.setup_type, fields, "setup")


def _seat(suite: Suite, cell: Cell, seat: Seat) -> SeatPlayers:
    for pattern, axis in cell.table.seats.items():
        if fnmatchcase(seat, pattern):
            if isinstance(axis, str):
                return suite.players[cell.labels[axis]]
            wrong = [task for task in axis if task not in TASK_ROLES]
            if wrong:
                place = f"seats.{pattern}"
                raise unknown_name(place, wrong[0], TASK_ROLES)
            return {task: suite.players[cell.labels[name]] for task, name in axis.items()}
    raise bad_input(
        "seats", seat, en=f"nobody sits here in {cell.preset}; add the seat or a pattern for it.",
        zh=f"规则 {cell.preset} 的这个座位没有人坐；请在 seats 中补上。",
    )  # fmt: skip


def check_labels(suite: Suite) -> None:
    """Check that every label on an axis has a player.

    Raises:
        InputError: Names the label and the nearest known one.
    """
    for axis, labels in suite.axes.items():
        for label in labels:
            if label not in suite.players:
                place = f"axes.{axis}"
                raise unknown_name(place, label, suite.players)
