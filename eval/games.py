"""Games as the work of a suite; and which kind of work a suite asks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cluebot.errors import bad_input
from eval.boards import read_boards
from eval.calibration import guesses
from eval.plan import Plan, check_labels, in_range
from eval.playing import Line, play_game
from eval.results import Group, Result, label_of, labels_of, perspectives, read_results, side_in
from eval.rows import Rows, Source
from eval.seating import warm_up
from eval.shipped import find_file
from eval.suite import Suite
from eval.versions import Versions
from eval.work import Stated

if TYPE_CHECKING:
    from eval.cases import Cases


class Games(Plan):
    """The games of a plan; see `eval.work.Work`."""

    @property
    def width(self) -> int:
        """Number of games on each board."""
        return len(self.cells)

    def warm_up(self) -> None:
        """Make every player once; programs from outside are ended again."""
        warm_up(
            (cell.table.game, cell.language, self.spec(number).seats)
            for number, cell in enumerate(self.cells)
        )

    def rows(self) -> Rows:
        """Return the rows that the results will have, in the order of the suite."""
        rows: dict[Group, frozenset[Source]] = {}
        for number, cell in enumerate(self.cells):
            seats = list(self.spec(number).seats)
            sides = frozenset(map(side_in(cell), seats))
            for view in perspectives(cell, seats):
                group = (cell.table.game, cell.language, cell.rules, labels_of(cell, view))
                source = Source(cell.key, view.side, sides)
                rows[group] = rows.get(group, frozenset()) | {source}
        return rows

    def dealt(self, group: Group) -> object:
        """Return what decides, with seed and words, what the games of a row are played on."""
        kind, _, rules, _ = group
        cells = (cell for cell in self.cells if (cell.table.game, cell.rules) == (kind, rules))
        return next((cell.table.setup for cell in cells), None)

    def play(self, number: int, versions: Versions) -> Line:
        """Play a game."""
        return play_game(self.spec(number), versions)

    def owns(self, line: Line) -> bool:
        """Return whether a line is that of a game, on the board that the plan has for it."""
        key, _, board = line["id"].rpartition("/")
        cell = self.by_key.get(key)
        if cell is None or not in_range(board, self.suite.games):
            return False
        if line["status"] == "failed":
            return True
        seed = line["game"]["record"][0]["seed"]
        return bool(seed == self.board(cell, int(board) - 1).seed)

    def results(self, line: Line) -> list[Result]:
        """Return the results of a finished game."""
        board = int(line["id"].rpartition("/")[2])
        return read_results(self.cell(line["id"]), board, line)

    def stated(self, line: Line) -> Iterator[Stated]:
        """Yield the probabilities that players stated beside their guesses."""
        cell = self.cell(line["id"])
        for kind, seat, stated, right in guesses(line["game"]["record"]):
            yield (cell.language, kind, label_of(cell, seat, kind)), stated, right


def make_plan(suite: Suite) -> Games | Cases:
    """Return the work of a suite.

    Raises:
        InputError: If a label has no player, or the fixed boards are not those of the checksum
            or too few.
    """
    check_labels(suite)
    if suite.kind != "games":
        from eval.cases import Cases

        return Cases(suite)
    if suite.boards is None:
        return Games(suite)
    fixed = read_boards(_read(suite.boards.file), suite.boards.file, suite.boards.sha256)
    for table in suite.tables:
        for language in suite.languages:
            there = len(fixed.get((table.game, language), ()))
            if there < suite.games:
                raise bad_input(
                    "--games", suite.games,
                    en=f"there are {there} fixed boards of {table.game} in {language}; ask for no "
                    "more.",
                    zh=f"{table.game}（{language}）只有 {there} 张固定棋盘；最多写 {there}。",
                )  # fmt: skip
    return Games(suite, fixed)


def _read(name: str) -> bytes:
    """Read a file of boards: one of the user's by its path, or one that is shipped."""
    try:
        return find_file(name).read_bytes()
    except OSError as error:
        raise bad_input(
            "boards.file", name, en=f"cannot be read ({error.strerror}); write its path.",
            zh=f"无法读取（{error.strerror}）；请写出文件路径。",
        ) from None  # fmt: skip
