"""What a player of a chat model can be told, checked at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from cluebot.llm.budget import Limits
from cluebot.llm.loop import DEFAULT_TRIES
from cluebot.players.options import Bank, ClueOptions, LevelName, Safety
from cluebot.rules.text import squash

Approach = Literal["shortlist", "propose"]

LARGEST_NUMBER: Mapping[LevelName, int] = {"cautious": 2, "balanced": 3, "bold": 4}
"""Most words a model may clue at once; left alone, models say 3.4 and achieve 1.4."""


class ChatOptions(ClueOptions):
    """The options of a player: those of clue givers (see `LARGEST_NUMBER` for levels), and its own.

    Attributes:
        tries: How many answers may be asked for before the move is forfeited.
        max_tokens: Longest reply.
        samples: How many replies are drawn where a model's probabilities are needed and the
            endpoint reports none.
        fallback: ``"embedding"``: the player on vectors (in Code Breaker that of exact beliefs)
            makes the move when the model fails.
        weight: How far a hybrid trusts the model, 0 to 1; None: as calibrated.
        approach: How a hybrid finds clues: the model chooses from a ``"shortlist"`` of the vectors,
            or the vectors choose among what the model will ``"propose"``.
        cache: Whether replies are kept on disk and the same question is not asked twice.
        seconds: Seconds of waiting that the player may use in all.
        tokens: Tokens that it may use in all.
        money: What it may spend in all.
        safety: For a hybrid: as for the encoder on vectors.
        bank: For a hybrid: as for the interceptor on vectors.
    """

    tries: Annotated[int, Field(ge=1, le=10)] = DEFAULT_TRIES
    max_tokens: Annotated[int, Field(ge=16, le=32_000)] = 300
    samples: Annotated[int, Field(ge=1, le=20)] = 5
    fallback: Literal["none", "embedding"] = "none"
    weight: Annotated[float, Field(ge=0, le=1)] | None = None
    approach: Approach = "shortlist"
    cache: bool = False
    seconds: Annotated[float, Field(gt=0)] | None = None
    tokens: Annotated[int, Field(gt=0)] | None = None
    money: Annotated[float, Field(gt=0)] | None = None
    safety: Safety | None = None
    bank: Bank | None = None

    @property
    def limits(self) -> Limits:
        """What the player may spend in all its moves."""
        return Limits(self.seconds, self.tokens, self.money)

    @property
    def largest_number(self) -> int:
        """Most words that a clue of the model may mean."""
        return min(self.max_number, LARGEST_NUMBER[self.level])

    def bans(self, clue: str) -> bool:
        """Whether a clue is among those never to give."""
        return squash(clue) in set(map(squash, self.banned))

    def told(self) -> dict[str, Any]:
        """Return what differs from the defaults, as JSON values, for the record."""
        return self.model_dump(mode="json", exclude_defaults=True)
