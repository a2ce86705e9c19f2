"""Options that several players share: what a player can be told is checked at once."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from cluebot.errors import Text
from cluebot.games.base import Frozen
from cluebot.games.codec import refused

LevelName = Literal["cautious", "balanced", "bold"]
"""How daring a clue giver of Codenames is."""

MOST_TOLD: Final = 50
"""Most candidates that notes list."""


LEAST_BANK: Final = 4
"""Fewest different words of a bank: as many as a team has keywords."""


def _bank(words: tuple[str, ...]) -> tuple[str, ...]:
    different = tuple(dict.fromkeys(words))
    if len(different) < LEAST_BANK:
        raise refused(
            Text("a bank holds at least four different keywords.", "词库至少要有四个不同的关键词。")
        )
    return different


Safety = Annotated[float, Field(strict=True, ge=0, le=100)]
"""How much an encoder fears the interceptor: 0 speaks plainly, 1 counts both dangers alike."""

Bank = Annotated[tuple[str, ...], AfterValidator(_bank)]
"""The words that an interceptor takes the keywords from, at least four different ones."""


class NoOptions(Frozen):
    """The options of a player that has none."""


class ClueOptions(Frozen):
    """How clues of Codenames are given; who guesses is told the same and has no use for it.

    Attributes:
        level: How daring clues are.
        max_number: Largest number of a clue.
        banned: Clues never to give.
        listener: A block of the vectors to rely on most; None: the whole blend.
        top: How many candidates the notes list.
    """

    level: LevelName = "balanced"
    max_number: Annotated[int, Field(strict=True, ge=1, le=9)] = 9
    banned: tuple[str, ...] = ()
    listener: str | None = None
    top: Annotated[int, Field(strict=True, ge=1, le=MOST_TOLD)] = 1
