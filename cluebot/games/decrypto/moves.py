"""The moves of Decrypto as values, as JSON and as text.

| task | move | JSON | as typed |
|---|---|---|---|
| encode | `Clues` | ``{"kind": "clues", "clues": ["hoof", "Nile", "white"]}`` | hoof; Nile; white |
| decode | `DecodeGuess` | ``{"kind": "decode", "code": [4, 2, 1]}`` | 4 2 1 |
| intercept | `InterceptGuess` | ``{"kind": "intercept", "code": [4, 2, 1]}`` | 4 2 1 |
| guess_keywords | `KeywordGuess` | ``{"kind": "keywords", "words": [4 words]}`` | 海；鸟；王；钟 |

Lists are separated by line breaks, semicolons, 顿号 or commas, whichever of these comes first
in that order and occurs, so that the weaker signs may stand within a clue. A code may also be
written 421, 4-2-1 or 四二一. Both languages are read at any table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from cluebot.errors import Text, bad_input
from cluebot.games.base import Frozen
from cluebot.games.codec import parse
from cluebot.games.decrypto.codes import Code, code_from_text, code_to_text
from cluebot.games.decrypto.history import FourWords, ThreeClues, parse_code

Task = Literal["encode", "decode", "intercept", "guess_keywords", "wait"]
"""What the table expects of a seat now."""


class Clues(Frozen):
    """The encoder writes three clues.

    Attributes:
        clues: The clues, in the order of the code.
    """

    kind: Literal["clues"] = "clues"
    clues: ThreeClues


class DecodeGuess(Frozen):
    """A team guesses the code of its own encoder.

    Attributes:
        code: The guess, in the order of the clues.
    """

    kind: Literal["decode"] = "decode"
    code: Code


class InterceptGuess(Frozen):
    """A side guesses the code of the other side.

    Attributes:
        code: The guess, in the order of the clues.
    """

    kind: Literal["intercept"] = "intercept"
    code: Code


class KeywordGuess(Frozen):
    """A side guesses the other side's keywords; asked for only in the tie-break.

    Attributes:
        words: The guesses; a word counts wherever it stands.
    """

    kind: Literal["keywords"] = "keywords"
    words: FourWords


Move = Clues | DecodeGuess | InterceptGuess | KeywordGuess
MOVE: TypeAdapter[Move] = TypeAdapter(Annotated[Move, Field(discriminator="kind")])
"""Reads a move from JSON values."""

TASK_OF: Mapping[str, Task] = {
    "clues": "encode",
    "decode": "decode",
    "intercept": "intercept",
    "keywords": "guess_keywords",
}
"""The task in which each kind of move is made."""

PROMPTS: Mapping[Task, Text] = {
    "encode": Text(
        "Your three clues in the order of the code, such as “hoof; Nile; white”",
        "请按密码的顺序写三条线索，如「马蹄；尼罗；洁白」",
    ),
    "decode": Text(
        "The code your encoder means: three numbers, such as “4 2 1”",
        "加密者想传递的密码：三个数字，如「4 2 1」",
    ),
    "intercept": Text(
        "The code the other side is sending: three numbers, such as “4 2 1”",
        "对方正在传递的密码：三个数字，如「4 2 1」",
    ),
    "guess_keywords": Text(
        "The other side's four keywords in any order, such as “sea; bird; king; clock”",
        "对方的四个关键词，顺序不限，如「海；鸟；国王；钟」",
    ),
    "wait": Text("Nothing to do now; wait for the others", "现在没有要做的事，请等其他人"),
}
"""How the moves of each task are asked for and written."""

_SEPARATORS = ("\n", ";；", "、", ",，")


def split_list(text: str) -> list[str]:
    """Split at the strongest separator that occurs.

    >>> split_list("to be, or not; moon；white")
    ['to be, or not', ' moon', 'white']
    """
    text = text.strip()
    for signs in _SEPARATORS:
        if any(sign in text for sign in signs):
            for sign in signs[1:]:
                text = text.replace(sign, signs[0])
            return text.strip(signs[0] + " ").split(signs[0])
    return [text]


def join_list(items: tuple[str, ...], language: str) -> str:
    """Join texts so that `split_list` finds the same ones again."""
    if any(";" in item for item in items):
        return "\n".join(items)
    return ("；" if language == "zh" else "; ").join(items)


def read(text: str, task: Task) -> Move:
    """Parse what a person typed who was asked for ``task``.

    Raises:
        InputError: If the text is no such move; the message shows how one is written.

    >>> read("hoof; Nile; white", "encode").clues
    ('hoof', 'Nile', 'white')
    >>> read("421", "intercept").code
    (4, 2, 1)
    """
    match task:
        case "encode":
            return parse(Clues, {"clues": split_list(text)})
        case "decode":
            return DecodeGuess(code=parse_code(code_from_text(text)))
        case "intercept":
            return InterceptGuess(code=parse_code(code_from_text(text)))
        case "guess_keywords":
            return parse(KeywordGuess, {"words": split_list(text)})
        case "wait":
            prompt = PROMPTS[task]
            raise bad_input("move", text, en=f"{prompt.en}.", zh=f"{prompt.zh}。")


def write(move: Move, language: str) -> str:
    """Write a move the way a person would type it.

    >>> write(Clues(clues=("马蹄", "尼罗", "洁白")), "zh")
    '马蹄；尼罗；洁白'
    """
    match move:
        case Clues(clues=clues):
            return join_list(clues, language)
        case DecodeGuess(code=code) | InterceptGuess(code=code):
            return code_to_text(code)
        case KeywordGuess(words=words):
            return join_list(words, language)
