"""What follows from the log about everybody's code: for each player the exact set of codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cluebot.games.base import Seat
from cluebot.games.codebreaker.events import Event
from cluebot.games.codebreaker.masks import Masks, masks
from cluebot.games.codebreaker.views import CodebreakerView

Link = tuple[Seat, Seat, int, bool]
"""Two players, a position, and whether their digits there are equal."""


@dataclass
class Knowledge:
    """The codes that each player may have, as far as one seat can tell.

    A comparison of two other players' digits is applied to the digits each of them can have
    there, for as long as neither digit is changed.

    Attributes:
        length: Digits of a code.
        sets: The possible codes of each player as a mask, see `masks.Masks`.
        links: Comparisons of players whose digits are both unknown.
        read: How many events have been taken in.
    """

    length: int
    sets: dict[Seat, int]
    links: list[Link] = field(default_factory=list)
    read: int = 0

    @property
    def masks(self) -> Masks:
        """The masks of this length."""
        return masks(self.length)

    def copy(self) -> Knowledge:
        """Return a copy that can be taken further."""
        return Knowledge(self.length, dict(self.sets), list(self.links), self.read)

    def count(self, seat: Seat) -> int:
        """Return how many codes a player may have."""
        return self.sets[seat].bit_count()

    def grid(self, seat: Seat) -> tuple[tuple[float, ...], ...]:
        """Return for each position the share of codes with each digit there, 0 to 9."""
        mask, total = self.sets[seat], self.count(seat)
        return tuple(
            tuple((mask & m).bit_count() / total for m in self.masks.digit[p])
            for p in self.masks.positions
        )

    def known(self, seat: Seat, position: int) -> int | None:
        """Return the digit at a position if it is certain."""
        mask = self.sets[seat]
        for digit, there in enumerate(self.masks.digit[position]):
            if mask & there:
                return None if mask & ~there else digit
        return None

    def take_in(self, event: Event) -> None:
        """Learn what an event says."""
        self.read += 1
        seat = event.target
        if event.kind == "code" and event.digits and event.seat:
            self.sets[event.seat] = self.masks.exactly(event.digits)
        elif seat is None:
            return
        elif event.kind == "answer":
            self._answer(event, seat)
        elif event.kind == "tell":
            self._tell(event, seat)
        elif event.kind == "change" and event.positions:
            self._change(event, seat, event.positions[0])
        elif event.kind == "out" and event.digits:
            self.sets[seat] = self.masks.exactly(event.digits)
        else:
            return
        if self.links:
            self._follow_links()

    def _keep(self, seat: Seat, mask: int) -> None:
        self.sets[seat] &= mask

    def _answer(self, event: Event, seat: Seat) -> None:
        right = self.masks.every
        for p, d in zip(event.positions or (), event.digits or (), strict=True):
            right &= self.masks.digit[p][d]
        match event.result:
            case "right" | "reset":
                self._keep(seat, right)
            case "wrong":
                self._keep(seat, ~right)
            case "higher" | "lower" if event.positions and event.digits:
                side = self.masks.above if event.result == "higher" else self.masks.below
                self._keep(seat, side[event.positions[0]][event.digits[0]])

    def _tell(self, event: Event, seat: Seat) -> None:
        m, digits = self.masks, event.digits
        match event.card:
            case "freq" if digits and event.result:
                has = m.has[digits[0]]
                self._keep(seat, has if event.result == "yes" else ~has)
            case "neural" if digits:
                self._keep(seat, (m.largest if event.result == "max" else m.smallest)[digits[0]])
            case "throat" if event.result:
                self._keep(seat, m.neighbours if event.result == "yes" else ~m.neighbours)
            case "cross" if event.result and event.second and event.positions:
                self.links.append((seat, event.second, event.positions[0], event.result == "yes"))
            case "scan" | "mirror" | "ghost" | "search" | "entangle" | "guess":
                if digits and event.positions:
                    self._keep(seat, m.digit[event.positions[0]][digits[0]])

    def _change(self, event: Event, seat: Seat, position: int) -> None:
        self.links = [k for k in self.links if k[2] != position or seat not in k[:2]]
        mask = self.sets[seat]
        if event.card == "reset":
            self.sets[seat] = self.masks.step_up(mask, position)
        else:
            self.sets[seat] = self.masks.replaced(mask, position)
            if event.digits:
                self._keep(seat, self.masks.digit[position][event.digits[0]])

    def _follow_links(self) -> None:
        """Narrow both sides of each comparison until nothing changes."""
        digit = self.masks.digit
        changed = True
        while changed:
            changed = False
            for one, other, position, equal in self.links:
                for a, b in ((one, other), (other, one)):
                    possible = [d for d in range(10) if self.sets[b] & digit[position][d]]
                    keep = self.masks.every
                    if equal:
                        keep = 0
                        for d in possible:
                            keep |= digit[position][d]
                    elif len(possible) == 1:
                        keep = ~digit[position][possible[0]]
                    narrowed = self.sets[a] & keep
                    if narrowed != self.sets[a]:
                        self.sets[a] = narrowed
                        changed = True
        self.links = [
            k
            for k in self.links
            if self.known(k[0], k[2]) is None or self.known(k[1], k[2]) is None
        ]


def nothing_known(length: int, seats: Sequence[Seat]) -> Knowledge:
    """Return the state of knowledge before the first event."""
    return Knowledge(length, dict.fromkeys(seats, masks(length).every))


def learn(view: CodebreakerView, earlier: Knowledge | None = None) -> Knowledge:
    """Return what the seat of ``view`` can know of all codes, its own included.

    Args:
        view: The view.
        earlier: What followed from the first events of the same log; it stays as it is.
    """
    knowledge = (
        earlier.copy()
        if earlier is not None
        else nothing_known(view.options.length, [p.seat for p in view.players])
    )
    for event in view.log[knowledge.read :]:
        knowledge.take_in(event)
    return knowledge
