"""One game of a run, to be looked at."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cluebot.errors import Text, bad_input, shorten
from cluebot.games.base import GAMES, Game
from cluebot.record import replay, to_line
from cluebot.registry import nearest
from eval.folder import Folder

LONGEST_NOTE = 300
"""Most characters of a player's note that are shown."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move.

    Attributes:
        seat: Whose.
        text: The move as it would be typed, or why there was none.
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
        language: Its language.
        title: Its id and players.
        steps: The moves.
        view: The spectator's last view.
        outcome: How it ended.
    """

    name: str
    language: str
    title: str
    steps: tuple[Step, ...]
    view: Any
    outcome: Text | None


def find_game(place: str) -> Replay:
    """Return a game of a run and play it again by the rules.

    Args:
        place: ``DIR#ID``: the folder of the run, and the id of the game.

    Raises:
        InputError: If there is no such run or game (with the nearest id), it failed for technical
            reasons, or its record does not follow from the rules.
    """
    path, sign, wanted = place.partition("#")
    if not sign or not wanted:
        raise bad_input(
            "game", place, en="write DIR#GAME: the folder of a run, #, and the id of a game.",
            zh="请写成 DIR#GAME：评测文件夹、#、对局的编号。",
        )  # fmt: skip
    folder = Folder(Path(path))
    folder.suite()
    seen: list[str] = []
    failure: Mapping[str, str] | None = None
    for line in folder.lines():
        if line["id"] == wanted and line["status"] == "finished":
            return _replay(wanted, line["game"]["record"])
        if line["id"] == wanted:
            failure = line["game"]["failure"]
        seen.append(line["id"])
    if failure is not None:
        raise bad_input("game", wanted, en=failure["en"], zh=failure["zh"])
    close = nearest(wanted, seen)
    raise bad_input(
        "game", wanted,
        en="the run holds no such game" + (f"; did you mean {close}?" if close else "."),
        zh="这次评测里没有这一局" + (f"；是否想看 {close}？" if close else "。"),
    )  # fmt: skip


def _replay(place: str, record: Sequence[Mapping[str, Any]]) -> Replay:
    state = replay(map(to_line, map(dict, record)))
    header = record[0]
    game = GAMES.load(header["game"])
    language = header["setup"]["language"]
    notes = {e["ply"]: e["notes"] for e in record if e["type"] == "notes"}
    steps = tuple(
        Step(entry["seat"], _told(game, entry, language), _noted(notes.get(entry["ply"])))
        for entry in record
        if entry["type"] in ("move", "forfeit")
    )
    players = ", ".join(f"{seat} {name}" for seat, name in header["players"].items())
    outcome = state.outcome.text if state.outcome is not None else None
    title = f"{place}\n{players}"
    return Replay(game.name, language, title, steps, state.view(None), outcome)


def _told(game: Game, entry: Mapping[str, Any], language: str) -> str:
    if entry["type"] == "move":
        return game.move_to_text(game.move_from_json(entry["move"]), language)
    return f"✗ {entry['message']['zh' if language == 'zh' else 'en']}"


def _noted(notes: Mapping[str, Any] | None) -> str:
    if not notes:
        return ""
    shown = {name: value for name, value in notes.items() if name != "calls"}
    return shorten(json.dumps(shown, ensure_ascii=False), LONGEST_NOTE)
