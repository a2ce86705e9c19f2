"""The state of a game of Codenames and its transitions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, assert_never

from cluebot.errors import IllegalMove, Text
from cluebot.games.base import Outcome, Rendering, Seat
from cluebot.games.codenames.judging import find_card
from cluebot.games.codenames.moves import Accept, Cover, GiveClue, Guess, Move, Stop
from cluebot.games.codenames.setup import (
    SIDE_NAMES,
    CodenamesSetup,
    Deal,
    Identity,
    Side,
    other,
    seats,
)
from cluebot.games.codenames.views import (
    CodenamesView,
    OperativeView,
    Phase,
    Remaining,
    SpectatorView,
    SpymasterView,
    Touch,
    Turn,
    TurnEnd,
)
from cluebot.registry import unknown_name
from cluebot.rules.legality import Verdict

IDLE_TURNS = 3
"""Turns in a row without a card touched (forfeits, invalid clues) that lose a side the game."""


@dataclass(frozen=True)
class CodenamesState(Rendering[CodenamesView]):
    """One position; see `cluebot.games.base.State`.

    Attributes:
        setup: How the game was set up.
        deal: Board, key and starting side.
        turn: The side whose turn it is.
        phase: What is to be done next.
        covered: For each card whether an identity card lies on it.
        history: All turns so far, the running one last.
        ply: Number of moves and forfeits applied.
        outcome: How the game ended, or None.
    """

    setup: CodenamesSetup
    deal: Deal
    turn: Side
    covered: tuple[bool, ...]
    phase: Phase = "clue"
    history: tuple[Turn, ...] = ()
    ply: int = 0
    outcome: Outcome | None = None

    @classmethod
    def initial(cls, setup: CodenamesSetup, deal: Deal) -> CodenamesState:
        """Return the position before the first clue."""
        return cls(setup, deal, deal.starts, (False,) * len(deal.words))

    def to_act(self) -> tuple[Seat, ...]:
        """Return the spymaster who is to speak, or all operatives of the side.

        Any operative may touch. The first in the tuple changes from turn to turn, so that a
        referee who asks the first lets all of them play.
        """
        return self._to_act

    @cached_property
    def _to_act(self) -> tuple[Seat, ...]:
        match self.phase:
            case "over":
                return ()
            case "clue":
                return (Seat(f"{self.turn}.spymaster"),)
            case "ruling":
                return (Seat(f"{other(self.turn)}.spymaster"),)
            case "guess":
                prefix = f"{self.turn}.operative."
                operatives = [seat for seat in seats(self.setup) if seat.startswith(prefix)]
                first = (self._turns(self.turn) - 1) % len(operatives)
                return (*operatives[first:], *operatives[:first])
            case _:
                assert_never(self.phase)

    def _render(self, seat: Seat | None) -> CodenamesView:
        known = seats(self.setup)
        if seat is not None and seat not in known:
            raise unknown_name("seat", seat, known)
        cards = zip(self.deal.key, self.covered, strict=True)
        over = self.phase == "over"
        table: dict[str, Any] = {
            "language": self.setup.language,
            "options": self.setup.options,
            "words": self.deal.words,
            "identities": tuple(kind if covered or over else None for kind, covered in cards),
            "covered": self.covered,
            "starts": self.deal.starts,
            "turn": self.turn,
            "phase": self.phase,
            "to_act": self.to_act(),
            "guesses_left": self._guesses_left(),
            "remaining": self._remaining(),
            "history": self.history,
            "outcome": self.outcome,
        }
        if seat is None:
            return SpectatorView(**table)
        side, role = seat.split(".")[:2]
        if role == "spymaster":
            return SpymasterView(seat=seat, side=side, key=self.deal.key, **table)  # type: ignore[arg-type]
        return OperativeView(seat=seat, side=side, **table)  # type: ignore[arg-type]

    def apply(self, seat: Seat, move: Move, *, now: float = 0.0) -> CodenamesState:  # noqa: ARG002
        """Return the state after ``move``; time plays no part.

        Raises:
            IllegalMove: If the seat may not make this move now; this state stays as it is.
            InputError: If the game has no such seat.
        """
        verdict = self.view(seat).judge(move)
        after = replace(self, ply=self.ply + 1)
        match move:
            case GiveClue() if verdict is not None:
                return after._say(move, verdict)
            case Guess(word=word):
                return after._touch(seat, word)
            case Stop():
                return after._end_turn("stopped")
            case Accept():
                return replace(after, phase="guess")
            case Cover(word=word):
                return after._uphold(word)
        raise TypeError(move)

    def forfeit(self, seat: Seat, *, now: float = 0.0) -> CodenamesState:  # noqa: ARG002
        """Return the state after ``seat`` failed to move.

        A spymaster or operative loses the rest of the side's turn; a spymaster who does not
        rule on a disputed clue leaves the penalty standing and covers nothing.

        Raises:
            IllegalMove: If it is not the seat's turn.
        """
        if seat not in self.to_act():
            text = Text(f"It is not the turn of {seat}.", f"现在轮不到 {seat}。")
            raise IllegalMove(text)
        after = replace(self, ply=self.ply + 1)
        if self.phase == "ruling":
            return after._uphold(None)
        if self.phase == "clue":
            after = replace(after, history=(*after.history, Turn(side=self.turn)))
        return after._end_turn("forfeit")

    def _turns(self, side: Side) -> int:
        return sum(turn.side == side for turn in self.history)

    def _guesses_left(self) -> int | None:
        if self.phase != "guess":
            return None
        current = self.history[-1]
        if not isinstance(current.number, int) or current.number == 0:
            return None
        return current.number + 1 - len(current.guessed)

    @cached_property
    def _left(self) -> list[Identity]:
        """The identities of the uncovered cards."""
        cards = zip(self.deal.key, self.covered, strict=True)
        return [kind for kind, covered in cards if not covered]

    def _remaining(self) -> Remaining:
        count = self._left.count
        return Remaining(
            red=count("red"),
            blue=count("blue"),
            neutral=count("neutral"),
            assassin=count("assassin"),
        )

    def _with_turn(self, **changes: Any) -> CodenamesState:
        """Return the state with the running turn changed."""
        return replace(self, history=self._history_with(changes))

    def _history_with(self, changes: Mapping[str, Any]) -> tuple[Turn, ...]:
        return (*self.history[:-1], self.history[-1].model_copy(update=changes))

    def _say(self, move: GiveClue, verdict: Verdict) -> CodenamesState:
        turn = Turn(
            side=self.turn,
            clue=move.word,
            number=move.number,
            ruling=verdict.verdict,
            reasons=verdict.reasons,
        )
        after = replace(self, history=(*self.history, turn))
        if self.setup.opponent == "team":
            disputed = self.setup.illegal_clue == "penalty" and verdict.verdict != "legal"
            return replace(after, phase="ruling" if disputed else "guess")
        return replace(after, phase="guess") if verdict.legal else after._end_turn("invalid")

    def _touch(self, seat: Seat, word: str) -> CodenamesState:
        place = self._card(word)
        kind = self.deal.key[place]
        touch = Touch(word=self.deal.words[place], identity=kind, seat=seat)
        after = self._cover(place, guessed=(*self.history[-1].guessed, touch))
        match kind:
            case "neutral":
                return after._end_turn("neutral")
            case "assassin":
                return after._end_turn("assassin")
            case _ if kind != self.turn:
                return after._end_turn("opponent")
        if self.turn not in after._left:
            return after._end_turn("found_all")
        return after._end_turn("limit") if after._guesses_left() == 0 else after

    def _card(self, word: str) -> int:
        """Return the position of a card that the judgement of the move has found."""
        place = find_card(self.deal.words, word)
        if place is None:
            raise KeyError(word)
        return place

    def _cover(self, place: int, **changes: Any) -> CodenamesState:
        """Return the state with a card covered and the running turn changed."""
        covered = (*self.covered[:place], True, *self.covered[place + 1 :])
        return replace(self, covered=covered, history=self._history_with(changes))

    def _uphold(self, word: str | None) -> CodenamesState:
        """End the turn of an invalid clue; the ruling spymaster covers ``word`` first."""
        if word is None:
            return self._end_turn("invalid")
        place = self._card(word)
        after = self._cover(place, covered=self.deal.words[place])
        return after._end_turn("invalid")

    def _end_turn(self, end: TurnEnd) -> CodenamesState:
        after = self._with_turn(end=end)
        outcome = after._outcome_of_turn(end)
        if outcome is None and self.setup.opponent == "passive":
            after = after._passive_cover()
            outcome = after._outcome_of_turn(end)
        if outcome is not None:
            return replace(after, phase="over", outcome=outcome)
        turn = other(self.turn) if self.setup.opponent == "team" else self.turn
        return replace(after, phase="clue", turn=turn)

    def _passive_cover(self) -> CodenamesState:
        passive = other(self.turn)
        place = next(
            i
            for i in self.deal.passive_order
            if self.deal.key[i] == passive and not self.covered[i]
        )
        return self._cover(place, covered=self.deal.words[place])

    def _outcome_of_turn(self, end: TurnEnd) -> Outcome | None:
        """Return how the turn that just ended decides the game, or None."""
        rival = other(self.turn)
        own, theirs = SIDE_NAMES[self.turn], SIDE_NAMES[rival]
        if end == "assassin":
            return Outcome(
                (rival,),
                "assassin",
                Text(
                    f"{own.en} touched the assassin; {theirs.en} wins.",
                    f"{own.zh}触碰了刺客，{theirs.zh}获胜。",
                ),
            )
        if end == "found_all":
            return Outcome(
                (self.turn,),
                "found_all",
                Text(f"{own.en} found all its words and wins.", f"{own.zh}找出全部特工，获胜。"),
            )
        if rival in self.deal.key and rival not in self._left:
            if self.history[-1].covered is not None:
                return Outcome(
                    (rival,),
                    "covered",
                    Text(
                        f"{theirs.en} covered its last word and wins.",
                        f"{theirs.zh}覆盖了己方最后一个词，获胜。",
                    ),
                )
            return Outcome(
                (rival,),
                "handed",
                Text(
                    f"{own.en} touched the last word of {theirs.en}; {theirs.en} wins.",
                    f"{own.zh}替{theirs.zh}翻开了最后一名特工，{theirs.zh}获胜。",
                ),
            )
        recent = [turn for turn in self.history if turn.side == self.turn][-IDLE_TURNS:]
        if len(recent) == IDLE_TURNS and not any(turn.guessed for turn in recent):
            return Outcome(
                (rival,),
                "idle",
                Text(
                    f"{own.en} touched no card in {IDLE_TURNS} turns in a row; {theirs.en} wins.",
                    f"{own.zh}连续 {IDLE_TURNS} 回合没有猜词，{theirs.zh}获胜。",
                ),
            )
        return None
