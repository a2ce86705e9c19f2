"""The shapes of live games; the same for every game of the table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from api.schemas import MAX_WORD_LENGTH, Seed, Shape
from cluebot.errors import Language
from cluebot.games.base import GAMES

Name = Annotated[str, Field(min_length=1, max_length=60)]
OptionValue = Annotated[str, Field(max_length=100)] | bool | int | float
BotOption = Literal["level", "listener", "safety"]
"""What a caller may set of a bot; other options concern the machine, not the game."""

MAX_DEPTH = 8
"""Lists and objects within each other in a move; those of the games have three."""


def _shallow(value: dict[str, Any]) -> dict[str, Any]:
    """Refuse a move that is nested too deeply to be one, before anything walks through it."""
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        parts = [part for part in level if isinstance(part, dict | list)]
        level = [
            inner for part in parts for inner in (part.values() if isinstance(part, dict) else part)
        ]
    if any(isinstance(part, dict | list) for part in level):
        raise PydanticCustomError(
            "too_deep",
            "{en}",
            {
                "en": "is nested too deeply for a move; write it as in choices.",
                "zh": "嵌套太深，不是一步行动；请照 choices 里的写法。",
            },
        )
    return value


class Seating(Shape):
    """Who takes a seat: ``"human"`` or a registered player, with its options."""

    player: Name
    options: dict[BotOption, OptionValue] = Field(default={})


class NewGame(Shape):
    """A game to be set up."""

    game: Name = Field(
        description="A game of `GET /v1/catalog`.", json_schema_extra={"enum": list(GAMES)}
    )
    language: Language
    preset: Name | None = Field(default=None, description="The game's first preset if left out.")
    wordlist: Name | None = Field(
        default=None, description="A list of `GET /v1/wordlists`; the first that fits if left out."
    )
    words: (
        Annotated[
            list[Annotated[str, Field(min_length=1, max_length=MAX_WORD_LENGTH)]],
            Field(max_length=20_000),
        ]
        | None
    ) = Field(default=None, description="Own words, in place of a list.")
    setup: dict[Name, Any] = Field(
        default={}, description="Further fields of the game's setup, on top of the preset."
    )
    seats: dict[Name, Name | Seating] = Field(
        default={}, description='Who sits where: "human" or the name of a player.'
    )
    others: Name | None = Field(
        default=None,
        description="The player on all seats not named; the role's first one if left out.",
    )
    seed: Seed | None = Field(
        default=None, description="Repeats a game, and tells whoever knows it all secrets."
    )


class Bilingual(Shape):
    """A text in both languages."""

    en: str
    zh: str


class OutcomeShape(Shape):
    """How a game ended."""

    winners: list[str]
    reason: str
    text: Bilingual


class GameView(Shape):
    """A game as one seat, or a spectator, may know it.

    Everything here follows from the seat's view and from what all may know: the version and who
    sits where.
    """

    id: str
    game: str
    language: Language
    version: int = Field(description="Number of moves so far; a move has to name it.")
    seat: str | None = Field(description="None for a spectator.")
    role: str | None
    seats: dict[str, str] = Field(description='For each seat "human" or the name of its player.')
    sides: dict[str, str] = Field(description="For each seat its side, as in the winners.")
    your_turn: bool
    over: bool
    outcome: OutcomeShape | None
    prompt: Bilingual = Field(description="What is asked of the seat and how a move is typed.")
    choices: list[dict[str, Any]] = Field(
        description="All legal moves, where they can be listed; none for open text such as a clue."
    )
    view: dict[str, Any] = Field(description="The view of the game; its shape is the game's own.")


class CreatedGame(Shape):
    """A new game with the secret token of each person's seat; they are shown only here."""

    id: str
    tokens: dict[str, str]
    game: GameView


class NewMove(Shape):
    """A move: as JSON, as typed text, or a forfeit of the turn; exactly one of these."""

    version: Annotated[int, Field(ge=0, le=1_000_000)] = Field(
        description="The version of the game that the move answers."
    )
    move: Annotated[dict[str, Any], AfterValidator(_shallow)] | None = Field(
        default=None, description="The move in the JSON of the game, as in `choices`."
    )
    text: Annotated[str, Field(max_length=2_000)] | None = Field(
        default=None, description="The move as a person types it, as in `prompt`."
    )
    forfeit: Literal[True] | None = Field(
        default=None, description="Give up the turn; the game says what that costs."
    )

    @model_validator(mode="after")
    def _one_of_three(self) -> NewMove:
        if sum(value is not None for value in (self.move, self.text, self.forfeit)) != 1:
            raise PydanticCustomError(
                "one_of",
                "{en}",
                {
                    "en": "give exactly one of move, text and forfeit.",
                    "zh": "move、text、forfeit 三者须给出且只给出一个。",
                },
            )
        return self


class AcceptedMove(Shape):
    """A move that is in the log."""

    ply: int = Field(description="The place of the move in the log, from 0.")
    repeated: bool = Field(description="Whether it had been accepted before, under the same key.")
    game: GameView


class CatalogPreset(Shape):
    """A named set of rules and the seats it has, with their roles."""

    name: str
    setup: dict[str, Any]
    seats: dict[str, str]


class CatalogPiece(Shape):
    """A thing that moves and views name by its id, such as a card."""

    id: str
    kind: Bilingual
    name: Bilingual
    text: Bilingual
    fee: list[str] = Field(description="The pieces to be paid for its use.")


class CatalogGame(Shape):
    """A game that can be played."""

    name: str
    presets: list[CatalogPreset]
    players: dict[str, list[str]] = Field(description="The players for each role.")
    setup_schema: dict[str, Any] = Field(description="JSON Schema of the setup.")
    pieces: list[CatalogPiece] = Field(description="The cards of the game, if it has any.")
