"""What every player offers, and the table of players."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from cluebot.games.base import Frozen
from cluebot.games.codec import parse
from cluebot.registry import Table
from cluebot.rules.legality import LegalityOptions

if TYPE_CHECKING:
    from embeddings.blend import Blend
    from embeddings.cache import Cache


@dataclass(frozen=True, slots=True)
class Budget:
    """What one move may cost; None means no limit.

    Attributes:
        seconds: Wall-clock seconds.
        tokens: Tokens of a chat model's prompts and replies together.
        money: What calls to a chat model may cost, in the currency of the endpoint's prices.
    """

    seconds: float | None = None
    tokens: int | None = None
    money: float | None = None


MoveT_co = TypeVar("MoveT_co", bound=Frozen, covariant=True)
OptionsT = TypeVar("OptionsT", bound=Frozen)
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Decision(Generic[MoveT_co]):
    """A move and what the player says of it.

    Attributes:
        move: The move to play.
        notes: JSON values for the player's own log (intended words, probabilities, reasons).
            The referee keeps them apart from the moves: no other seat ever sees them.
    """

    move: MoveT_co
    notes: Mapping[str, Any] = field(default_factory=dict)


class Player(Protocol[ViewT_contra, MoveT_co]):
    """One player of one role."""

    @property
    def name(self) -> str:
        """The name under which results are recorded."""
        ...

    def act(self, view: ViewT_contra, rng: random.Random, budget: Budget) -> Decision[MoveT_co]:
        """Choose a move for the seat of ``view``.

        Deterministic: the same view and the same state of ``rng`` give the same decision.

        Raises:
            Forfeit: If the player cannot produce a legal move. It never substitutes one.
        """
        ...


@dataclass(frozen=True, slots=True)
class Context:
    """What a player may be built from.

    Attributes:
        language: The language of the game.
        blend: Loads the vectors of a language; called only by players that need them.
        legality: What the table has agreed on.
        options: The player's own options by name, such as ``{"level": "bold"}``.
        cache: Where what takes long to compute is kept; None: in the user's own folder.
    """

    language: str
    blend: Callable[[str], Blend]
    legality: LegalityOptions = field(default_factory=LegalityOptions)
    options: Mapping[str, Any] = field(default_factory=dict)
    cache: Cache | None = None

    def checked(self, model: type[OptionsT]) -> OptionsT:
        """Return the options by their model.

        Raises:
            InputError: With every option that is unknown or has an unusable value.
        """
        return parse(model, dict(self.options), "options")


Maker = Callable[[Context], Player[Any, Any]]

PLAYERS: dict[tuple[str, str], Table[Maker]] = {
    ("codenames", "spymaster"): Table(
        "player",
        {
            "embedding": "cluebot.players.codenames:EmbeddingClueGiver",
            "random": "cluebot.players.random:codenames",
            "human": "cluebot.players.human:codenames",
            "llm:NAME": "cluebot.players.llm.makers:clue_giver",
            "hybrid:NAME": "cluebot.players.llm.makers:hybrid_clue_giver",
        },
    ),
    ("codenames", "operative"): Table(
        "player",
        {
            "embedding": "cluebot.players.codenames:EmbeddingGuesser",
            "random": "cluebot.players.random:codenames",
            "human": "cluebot.players.human:codenames",
            "llm:NAME": "cluebot.players.llm.makers:guesser",
            "hybrid:NAME": "cluebot.players.llm.makers:hybrid_guesser",
        },
    ),
    ("decrypto", "agent"): Table(
        "player",
        {
            "embedding": "cluebot.players.decrypto.players:embedding",
            "llm:NAME": "cluebot.players.llm.makers:decrypto",
            "hybrid:NAME": "cluebot.players.llm.makers:hybrid_decrypto",
            "baseline": "cluebot.players.decrypto.players:baseline",
            "random": "cluebot.players.random:decrypto",
            "human": "cluebot.players.human:decrypto",
        },
    ),
    ("decrypto", "encoder"): Table(
        "player",
        {
            "embedding": "cluebot.players.decrypto.players:embedding",
            "llm:NAME": "cluebot.players.llm.makers:decrypto",
            "hybrid:NAME": "cluebot.players.llm.makers:hybrid_decrypto",
            "baseline": "cluebot.players.decrypto.players:baseline",
            "random": "cluebot.players.random:decrypto",
            "human": "cluebot.players.human:decrypto",
        },
    ),
    ("decrypto", "decoder"): Table(
        "player",
        {
            "embedding": "cluebot.players.decrypto.players:embedding",
            "llm:NAME": "cluebot.players.llm.makers:decrypto",
            "hybrid:NAME": "cluebot.players.llm.makers:hybrid_decrypto",
            "baseline": "cluebot.players.decrypto.players:baseline",
            "random": "cluebot.players.random:decrypto",
            "human": "cluebot.players.human:decrypto",
        },
    ),
    ("decrypto", "interceptor"): Table(
        "player",
        {
            "embedding": "cluebot.players.decrypto.players:embedding",
            "llm:NAME": "cluebot.players.llm.makers:decrypto",
            "hybrid:NAME": "cluebot.players.llm.makers:hybrid_decrypto",
            "baseline": "cluebot.players.decrypto.players:baseline",
            "random": "cluebot.players.random:decrypto",
            "human": "cluebot.players.human:decrypto",
        },
    ),
    ("codebreaker", "player"): Table(
        "player",
        {
            "belief": "cluebot.players.codebreaker:belief",
            "search": "cluebot.players.codebreaker:search",
            "llm:NAME": "cluebot.players.llm.makers:codebreaker",
            "random": "cluebot.players.codebreaker:random_player",
            "human": "cluebot.players.human:codebreaker",
        },
    ),
}
"""For each game and role, the makers of its players by name; the first one takes free seats."""
