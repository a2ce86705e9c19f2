"""What each seat of Codenames may know."""

from __future__ import annotations

from typing import Literal

from cluebot.errors import Language
from cluebot.games.base import Frozen, Outcome, Seat
from cluebot.games.codenames.judging import find_card, judge
from cluebot.games.codenames.moves import Accept, Cover, Guess, Move, Number, Stop
from cluebot.games.codenames.setup import CodenamesOptions, Identity, Side, other
from cluebot.rules.legality import Reason, Ruling, Verdict

Phase = Literal["clue", "ruling", "guess", "over"]
TurnEnd = Literal[
    "stopped", "limit", "found_all", "neutral", "opponent", "assassin", "invalid", "forfeit"
]


class Touch(Frozen):
    """A card that an operative touched, and what it turned out to be."""

    word: str
    identity: Identity
    seat: Seat


class Turn(Frozen):
    """One turn of one side, the clue and what came of it; public.

    Attributes:
        side: Whose turn it was.
        clue: The clue word; None if the spymaster forfeited.
        number: The number said with it, or ``"unlimited"``; None if the spymaster forfeited.
        ruling: What the check of the clue said; may differ from ``"legal"`` only for an
            ``"ask"`` that the table allows, or with ``illegal_clue="penalty"``.
        reasons: Why.
        guessed: The cards touched, in order.
        end: How the turn ended; None while it runs. ``"limit"``: the last guess allowed was
            right; ``"invalid"``: the clue was held to be illegal.
        covered: The word that the other side covered of its own after this turn (as a penalty,
            or as passive opponent); None for none.
    """

    side: Side
    clue: str | None = None
    number: Number | None = None
    ruling: Ruling = "legal"
    reasons: tuple[Reason, ...] = ()
    guessed: tuple[Touch, ...] = ()
    end: TurnEnd | None = None
    covered: str | None = None


class Remaining(Frozen):
    """How many cards of each identity are still uncovered; public, as the key's counts are."""

    red: int
    blue: int
    neutral: int
    assassin: int


class CodenamesView(Frozen):
    """What lies open on the table.

    Attributes:
        seat: The seat this view belongs to; None for a spectator.
        role: ``"spymaster"``, ``"operative"`` or ``"spectator"``.
        side: The seat's side; None for a spectator.
        language: The language of the words.
        options: What the table has agreed on.
        words: The board, row by row.
        identities: For each word what everybody knows it to be; None while uncovered (all are
            known once the game is over).
        covered: For each word whether an identity card lies on it.
        starts: The side that moved first.
        turn: The side whose turn it is.
        phase: ``"clue"``, ``"ruling"`` (the other spymaster rules on a disputed clue),
            ``"guess"`` or ``"over"``.
        to_act: The seats that may move now. Any operative of the side may touch; the one
            listed first is the next to be asked, and the operatives take the turns in rotation.
        guesses_left: Guesses still allowed in this turn; None when there is no limit (clues
            with 0 or unlimited) and outside the guess phase.
        remaining: Uncovered cards by identity.
        history: All turns, the running one last (once its clue is given).
        outcome: How the game ended, or None.
    """

    seat: Seat | None
    role: Literal["spymaster", "operative", "spectator"]
    side: Side | None
    language: Language
    options: CodenamesOptions
    words: tuple[str, ...]
    identities: tuple[Identity | None, ...]
    covered: tuple[bool, ...]
    starts: Side
    turn: Side
    phase: Phase
    to_act: tuple[Seat, ...]
    guesses_left: int | None
    remaining: Remaining
    history: tuple[Turn, ...]
    outcome: Outcome | None = None

    @property
    def uncovered(self) -> tuple[str, ...]:
        """The words that are still in play, in board order."""
        return tuple(w for w, c in zip(self.words, self.covered, strict=True) if not c)

    @property
    def used_clues(self) -> tuple[str, ...]:
        """Every clue word of both sides so far, in order."""
        return tuple(turn.clue for turn in self.history if turn.clue is not None)

    @property
    def current(self) -> Turn | None:
        """The running turn, from its clue to its end; None between turns."""
        return self.history[-1] if self.history and self.history[-1].end is None else None

    @property
    def own_remaining(self) -> int:
        """Uncovered words of the seat's side (for a spectator: of the side to move)."""
        return int(getattr(self.remaining, self.side or self.turn))

    @property
    def opponent_remaining(self) -> int:
        """Uncovered words of the side opposing the seat's."""
        return int(getattr(self.remaining, other(self.side or self.turn)))

    def turns_taken(self, side: Side) -> int:
        """Return how many turns ``side`` has begun; the score of one-team games."""
        return sum(turn.side == side for turn in self.history)

    def find(self, word: str) -> int | None:
        """Return the position of a card, however ``word`` is spelled; None if there is none."""
        return find_card(self.words, word)

    def choices(self) -> tuple[Move, ...]:
        """List the legal moves of the seat; none when it gives a clue or is not to act."""
        return ()

    def check(self, move: Move) -> None:
        """Judge a move before it is made.

        Raises:
            IllegalMove: If the seat may not make this move now.
        """
        self.judge(move)

    def judge(self, move: Move) -> Verdict | None:
        """Judge a move as `check` does, and return the ruling if it is a clue.

        With ``illegal_clue="penalty"`` an illegal clue passes: it can be said, and the ruling
        tells what follows.

        Raises:
            IllegalMove: If the seat may not make this move now.
        """
        return judge(self, move)


class SpymasterView(CodenamesView):
    """The view of a spymaster, who knows the key.

    Attributes:
        key: The identity of every word.
    """

    role: Literal["spymaster"] = "spymaster"
    side: Side
    key: tuple[Identity, ...]

    def still(self, identity: Identity) -> tuple[str, ...]:
        """Return the uncovered words of one identity, in board order."""
        cards = zip(self.words, self.key, self.covered, strict=True)
        return tuple(word for word, kind, covered in cards if kind == identity and not covered)

    @property
    def own(self) -> tuple[str, ...]:
        """The seat's own words that are still uncovered."""
        return self.still(self.side)

    @property
    def opponent(self) -> tuple[str, ...]:
        """The other side's words that are still uncovered."""
        return self.still(other(self.side))

    @property
    def neutral(self) -> tuple[str, ...]:
        """The innocent bystanders that are still uncovered."""
        return self.still("neutral")

    @property
    def assassin(self) -> tuple[str, ...]:
        """The assassins (usually one)."""
        return self.still("assassin")

    def choices(self) -> tuple[Move, ...]:
        """List the possible rulings on a disputed clue; none in any other phase."""
        if self.phase != "ruling" or self.seat not in self.to_act:
            return ()
        return (Accept(), Cover(), *(Cover(word=word) for word in self.own))


class OperativeView(CodenamesView):
    """The view of an operative, who knows only what lies open."""

    role: Literal["operative"] = "operative"
    side: Side

    @property
    def may_stop(self) -> bool:
        """Whether the turn may be ended now: only after at least one guess."""
        current = self.current
        return self.phase == "guess" and current is not None and bool(current.guessed)

    def choices(self) -> tuple[Move, ...]:
        """List the cards that may be touched, then `Stop` once it is allowed."""
        if self.phase != "guess" or self.seat not in self.to_act:
            return ()
        guesses = tuple(Guess(word=word) for word in self.uncovered)
        return (*guesses, Stop()) if self.may_stop else guesses


class SpectatorView(CodenamesView):
    """The view of somebody without a seat."""

    seat: None = None
    role: Literal["spectator"] = "spectator"
    side: None = None
