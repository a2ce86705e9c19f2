"""One game or case of a run, to be looked at."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from cluebot.errors import InputError, Language, bad_input, shorten
from cluebot.games.base import GAMES, Game
from cluebot.games.seat_names import seat_name
from cluebot.record import replay, to_line
from cluebot.registry import nearest
from eval.case_shown import CaseShown, show_case
from eval.folder import GAMES_FILE, Folder
from eval.games import Games, make_plan
from eval.plan import Cell
from eval.playing import Line
from eval.results import label_of
from eval.work import lines_of

LONGEST_NOTE = 300
"""Most characters of a player's note that are shown."""

EXAMPLES = 3
"""Games that are named to somebody who names none."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move.

    Attributes:
        seat: Whose.
        text: The move as it would be typed, by the names of its cards; or why there was none.
        notes: What its player said of it, shortened.
    """

    seat: str
    text: str
    notes: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A game, checked move by move against the rules.

    Attributes:
        name: The name of the game.
        title: Its id, and who sat where, by the labels of the run.
        steps: The moves.
        view: The spectator's last view, to be drawn in the reader's language.
        outcome: How it ended.
    """

    name: str
    title: str
    steps: tuple[Step, ...]
    view: Any
    outcome: str | None


def find_game(place: str, language: Language) -> Replay | CaseShown:
    """Return a game of a run and play it again by the rules; or a case, if the run holds these.

    Args:
        place: ``DIR#ID``: the folder of the run, and the id of the game or case.
        language: The reader's: all but the game's own words is told in it.

    Raises:
        InputError: If there is no such run or game (with the nearest id), it failed for technical
            reasons, its record does not follow from the rules, or the file of the cases is gone.
    """
    path, wanted = _split(place)
    folder = Folder(Path(path))
    if not wanted and not folder.exists:
        raise bad_input(
            "game", place, en="write DIR#GAME: the folder of a run, #, and the id of a game.",
            zh="请写成 DIR#GAME：评测文件夹、#、对局的编号。",
        )  # fmt: skip
    if not wanted:
        raise _no_game_named(path, folder)
    plan = make_plan(folder.suite())
    seen: list[str] = []
    failure: Mapping[str, str] | None = None
    for line in lines_of(plan, folder):
        if line["id"] == wanted and line["status"] == "finished":
            if isinstance(plan, Games):
                return _replay(plan.cell(wanted), line, language)
            return show_case(plan, line, language)
        if line["id"] == wanted:
            failure = line["game"]["failure"]
        seen.append(line["id"])
    if failure is not None:
        raise bad_input("game", wanted, en=failure["en"], zh=failure["zh"])
    close = nearest(wanted, seen)
    raise bad_input(
        "game", wanted,
        en="the run holds no such game; "
        + (f"did you mean {close}?" if close else "see the ids in games.jsonl."),
        zh="这次评测里没有这一局；" + (f"是否想看 {close}？" if close else "编号见 games.jsonl。"),
    )  # fmt: skip


def _split(place: str) -> tuple[str, str]:
    """Return folder and id; the name of the folder may hold the sign between them, too."""
    pieces = place.split("#")
    ways = [("#".join(pieces[:i]), "#".join(pieces[i:])) for i in range(len(pieces), 0, -1)]
    return next((way for way in ways if Folder(Path(way[0])).exists), ways[-1])


def _no_game_named(path: str, folder: Folder) -> InputError:
    """Build the error for a place without a game; it names some that can be shown."""
    finished = (line["id"] for line in folder.lines() if line["status"] == "finished")
    some = [f"{path}#{game}" for game in islice(finished, EXAMPLES)]
    if not some:
        return bad_input(
            "game", path, en="no game has been finished in this run; play it: cluebot eval run.",
            zh="这次评测还没有下完的对局；请先运行 cluebot eval run。",
        )  # fmt: skip
    every = folder.path / GAMES_FILE
    return bad_input(
        "game", path,
        en=f"write DIR#GAME, such as {', '.join(some)}; the ids of all games stand in {every}, "
        'under "id".',
        zh=f"请写成 DIR#GAME，例如 {'、'.join(some)}；全部对局的编号见 {every} 里的 \"id\"。",
    )  # fmt: skip


def _replay(cell: Cell, line: Line, language: Language) -> Replay:
    record = line["game"]["record"]
    state = replay(map(to_line, map(dict, record)))
    header = record[0]
    game = GAMES.load(header["game"])
    names = {piece.id: piece.name.to(language) for piece in game.pieces}
    notes = {e["ply"]: e["notes"] for e in record if e["type"] == "notes"}
    steps = tuple(
        Step(
            seat_name(entry["seat"], language),
            _told(game, entry, names, language),
            _noted(notes.get(entry["ply"])),
        )
        for entry in record
        if entry["type"] in ("move", "forfeit")
    )
    players = ("，" if language == "zh" else ", ").join(
        f"{seat_name(seat, language)} {label_of(cell, seat)}" for seat in header["players"]
    )
    outcome = state.outcome.text.to(language) if state.outcome is not None else None
    view = state.view(None).model_copy(update={"language": language})
    return Replay(game.name, f"{line['id']}\n{players}", steps, view, outcome)


def _told(game: Game, entry: Mapping[str, Any], names: Mapping[str, str], language: str) -> str:
    if entry["type"] == "move":
        text = game.move_to_text(game.move_from_json(entry["move"]), language)
        return " ".join(names.get(word, word) for word in text.split(" "))
    return f"✗ {entry['message']['zh' if language == 'zh' else 'en']}"


def _noted(notes: Mapping[str, Any] | None) -> str:
    if not notes:
        return ""
    shown = {name: value for name, value in notes.items() if name != "calls"}
    return shorten(json.dumps(shown, ensure_ascii=False), LONGEST_NOTE)
