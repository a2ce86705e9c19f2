"""What each seat of Codenames may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from cluebot.errors import IllegalMove, InputError, Language, Text, bad_input, shorten
from cluebot.games.base import Frozen, Outcome, Seat
from cluebot.games.codenames.moves import (
    PROMPTS,
    Accept,
    Cover,
    GiveClue,
    Guess,
    Move,
    Number,
    Stop,
)
from cluebot.games.codenames.setup import CodenamesOptions, Identity, Side, other
from cluebot.registry import nearest
from cluebot.rules.legality import Reason, Ruling, Verdict, check_clue
from cluebot.rules.text import squash

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
        return _positions(self.words).get(squash(word))

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
        if self.outcome is not None:
            raise IllegalMove(Text("The game is over.", "游戏已结束。"))
        if self.seat not in self.to_act:
            waiting = ", ".join(self.to_act)
            raise IllegalMove(
                Text(
                    f"It is not the turn of {self.seat or 'a spectator'}; to act: {waiting}.",
                    f"现在轮不到 {self.seat or '旁观者'}；应由 {waiting} 行动。",
                )
            )
        expected, judge = _JUDGES[self.phase]
        if not isinstance(move, expected):
            prompt = PROMPTS[self.phase]
            raise IllegalMove(
                Text(
                    f"The move “{move.kind}” is not possible now. {prompt.en}.",
                    f"现在不能做「{move.kind}」。{prompt.zh}。",
                )
            )
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


def _positions(words: tuple[str, ...]) -> dict[str, int]:
    return {squash(word): i for i, word in enumerate(words)}


def _judge_clue(view: CodenamesView, move: GiveClue) -> Verdict:
    options = view.options
    if move.number == "unlimited":
        if not options.unlimited:
            raise IllegalMove(
                Text(
                    "This table does not play “unlimited”; say a number.",
                    "本桌不用「无限」；请报一个数字。",
                )
            )
    elif not options.min_number <= move.number <= options.max_number:
        allowed = f"{options.min_number}-{options.max_number}"
        raise IllegalMove(
            Text(
                f"number = {move.number}: the number of a clue must be in {allowed}"
                f"{', or unlimited' if options.unlimited else ''}.",
                f"number = {move.number}：线索的数字应为 {allowed}"
                f"{'，或「无限」' if options.unlimited else ''}。",
            )
        )
    verdict = check_clue(
        move.word,
        view.uncovered,
        view.language,
        "codenames",
        used=view.used_clues,
        options=options.legality,
    )
    if options.illegal_clue == "reject" and not verdict.legal:
        shown = shorten(move.word)
        raise IllegalMove(
            Text(
                f"The clue “{shown}” is illegal: " + " ".join(r.detail.en for r in verdict.reasons),
                f"线索「{shown}」不合法：" + "".join(r.detail.zh for r in verdict.reasons),
            )
        )
    return verdict


def _judge_guess(view: CodenamesView, move: Guess | Stop) -> None:
    if isinstance(move, Guess):
        _uncovered_card(view, move.word)
    elif view.current is None or not view.current.guessed:
        raise IllegalMove(
            Text("Touch at least one card before you stop.", "每回合至少要猜一张，之后才能停。")
        )


def _judge_ruling(view: CodenamesView, move: Accept | Cover) -> None:
    if not isinstance(move, Cover) or move.word is None:
        return
    word = view.words[_uncovered_card(view, move.word)]
    if isinstance(view, SpymasterView) and word not in view.own:
        raise IllegalMove(
            Text(
                f"“{word}” is not one of your own words; cover one of these: "
                f"{', '.join(view.own)}.",
                f"「{word}」不是己方的词；可覆盖：{'、'.join(view.own)}。",
            )
        )


def _uncovered_card(view: CodenamesView, word: str) -> int:
    place = view.find(word)
    shown = shorten(word)
    if place is None:
        close = nearest(word, view.uncovered)
        raise IllegalMove(
            Text(
                f"“{shown}” is not on the board" + (f"; did you mean {close!r}?" if close else "."),
                f"词卡里没有「{shown}」" + (f"；是否想选「{close}」？" if close else "。"),
            )
        )
    if view.covered[place]:
        raise IllegalMove(
            Text(
                f"“{view.words[place]}” is already covered; choose another card.",
                f"「{view.words[place]}」已被覆盖；请选别的词。",
            )
        )
    return place


_JUDGES: dict[str, tuple[tuple[type[Move], ...], Callable[..., Verdict | None]]] = {
    "clue": ((GiveClue,), _judge_clue),
    "guess": ((Guess, Stop), _judge_guess),
    "ruling": ((Accept, Cover), _judge_ruling),
}


def no_such_seat(seat: object, seats: tuple[Seat, ...]) -> InputError:
    """Build the error for a seat that this game does not have."""
    known = ", ".join(seats)
    return bad_input(
        "seat",
        seat,
        en=f"there is no such seat; the seats are {known}.",
        zh=f"没有这个座位；座位有 {known}。",
    )
