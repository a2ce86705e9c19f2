"""What every game offers: `Game`, `State`, `View`, and the table of games.

A State is frozen and knows everything; a View is what one seat may know. Players receive
Views only. ``apply`` is the one way from a state to the next.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, NewType, Protocol, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from cluebot.errors import Text
from cluebot.registry import Table

Seat = NewType("Seat", str)
"""A place at the table, such as ``"red.spymaster"`` or ``"blue.operative.1"``."""


class Frozen(BaseModel):
    """Base of the values that travel: setups, moves and views, as Python objects and as JSON.

    Validation is strict about unknown fields; instances are immutable and hashable.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    def to_json(self) -> dict[str, Any]:
        """Return the value as plain JSON values."""
        return self.model_dump(mode="json")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winners: The winning sides; several for a shared win, empty when nobody wins.
        reason: Stable identifier of the ending, such as ``"assassin"``.
        text: The ending told in both languages.
    """

    winners: tuple[str, ...]
    reason: str
    text: Text


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing of a game that has a name and a use, such as a card.

    Attributes:
        id: The name in moves and views.
        kind: What it is.
        name: What it is called.
        text: What it does.
        fee: The pieces to be paid for its use.
    """

    id: str
    kind: Text
    name: Text
    text: Text
    fee: tuple[str, ...] = ()


class View(Protocol):
    """What one seat (or a spectator) may know. Every implementation is a `Frozen` model.

    Two states that differ only in what the seat may not see render equal views for it.
    """

    @property
    def seat(self) -> Seat | None:
        """The seat this view belongs to; None for a spectator."""
        ...

    @property
    def language(self) -> str:
        """The language of the game's words."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return the view as plain JSON values."""
        ...

    def choices(self) -> tuple[Frozen, ...]:
        """List the legal moves of the seat, in a fixed order.

        Empty when it is not the seat's turn and when its moves are open text, such as a clue.
        """
        ...

    def check(self, move: Any) -> None:
        """Judge a move of the seat before it is made, by the rules that ``State.apply`` uses.

        Players call it to correct themselves; whatever it lets pass, ``apply`` accepts too.

        Raises:
            IllegalMove: If the seat may not make this move now.
        """
        ...


MoveT_contra = TypeVar("MoveT_contra", bound=Frozen, contravariant=True)
ViewT_co = TypeVar("ViewT_co", bound=View, covariant=True)


class State(Protocol[MoveT_contra, ViewT_co]):
    """One position of one game; frozen, and independent of clocks and random generators."""

    @property
    def ply(self) -> int:
        """Number of moves and forfeits applied since the start."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def to_act(self) -> tuple[Seat, ...]:
        """Seats that may move now, in a fixed order; empty exactly when the game is over."""
        ...

    def view(self, seat: Seat | None) -> ViewT_co:
        """Render what ``seat`` (None: a spectator) may know.

        Raises:
            InputError: If the game has no such seat.
        """
        ...

    def apply(self, seat: Seat, move: MoveT_contra, *, now: float = 0.0) -> Self:
        """Return the state after ``move``.

        Args:
            seat: Who moves.
            move: The move.
            now: Seconds since the start of the game; matters only to games with a timer.

        Raises:
            IllegalMove: If the seat may not make this move now; this state stays as it is.
        """
        ...

    def forfeit(self, seat: Seat, *, now: float = 0.0) -> Self:
        """Return the state after ``seat`` failed to produce a legal move in its turn.

        Each game defines what that costs; the game always goes on or ends.

        Raises:
            IllegalMove: If it is not the seat's turn.
        """
        ...


ViewT = TypeVar("ViewT", bound=View)


class Rendering(Generic[ViewT]):
    """Base of states that render each view once: it is asked for again when a move is judged."""

    @cached_property
    def _views(self) -> dict[Seat | None, ViewT]:
        return {}

    def view(self, seat: Seat | None) -> ViewT:
        """Render what ``seat`` (None: a spectator) may know.

        Raises:
            InputError: If the game has no such seat.
        """
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self._render(seat)
        return view

    def _render(self, seat: Seat | None) -> ViewT:
        raise NotImplementedError


class Game(Protocol):
    """A game as a description: how to set it up and how its moves are written.

    Implementations are stateless; one instance serves all matches.
    """

    @property
    def name(self) -> str:
        """The name in the table of games."""
        ...

    @property
    def setup_type(self) -> type[Frozen]:
        """The model of the setup: language, words, seats, options; JSON in, validated."""
        ...

    @property
    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        """Named sets of setup fields; the first is the default."""
        ...

    @property
    def pieces(self) -> Sequence[Piece]:
        """Everything that moves and views name by an id; empty where words speak for themselves."""
        ...

    def seats(self, setup: Any) -> tuple[Seat, ...]:
        """Return the seats of a game with this setup, in a fixed order."""
        ...

    def role(self, seat: Seat) -> str:
        """Return the role that decides which players can take the seat (``"spymaster"``)."""
        ...

    def side(self, seat: Seat) -> str:
        """Return the side that the seat plays for, as `Outcome.winners` names it (``"red"``)."""
        ...

    def start(self, setup: Any, rng: random.Random) -> State[Any, Any]:
        """Deal a new game; every random choice of the whole game derives from ``rng``.

        Raises:
            InputError: If the setup cannot be played; lists every defect.
        """
        ...

    def prompt(self, view: Any) -> Text:
        """Ask the seat of ``view`` for its move and show how one is written."""
        ...

    def move_from_json(self, data: Mapping[str, Any]) -> Frozen:
        """Parse a move from JSON values.

        Raises:
            InputError: If it is not a move of this game.
        """
        ...

    def move_from_text(self, text: str, view: Any) -> Frozen:
        """Parse what a person typed at the seat of ``view``.

        Raises:
            InputError: If the text is no move; the message shows how one is written.
        """
        ...

    def move_to_text(self, move: Any, language: str) -> str:
        """Write a move the way a person would type it; ``move_from_text`` reads it back."""
        ...


GAMES: Table[Game] = Table(
    "game",
    {
        "codenames": "cluebot.games.codenames:CODENAMES",
        "decrypto": "cluebot.games.decrypto:DECRYPTO",
        "codebreaker": "cluebot.games.codebreaker:CODEBREAKER",
    },
)
