"""The course of a game: who writes, who guesses, what is revealed when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from cluebot.errors import IllegalMove, bad_input
from cluebot.games.base import Outcome, Seat
from cluebot.games.decrypto import texts
from cluebot.games.decrypto.endings import (
    TIE,
    count_correct,
    count_tokens,
    judge_keywords,
    judge_round,
)
from cluebot.games.decrypto.history import HistoryEntry
from cluebot.games.decrypto.moves import (
    Clues,
    DecodeGuess,
    InterceptGuess,
    KeywordGuess,
    Move,
    Task,
)
from cluebot.games.decrypto.setup import Setup, Side, side_of
from cluebot.games.decrypto.views import FinalGuess, Phase, Screen, Transmission, View

Code = tuple[int, int, int]
ThreeClues = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a team hides: its screen and all codes it will draw.

    Attributes:
        keywords: The four keywords, slot 1 first.
        codes: One code for each round.
    """

    keywords: tuple[str, str, str, str]
    codes: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class State:
    """One position of one game.

    A round runs: all encoders write (sealed, in any order); then for each team in turn its
    clues are read, its own side and the other side hand in sealed guesses in any order, and the
    code is revealed. The endings are judged after the last team of the round.

    Attributes:
        setup: The table.
        secrets: What each transmitting team hides, in the order of ``setup.teams``.
        record: All finished transmissions.
        drafts: The clues written this round by team; None for an encoder who gave none.
        guesses: The sealed guesses at the clues on the table by side; None for no guess.
        final: The sealed keyword guesses of the tie-break by side; empty for no guess.
        tied: Whether the tie-break is on (or was).
        deadline: When the sandglass runs out; None while it stands.
        ply: Number of moves and forfeits so far.
        outcome: How the game ended.
    """

    setup: Setup
    secrets: tuple[Secrets, ...]
    record: tuple[Transmission, ...] = ()
    drafts: tuple[tuple[Side, ThreeClues | None], ...] = ()
    guesses: tuple[tuple[Side, Code | None], ...] = ()
    final: tuple[tuple[Side, tuple[str, ...]], ...] = ()
    tied: bool = False
    deadline: float | None = None
    ply: int = 0
    outcome: Outcome | None = None

    @property
    def round(self) -> int:
        """The round, from 1; the last one played when the rounds are over."""
        if self.tied or self.outcome is not None:
            return self.record[-1].round
        return len(self.record) // len(self.setup.teams) + 1

    @property
    def phase(self) -> Phase:
        """What the table is doing."""
        if self.outcome is not None:
            return "over"
        if self.tied:
            return "guess_keywords"
        return "encode" if len(self.drafts) < len(self.setup.teams) else "guess"

    @property
    def transmitting(self) -> Side | None:
        """The team whose clues are on the table; None outside of the guessing."""
        if self.phase != "guess":
            return None
        return self.setup.teams[len(self.record) % len(self.setup.teams)]

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats that may move now, in the order of the table."""
        return tuple(seat for seat in self.setup.seats() if self.task(seat) != "wait")

    def task(self, seat: Seat) -> Task:
        """Return what is expected of a seat now."""
        side = side_of(seat)
        phase = self.phase
        if phase == "over" or side in self._handed_in():
            return "wait"
        if phase == "guess_keywords":
            return "guess_keywords"
        encodes = side in self.setup.teams and seat == self.setup.encoder(side, self.round)
        if phase == "encode":
            return "encode" if encodes else "wait"
        if side == self.transmitting:
            return "wait" if encodes else "decode"
        return "intercept" if self._interception() else "wait"

    def view(self, seat: Seat | None) -> View:
        """Render what ``seat`` (None: a spectator) may know.

        Raises:
            InputError: If the game has no such seat.
        """
        setup = self.setup
        if seat is not None and seat not in setup.seats():
            known = ", ".join(setup.seats())
            raise bad_input(
                "seat",
                seat,
                en=f"there is no such seat; known: {known}.",
                zh=f"没有这个座位；可用：{known}。",
            )
        side = None if seat is None else side_of(seat)
        near = side or "white"
        phase, number, transmitting = self.phase, self.round, self.transmitting
        drafts = dict(self.drafts)
        view = View(
            language=setup.language,
            seat=seat,
            side=side,
            task="wait" if seat is None else self.task(seat),
            phase=phase,
            round=number,
            rounds=setup.rounds,
            interception=self._interception(),
            repeat_codes=setup.repeat_codes,
            transmitting=transmitting,
            encoders=tuple(setup.encoder(team, number) for team in setup.teams),
            acting=self.to_act(),
            handed_in=self._handed_in(),
            deadline=self.deadline,
            clues=None if transmitting is None else drafts[transmitting],
            guess=None if side is None else dict(self.guesses).get(side),
            history=self._history(near),
            opponent_history=self._history(setup.opponent(near)),
            record=self.record,
            tokens=count_tokens(setup, self.record),
            outcome=self.outcome,
            legality=setup.legality,
        )
        update: dict[str, object] = {}
        if side is not None and side in setup.teams:
            own = self.secrets[setup.teams.index(side)]
            update["keywords"] = own.keywords
            read = phase not in ("encode", "guess") or self._read(side)
            if seat == setup.encoder(side, number) and not read:
                update["code"] = own.codes[number - 1]
                update["written"] = None if side == transmitting else drafts.get(side)
        if phase == "guess_keywords" and side is not None:
            update["keyword_guess"] = dict(self.final).get(side)
        if phase == "over":
            update["screens"] = tuple(
                Screen(side=team, keywords=secret.keywords)
                for team, secret in zip(setup.teams, self.secrets, strict=True)
            )
            update["keyword_guesses"] = self._final_guesses()
        return view.model_copy(update=update)

    def apply(self, seat: Seat, move: Move, *, now: float = 0.0) -> State:
        """Return the state after ``move``.

        Args:
            seat: Who moves; for a guess, any seat of the side that may make it.
            move: The move.
            now: Seconds since the start of the game; matters to the sandglass.

        Raises:
            IllegalMove: If the seat may not make this move now, a clue is illegal, or the
                sandglass has run out; this state stays as it is.
            InputError: If the game has no such seat.
        """
        view = self.view(seat)
        if view.task == "encode" and self.deadline is not None and not now <= self.deadline:
            raise IllegalMove(texts.LATE)
        view.check(move)
        side = side_of(seat)
        match move:
            case Clues():
                return self._write(side, move.clues, now)._advance()
            case DecodeGuess() | InterceptGuess():
                return self._guess(side, move.code)._advance()
            case KeywordGuess():
                return self._guess_keywords(side, move.words)._advance()

    def forfeit(self, seat: Seat, *, now: float = 0.0) -> State:
        """Return the state after ``seat`` failed to move; the seat speaks for its side.

        An encoder without clues, late ones included: nothing is read out, so that nobody can
        guess, and the team has missed its own code. No guess at a code counts as a wrong one,
        no guess at the keywords as none found.

        Raises:
            IllegalMove: If nothing is asked of the seat now.
            InputError: If the game has no such seat.
        """
        side = side_of(seat)
        match self.view(seat).task:
            case "encode":
                return self._write(side, None, now)._advance()
            case "decode" | "intercept":
                return self._guess(side, None)._advance()
            case "guess_keywords":
                return self._guess_keywords(side, ())._advance()
            case "wait":
                raise IllegalMove(texts.not_your_turn(seat))

    def _handed_in(self) -> tuple[Side, ...]:
        match self.phase:
            case "encode":
                return tuple(side for side, _ in self.drafts)
            case "guess":
                return tuple(side for side, _ in self.guesses)
            case "guess_keywords":
                return tuple(side for side, _ in self.final)
            case "over":
                return ()

    def _interception(self) -> bool:
        return self.round >= self.setup.first_interception

    def _read(self, side: Side) -> bool:
        """Tell whether the code of ``side`` in this round is revealed."""
        return any(t.side == side and t.round == self.round for t in self.record)

    def _history(self, side: Side) -> tuple[HistoryEntry, ...]:
        return tuple(
            HistoryEntry(clues=t.clues, code=t.code)
            for t in self.record
            if t.side == side and t.clues is not None
        )

    def _write(self, side: Side, clues: ThreeClues | None, now: float) -> State:
        drafts = (*self.drafts, (side, clues))
        glass = self.setup.clue_seconds
        runs = glass is not None and clues is not None and len(drafts) < len(self.setup.teams)
        deadline = now + glass if runs and glass is not None else self.deadline
        if len(drafts) == len(self.setup.teams):
            deadline = None
        return replace(self, drafts=drafts, deadline=deadline, ply=self.ply + 1)

    def _guess(self, side: Side, code: Code | None) -> State:
        return replace(self, guesses=(*self.guesses, (side, code)), ply=self.ply + 1)

    def _guess_keywords(self, side: Side, words: tuple[str, ...]) -> State:
        return replace(self, final=(*self.final, (side, words)), ply=self.ply + 1)

    def _advance(self) -> State:
        """Return the state after everything that follows without anybody's move."""
        state = self
        while state.phase == "guess" and state._guessed():
            state = state._reveal()
        if state.phase == "guess_keywords" and len(state.final) == len(state.setup.sides):
            state = replace(state, outcome=judge_keywords(state._final_guesses()))
        return state

    def _guessed(self) -> bool:
        """Tell whether no more guesses at the clues on the table can come."""
        team = cast("Side", self.transmitting)
        if dict(self.drafts)[team] is None:
            return True
        return len(self.guesses) == (2 if self._interception() else 1)

    def _reveal(self) -> State:
        """Show the code of the clues on the table; after the last team, judge the round."""
        setup, number = self.setup, self.round
        team = cast("Side", self.transmitting)
        guesses = dict(self.guesses)
        transmission = Transmission(
            round=number,
            side=team,
            encoder=setup.encoder(team, number),
            clues=dict(self.drafts)[team],
            code=self.secrets[setup.teams.index(team)].codes[number - 1],
            decode=guesses.get(team),
            intercept=guesses.get(setup.opponent(team)),
        )
        record = (*self.record, transmission)
        if len(record) % len(setup.teams):
            return replace(self, record=record, guesses=())
        verdict = judge_round(setup, count_tokens(setup, record), number)
        return replace(
            self,
            record=record,
            guesses=(),
            drafts=(),
            tied=verdict == TIE,
            outcome=verdict if isinstance(verdict, Outcome) else None,
        )

    def _final_guesses(self) -> tuple[FinalGuess, ...]:
        """Return the keyword guesses in the order of the sides; empty unless all are in."""
        words = dict(self.final)
        if len(words) < len(self.setup.sides):
            return ()
        teams = self.setup.teams
        screens = {t: s.keywords for t, s in zip(teams, self.secrets, strict=True)}
        return tuple(
            FinalGuess(
                side=side,
                words=words[side],
                correct=count_correct(words[side], screens[self.setup.opponent(side)]),
            )
            for side in teams
        )
