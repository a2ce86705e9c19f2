"""The record of a game as JSON lines, and how it is replayed.

A record holds the seed, and with it every secret of the game: show it to players only afterwards.

- ``{"type": "header", "format", "game", "setup", "seed", "versions", "players"}``
- ``{"type": "move", "ply", "seat", "move"}``, one a move, in order
- ``{"type": "forfeit", "ply", "seat", "cause", "message"}`` in place of a move: ``"player"`` (it
  gave up), ``"illegal"`` (with the ``"move"`` it tried) or ``"late"`` (over its budget, or with the
  ``"move"`` that the game's timer refused)
- ``{"type": "notes", "ply", "seat", "notes"}`` after a move or forfeit: what the player said of
  it to itself
- ``{"type": "end", "ply", "outcome", "table"}`` with the spectator's last view

With a clock, moves and forfeits also carry ``"now"``, in seconds since the start; games with a
timer need it, and `replay` passes it on.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from cluebot.errors import CluebotError, IllegalMove, InputError, Text, bad_input, shorten
from cluebot.games.base import GAMES, Game, Outcome, Seat, State
from cluebot.games.codec import parse

FORMAT = 1
"""Version of the record's shape."""

Entry = dict[str, Any]
"""One line of a record, as JSON values."""


@dataclass(frozen=True, slots=True)
class Record:
    """The record of a game and the position it has reached.

    Attributes:
        entries: The lines of the record, as JSON values.
        state: The position after them.
    """

    entries: tuple[Entry, ...]
    state: State[Any, Any]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.state.outcome

    def lines(self) -> tuple[str, ...]:
        """Return the record as JSON lines, without line ends; the same game, the same bytes."""
        return tuple(map(to_line, self.entries))


def to_line(entry: Entry) -> str:
    """Write one entry as one line."""
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def deal_rng(seed: int) -> random.Random:
    """Return the generator from which the game is dealt."""
    return random.Random(f"{seed}/deal")


def replay(lines: Iterable[str]) -> State[Any, Any]:
    """Play a record again and check every step of it.

    Players and notes are not needed. A record that breaks off gives the position it reached.

    Raises:
        InputError: If the record does not follow from its header by the rules; names the line.
    """
    state: State[Any, Any] | None = None
    game: Game | None = None
    ended = False
    for number, line in enumerate(lines, 1):
        try:
            entry = _read(line)
            if game is None or state is None:
                game, state = _open(entry)
            elif ended:
                raise _broken("type", entry.get("type"), _AFTER_END)
            elif entry.get("type") == "end":
                ended = True
                _compare_end(state, entry)
            elif entry.get("type") != "notes":
                state = _next(game, state, entry)
        except CluebotError as error:
            place = f"line {number}"
            raise bad_input(place, line, en=error.to("en"), zh=error.to("zh")) from error
    if state is None:
        raise _broken("record", "", _NO_HEADER)
    return state


def _open(entry: Entry) -> tuple[Game, State[Any, Any]]:
    if entry.get("type") != "header":
        raise _broken("type", entry.get("type"), _NO_HEADER)
    _same("format", entry.get("format"), FORMAT)
    seed = entry.get("seed")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise _broken("seed", seed, _NO_SEED)
    game = GAMES.load(str(entry.get("game")))
    setup = parse(game.setup_type, entry.get("setup"))
    return game, game.start(setup, deal_rng(seed))


def _next(game: Game, state: State[Any, Any], entry: Entry) -> State[Any, Any]:
    kind, seat, now = entry.get("type"), Seat(str(entry.get("seat"))), entry.get("now", 0.0)
    if kind not in ("move", "forfeit"):
        raise _broken("type", kind, _NO_TYPE)
    if not isinstance(now, int | float):
        raise _broken("now", now, _NO_TIME)
    _same("ply", entry.get("ply"), state.ply)
    move = game.move_from_json(entry["move"]) if "move" in entry else None
    if kind == "move":
        return state.apply(seat, move, now=now)
    if move is not None:
        try:
            state.apply(seat, move, now=now)
        except IllegalMove:
            pass
        else:
            raise _broken("move", entry["move"], _NOT_ILLEGAL)
    return state.forfeit(seat, now=now)


def end_entry(state: State[Any, Any]) -> Entry:
    """Return the last line of a game's record."""
    outcome = state.outcome
    return {
        "type": "end",
        "ply": state.ply,
        "outcome": asdict(outcome) if outcome else None,
        "table": state.view(None).to_json(),
    }


def _read(line: str) -> Entry:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        entry = None
    if not isinstance(entry, dict):
        raise _broken("entry", line, _NO_OBJECT)
    return entry


def _compare_end(state: State[Any, Any], entry: Entry) -> None:
    if state.to_act():
        raise _broken("type", "end", _NOT_OVER)
    expected = json.loads(to_line(end_entry(state)))
    for field in sorted(expected.keys() | entry.keys()):
        _same(field, entry.get(field), expected.get(field))


def _same(field: str, found: object, expected: object) -> None:
    if found != expected:
        right = shorten(expected, 400)
        text = Text(
            f"the rules give {right} here; the record was changed, or another version made it.",
            f"按规则这里应为 {right}；记录被改动过，或出自别的版本。",
        )
        raise _broken(field, found, text)


def _broken(field: str, value: object, text: Text) -> InputError:
    return bad_input(field, value, en=text.en, zh=text.zh)


_NO_OBJECT = Text("not a JSON object; a record has one a line.", "记录每行应为一个 JSON 对象。")
_NO_HEADER = Text("a record begins with its header.", "记录的第一行应为 header。")
_AFTER_END = Text("nothing may follow the end of a record.", "end 之后不应再有内容。")
_NO_SEED = Text("the seed must be a whole number.", "种子应为整数。")
_NO_TIME = Text("the time must be a number of seconds.", "时间应为秒数。")
_NO_TYPE = Text(
    "must be header, move, forfeit, notes or end.", "只能是 header、move、forfeit、notes 或 end。"
)
_NOT_ILLEGAL = Text(
    "recorded as illegal, but the rules allow it.", "记录说这一步不合法，但按规则是可以的。"
)
_NOT_OVER = Text("the game is not over at this point.", "走到这里，游戏还没有结束。")
