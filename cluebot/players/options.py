"""Options that several players share: what a player can be told is checked at once."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from cluebot.games.base import Frozen

LevelName = Literal["cautious", "balanced", "bold"]
"""How daring a clue giver of Codenames is."""

MOST_TOLD: Final = 50
"""Most candidates that notes list."""


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
