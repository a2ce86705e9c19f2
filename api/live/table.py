"""A game in memory: the states that its log of moves leads through."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

from api.live.shapes import Bilingual, GameView, OutcomeShape
from api.store.games import GameRow, MoveRow, Waiting
from cluebot.games.base import GAMES, Game, Seat, State
from cluebot.games.codec import parse
from cluebot.record import FORMAT, Entry, deal_rng, end_entry

HUMAN = "human"
"""The player of a seat whose moves come from outside."""


class LiveTable:
    """One game; grows as moves are found in the log, and never forgets a position.

    Args:
        row: The game as it was set up.
    """

    def __init__(self, row: GameRow) -> None:
        self.row = row
        self.game: Game = GAMES.load(row.game)
        self.setup = parse(self.game.setup_type, row.setup)
        self.seats: tuple[Seat, ...] = self.game.seats(self.setup)
        self.lock = threading.RLock()
        self.moves: list[MoveRow] = []
        self.states: list[State[Any, Any]] = [self.game.start(self.setup, deal_rng(row.seed))]
        self.posted: dict[tuple[str, str], MoveRow] = {}

    @property
    def version(self) -> int:
        """Number of moves so far."""
        return len(self.moves)

    @property
    def state(self) -> State[Any, Any]:
        """The position now."""
        return self.states[-1]

    def extend(self, moves: Iterable[MoveRow]) -> None:
        """Replay the moves that are new; those already here are passed over."""
        with self.lock:
            for move in moves:
                if move.ply == self.version:
                    self.add(move, self.after(move))

    def add(self, move: MoveRow, state: State[Any, Any]) -> None:
        """Add a move and the position after it."""
        with self.lock:
            if move.ply != self.version:
                return
            self.moves.append(move)
            self.states.append(state)
            if move.key is not None:
                self.posted[move.seat, move.key] = move

    def after(self, row: MoveRow) -> State[Any, Any]:
        """Return the position after a move of the log."""
        entry, seat, now = row.entry, Seat(row.seat), row.entry.get("now", 0.0)
        if entry["type"] == "forfeit":
            return self.state.forfeit(seat, now=now)
        return self.state.apply(seat, self.game.move_from_json(entry["move"]), now=now)

    def is_bot(self, seat: Seat) -> bool:
        """Return whether a bot sits at ``seat``."""
        return bool(self.row.seats[seat]["player"] != HUMAN)

    def due_bot(self, state: State[Any, Any] | None = None) -> Seat | None:
        """Return the bot that is to move, or None.

        A bot leaves the move to the people of its own side when any of them may make it, too.
        """
        acting, side = (state or self.state).to_act(), self.game.side
        people = {side(seat) for seat in acting if not self.is_bot(seat)}
        return next(
            (seat for seat in acting if self.is_bot(seat) and side(seat) not in people), None
        )

    def waiting(self, state: State[Any, Any]) -> Waiting:
        """Return whose move a position awaits."""
        if not state.to_act():
            return "nobody"
        return "bot" if self.due_bot(state) else "human"

    def deadline(self, state: State[Any, Any]) -> float | None:
        """Return when the timer of a position runs out, in seconds since the epoch.

        None while no timer runs, and in games that have none.
        """
        after_start: float | None = getattr(state, "deadline", None)
        return None if after_start is None else self.row.created_at + after_start

    def now(self, clock: float) -> float:
        """Return the seconds since the start, which never run backwards.

        Args:
            clock: Seconds since the epoch.
        """
        last = float(self.moves[-1].entry.get("now", 0.0)) if self.moves else 0.0
        return max(last, round(clock - self.row.created_at, 3))

    def show(self, seat: Seat | None, version: int | None = None) -> GameView:
        """Render the game as ``seat`` may know it, now or as it was at an earlier version."""
        with self.lock:
            number = self.version if version is None else version
            state = self.states[number]
        view = state.view(seat)
        outcome, prompt = state.outcome, self.game.prompt(view)
        return GameView(
            id=self.row.id,
            game=self.row.game,
            language="zh" if view.language == "zh" else "en",
            version=number,
            seat=seat,
            role=None if seat is None else self.game.role(seat),
            seats={name: self.row.seats[name]["player"] for name in self.seats},
            sides={name: self.game.side(name) for name in self.seats},
            your_turn=seat is not None and seat in state.to_act(),
            over=not state.to_act(),
            outcome=None
            if outcome is None
            else OutcomeShape(
                winners=list(outcome.winners),
                reason=outcome.reason,
                text=Bilingual(en=outcome.text.en, zh=outcome.text.zh),
            ),
            prompt=Bilingual(en=prompt.en, zh=prompt.zh),
            choices=[move.to_json() for move in view.choices()],
            view=view.to_json(),
        )

    def record(self) -> list[Entry]:
        """Return the record of the game; it holds every secret."""
        header: Entry = {
            "type": "header",
            "format": FORMAT,
            "game": self.row.game,
            "setup": dict(self.row.setup),
            "seed": self.row.seed,
            "versions": dict(self.row.versions),
            "players": {seat: self.row.seats[seat]["player"] for seat in self.seats},
        }
        entries = [header]
        for move in self.moves:
            entries.append(dict(move.entry))
            if move.notes:
                notes = dict(move.notes)
                entries.append(
                    {"type": "notes", "ply": move.ply, "seat": move.seat, "notes": notes}
                )
        return [*entries, end_entry(self.state)] if not self.state.to_act() else entries
