"""The four moves of Decrypto, as values, JSON and text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from cluebot.errors import bad_input
from cluebot.games.base import Frozen
from cluebot.games.decrypto.codes import SLOTS, Code, code_from_text, code_to_text
from cluebot.games.decrypto.history import Clues3, texts
from cluebot.registry import nearest

Task = Literal["encode", "decode", "intercept", "guess_keywords", "wait"]
"""What the table expects of a seat now."""


class Clues(Frozen):
    """The encoder's three clues, in the order of the code."""

    kind: Literal["clues"] = "clues"
    clues: Clues3
    """The clues, in normal form."""


class DecodeGuess(Frozen):
    """What a side thinks its own encoder's code is."""

    kind: Literal["decode"] = "decode"
    code: Code
    """The guess, in the order of the clues."""


class InterceptGuess(Frozen):
    """What a side thinks the other side's code is."""

    kind: Literal["intercept"] = "intercept"
    code: Code
    """The guess, in the order of the clues."""


def parse_guessed_words(value: object) -> tuple[str, str, str, str]:
    """Return four guessed keywords in normal form; the same word may stand twice.

    Raises:
        InputError: If they are not four words.
    """
    words = texts(value, "words")
    if len(words) != len(SLOTS):
        raise bad_input(
            "words",
            words,
            en=f"guess exactly four keywords, not {len(words)}.",
            zh=f"请正好猜四个关键词，这里有 {len(words)} 个。",
        )
    first, second, third, fourth = words
    return first, second, third, fourth


class KeywordGuess(Frozen):
    """What a side thinks the other side's keywords are; asked for only in the tie-break.

    The order does not matter: a word counts wherever it stands.
    """

    kind: Literal["keywords"] = "keywords"
    words: Annotated[tuple[str, str, str, str], BeforeValidator(parse_guessed_words)]
    """The guessed words, in normal form."""


Move = Clues | DecodeGuess | InterceptGuess | KeywordGuess

TASK_OF: Mapping[type[Frozen], Task] = {
    Clues: "encode",
    DecodeGuess: "decode",
    InterceptGuess: "intercept",
    KeywordGuess: "guess_keywords",
}
"""The task in which each move is made."""

_JSON_SHAPES: Mapping[str, tuple[str, Callable[[Any], Move]]] = {
    "clues": ("clues", lambda value: Clues(clues=value)),
    "decode": ("code", lambda value: DecodeGuess(code=value)),
    "intercept": ("code", lambda value: InterceptGuess(code=value)),
    "keywords": ("words", lambda value: KeywordGuess(words=value)),
}


def move_from_json(data: object) -> Move:
    """Parse ``{"kind": ..., <one field>}``.

    Raises:
        InputError: If it is not a move of Decrypto.

    >>> move_from_json({"kind": "decode", "code": [4, 2, 1]})
    DecodeGuess(kind='decode', code=(4, 2, 1))
    """
    if not isinstance(data, Mapping):
        raise bad_input("move", data, en="a move is an object.", zh="一步行动应为一个对象。")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in _JSON_SHAPES:
        known = ", ".join(_JSON_SHAPES)
        raise bad_input("kind", kind, en=f"must be one of {known}.", zh=f"只能是 {known} 之一。")
    field, make = _JSON_SHAPES[kind]
    unknown = sorted(str(name) for name in data if name not in ("kind", field))
    if unknown:
        close = nearest(unknown[0], [field])
        raise bad_input(
            unknown[0],
            data.get(unknown[0], ""),
            en="unknown field; " + (f"did you mean {close!r}?" if close else "remove it."),
            zh="未知字段；" + (f"是否想写 {close}？" if close else "请删去。"),
        )
    if field not in data:
        raise bad_input(field, "", en="is required; add it.", zh="缺少这一项，请补上。")
    return make(data[field])


_SEPARATORS = ("\n", ";；", "、", ",，")
"""From the strongest to the weakest: the strongest one that occurs separates."""


def split_list(text: str) -> list[str]:
    """Split at the strongest separator that occurs, so that weaker ones may stand in a clue.

    >>> split_list("to be, or not; moon；white")
    ['to be, or not', ' moon', 'white']
    """
    text = text.strip()
    for signs in _SEPARATORS:
        if any(sign in text for sign in signs):
            for sign in signs[1:]:
                text = text.replace(sign, signs[0])
            return text.rstrip(signs[0] + " ").split(signs[0])
    return [text]


def join_list(items: tuple[str, ...], language: str) -> str:
    """Join texts so that `split_list` finds the same ones again."""
    if any(sign in item for item in items for sign in ";；"):
        return "\n".join(items)
    return ("；" if language == "zh" else "; ").join(items)


def move_from_text(text: str, task: Task) -> Move:
    """Parse what a person typed who was asked for ``task``.

    Raises:
        InputError: If the text is no such move; the message shows how one is written.

    >>> move_from_text("hoof; Nile; white", "encode").clues
    ('hoof', 'Nile', 'white')
    >>> move_from_text("421", "intercept").code
    (4, 2, 1)
    """
    match task:
        case "encode":
            return Clues(clues=_pieces(text, "clues", 3))
        case "decode":
            return DecodeGuess(code=code_from_text(text))
        case "intercept":
            return InterceptGuess(code=code_from_text(text))
        case "guess_keywords":
            return KeywordGuess(words=_pieces(text, "words", 4))
        case "wait":
            raise bad_input(
                "move",
                text,
                en="nothing is asked of this seat now; wait for its turn.",
                zh="现在还没轮到这个座位，请稍候。",
            )


def _pieces(text: str, field: str, count: int) -> Any:
    pieces = split_list(text)
    if len(pieces) != count:
        raise bad_input(
            field,
            text,
            en=f"write {count} texts separated by semicolons, such as "
            + ("hoof; Nile; white." if count == 3 else "horse; river; moon; ice."),
            zh=f"请写 {count} 项，用分号或顿号隔开，例如："
            + ("马蹄；尼罗；洁白。" if count == 3 else "马；河；月亮；冰。"),
        )
    return pieces


def move_to_text(move: Move, language: str) -> str:
    """Write a move the way a person would type it; `move_from_text` reads it back.

    >>> move_to_text(Clues(clues=("马蹄", "尼罗", "洁白")), "zh")
    '马蹄；尼罗；洁白'
    """
    match move:
        case Clues():
            return join_list(move.clues, language)
        case DecodeGuess() | InterceptGuess():
            return code_to_text(move.code)
        case KeywordGuess():
            return join_list(move.words, language)
