"""The moves of Code Breaker as values and as JSON; their text is in the module ``reading``.

| move | JSON |
|---|---|
| `SetCode` | ``{"kind": "code", "code": [4, 2, 7, 9]}`` |
| `Guess` | ``{"kind": "guess", "grade": "elementary", "target": "player.2", "positions": [1],``
  ``"digits": [5]}`` |
| `Play` | ``{"kind": "play", "card": "freq", "target": "player.2", "digit": 7}`` |
| `Exchange` | ``{"kind": "exchange", "card": "frag_a"}`` |
| `Give` | ``{"kind": "give", "card": "frag_a", "target": "player.2"}`` |
| `Emergency` | ``{"kind": "emergency", "pay": "frag_b", "take": "wall"}`` |
| `EndTurn` | ``{"kind": "end"}`` |
| `Discard` | ``{"kind": "discard", "card": "freq"}`` |
| `Counter` | ``{"kind": "counter", "card": "encrypt", "position": 2}`` |
| `Pass` | ``{"kind": "pass"}`` |
| `Accept` | ``{"kind": "accept", "card": "frag_a"}`` |
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from cluebot.games.base import Frozen, Seat
from cluebot.games.codebreaker.cards import Effect
from cluebot.games.codebreaker.setup import Code

Grade = Literal["elementary", "precise", "ultimate"]
Name = Annotated[str, Field(max_length=40)]
SeatName = Annotated[Seat, Field(max_length=40)]
Position = Annotated[int, Field(strict=True, ge=1, le=5)]
Digit = Annotated[int, Field(strict=True, ge=0, le=9)]


class _Move(Frozen):
    def to_json(self) -> dict[str, Any]:
        """Return the fields that apply, as plain JSON values."""
        return self.model_dump(mode="json", exclude_none=True)


class SetCode(_Move):
    """Choose the own code, before the first turn."""

    kind: Literal["code"] = "code"
    code: Code


class Guess(_Move):
    """Guess one digit of an opponent, or two with an ultimate guess.

    Attributes:
        grade: The grade, which decides fee and reward.
        target: Whose code.
        positions: One position from 1; two in ascending order for an ultimate guess.
        digits: The digits guessed there.
    """

    kind: Literal["guess"] = "guess"
    grade: Grade
    target: SeatName
    positions: Annotated[tuple[Position, ...], Field(min_length=1, max_length=2)]
    digits: Annotated[tuple[Digit, ...], Field(min_length=1, max_length=2)]


class Play(_Move):
    """Play a tool, agent or double spy; what it has to name is in `cards.CARDS`.

    Attributes:
        card: The card.
        effect: Which effect of a double spy.
        target: Whom it is played on.
        second: The other player: compared with ``target``, or owner of the code that ``target``
            has marks on.
        position: A position from 1.
        positions: Where to add the stars of an entanglement.
        digit: The digit asked for, or the new one.
        extreme: Which digit neural analysis is to tell.
        offer: The own card offered for a swap.
        take: The card to take from the discards.
    """

    kind: Literal["play"] = "play"
    card: Name
    effect: Effect | None = None
    target: SeatName | None = None
    second: SeatName | None = None
    position: Position | None = None
    positions: Annotated[tuple[Position, ...], Field(max_length=5)] | None = None
    digit: Digit | None = None
    extreme: Literal["max", "min"] | None = None
    offer: Name | None = None
    take: Name | None = None


class Exchange(_Move):
    """Discard a fragment and draw a card."""

    kind: Literal["exchange"] = "exchange"
    card: Name


class Give(_Move):
    """Give a fragment to another player."""

    kind: Literal["give"] = "give"
    card: Name
    target: SeatName


class Emergency(_Move):
    """Discard two equal fragments and take another card from the discards."""

    kind: Literal["emergency"] = "emergency"
    pay: Name
    take: Name


class EndTurn(_Move):
    """End the own turn; actions that are left are lost."""

    kind: Literal["end"] = "end"


class Discard(_Move):
    """Discard a card when some have to go."""

    kind: Literal["discard"] = "discard"
    card: Name


class Counter(_Move):
    """Play a counter.

    Attributes:
        card: The card.
        position: What to encrypt, or which digit of an ultimate guess to reset.
        take: The discarded card to take with an interception.
    """

    kind: Literal["counter"] = "counter"
    card: Name
    position: Position | None = None
    take: Name | None = None


class Pass(_Move):
    """Play no counter, or refuse a swap."""

    kind: Literal["pass"] = "pass"


class Accept(_Move):
    """Agree to a swap.

    Attributes:
        card: The own card to give.
    """

    kind: Literal["accept"] = "accept"
    card: Name


Move = (
    SetCode | Guess | Play | Exchange | Give | Emergency | EndTurn | Discard | Counter | Pass
    | Accept
)  # fmt: skip
MOVE: TypeAdapter[Move] = TypeAdapter(Annotated[Move, Field(discriminator="kind")])
"""Reads a move from JSON values."""

FEES: dict[Grade, str] = {"elementary": "frag_a", "precise": "frag_b", "ultimate": "frag_c"}
"""The fragment that pays for a guess."""
