"""What a suite is made of: numbered pieces of work, whether games or cases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from cluebot.errors import bad_input, shorten
from eval.folder import GAMES_FILE, Folder
from eval.playing import Line
from eval.results import Group, Result
from eval.rows import Rows
from eval.suite import Suite
from eval.versions import Versions

Stated = tuple[tuple[str, str, str], float, bool]
"""Language, task and label of a player, the probability it stated, whether it was right."""


class Work(Protocol):
    """All pieces of work of a suite, in an order in which every part of it is balanced."""

    @property
    def suite(self) -> Suite:
        """The suite."""
        ...

    @property
    def count(self) -> int:
        """Number of pieces."""
        ...

    @property
    def width(self) -> int:
        """Number of games on each board; 0 where pieces do not come by boards."""
        ...

    def id(self, number: int) -> str:
        """Return the id of a piece, which ends in the number of its board or case."""
        ...

    def check(self) -> None:
        """Check everything that can be checked before anything is written.

        Raises:
            InputError: Names what is wrong.
        """
        ...

    def warm_up(self) -> None:
        """Make every player once, so that mistakes show before anything is written.

        Afterwards `eval.seating.loaded_blends` holds the vectors that are needed.

        Raises:
            InputError: If a player's options are wrong.
            VectorsError: If vectors can be neither loaded nor built.
            PlayerFailed: If a player from outside cannot be started.
        """
        ...

    def rows(self) -> Rows:
        """Return the rows that the results will have, in the order of the suite."""
        ...

    def play(self, number: int, versions: Versions) -> Line:
        """Do a piece of work."""
        ...

    def dealt(self, group: Group) -> object:
        """Return what decides, with seed and words, what a row is played on."""
        ...

    def owns(self, line: Line) -> bool:
        """Return whether a line is that of a piece, on its board where it has one."""
        ...

    def results(self, line: Line) -> list[Result]:
        """Return what metrics read of a finished piece."""
        ...

    def stated(self, line: Line) -> Iterator[Stated]:
        """Yield the probabilities that players stated in it."""
        ...


def lines_of(work: Work, folder: Folder, torn: list[int] | None = None) -> Iterator[Line]:
    """Yield the lines of a run, one at a time.

    Args:
        work: What the run is made of.
        folder: Its folder.
        torn: Receives the numbers of the lines that a kill tore apart.

    Raises:
        InputError: If a line has been changed, or belongs to another run: to one with another
            seed, or to a file of cases that holds others by now.
    """
    for line in folder.lines(torn):
        if not work.owns(line):
            raise bad_input(
                str(folder.path / GAMES_FILE), shorten(line["id"]),
                en="belongs to another run, or to a file of cases that holds others now; put back "
                "what was there, or use another folder.",
                zh="属于另一次评测，或案例文件的内容现在不同了；请恢复原来的文件，或换一个文件夹。",
            )  # fmt: skip
        yield line
