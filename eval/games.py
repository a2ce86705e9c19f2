"""Plans of games: with drawn or fixed boards, and with players made beforehand."""

from __future__ import annotations

from contextlib import closing
from importlib.resources import files
from pathlib import Path

from cluebot.errors import bad_input
from eval.boards import read_boards
from eval.plan import Plan, check_labels
from eval.seating import close_players, seated
from eval.suite import Suite


def make_plan(suite: Suite) -> Plan:
    """Return the games of a suite.

    Raises:
        InputError: If a label has no player, or the fixed boards are not those of the checksum
            or too few.
    """
    check_labels(suite)
    if suite.boards is None:
        return Plan(suite)
    content = _read(suite.boards.file)
    fixed = read_boards(content, suite.boards.file, suite.boards.sha256)
    for table in suite.tables:
        for language in suite.languages:
            there = len(fixed.get((table.game, language), ()))
            if there < suite.games:
                raise bad_input(
                    "--games", suite.games,
                    en=f"there are {there} fixed boards of {table.game} in {language}; ask for no "
                    "more.",
                    zh=f"{table.game}（{language}）只有 {there} 张固定棋盘；请不要超过。",
                )  # fmt: skip
    return Plan(suite, fixed)


def _read(name: str) -> bytes:
    """Read a file of boards: one of the user's by its path, or one that is shipped."""
    path = Path(name)
    place = path if path.is_file() else files("eval") / "suites" / path.name
    try:
        return place.read_bytes()
    except OSError as error:
        raise bad_input(
            "boards.file", name, en=f"cannot be read ({error.strerror}); write its path.",
            zh=f"无法读取（{error.strerror}）；请写出文件路径。",
        ) from None  # fmt: skip


def warm_up(plan: Plan) -> None:
    """Make every player of a plan once, so that mistakes show before anything is written.

    Afterwards `eval.seating.loaded_blends` holds the vectors that the plan needs.

    Raises:
        InputError: If a player's options are wrong.
        VectorsError: If vectors can be neither loaded nor built.
        ResourceError: If a player from outside cannot be started.
    """
    with closing(_Players()):
        for number, cell in enumerate(plan.cells):
            for seat, players in plan.spec(number).seats.items():
                seated(cell.table.game, cell.language, seat, players)


class _Players:
    def close(self) -> None:
        close_players()
