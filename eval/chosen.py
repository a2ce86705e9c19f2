"""A suite as the command line asks for it, and the command that asks for the suite of a run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from cluebot.errors import InputError, bad_input, shorten, told_as
from cluebot.players.base import PLAYERS
from eval.folder import RUN_FILE, Folder
from eval.plan import PROCESS
from eval.shipped import placed
from eval.suite import PlayerEntry, Suite, load_suite, shipped, with_players, with_settings

_BETWEEN_COMMAS = re.compile(r"""(?:[^,"'\\]|\\.|"(?:\\.|[^"\\])*"|'[^']*'|["'\\])+""")
"""A player: a comma within quotes belongs to its command."""


def choose(
    name: str,
    players: Sequence[str] = (),
    games: int | None = None,
    seed: int | None = None,
    language: str | None = None,
    data: Sequence[str] = (),
) -> Suite:
    """Return a suite with the settings of the command line.

    Args:
        name: A suite's name, its TOML file, or the ``run.json`` of a run.
        players: Who plays, each ``[AXIS=]A,B``.
        games: Boards a cell.
        seed: The seed.
        language: The only language.
        data: Files of cases in that language.

    Raises:
        InputError: Names the setting that is wrong.
    """
    is_run = Path(name).name == RUN_FILE
    suite = Folder(Path(name).parent).suite() if is_run else load_suite(name)
    if players:
        suite = with_players(suite, _by_axis(players, suite.players))
    changes: dict[str, object] = {}
    if games is not None:
        changes["games"] = games
    if seed is not None:
        if suite.boards is not None and seed != suite.seed:
            raise bad_input(
                "--seed", seed, en="the boards of this suite are fixed; leave the seed out.",
                zh="这套评测的棋盘是固定的；请不要指定种子。",
            )  # fmt: skip
        changes["seed"] = seed
    if language is not None:
        if language not in suite.languages:
            raise bad_input(
                "--language", language,
                en=f"the suite plays in {', '.join(suite.languages)} alone; leave it out or choose "
                "from these.",
                zh=f"这个套件只有 {'、'.join(suite.languages)}；请去掉这一项，或从中选择。",
            )  # fmt: skip
        changes["languages"] = (language,)
    if data:
        if suite.kind == "games" or language is None:
            raise bad_input(
                "--data", ", ".join(data),
                en="belongs to suites of cases, and needs --language: whose words are they?",
                zh="只用于案例套件，并须用 --language 说明数据的语言。",
            )  # fmt: skip
        changes["data"] = {language: tuple(placed(name, Path()) for name in data)}
    with told_as("games", "--games"), told_as("seed", "--seed"):
        return with_settings(suite, changes)


def command(suite: Suite, folder: Path, *, stopped: bool) -> str:
    """Return the command that plays what a run has played.

    Where no options lead to its suite (one of the user's, or one that has changed since), it
    begins with the run itself.

    Args:
        suite: The suite of the run.
        folder: The folder of the run.
        stopped: Whether the run was stopped when it was clear.
    """
    words = _options(suite)
    return shlex.join(
        [
            "cluebot", "eval", "run",
            *([f"{folder}/{RUN_FILE}", "--out", "NEW"] if words is None else words),
            *(["--stop-when-clear"] if stopped else []),
        ]
    )  # fmt: skip


def _options(suite: Suite) -> list[str] | None:
    """Return the words that choose the suite; None if none do."""
    if suite.name not in shipped():
        return None
    players = [f"{axis}={','.join(labels)}" for axis, labels in suite.axes.items()]
    language = suite.languages[0] if len(suite.languages) == 1 else None
    data = suite.data.get(suite.languages[0], ()) if suite.kind != "games" else ()
    if data == load_suite(suite.name).data.get(suite.languages[0]):
        data = ()
    try:
        if choose(suite.name, players, suite.games, suite.seed, language, data) != suite:
            return None
    except InputError:
        return None
    words = [suite.name, "--games", str(suite.games), "--seed", str(suite.seed)]
    words += ["--language", language] if language is not None else []
    for option, values in (("--players", players), ("--data", data)):
        for value in values:
            words += [option, value]
    return words


def _by_axis(
    players: Sequence[str], known: Mapping[str, PlayerEntry]
) -> dict[str | None, tuple[str, ...]]:
    """Read ``[AXIS=]A,B`` options; a command may hold equals signs, and commas within quotes."""
    chosen: dict[str | None, tuple[str, ...]] = {}
    for option in players:
        axis, sign, rest = option.partition("=")
        named = bool(sign) and ":" not in axis
        place = axis if named else None
        pieces = _BETWEEN_COMMAS.findall(rest if named else option)
        names = [name for piece in pieces if (name := piece.strip())]
        if not names:
            raise bad_input(
                "--players", option, en="name at least one player.", zh="至少写一个玩家。"
            )
        for before, name in pairwise(names):
            if before.startswith(PROCESS) and not _is_player(name, known):
                raise _doubtful(option, name)
        chosen[place] = (*chosen.get(place, ()), *names)
    return chosen


def _is_player(name: str, known: Mapping[str, PlayerEntry]) -> bool:
    registered = any(name in table for table in PLAYERS.values())
    return name in known or name.startswith(PROCESS) or registered


def _doubtful(option: str, name: str) -> InputError:
    """Build the error for a comma that may belong to the command or end it."""
    return bad_input(
        "--players", option,
        en=f"a comma ends the command, and {name!r} is no player; put a comma that belongs to the "
        "command in quotes (--players 'process:bot --level \"1,2\"'), and other players after "
        "it (--players 'process:bot,embedding') or in a --players of their own.",
        zh=f"逗号表示命令到此为止，而 {shorten(name)} 不是玩家；命令自身的逗号请放进引号"
        "（--players 'process:bot --level \"1,2\"'），其他玩家写在命令之后"
        "（--players 'process:bot,embedding'）或另用一个 --players。",
    )  # fmt: skip
