"""The course of a game of Code Breaker as frozen positions."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from cluebot.errors import bad_input
from cluebot.games.base import Outcome, Seat
from cluebot.games.codebreaker import answers, steps
from cluebot.games.codebreaker.desk import Desk, Job
from cluebot.games.codebreaker.events import Event, Logged
from cluebot.games.codebreaker.judging import judge
from cluebot.games.codebreaker.moves import (
    Accept,
    Counter,
    Discard,
    Emergency,
    EndTurn,
    Exchange,
    Give,
    Guess,
    Move,
    Pass,
    Play,
    SetCode,
)
from cluebot.games.codebreaker.rendering import render
from cluebot.games.codebreaker.setup import CodebreakerSetup, seats
from cluebot.games.codebreaker.views import CodebreakerView, Phase

Masks = tuple[tuple[int, ...], ...]
"""Bit masks of positions (bit 0 is position 1) by attacker and owner of the code."""


@dataclass(frozen=True)
class CodebreakerState:
    """One position; see `cluebot.games.base.State`. Players are numbered from 0.

    Attributes:
        setup: How the game was set up.
        chance: From what every event of chance is drawn.
        first: Who begins.
        deck: The cards to draw, the next one last.
        pile: The discards, the top one last.
        exile: Double spies that have left the game.
        hands: Everybody's cards, sorted.
        codes: Everybody's code; None until it is chosen.
        intel: Everybody's points of intel.
        alive: Who is still in the game.
        stars: Positions cracked.
        crosses: Positions guessed wrong.
        immune: Positions encrypted, by owner.
        encrypted: Who has used double encryption.
        allies: Secret alliances.
        active: Whose turn it is; -1 before the first.
        turn: Turns begun.
        round: Rounds begun.
        actions: Actions left.
        extra_guesses: Guesses left beside them.
        locked: Whether the active player may not guess again in this turn.
        again: Whether another turn of the same player follows.
        reshuffles: How often the discards have become the deck.
        draws: How many events of chance there have been.
        agenda: What has still to happen, the next thing last.
        log: All that has happened.
        ply: Number of moves and forfeits applied.
        outcome: How the game ended, or None.
    """

    setup: CodebreakerSetup
    chance: int
    first: int
    deck: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    codes: tuple[tuple[int, ...] | None, ...]
    intel: tuple[int, ...]
    alive: tuple[bool, ...]
    stars: Masks
    crosses: Masks
    immune: tuple[int, ...]
    encrypted: tuple[bool, ...]
    pile: tuple[str, ...] = ()
    exile: tuple[str, ...] = ()
    allies: tuple[tuple[int, int], ...] = ()
    active: int = -1
    turn: int = 0
    round: int = 0
    actions: int = 0
    extra_guesses: int = 0
    locked: bool = False
    again: bool = False
    reshuffles: int = 0
    draws: int = 0
    agenda: tuple[Job, ...] = ()
    log: tuple[Logged, ...] = ()
    ply: int = 0
    outcome: Outcome | None = None
    # Match, player and judge ask for the same view of the same position; once the game has moved
    # on, hardly anybody does, and views are by far the largest part of a position.
    _views: dict[Seat | None, CodebreakerView] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    @property
    def names(self) -> tuple[Seat, ...]:
        """All seats."""
        return seats(self.setup)

    @property
    def phase(self) -> Phase:
        """What the table does."""
        if self.outcome is not None:
            return "over"
        if self.active < 0:
            return "code"
        if self.agenda:
            match self.agenda[-1].name:
                case "window":
                    return "counter"
                case "swap":
                    return "swap"
                case _:
                    return "discard"
        return "act"

    def to_act(self) -> tuple[Seat, ...]:
        """Return who may move now: all who have no code yet, later one seat at a time."""
        names = self.names
        match self.phase:
            case "over":
                return ()
            case "code":
                return tuple(n for n, code in zip(names, self.codes, strict=True) if code is None)
            case "act":
                return (names[self.active],)
            case _:
                return (names[self.asked()],)

    def asked(self) -> int:
        """Return the player who has to answer what is pending."""
        job = self.agenda[-1]
        return job.seat if job.name == "discard" else job.queue[0]

    def view(self, seat: Seat | None) -> CodebreakerView:
        """Render what ``seat`` (None: a spectator) may know.

        Raises:
            InputError: If the game has no such seat.
        """
        found = self._views.get(seat)
        if found is None:
            if seat is not None and seat not in self.names:
                raise bad_input(
                    "seat", seat,
                    en=f"there is no such seat; the seats are {', '.join(self.names)}.",
                    zh=f"没有这个座位；座位有 {'、'.join(self.names)}。",
                )  # fmt: skip
            found = self._views[seat] = render(self, seat)
        return found

    def apply(self, seat: Seat, move: Move, *, now: float = 0.0) -> CodebreakerState:  # noqa: ARG002
        """Return the state after ``move``.

        Raises:
            IllegalMove: If the seat may not make this move now.
            InputError: If the game has no such seat.
        """
        judge(self.view(seat), move)
        return self.after(seat, move)

    def after(self, seat: Seat, move: Move) -> CodebreakerState:
        """Return the state after a move that is known to be legal."""
        desk = self.desk()
        self._carry_out(desk, self.names.index(seat), move)
        self._views.clear()
        return self._from(desk)

    def forfeit(self, seat: Seat, *, now: float = 0.0) -> CodebreakerState:  # noqa: ARG002
        """Return the state after ``seat`` gave up its move.

        It chooses a code at random, ends its turn, plays no counter, refuses a swap, or discards
        the cards that have to go in the order of its hand.

        Raises:
            IllegalMove: If nothing is asked of the seat now.
            InputError: If the game has no such seat.
        """
        view = self.view(seat)
        desk, index = self.desk(), self.names.index(seat)
        match view.task:
            case "code":
                rng = random.Random(f"{self.chance}/code/{index}")
                code = tuple(rng.randrange(10) for _ in range(self.setup.length))
                self._carry_out(desk, index, SetCode(code=code))
            case "act":
                self._carry_out(desk, index, EndTurn())
            case "counter" | "swap":
                self._carry_out(desk, index, Pass())
            case "discard":
                job = desk.agenda[-1]
                for card in list(desk.hands[index])[: job.count]:
                    steps.discard(desk, index, Discard(card=card))
                steps.run(desk)
            case _:
                judge(view, EndTurn())
                raise AssertionError
        return self._from(desk)

    @staticmethod
    def _carry_out(desk: Desk, index: int, move: Move) -> None:
        match move:
            case SetCode():
                desk.codes[index] = move.code
                name = desk.names[index]
                secret = Event(kind="code", seat=name, digits=move.code)
                desk.tell("code", to=(index,), secret=secret, seat=name)
                if None not in desk.codes:
                    desk.round = 1
                    steps.begin_turn(desk, desk.first)
            case Guess():
                steps.guess(desk, index, move)
            case Play():
                steps.play(desk, index, move)
            case Exchange():
                steps.exchange(desk, index, move)
            case Give():
                steps.give(desk, index, move)
            case Emergency():
                steps.emergency(desk, index, move)
            case EndTurn():
                steps.end_turn(desk)
            case Discard():
                steps.discard(desk, index, move)
            case Counter():
                answers.counter(desk, index, move)
            case Accept():
                answers.swap_answer(desk, index, move)
            case Pass():
                if desk.agenda[-1].name == "swap":
                    answers.swap_answer(desk, index, None)
                else:
                    answers.no_counter(desk)
        steps.run(desk)

    def desk(self) -> Desk:
        """Return a working copy of the position."""
        desk = Desk(self.setup, self.names)
        desk.chance, desk.draws, desk.first = self.chance, self.draws, self.first
        desk.deck, desk.pile, desk.exile = list(self.deck), list(self.pile), list(self.exile)
        desk.hands = [list(hand) for hand in self.hands]
        desk.codes, desk.intel, desk.alive = list(self.codes), list(self.intel), list(self.alive)
        desk.stars = [list(row) for row in self.stars]
        desk.crosses = [list(row) for row in self.crosses]
        desk.immune, desk.encrypted = list(self.immune), list(self.encrypted)
        desk.allies, desk.active, desk.turn = list(self.allies), self.active, self.turn
        desk.round, desk.actions = self.round, self.actions
        desk.extra_guesses, desk.locked, desk.again = self.extra_guesses, self.locked, self.again
        desk.reshuffles, desk.agenda, desk.log = self.reshuffles, list(self.agenda), list(self.log)
        return desk

    def _from(self, desk: Desk) -> CodebreakerState:
        agenda = () if desk.outcome is not None else tuple(desk.agenda)
        return CodebreakerState(
            setup=self.setup,
            chance=self.chance,
            first=self.first,
            deck=tuple(desk.deck),
            hands=tuple(map(tuple, desk.hands)),
            codes=tuple(desk.codes),
            intel=tuple(desk.intel),
            alive=tuple(desk.alive),
            stars=tuple(map(tuple, desk.stars)),
            crosses=tuple(map(tuple, desk.crosses)),
            immune=tuple(desk.immune),
            encrypted=tuple(desk.encrypted),
            pile=tuple(desk.pile),
            exile=tuple(desk.exile),
            allies=tuple(desk.allies),
            active=desk.active,
            turn=desk.turn,
            round=desk.round,
            actions=desk.actions,
            extra_guesses=desk.extra_guesses,
            locked=desk.locked,
            again=desk.again,
            reshuffles=desk.reshuffles,
            draws=desk.draws,
            agenda=agenda,
            log=tuple(desk.log),
            ply=self.ply + 1,
            outcome=desk.outcome,
        )
