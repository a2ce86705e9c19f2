"""The table while a move is carried out: mutable, short-lived, with the basic handlings.

What has still to happen is an *agenda* of tasks, the next one last. A task either waits for a
seat (a window for counters, cards to discard, a swap to agree to) or is a step that runs by
itself; steps and card effects put further tasks on the agenda.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from cluebot.games.base import Outcome, Seat
from cluebot.games.codebreaker import endings
from cluebot.games.codebreaker.cards import ANSWERS, CARDS, in_order
from cluebot.games.codebreaker.events import Event, EventKind, Logged, made
from cluebot.games.codebreaker.moves import Guess, Play
from cluebot.games.codebreaker.setup import MAX_INTEL, CodebreakerSetup

TaskName = Literal["window", "discard", "swap", "draw", "discarded", "answer", "reward", "tool",
                   "limit", "next"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Job:
    """One task of the agenda.

    Attributes:
        name: Which task.
        seat: Whom it is about: who draws, discards, has guessed or played; for a swap, who offers.
        reason: The kind of a window, or why cards are drawn or discarded.
        count: Cards to draw, or still to discard.
        cards: Cards drawn or discarded so far; for a swap, the card offered.
        queue: Who is still to be asked.
        move: The guess or play concerned.
    """

    name: TaskName
    seat: int
    reason: str = ""
    count: int = 0
    cards: tuple[str, ...] = ()
    queue: tuple[int, ...] = ()
    move: Guess | Play | None = None


class Desk:
    """The working copy of a position; `CodebreakerState` makes it and reads it back.

    Attributes are those of `CodebreakerState`, as lists. Marks are bit masks by attacker and
    owner; bit 0 is position 1.
    """

    def __init__(self, setup: CodebreakerSetup, names: Sequence[Seat]) -> None:
        self.setup = setup
        self.names = names
        self.chance = 0
        self.first = 0
        self.draws = 0
        self.deck: list[str] = []
        self.pile: list[str] = []
        self.exile: list[str] = []
        self.hands: list[list[str]] = []
        self.codes: list[tuple[int, ...] | None] = []
        self.intel: list[int] = []
        self.alive: list[bool] = []
        self.stars: list[list[int]] = []
        self.crosses: list[list[int]] = []
        self.immune: list[int] = []
        self.encrypted: list[bool] = []
        self.allies: list[tuple[int, int]] = []
        self.active = -1
        self.turn = 0
        self.round = 0
        self.actions = 0
        self.extra_guesses = 0
        self.locked = False
        self.again = False
        self.reshuffles = 0
        self.agenda: list[Job] = []
        self.log: list[Logged] = []
        self.outcome: Outcome | None = None

    # Who is who

    def opposed(self, one: int, other: int) -> bool:
        """Whether two players are opponents."""
        return one != other and (not self.setup.coop or 0 in (one, other))

    def clockwise(self, start: int) -> list[int]:
        """Return the living players clockwise, ``start`` first."""
        n = len(self.names)
        return [i for i in ((start + k) % n for k in range(n)) if self.alive[i]]

    def opponents_of(self, index: int) -> list[int]:
        """Return the living opponents of a player, clockwise from the active player's left."""
        return [
            i for i in self.clockwise((self.active + 1) % len(self.names)) if self.opposed(index, i)
        ]

    def index(self, seat: Seat | None) -> int:
        """Return the number of a seat, from 0."""
        return self.names.index(seat) if seat is not None else -1

    def side(self, index: int) -> list[int]:
        """Return the players whose stars count together."""
        if not self.setup.coop:
            return [index]
        return [0] if index == 0 else list(range(1, len(self.names)))

    def cracked(self, index: int, owner: int) -> int:
        """Return the mask of positions that a player's side has cracked."""
        mask = 0
        for i in self.side(index):
            mask |= self.stars[i][owner]
        return mask

    def code(self, index: int) -> tuple[int, ...]:
        """Return a player's code."""
        code = self.codes[index]
        assert code is not None, "the game begins when all codes are set"  # noqa: S101
        return code

    # The log

    def tell(
        self,
        kind: EventKind,
        *,
        to: Sequence[int] = (),
        secret: Event | None = None,
        **fields: Any,
    ) -> None:
        """Log an event; with ``secret``, the seats ``to`` are told that instead."""
        self.log.append(Logged(made(Event, kind=kind, **fields), secret, tuple(to)))

    def told(self, asker: int, target: int, **fields: Any) -> None:
        """Log an answer about a code, to all or only to those concerned, as the table plays."""
        full = made(Event, kind="tell", seat=self.names[asker], target=self.names[target], **fields)
        if self.setup.answer_visibility == "public":
            self.log.append(Logged(full))
            return
        hidden = full.model_copy(update={"digits": None, "result": None})
        known = {*self.side(asker), target}
        if full.second is not None:
            known.add(self.index(full.second))
        self.log.append(Logged(hidden, full, tuple(sorted(known))))

    # Chance

    def rng(self) -> random.Random:
        """Return a fresh generator for one event of chance."""
        self.draws += 1
        return random.Random(f"{self.chance}/{self.draws}")

    # Cards

    def lay(self, index: int, card: str) -> None:
        """Move a card from a hand to the discards."""
        self.hands[index].remove(card)
        self.pile.append(card)

    def receive(self, index: int, *cards: str) -> None:
        """Add cards to a hand."""
        self.hands[index] = list(in_order([*self.hands[index], *cards]))

    def draw_one(self) -> str | None:
        """Take the top card of the deck; None when deck and discards are exhausted."""
        if not self.deck and not self.reshuffle(counted=True):
            return None
        return self.deck.pop()

    def reshuffle(self, *, counted: bool) -> bool:
        """Shuffle the discards into the deck; return whether there is now a card to draw."""
        limit = self.setup.reshuffle_limit
        if counted and (not self.pile or (limit is not None and self.reshuffles >= limit)):
            return False
        self.deck += self.pile
        self.pile = []
        self.deck.sort()
        self.rng().shuffle(self.deck)
        self.reshuffles += counted
        self.tell("reshuffle", count=len(self.deck))
        return bool(self.deck)

    # Marks and intel

    def star(self, index: int, owner: int, position: int) -> None:
        """Record a position (from 1) as cracked."""
        bit = 1 << (position - 1)
        self.stars[index][owner] |= bit
        self.crosses[index][owner] &= ~bit

    def cross(self, index: int, owner: int, position: int) -> None:
        """Record a position as guessed wrong; a star there is turned over."""
        bit = 1 << (position - 1)
        self.stars[index][owner] &= ~bit
        self.crosses[index][owner] |= bit

    def void_stars(self, owner: int, position: int) -> None:
        """Turn over every star on a position whose digit has changed."""
        for i, row in enumerate(self.stars):
            if row[owner] >> (position - 1) & 1:
                self.cross(i, owner, position)

    def change_intel(self, index: int, change: int) -> None:
        """Move a player on the intel track."""
        now = max(0, min(MAX_INTEL, self.intel[index] + change))
        if now != self.intel[index]:
            self.intel[index] = now
            self.tell("intel", target=self.names[index], count=now)

    # The agenda

    def then(self, *jobs: Job) -> None:
        """Put tasks on the agenda, to be done in this order before all others."""
        self.agenda += reversed(jobs)

    def window(
        self,
        kind: str,
        seat: int,
        queue: Sequence[int],
        move: Guess | Play | None = None,
        cards: tuple[str, ...] = (),
    ) -> Job:
        """Describe a window for counters."""
        return Job("window", seat, kind, cards=cards, queue=tuple(queue), move=move)

    def may_counter(self, index: int, job: Job) -> bool:
        """Whether a player is asked for a counter.

        Unless the table asks only holders, this goes by what lies open, so that being asked says
        nothing about a hand.
        """
        if not self.alive[index] or not self.hands[index]:
            return False
        for card in ANSWERS[job.reason]:
            if card == "wall" and not (
                isinstance(job.move, Play)
                and job.move.card == "scan"
                and self.index(job.move.target) == index
            ):
                continue
            if card == "encrypt" and self.has_encrypted(index):
                continue
            if self.setup.ask == "holders":
                if card in self.hands[index]:
                    return True
            elif self.pile.count(card) < CARDS[card].copies:
                return True
        return False

    def has_encrypted(self, index: int) -> bool:
        """Whether the limit of double encryption is used up for a player."""
        return any(self.encrypted) if self.setup.encrypt_limit == "game" else self.encrypted[index]

    def waits(self) -> bool:
        """Whether the task on top of the agenda waits for a seat; drops what nobody can answer."""
        job = self.agenda[-1]
        match job.name:
            case "window":
                if job.reason == "discarded" and not job.cards:
                    return False
                queue = tuple(i for i in job.queue if self.may_counter(i, job))
                if queue != job.queue:
                    self.agenda[-1] = Job(
                        "window", job.seat, job.reason, cards=job.cards, queue=queue, move=job.move
                    )
                return bool(queue)
            case "discard":
                return job.count > 0 and self.alive[job.seat] and bool(self.hands[job.seat])
            case "swap":
                return self.alive[job.queue[0]] and bool(self.hands[job.queue[0]])
            case _:
                return False

    def settle(self) -> None:
        """Take out who has no intel left, then look for a crack or a last survivor."""
        if self.outcome is not None:
            return
        for i, points in enumerate(self.intel):
            if points == 0 and self.alive[i]:
                self.alive[i] = False
                self.pile += self.hands[i]
                self.hands[i] = []
                self.tell("out", target=self.names[i], digits=self.code(i))
        self.outcome = endings.crack(self) or endings.survivor(self)
