"""What has happened at the table, as it is told to each seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from cluebot.games.base import Frozen, Seat

EventKind = Literal[
    "code", "turn", "draw", "guess", "answer", "play", "tell", "cancel", "counter", "discard",
    "take", "give", "steal", "see", "swap", "refuse", "show", "mark", "change", "intel",
    "reshuffle", "ally", "out", "extra",
]  # fmt: skip


FrozenT = TypeVar("FrozenT", bound=Frozen)
_DEFAULTS: dict[type[Frozen], dict[str, Any]] = {}


def made(model: type[FrozenT], **fields: Any) -> FrozenT:
    """Make a value from fields known to be right, as ``model_construct`` does, only faster.

    Games make several of them a move, and players play thousands of moves to choose one.
    """
    defaults = _DEFAULTS.get(model)
    if defaults is None:
        defaults = _DEFAULTS[model] = {
            name: field.default
            for name, field in model.model_fields.items()
            if not field.is_required()
        }
    value = model.__new__(model)
    object.__setattr__(value, "__dict__", defaults | fields)
    object.__setattr__(value, "__pydantic_fields_set__", set(fields))
    object.__setattr__(value, "__pydantic_extra__", None)
    object.__setattr__(value, "__pydantic_private__", None)
    return value


class Event(Frozen):
    """One line of the log; fields that do not apply, or that the seat may not know, are None.

    Attributes:
        kind: What happened: ``code`` (a code was set), ``turn`` (one began), ``draw``, ``guess``
            (declared), ``answer`` (to a guess), ``play``, ``tell`` (a digit or property of
            ``target``'s code was told by ``card``), ``cancel`` (a counter voided a tool or guess),
            ``counter`` (one was played), ``discard``, ``take`` (from the discards), ``give``,
            ``steal``, ``see`` (hand cards were looked at), ``swap``, ``refuse``, ``show`` (drawn
            cards), ``mark`` (recorded marks changed), ``change`` (a digit was changed),
            ``intel``, ``reshuffle``, ``ally``, ``out``, ``extra`` (turn).
        seat: Who did it.
        target: Whom it was done to.
        second: The other player concerned.
        card: The card.
        effect: Which of its effects.
        grade: The grade of the guess.
        positions: Positions from 1.
        digits: Digits, for the positions or alone.
        cards: Cards that moved or were seen.
        count: A number: of cards, of the turn, the new intel.
        result: ``right``, ``wrong``, ``higher``, ``lower`` (wrong, the secret digit is so),
            ``reset``, ``yes``, ``no``, ``max``, ``min``, ``star``, ``cross``, ``none``.
    """

    kind: EventKind
    seat: Seat | None = None
    target: Seat | None = None
    second: Seat | None = None
    card: str | None = None
    effect: str | None = None
    grade: str | None = None
    positions: tuple[int, ...] | None = None
    digits: tuple[int, ...] | None = None
    cards: tuple[str, ...] | None = None
    count: int | None = None
    result: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the fields that apply, as plain JSON values."""
        return self.model_dump(mode="json", exclude_none=True)


@dataclass(frozen=True, slots=True)
class Logged:
    """An event with what only some seats may know of it.

    Attributes:
        public: What everybody is told.
        secret: What the seats of ``to`` are told instead.
        to: Their indices.
    """

    public: Event
    secret: Event | None = None
    to: tuple[int, ...] = ()

    def told(self, index: int | None) -> Event:
        """Return the event as told to a player; None: a spectator."""
        return self.secret if self.secret is not None and index in self.to else self.public
