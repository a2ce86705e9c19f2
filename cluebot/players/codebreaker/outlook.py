"""What a seat knows and fears in one position, computed once for all moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log2

from cluebot.games.base import Seat
from cluebot.games.codebreaker import CodebreakerView, Knowledge
from cluebot.games.codebreaker.masks import masks
from cluebot.players.codebreaker.worth import BIT, INTEL, OUT, WIN


def entropy(shares: Iterable[float]) -> float:
    """Return the entropy of a distribution in bits.

    >>> entropy([0.5, 0.5])
    1.0
    """
    return -sum(p * log2(p) for p in shares if p > 0)


@dataclass
class Outlook:
    """A view with what follows from it.

    Attributes:
        view: The view.
        knowledge: The codes that everybody may have.
    """

    view: CodebreakerView
    knowledge: Knowledge
    _grids: dict[Seat, tuple[tuple[float, ...], ...]] = field(default_factory=dict)

    def grid(self, seat: Seat) -> tuple[tuple[float, ...], ...]:
        """Return the share of codes with each digit, by position."""
        if seat not in self._grids:
            self._grids[seat] = self.knowledge.grid(seat)
        return self._grids[seat]

    def share(self, seat: Seat, mask: int) -> float:
        """Return the share of a player's possible codes that are in a set."""
        own = self.knowledge.sets[seat]
        return (own & mask).bit_count() / own.bit_count()

    def stars(self, owner: Seat) -> int:
        """Return how many positions of a code the own side has cracked."""
        return len(self.view.stars(owner))

    def threat(self, attacker: Seat | None = None) -> int:
        """Return how many positions of the own code an opponent (or the best one) has cracked."""
        me = self.view.seat
        if me is None:
            return 0
        found = [
            len(p.on(me).stars)
            for p in self.view.opponents()
            if attacker is None or p.seat == attacker
        ]
        return max(found, default=0)

    def hit(self, owner: Seat, points: int) -> float:
        """Return the worth of taking intel from an opponent."""
        left = self.view.info(owner).intel
        if points < left:
            # The last points are the ones that count.
            return INTEL * points * (1 + 1 / (left - points))
        villain = self.view.players[0].seat
        alone = len(self.view.opponents()) == 1
        decides = owner == villain or self.view.seat == villain
        return WIN if alone or (self.view.options.coop and decides) else OUT

    def luck(self) -> float:
        """Return what one drawn card is worth for the chance that it is a deadly pact."""
        view = self.view
        if view.options.pact_b != "zero" or "pact" in (*view.hand, *view.discard, *view.exile):
            return 0.0
        unseen = view.deck + sum(p.cards for p in view.others())
        worth = WIN if len(view.opponents()) == 1 else OUT
        return worth / max(1, unseen)

    def digit_bits(self, owner: Seat, position: int) -> float:
        """Return the worth of learning one digit."""
        return BIT * entropy(self.grid(owner)[position - 1])

    def set_bits(self, owner: Seat, mask: int) -> float:
        """Return the worth of learning whether a code is in a set."""
        p = self.share(owner, mask)
        return BIT * entropy((p, 1 - p))

    def extreme_bits(self, owner: Seat, extreme: str) -> float:
        """Return the worth of learning the largest or smallest digit."""
        m = masks(self.view.options.length)
        sets = m.largest if extreme == "max" else m.smallest
        return BIT * entropy(self.share(owner, mask) for mask in sets)
