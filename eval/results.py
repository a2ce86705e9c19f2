"""From the line of a game to what metrics read: one `Result` a side and one a player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Literal

from cluebot.games.base import GAMES, Seat
from eval.plan import Cell
from eval.playing import Line
from eval.suite import SIDE, Perspective

Scope = Literal["side", "player"]

Group = tuple[str, str, str, tuple[tuple[str, str], ...]]
"""Kind, language, preset and labels: one row of the results."""


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game as one side, or one player, had it.

    Attributes:
        scope: ``"side"`` for how it played, ``"player"`` for how a player behaved.
        kind: The game, or the kind of cases.
        language: The language.
        preset: The preset.
        board: The number of the board; games on one board are not independent.
        side: The side.
        group: Whom it is about: labels by dimension.
        outcome: How the game ended, as in its record.
        table: The spectator's last view.
        setup: The setup.
        entries: The moves, forfeits and notes of the side's or player's seats.
        milliseconds: How long each of their moves took.
        case: In place of a game: the case and what was made of it.
    """

    scope: Scope
    kind: str
    language: str
    preset: str
    board: int
    side: str
    group: tuple[tuple[str, str], ...]
    outcome: Mapping[str, Any] = field(default_factory=dict)
    table: Mapping[str, Any] = field(default_factory=dict)
    setup: Mapping[str, Any] = field(default_factory=dict)
    entries: Sequence[Mapping[str, Any]] = ()
    milliseconds: Sequence[float] = ()
    case: Mapping[str, Any] = field(default_factory=dict)

    @property
    def row(self) -> Group:
        """The row of the results that it belongs to."""
        return self.kind, self.language, self.preset, self.group

    @property
    def won(self) -> float:
        """1 for a win, 1/2 for a shared one, 0 for a loss."""
        winners = self.outcome["winners"]
        return 1 / len(winners) if self.side in winners else 0.0

    @property
    def turns(self) -> list[Mapping[str, Any]]:
        """The side's turns: in Codenames its clues, in Decrypto its transmissions."""
        if "log" in self.table:
            begun = (event for event in self.table["log"] if event["kind"] == "turn")
            return [turn for turn in begun if turn["seat"] == self.side]
        listed = self.table["history" if self.kind == "codenames" else "record"]
        return [turn for turn in listed if turn["side"] == self.side]

    def calls(self) -> Iterator[Mapping[str, Any]]:
        """Yield what was kept of every call to a chat model."""
        for entry in self.entries:
            if entry["type"] == "notes":
                yield from entry["notes"].get("calls", ())


def read_results(cell: Cell, board: int, line: Line) -> list[Result]:
    """Return the results of a finished game.

    Args:
        cell: Its cell.
        board: The number of its board.
        line: Its line.
    """
    entries = line["game"]["record"]
    header, end = entries[0], entries[-1]
    moves = line["measured"]["moves"]
    common = {
        "kind": cell.table.game,
        "language": cell.language,
        "preset": cell.rules,
        "board": board,
        "outcome": end["outcome"],
        "table": end["table"],
        "setup": header["setup"],
    }
    seats, side_of = list(header["players"]), side_in(cell)
    results = []
    for view in perspectives(cell, seats):
        own = [seat for seat in seats if side_of(seat) == view.side]
        results.append(
            Result(
                scope="side",
                side=view.side,
                group=labels_of(cell, view),
                entries=_of(entries, own),
                milliseconds=[ms for seat in own for ms in moves[seat]],
                **common,
            )
        )
    for (role, label), held in _players(cell, seats).items():
        results.append(
            Result(
                scope="player",
                side=side_of(held[0]),
                group=(("role", role), ("player", label)),
                entries=_of(entries, held),
                milliseconds=[ms for seat in held for ms in moves[seat]],
                **common,
            )
        )
    return results


def perspectives(cell: Cell, seats: Sequence[str]) -> list[Perspective]:
    """Return from which sides games of a cell are measured."""
    side_of = side_in(cell)
    sides = {side_of(seat) for seat in seats}
    return [view for view in cell.table.perspectives if view.side in sides] or _alike(cell, seats)


def _alike(cell: Cell, seats: Sequence[str]) -> list[Perspective]:
    """Return the perspectives of a table that names none: every side with the first one's roles."""
    side_of, role = side_in(cell), GAMES.load(cell.table.game).role
    roles: dict[str, set[str]] = {}
    for seat in seats:
        roles.setdefault(side_of(seat), set()).add(role(Seat(seat)))
    first, *others = roles
    alike = [first, *(side for side in others if roles[side] == roles[first])]
    axes = {axis: axis for axis in cell.labels}
    if len(alike) == 1:
        return [Perspective(side=first, group=axes)]
    # An axis of somebody's own may be called "side".
    name = "side" if "side" not in axes else SIDE
    return [Perspective(side=side, group={name: SIDE, **axes}) for side in alike]


def labels_of(cell: Cell, view: Perspective) -> tuple[tuple[str, str], ...]:
    """Return whom the figures of a perspective are about: labels by dimension."""
    known = {**cell.labels, SIDE: view.side}
    return tuple((name, known[axis]) for name, axis in view.group.items())


def side_in(cell: Cell) -> Callable[[str], str]:
    """Return what tells the side of a seat in the game of a cell."""
    game = GAMES.load(cell.table.game)
    return lambda seat: game.side(Seat(seat))


def _of(entries: Sequence[Mapping[str, Any]], seats: Sequence[str]) -> list[Mapping[str, Any]]:
    return [entry for entry in entries if entry.get("seat") in seats]


def label_of(cell: Cell, seat: str, task: str | None = None) -> str:
    """Return the label of the player at a seat; without a task, of all who share it.

    Players who share a seat are told apart by their order, that of the suite's tasks.
    """
    axes = _axes(cell, seat)
    if isinstance(axes, str):
        return cell.labels[axes]
    if task is not None:
        return cell.labels[axes[task]]
    labels = [cell.labels[axis] for axis in dict.fromkeys(axes.values())]
    return " + ".join(labels if len(set(labels)) > 1 else labels[:1])


def tasks_of(cell: Cell, seat: str) -> dict[str, str]:
    """Return the labels of those who share a seat by their tasks; empty where one has it alone."""
    axes = _axes(cell, seat)
    if isinstance(axes, str) or len({cell.labels[axis] for axis in axes.values()}) == 1:
        return {}
    return {task: cell.labels[axis] for task, axis in axes.items()}


def _axes(cell: Cell, seat: str) -> str | Mapping[str, str]:
    """Return the axis of a seat, or its axes by task."""
    return next(axes for pattern, axes in cell.table.seats.items() if fnmatchcase(seat, pattern))


def _players(cell: Cell, seats: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    """Return the seats by role and label."""
    game = GAMES.load(cell.table.game)
    held: dict[tuple[str, str], list[str]] = {}
    for seat in seats:
        held.setdefault((game.role(Seat(seat)), label_of(cell, seat)), []).append(seat)
    return held
