"""The referee: seats players at a game, runs it to the end, keeps the record."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict
from typing import Any

import cluebot
from cluebot.errors import Forfeit, IllegalMove, Text, TooLate, bad_input
from cluebot.games.base import Frozen, Game, Seat
from cluebot.players.base import Budget, Player
from cluebot.record import FORMAT, Entry, Record, deal_rng, end_entry, replay

__all__ = ["NO_LIMIT", "Match", "Record", "play", "player_rng", "replay"]

NO_LIMIT = Budget()


def player_rng(seed: int, seat: Seat) -> random.Random:
    """Return the generator of one seat; it depends on seed and seat alone."""
    return random.Random(f"{seed}/{seat}")


class Match:
    """One game in progress. The State stays here; players get Views.

    Args:
        game: The game.
        setup: Its setup.
        players: Who sits where; every seat must be taken.
        seed: Decides the deal and every player's random choices.
        budget: What one move may cost. Enforced afterwards, and only with a clock: a move
            that comes too late is a forfeit.
        clock: Returns seconds that never run backwards, such as ``time.monotonic``.
        versions: What else made the game what it is, such as the vectors; for the record.
        people: Seats of people. Where a clock runs, the sides without any of them are asked first:
            bots would be ready before them, and a timer that they start must run for the people.

    Raises:
        InputError: If a seat is empty or unknown, or the setup cannot be played.
    """

    def __init__(
        self,
        game: Game,
        setup: Frozen,
        players: Mapping[Seat, Player[Any, Any]],
        seed: int,
        *,
        budget: Budget = NO_LIMIT,
        clock: Callable[[], float] | None = None,
        versions: Mapping[str, str] | None = None,
        people: Collection[Seat] = (),
    ) -> None:
        seats = game.seats(setup)
        if set(seats) != set(players):
            raise bad_input(
                "players",
                ", ".join(players),
                en=f"exactly these seats must be taken: {', '.join(seats)}.",
                zh=f"应坐满且只坐这些座位：{'、'.join(seats)}。",
            )
        self._game = game
        self._slow = {game.side(seat) for seat in people} if clock else set()
        self._state = game.start(setup, deal_rng(seed))
        self._players = dict(players)
        self._rngs = {seat: player_rng(seed, seat) for seat in seats}
        self._budget = budget
        self._clock = clock
        self._begun = clock() if clock else 0.0
        header: Entry = {
            "type": "header",
            "format": FORMAT,
            "game": game.name,
            "setup": setup.to_json(),
            "seed": seed,
            "versions": {"cluebot": cluebot.__version__, **(versions or {})},
            "players": {seat: players[seat].name for seat in seats},
        }
        self._entries = [header]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self._state.to_act()

    @property
    def record(self) -> Record:
        """The record so far."""
        return Record(tuple(self._entries), self._state)

    @property
    def next_seat(self) -> Seat:
        """The seat that is asked next.

        Raises:
            ValueError: If the game is over.
        """
        if self.over:
            raise ValueError("the game is over")
        seats = self._state.to_act()
        return next((s for s in seats if self._game.side(s) not in self._slow), seats[0])

    def step(self) -> tuple[Entry, ...]:
        """Ask the next seat for its move, and return the new entries of the record.

        Raises:
            ValueError: If the game is over.
        """
        seat = self.next_seat
        view = self._state.view(seat)
        asked = self._now()
        try:
            decision = self._players[seat].act(view, self._rngs[seat], self._budget)
        except Forfeit as error:
            entry = self._forfeit(seat, "player", error.text, self._now())
            return self._keep(entry, *_notes(entry, error.notes))
        now = self._now()
        limit = self._budget.seconds
        if limit is not None and now - asked > limit:
            late = Text(
                f"The move took {now - asked:.1f} s; {limit:g} s were allowed.",
                f"这一步用了 {now - asked:.1f} 秒，限时 {limit:g} 秒。",
            )
            entry = self._forfeit(seat, "late", late, now)
            return self._keep(entry, *_notes(entry, decision.notes))
        move = decision.move.to_json()
        ply = self._state.ply
        try:
            self._state = self._state.apply(seat, decision.move, now=now)
        except IllegalMove as error:
            cause = "late" if isinstance(error, TooLate) else "illegal"
            entry = self._forfeit(seat, cause, error.text, now) | {"move": move}
        else:
            entry = self._entry("move", ply, seat, now) | {"move": move}
        return self._keep(entry, *_notes(entry, decision.notes))

    def run(self) -> Record:
        """Play to the end and return the record."""
        while not self.over:
            self.step()
        return self.record

    def _now(self) -> float:
        return self._clock() - self._begun if self._clock else 0.0

    def _entry(self, kind: str, ply: int, seat: Seat, now: float) -> Entry:
        entry: Entry = {"type": kind, "ply": ply, "seat": seat}
        return entry | {"now": now} if self._clock else entry

    def _forfeit(self, seat: Seat, cause: str, message: Text, now: float) -> Entry:
        entry = self._entry("forfeit", self._state.ply, seat, now)
        self._state = self._state.forfeit(seat, now=now)
        return entry | {"cause": cause, "message": asdict(message)}

    def _keep(self, *entries: Entry) -> tuple[Entry, ...]:
        """Add entries to the record, and the last one when the game is over."""
        new = (*entries, end_entry(self._state)) if self.over else entries
        self._entries += new
        return new


def _notes(entry: Entry, notes: Mapping[str, Any]) -> tuple[Entry, ...]:
    """Return the line that keeps what the player said of its move or forfeit; none if nothing."""
    if not notes:
        return ()
    return ({"type": "notes", "ply": entry["ply"], "seat": entry["seat"], "notes": dict(notes)},)


def play(
    game: Game,
    setup: Frozen,
    players: Mapping[Seat, Player[Any, Any]],
    seed: int,
    *,
    budget: Budget = NO_LIMIT,
    clock: Callable[[], float] | None = None,
    versions: Mapping[str, str] | None = None,
) -> Record:
    """Play one game to the end; see `Match` for the arguments and errors."""
    match = Match(game, setup, players, seed, budget=budget, clock=clock, versions=versions)
    return match.run()
