"""The moves of Codenames as values, as JSON and as text.

| move | seat | JSON | English | Chinese |
|---|---|---|---|---|
| `GiveClue` | spymaster | ``{"kind": "clue", "word": "space", "number": 2}`` | space 2 | 太空 2 |
| | | ``{"kind": "clue", "word": "space", "number": "unlimited"}`` | space unlimited | 太空 无限 |
| `Guess` | operative | ``{"kind": "guess", "word": "moon"}`` | moon | 月亮 |
| `Stop` | operative | ``{"kind": "stop"}`` | stop | 停 |
| `Accept` | opposing spymaster | ``{"kind": "accept"}`` | accept | 接受 |
| `Cover` | opposing spymaster | ``{"kind": "cover", "word": "moon"}`` | cover moon | 覆盖 月亮 |
| | | ``{"kind": "cover", "word": null}`` | no cover | 不覆盖 |

Both languages are read at any table. A card whose name is a command (STOP) is touched by
"guess stop" or “猜 停”.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, TypeAdapter
from pydantic_core import PydanticCustomError

from cluebot.errors import Text, bad_input
from cluebot.games.base import Frozen
from cluebot.games.codec import clean_word, parse
from cluebot.rules.text import is_han, normalise

Word = Annotated[str, AfterValidator(clean_word)]


def _number(value: object) -> object:
    """Refuse what is no number of a clue in one sentence, instead of one for each alternative.

    Whether the table plays with a number is left to the judgement of the move.
    """
    if value == "unlimited" or (type(value) is int and abs(value) <= 999):
        return value
    raise PydanticCustomError(
        "number",
        "{en}",
        {
            "en": 'must be a whole number such as 2, or "unlimited".',
            "zh": '应为整数（如 2）或 "unlimited"。',
        },
    )


Number = Annotated[int | Literal["unlimited"], BeforeValidator(_number)]


class GiveClue(Frozen):
    """A spymaster says one word and a number, or “unlimited” in its place."""

    kind: Literal["clue"] = "clue"
    word: Word
    number: Number


class Guess(Frozen):
    """An operative touches a card."""

    kind: Literal["guess"] = "guess"
    word: Word


class Stop(Frozen):
    """The operatives end their turn."""

    kind: Literal["stop"] = "stop"


class Accept(Frozen):
    """The opposing spymaster lets a disputed clue stand; play goes on as if it were legal."""

    kind: Literal["accept"] = "accept"


class Cover(Frozen):
    """The opposing spymaster holds a disputed clue to be invalid: the turn ends without a guess.

    Attributes:
        word: The word of his own that he covers before his turn; None to cover none.
    """

    kind: Literal["cover"] = "cover"
    word: Word | None = None


Move = GiveClue | Guess | Stop | Accept | Cover
MOVE: TypeAdapter[Move] = TypeAdapter(Annotated[Move, Field(discriminator="kind")])
"""Reads a move from JSON values."""

PROMPTS = {
    "clue": Text(
        "Your clue: WORD NUMBER, or WORD unlimited", "你的线索：「词语 数字」，或「词语 无限」"
    ),
    "ruling": Text(
        "Rule on the clue: “accept”, “cover WORD” (one of your own), or “no cover”",
        "请裁定这条线索：「接受」「覆盖 词语」（己方的一个词）或「不覆盖」",
    ),
    "guess": Text("Touch a card: its word; or “stop”", "触碰一张词卡：输入词语；或「停」"),
    "over": Text("The game is over", "游戏已结束"),
}
"""How the moves of each phase are asked for and written."""

_UNLIMITED = {"unlimited", "infinity", "∞", "无限", "不限", "無限"}
_NUMERALS = {numeral: value for value, numeral in enumerate("零一二三四五六七八九")} | {"两": 2}
_STOP = {"stop", "pass", "停", "停止", "结束"}
_ACCEPT = {"accept", "ok", "接受", "允许"}
_NO_COVER = {"no cover", "不覆盖", "不盖"}
_GUESS = re.compile(r"(?:guess|touch|猜|指认) +(.+)", re.IGNORECASE | re.DOTALL)
_COVER = re.compile(r"(?:cover|覆盖|盖) +(.+)", re.IGNORECASE | re.DOTALL)


def read(text: str, phase: str) -> Move:
    """Parse what was typed in ``phase`` (a key of `PROMPTS`).

    Raises:
        InputError: If it is no move of that phase; the message shows how one is written.
    """
    typed = normalise(text[:2000])
    move = _READERS[phase](typed) if phase in _READERS and typed else None
    if move is None:
        prompt = PROMPTS[phase]
        raise bad_input(
            "move",
            text,
            en=f"not understood. {prompt.en}.",
            zh=f"看不懂这一步。{prompt.zh}。",
        )
    return move


def write(move: Move, language: str) -> str:
    """Write a move in ``language``; `read` understands it in the phase of the move."""
    chinese = language == "zh"
    match move:
        case GiveClue(word=word, number="unlimited"):
            return f"{word} 无限" if chinese else f"{word} unlimited"
        case GiveClue(word=word, number=number):
            return f"{word} {number}"
        case Guess(word=word):
            plain = _read_guess(word) == move
            return word if plain else f"{'猜' if chinese else 'guess'} {word}"
        case Stop():
            return "停" if chinese else "stop"
        case Accept():
            return "接受" if chinese else "accept"
        case Cover(word=None):
            return "不覆盖" if chinese else "no cover"
        case Cover(word=word):
            return f"{'覆盖' if chinese else 'cover'} {word}"


def _read_clue(typed: str) -> Move | None:
    # “太空，2” and “太空2” are common ways to write it.
    typed = re.sub(r"[,:/、] ?(?=\S+$)", " ", typed)
    word, _, last = typed.rpartition(" ")
    number = _read_number(last)
    if not word and (match := re.fullmatch(r"(.+?)(-?[0-9]{1,3})", last)) and is_han(match[1][-1]):
        word, number = match[1], int(match[2])
    if not word or number is None:
        return None
    return parse(GiveClue, {"word": word, "number": number})


def _read_number(text: str) -> int | Literal["unlimited"] | None:
    if text.casefold() in _UNLIMITED:
        return "unlimited"
    if re.fullmatch(r"-?[0-9]{1,3}", text):
        return int(text)
    return _NUMERALS.get(text)


def _read_guess(typed: str) -> Move | None:
    if typed.casefold() in _STOP:
        return Stop()
    match = _GUESS.fullmatch(typed)
    return parse(Guess, {"word": match[1] if match else typed})


def _read_ruling(typed: str) -> Move | None:
    if typed.casefold() in _ACCEPT:
        return Accept()
    if typed.casefold() in _NO_COVER:
        return Cover()
    match = _COVER.fullmatch(typed)
    return parse(Cover, {"word": match[1]}) if match else None


_READERS: dict[str, Callable[[str], Move | None]] = {
    "clue": _read_clue,
    "guess": _read_guess,
    "ruling": _read_ruling,
}
