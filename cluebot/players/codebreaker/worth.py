"""What cards and events are worth to the belief player, in stars.

Fitted by play against itself and the random player; only their order of size matters much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

KEEP: Mapping[str, float] = {
    "frag_a": 0.35, "frag_b": 0.6, "frag_c": 0.45, "freq": 0.45, "scan": 1.2, "neural": 0.5,
    "cross": 0.3, "tracker": 0.3, "accel": 0.4, "fog": 0.5, "trace": 0.03, "reset": 0.9,
    "wall": 0.6, "encrypt": 0.8, "intercept": 0.25, "throat": 0.35, "infiltrate": 0.04,
    "search": 0.5, "destroy": 0.8, "swap": 0.04, "market": 0.4, "mirror": 0.6, "ghost": 1.5,
    "chaos": 0.6, "entangle": 0.7, "loop": 0.8, "pact": 2.0,
}  # fmt: skip
"""A card in hand."""

FEE: Mapping[str, float] = {"frag_a": 0.1, "frag_b": 0.2, "frag_c": 0.15}
"""A fragment spent; less than one kept, as there are more fragments than actions."""

BIT = 0.3
"""A bit of information about an opponent's code."""

INTEL = 0.35
"""A point of an opponent's intel, while some are left."""

STOLEN = 0.35
"""A card that changes hands."""

OUT = 3.0
"""Removing one of several opponents."""

WIN = 12.0
"""Winning the game."""


def star_worth(before: int, more: int, length: int) -> float:
    """Return the worth of ``more`` stars on a code with ``before`` of ``length`` cracked."""
    after = before + more
    if after >= length:
        return WIN
    return sum(0.8 + 0.35 * n for n in range(before, after))


def keep_worth(hand: Sequence[str], card: str) -> float:
    """Return what one copy of a card adds to a hand; further copies add less."""
    copies = hand.count(card)
    spare = 0.75 ** (copies - 1) if card.startswith("frag") else 0.85 ** (copies - 1)
    return KEEP[card] * spare
