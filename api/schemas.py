"""The shapes of requests and responses: the same for the command line's JSON and for HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from cluebot.errors import Language
from cluebot.games.decrypto.history import MAX_ROUNDS
from cluebot.rules.legality import Ruling

MAX_WORDS = 100
"""Most words on one board."""

MAX_WORD_LENGTH = 60
"""Most characters in one word or clue."""

Word = Annotated[str, Field(min_length=1, max_length=MAX_WORD_LENGTH)]
Words = Annotated[list[Word], Field(max_length=MAX_WORDS)]
AnyLanguage = Literal["auto", "en", "zh"]
Level = Literal["cautious", "balanced", "bold"]
Seed = Annotated[int, Field(ge=0, le=2**63 - 1)]


def _number(value: object) -> object:
    """Refuse what is no clue number in one sentence, instead of one for each alternative."""
    if value == "unlimited" or (type(value) is int and 0 <= value <= 9):
        return value
    raise PydanticCustomError(
        "number",
        "{en}",
        {
            "en": 'must be a whole number from 0 to 9, or "unlimited"',
            "zh": '应为 0 到 9 的整数，或 "unlimited"（无限）',
        },
    )


Number = Annotated[int | Literal["unlimited"], BeforeValidator(_number)]
Digit = Annotated[int, Field(ge=1, le=4)]


class Shape(BaseModel):
    """Base of all shapes: unknown fields and wrong types are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- Codenames ------------------------------------------------------------------------------------


class ClueRequest(Shape):
    """A board as the spymaster sees it; only words that are still uncovered."""

    language: AnyLanguage = "auto"
    own: Words
    opponent: Words = []
    neutral: Words = []
    assassin: Words = []
    used_clues: Words = []
    banned_clues: Annotated[list[Word], Field(max_length=10_000)] = []
    player: str = "embedding"
    level: Level = "balanced"
    listener: str | None = Field(
        default=None,
        description="The block of vectors that the guesser thinks in, or `blend` for all of them.",
    )
    top: Annotated[int, Field(ge=1, le=50)] = 5
    max_number: Annotated[int, Field(ge=1, le=9)] = 9
    seed: Seed = 0


_RANKED_CLUES = (
    "Best first, by the chance to win after the turn, lowered by as much caution as `level` asks "
    "for. It weighs what is found against every risk and the words left, so neither "
    "`expected_own` nor a single risk falls evenly."
)
_RANKED_GUESSES = (
    "All words in the order to touch them: first those that the current clue points to, as many as "
    "its number has left; then the rest by `probability`, which earlier clues raise. So a word "
    "further down may have a higher probability than one before it."
)
_COMPOSED = (
    "Words of the request that no list of words has. Their vectors are composed of pieces of "
    "words, which says little of a word that does not exist: take what is said of them with care."
)


class ClueCandidate(Shape):
    """One clue with what it is expected to bring and to risk."""

    clue: str
    number: int | Literal["unlimited"]
    targets: list[str] = Field(description="The words it means, the likeliest first.")
    expected_own: float = Field(description="Own words expected to be found within the number.")
    p_assassin: float = Field(description="Chance that the turn ends on the assassin.")
    p_opponent: float = Field(description="Chance that it ends on a word of the other side.")
    p_neutral: float = Field(description="Chance that it ends on a bystander.")
    reason: str


class ClueResponse(Shape):
    """The best clue, and the ranked alternatives (the best one first among them)."""

    clue: str
    number: int | Literal["unlimited"]
    targets: list[str] = Field(
        description="The words it means; empty when the player does not tell."
    )
    candidates: list[ClueCandidate] = Field(description=_RANKED_CLUES)
    composed: list[str] = Field(default=[], description=_COMPOSED)
    language: Language
    player: str
    vectors: str
    seed: int
    elapsed_ms: float


class PastClue(Shape):
    """An earlier clue of the same side and what was touched after it."""

    clue: Word
    number: Number
    guessed: Words = []


class GuessRequest(Shape):
    """The uncovered words as the operatives see them, and the clue."""

    language: AnyLanguage = "auto"
    board: Annotated[list[Word], Field(min_length=1, max_length=MAX_WORDS)]
    clue: Word
    number: Number
    history: Annotated[list[PastClue], Field(max_length=50)] = []
    player: str = "embedding"
    seed: Seed = 0


class CheckReason(Shape):
    """One reason against a clue; ``word`` is the board word or earlier clue concerned."""

    rule: str
    word: str | None
    detail: str


class Guess(Shape):
    """A word and how likely it is one's own."""

    word: str
    probability: float | None = Field(
        description="The chance that the word is of the own side, by this clue, by earlier ones "
        "whose words are not all found, and by how many own words are left. The probabilities of "
        "all words need not add up to 1. Null when the player does not tell."
    )


class GuessResponse(Shape):
    """All words ranked; ``take`` says how many of them the player would touch."""

    guesses: list[Guess] = Field(description=_RANKED_GUESSES)
    take: int = Field(description="How many of the words, from the first on, it would touch.")
    verdict: Ruling = Field(
        description="Whether the clue is legal on this board; it is guessed after all the same."
    )
    reasons: list[CheckReason] = Field(description="Every reason when it is not simply legal.")
    composed: list[str] = Field(default=[], description=_COMPOSED)
    language: Language
    player: str
    vectors: str
    elapsed_ms: float


class CheckRequest(Shape):
    """A clue against the words that bind it: uncovered board words, or the own keywords."""

    language: AnyLanguage = "auto"
    board: Annotated[list[Word], Field(min_length=1, max_length=MAX_WORDS)]
    clue: Annotated[str, Field(max_length=10_000)]
    game: Literal["codenames", "decrypto"] = "codenames"
    used_clues: Words = []


class CheckResponse(Shape):
    """The verdict; ``legal`` says whether the clue may be given when nobody can be asked."""

    clue: str
    verdict: Ruling
    legal: bool
    reasons: list[CheckReason]
    language: Language


# --- Decrypto -------------------------------------------------------------------------------------

Code = Annotated[list[Digit], Field(min_length=3, max_length=3)]
Clues = Annotated[list[Word], Field(min_length=3, max_length=3)]
Keywords = Annotated[list[Word], Field(min_length=4, max_length=4)]


class Turn(Shape):
    """A finished turn of one team: three clues and the code that they stood for.

    ``intercept`` is what the other side guessed, where that is known: it tells the encoder whom it
    has to reckon with.
    """

    clues: Clues
    code: Code
    intercept: Code | None = None


History = Annotated[list[Turn], Field(max_length=MAX_ROUNDS)]


class EncodeRequest(Shape):
    """The encoder's keywords and code, with what both teams have said so far."""

    language: AnyLanguage = "auto"
    keywords: Keywords
    code: Code
    history: History = []
    opponent_history: History = []
    player: str = "embedding"
    safety: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None = None
    seed: Seed = 0


class EncodeResponse(Shape):
    """Three clues in code order, with the chances that they are understood and intercepted."""

    clues: list[str]
    p_decode: float
    p_intercept: float
    explanations: list[str]
    language: Language
    player: str
    vectors: str
    seed: int
    elapsed_ms: float
    composed: list[str] = Field(default=[], description=_COMPOSED)


class DecodeRequest(Shape):
    """The team's keywords, the three clues, and the team's own earlier turns."""

    language: AnyLanguage = "auto"
    keywords: Keywords
    clues: Clues
    history: History = []
    player: str = "embedding"
    seed: Seed = 0


class CodeProbability(Shape):
    """One of the 24 codes and its probability."""

    code: list[int]
    p: float


class DecodeResponse(Shape):
    """The likeliest code, all 24 with probabilities, and each clue's probabilities by slot."""

    code: list[int]
    probabilities: list[CodeProbability]
    slots: list[list[float]]
    language: Language
    player: str
    vectors: str
    elapsed_ms: float
    composed: list[str] = Field(default=[], description=_COMPOSED)


class InterceptRequest(Shape):
    """The other team's three clues and earlier turns; ``bank``: the keywords they may have."""

    language: AnyLanguage = "auto"
    clues: Clues
    history: History = []
    bank: Annotated[list[Word], Field(min_length=4, max_length=5_000)] | None = None
    player: str = "embedding"
    seed: Seed = 0


class KeywordProbability(Shape):
    """A word and the probability that it is the hidden keyword of a slot."""

    word: str
    p: float


class InterceptResponse(DecodeResponse):
    """As for decoding, with the likeliest hidden keywords of each slot."""

    keywords: list[list[KeywordProbability]]


class DecryptoCheckRequest(Shape):
    """A clue against the own keywords and the clues used so far."""

    language: AnyLanguage = "auto"
    keywords: Keywords
    clue: Annotated[str, Field(max_length=10_000)]
    history: History = []
