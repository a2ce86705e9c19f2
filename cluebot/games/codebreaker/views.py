"""What one seat of Code Breaker may know."""

from __future__ import annotations

from typing import Any, Literal

from cluebot.errors import Language
from cluebot.games.base import Frozen, Outcome, Seat
from cluebot.games.codebreaker.cards import ANSWERS
from cluebot.games.codebreaker.events import Event
from cluebot.games.codebreaker.moves import Guess, Move, Play
from cluebot.games.codebreaker.setup import CodebreakerOptions

Task = Literal["code", "act", "counter", "discard", "swap", "wait"]
Phase = Literal["code", "act", "counter", "discard", "swap", "over"]


def _rounded(share: float) -> float:
    """Round a share, keeping 0 for the impossible and 1 for the certain."""
    return share if share in (0, 1) else min(0.999, max(0.001, round(share, 3)))


class Marks(Frozen):
    """What one player has recorded about another's code; public.

    Attributes:
        owner: Whose code it is.
        stars: The positions cracked.
        crosses: The positions last guessed wrong.
    """

    owner: Seat
    stars: tuple[int, ...] = ()
    crosses: tuple[int, ...] = ()


class PlayerInfo(Frozen):
    """What everybody sees of a player.

    Attributes:
        seat: The seat.
        alive: Whether the player is still in the game.
        intel: Points of intel.
        cards: Number of hand cards.
        immune: Encrypted positions.
        encrypted: Whether double encryption has been used.
        marks: What the player has recorded about the others.
        code: The code, once it lies open.
        ready: Whether the code has been chosen.
    """

    seat: Seat
    alive: bool
    intel: int
    cards: int
    immune: tuple[int, ...] = ()
    encrypted: bool = False
    marks: tuple[Marks, ...] = ()
    code: tuple[int, ...] | None = None
    ready: bool = True

    def on(self, owner: Seat) -> Marks:
        """Return the marks on one player's code."""
        for marks in self.marks:
            if marks.owner == owner:
                return marks
        return Marks(owner=owner)


class Hand(Frozen):
    """The hand of a fellow agent."""

    seat: Seat
    cards: tuple[str, ...]


class Pending(Frozen):
    """What is being answered; public.

    Attributes:
        kind: A window (``guess``, ``right``, ``tool``, ``drawn``, ``discarded``), or why cards
            are discarded (``limit``, ``destroy``, ``tracker``, ``chaos``), or ``swap``.
        seat: Who guessed, played, drew, discarded or has to discard.
        asked: Who is being asked now.
        guess: The guess declared.
        play: The tool played.
        cards: The cards discarded; the cards drawn only for who drew them.
        count: How many cards were drawn, or are still to be discarded.
    """

    kind: str
    seat: Seat
    asked: Seat
    guess: Guess | None = None
    play: Play | None = None
    cards: tuple[str, ...] = ()
    count: int = 0


class CodebreakerView(Frozen):
    """What a seat, or a spectator, may know.

    Attributes:
        language: The language of the table.
        seat: The seat this view belongs to; None for a spectator.
        options: What the table has agreed on.
        phase: What the table does.
        task: What is expected of the seat now.
        to_act: The seats that may move now.
        active: Whose turn it is; None before the first.
        turn: Turns begun so far.
        round: Rounds begun so far.
        actions: Actions that the active player has left.
        extra_guesses: Guesses left beside them.
        guess_locked: Whether the active player may not guess again in this turn.
        code: The own code; None for a spectator and before it is chosen.
        hand: The own cards, sorted.
        fellows: The hands of fellow agents.
        players: What everybody sees of all players, player 1 first.
        allies: Secret allies of the seat.
        deck: Cards left to draw.
        discard: The discards, the top one last.
        exile: Double spies that have left the game.
        pending: What is being answered, or None.
        log: All that has happened, as told to the seat, oldest first.
        outcome: How the game ended, or None.
    """

    language: Language
    seat: Seat | None = None
    options: CodebreakerOptions = CodebreakerOptions()
    phase: Phase = "act"
    task: Task = "wait"
    to_act: tuple[Seat, ...] = ()
    active: Seat | None = None
    turn: int = 0
    round: int = 0
    actions: int = 0
    extra_guesses: int = 0
    guess_locked: bool = False
    code: tuple[int, ...] | None = None
    hand: tuple[str, ...] = ()
    fellows: tuple[Hand, ...] = ()
    players: tuple[PlayerInfo, ...] = ()
    allies: tuple[Seat, ...] = ()
    deck: int = 0
    discard: tuple[str, ...] = ()
    exile: tuple[str, ...] = ()
    pending: Pending | None = None
    log: tuple[Event, ...] = ()
    outcome: Outcome | None = None

    def info(self, seat: Seat | None) -> PlayerInfo:
        """Return what everybody sees of a player."""
        return next(player for player in self.players if player.seat == seat)

    def opposed(self, one: Seat | None, other: Seat) -> bool:
        """Whether two players are opponents."""
        if one == other:
            return False
        villain = self.players[0].seat
        return not self.options.coop or villain in (one, other)

    def opponents(self) -> tuple[PlayerInfo, ...]:
        """Return the living opponents of the seat, in seat order."""
        return tuple(p for p in self.players if p.alive and self.opposed(self.seat, p.seat))

    def others(self) -> tuple[PlayerInfo, ...]:
        """Return the other living players, in seat order."""
        return tuple(p for p in self.players if p.alive and p.seat != self.seat)

    def stars(self, owner: Seat) -> frozenset[int]:
        """Return the positions of a code that the seat's side has cracked."""
        return frozenset(
            position
            for p in self.players
            if p.seat == self.seat or (self.options.coop and not self.opposed(self.seat, p.seat))
            for position in p.on(owner).stars
        )

    @property
    def positions(self) -> tuple[int, ...]:
        """All positions of a code."""
        return tuple(range(1, self.options.length + 1))

    @property
    def window(self) -> tuple[str, ...]:
        """The counters that answer what is pending; encryption may be added in any window."""
        return ANSWERS.get(self.pending.kind, ()) if self.pending else ()

    def to_json(self) -> dict[str, Any]:
        """Return the view as plain JSON values; events and moves without empty fields.

        ``length`` is the number of digits of a code. While the game goes on, ``knowledge`` says
        what follows from the log: for each opponent the number of possible codes, and for each
        position the share of them with each digit.
        """
        data = self.model_dump(mode="json", exclude={"log", "pending"})
        data["log"] = [event.to_json() for event in self.log]
        data["pending"] = self.pending and self.pending.model_dump(mode="json", exclude_none=True)
        data["length"] = self.options.length
        data["knowledge"] = [] if self.outcome else self._knowledge()
        return data

    def _knowledge(self) -> list[dict[str, Any]]:
        from cluebot.games.codebreaker.knowledge import learn

        known = learn(self)
        return [
            {
                "seat": player.seat,
                "codes": known.count(player.seat),
                "grid": [[_rounded(share) for share in row] for row in known.grid(player.seat)],
            }
            for player in self.opponents()
        ]

    def choices(self) -> tuple[Move, ...]:
        """List every legal move; none while a code is to be chosen, which may be any."""
        from cluebot.games.codebreaker.listing import choices

        return choices(self)

    def check(self, move: Move) -> None:
        """Judge a move before it is made.

        Raises:
            IllegalMove: If the seat may not make this move now; gives the reason.
        """
        from cluebot.games.codebreaker.judging import judge

        judge(self, move)
