"""The course of a game of Decrypto: who writes, who guesses, what is revealed when."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, assert_never

from cluebot.errors import IllegalMove, Text, TooLate, bad_input
from cluebot.games.base import Outcome, Rendering, Seat
from cluebot.games.decrypto.endings import count_correct, count_tokens, judge_keywords, judge_round
from cluebot.games.decrypto.history import HistoryEntry
from cluebot.games.decrypto.moves import (
    Clues,
    DecodeGuess,
    InterceptGuess,
    KeywordGuess,
    Move,
    Task,
)
from cluebot.games.decrypto.setup import (
    DecryptoSetup,
    Secrets,
    Side,
    encoders,
    in_turn,
    seats,
    side_of,
)
from cluebot.games.decrypto.views import DecryptoView, FinalGuess, Phase, Screen, Transmission


@dataclass(frozen=True)
class DecryptoState(Rendering[DecryptoView]):
    """One position; see `cluebot.games.base.State`.

    A round runs: all encoders write, sealed, in any order; then for each team in turn its clues
    are read out, its own players and the other side hand in sealed guesses in any order, and
    the code is revealed. The endings are judged after the last team of the round.

    Attributes:
        setup: How the game was set up.
        secrets: What each transmitting team hides, white first.
        record: All finished transmissions.
        drafts: This round's clues by team; None for an encoder who gave none.
        guesses: The sealed guesses at the code on the table by side; None for no guess.
        final: The sealed keyword guesses of the tie-break by side; empty for no guess.
        tied: Whether the game has come to the tie-break.
        deadline: When the sandglass will have run out; None while it stands.
        ply: Number of moves and forfeits applied.
        outcome: How the game ended, or None.
    """

    setup: DecryptoSetup
    secrets: tuple[Secrets, ...]
    record: tuple[Transmission, ...] = ()
    drafts: tuple[tuple[Side, tuple[str, ...] | None], ...] = ()
    guesses: tuple[tuple[Side, tuple[int, int, int] | None], ...] = ()
    final: tuple[tuple[Side, tuple[str, ...]], ...] = ()
    tied: bool = False
    deadline: float | None = None
    ply: int = 0
    outcome: Outcome | None = None

    @cached_property
    def round(self) -> int:
        """The round, from 1; once the rounds are over, the last one played."""
        if self.tied or self.outcome is not None:
            return self.record[-1].round
        return len(self.record) // len(self.setup.teams) + 1

    @cached_property
    def phase(self) -> Phase:
        """What the table does."""
        if self.outcome is not None:
            return "over"
        if self.tied:
            return "guess_keywords"
        return "encode" if len(self.drafts) < len(self.setup.teams) else "guess"

    @cached_property
    def transmitting(self) -> Side | None:
        """The team whose clues are on the table; None outside the guess phase."""
        return self._next_team() if self.phase == "guess" else None

    def to_act(self) -> tuple[Seat, ...]:
        """Return every seat that something is asked of.

        Any seat listed may hand in for its side. Within a side the order follows the rotation
        of the encoder, so that a referee who asks the first seat lets all of them play.
        """
        return tuple(self._tasks)

    def task(self, seat: Seat) -> Task:
        """Return what is asked of a seat now."""
        return self._tasks.get(seat, "wait")

    @cached_property
    def _tasks(self) -> dict[Seat, Task]:
        """What is asked now, by seat; within a side the encoder comes last."""
        tasks: dict[Seat, Task] = {}
        if self.phase == "over":
            return tasks
        for side in self.setup.sides:
            if side in self._handed_in:
                continue
            encoder, *others = in_turn(self.setup, side, self.round)
            for seat in (*others, encoder):
                task = self._task(side, encodes=seat == encoder)
                if task != "wait":
                    tasks[seat] = task
        return tasks

    def _task(self, side: Side, *, encodes: bool) -> Task:
        """Return what is asked of a seat whose side has not handed in yet."""
        if self.phase == "guess_keywords":
            return "guess_keywords"
        if self.phase == "encode":
            return "encode" if encodes and side in self.setup.teams else "wait"
        if side == self.transmitting:
            return "wait" if encodes else "decode"
        return "intercept" if self._interception() else "wait"

    def _render(self, seat: Seat | None) -> DecryptoView:
        self._know(seat)
        side = None if seat is None else side_of(seat)
        near = side or "white"
        transmitting = self.transmitting
        table: dict[str, Any] = {
            "language": self.setup.language,
            "phase": self.phase,
            "round": self.round,
            "options": self.setup.options,
            "transmitting": transmitting,
            "encoders": self._encoders,
            "to_act": self.to_act(),
            "handed_in": self._handed_in,
            "deadline": self.deadline,
            "clues": dict(self.drafts)[transmitting] if transmitting is not None else None,
            "history": self._history(near),
            "opponent_history": self._history(self.setup.other(near)),
            "record": self.record,
            "tokens": count_tokens(self.setup, self.record),
            "outcome": self.outcome,
        }
        if self.phase == "over":
            table["screens"] = tuple(
                Screen(side=team, keywords=secrets.keywords)
                for team, secrets in zip(self.setup.teams, self.secrets, strict=True)
            )
            table["keyword_guesses"] = self._final_guesses()
        if seat is None or side is None:
            return DecryptoView(**table)
        return DecryptoView(
            seat=seat, side=side, task=self.task(seat), **self._private(seat, side), **table
        )

    def apply(self, seat: Seat, move: Move, *, now: float = 0.0) -> DecryptoState:
        """Return the state after ``move``.

        Args:
            seat: Who moves; a guess is that of the seat's whole side.
            move: The move.
            now: Seconds since the start of the game; matters only to the sandglass.

        Raises:
            TooLate: If the sandglass has run out; this state stays as it is.
            IllegalMove: If the seat may not make this move now, or a clue is illegal; this state
                stays as it is.
            InputError: If the game has no such seat.
        """
        view = self.view(seat)
        # Written so that a time that is no number is late, too.
        if view.task == "encode" and self.deadline is not None and not now <= self.deadline:
            raise TooLate(
                Text(
                    f"The sandglass ran out {now - self.deadline:.1f} s ago; it is too late for "
                    "clues.",
                    f"沙漏已在 {now - self.deadline:.1f} 秒前流尽，不能再交线索。",
                )
            )
        view.check(move)
        side = side_of(seat)
        match move:
            case Clues(clues=clues):
                return self._write(side, clues, now)
            case DecodeGuess(code=code) | InterceptGuess(code=code):
                return self._guess(side, code)
            case KeywordGuess(words=words):
                return self._guess_keywords(side, words)
            case _:
                assert_never(move)

    def forfeit(self, seat: Seat, *, now: float = 0.0) -> DecryptoState:
        """Return the state after ``seat`` failed to move; it speaks for its side.

        An encoder who has no clues, or not in time, has nothing to read out: nobody can guess,
        and the team has missed its own code, as a real table would score a blank sheet. No
        guess at a code is a wrong guess, and no guess at the keywords finds none.

        Raises:
            IllegalMove: If nothing is asked of the seat now.
            InputError: If the game has no such seat.
        """
        self._know(seat)
        side, task = side_of(seat), self.task(seat)
        match task:
            case "encode":
                return self._write(side, None, now)
            case "decode" | "intercept":
                return self._guess(side, None)
            case "guess_keywords":
                return self._guess_keywords(side, ())
            case "wait":
                raise IllegalMove(Text(f"It is not the turn of {seat}.", f"现在轮不到 {seat}。"))
            case _:
                assert_never(task)

    def _know(self, seat: Seat | None) -> None:
        known = seats(self.setup)
        if seat is not None and seat not in known:
            named = ", ".join(known)
            raise bad_input(
                "seat",
                seat,
                en=f"there is no such seat; the seats are {named}.",
                zh=f"没有这个座位；座位有 {named}。",
            )

    def _private(self, seat: Seat, side: Side) -> dict[str, Any]:
        """Return the fields that only this seat or its side may see."""
        private: dict[str, Any] = {
            "guess": dict(self.guesses).get(side),
            "keyword_guess": dict(self.final).get(side),
        }
        if side not in self.setup.teams:
            return private
        secrets = self.secrets[self.setup.teams.index(side)]
        private["keywords"] = secrets.keywords
        revealed = any(t.side == side and t.round == self.round for t in self.record)
        if seat in self._encoders and not revealed:
            private["code"] = secrets.codes[self.round - 1]
            if side != self.transmitting:
                private["written"] = dict(self.drafts).get(side)
        return private

    @property
    def _encoders(self) -> tuple[Seat, ...]:
        return encoders(self.setup, self.round)

    def _interception(self) -> bool:
        return self.round >= self.setup.first_interception

    def _next_team(self) -> Side:
        return self.setup.teams[len(self.record) % len(self.setup.teams)]

    @cached_property
    def _handed_in(self) -> tuple[Side, ...]:
        # Sorted as the sides are: who was first to seal a guess is nobody's business.
        sealed: Mapping[Phase, tuple[tuple[Side, object], ...]] = {
            "encode": self.drafts,
            "guess": self.guesses,
            "guess_keywords": self.final,
            "over": (),
        }
        done = {side for side, _ in sealed[self.phase]}
        return tuple(side for side in self.setup.sides if side in done) if done else ()

    def _history(self, side: Side) -> tuple[HistoryEntry, ...]:
        return tuple(
            entry for t in self.record if t.side == side and (entry := t.entry) is not None
        )

    def _write(self, side: Side, clues: tuple[str, ...] | None, now: float) -> DecryptoState:
        drafts = (*self.drafts, (side, clues))
        glass = self.setup.clue_seconds
        deadline = self.deadline
        if len(drafts) == len(self.setup.teams):
            deadline = None
        elif glass is not None and clues is not None:
            deadline = now + glass
        after = replace(self, ply=self.ply + 1, drafts=drafts, deadline=deadline)
        return after._reveal_guessed()

    def _guess(self, side: Side, code: tuple[int, int, int] | None) -> DecryptoState:
        after = replace(self, ply=self.ply + 1, guesses=(*self.guesses, (side, code)))
        return after._reveal_guessed()

    def _guess_keywords(self, side: Side, words: tuple[str, ...]) -> DecryptoState:
        after = replace(self, ply=self.ply + 1, final=(*self.final, (side, words)))
        guesses = after._final_guesses()
        return replace(after, outcome=judge_keywords(guesses)) if guesses else after

    def _reveal_guessed(self) -> DecryptoState:
        """Reveal every code at which nobody is still to guess."""
        state = self
        while state.phase == "guess":
            read_out = dict(state.drafts)[state._next_team()] is not None
            if read_out and len(state.guesses) < (2 if state._interception() else 1):
                break
            state = state._reveal()
        return state

    def _reveal(self) -> DecryptoState:
        """Reveal the code on the table; after the last team's, judge the round."""
        setup, number, team = self.setup, self.round, self._next_team()
        guesses = dict(self.guesses)
        transmission = Transmission(
            round=number,
            side=team,
            encoder=in_turn(setup, team, number)[0],
            clues=dict(self.drafts)[team],
            code=self.secrets[setup.teams.index(team)].codes[number - 1],
            decode=guesses.get(team),
            intercept=guesses.get(setup.other(team)),
        )
        record = (*self.record, transmission)
        if len(record) % len(setup.teams):
            return replace(self, record=record, guesses=())
        verdict = judge_round(setup, count_tokens(setup, record), number)
        tied = verdict == "tie"
        outcome = None if verdict == "tie" else verdict
        return replace(self, record=record, guesses=(), drafts=(), tied=tied, outcome=outcome)

    def _final_guesses(self) -> tuple[FinalGuess, ...]:
        """Return the keyword guesses in the order of the sides; empty until all are in."""
        words = dict(self.final)
        if len(words) < len(self.setup.sides):
            return ()
        screens = dict(zip(self.setup.teams, self.secrets, strict=True))
        return tuple(
            FinalGuess(
                side=side,
                words=words[side],
                correct=count_correct(words[side], screens[self.setup.other(side)].keywords),
            )
            for side in self.setup.sides
        )
