"""What every part shares as plain data: keywords, clues, past transmissions, the note sheet.

A past transmission travels as ``{"clues": [three texts], "code": [three numbers]}``, with the other
side's guess at the code as ``"intercept"`` where it is known. The functions named ``parse_...``
turn data from outside into checked values and list every defect.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BeforeValidator, TypeAdapter

from cluebot.errors import Defect, InputError, Text
from cluebot.games.base import Frozen
from cluebot.games.codec import clean_word, parse, refused
from cluebot.games.decrypto.codes import CODE_LENGTH, SLOTS, Code
from cluebot.games.decrypto.words import word_key
from cluebot.rules.text import MAX_WORD_LENGTH, squash

T = TypeVar("T")

MAX_ROUNDS = 16
"""Longest game and history; twice what the rules play. The check of a clue takes up to 100 earlier
clues, and both sides have given 96 by then."""


@lru_cache(maxsize=8192)
def _phrase(text: str) -> str:
    word = clean_word(text, MAX_WORD_LENGTH)
    if not squash(word):
        raise refused(Text("there are neither letters nor digits.", "既没有文字，也没有数字。"))
    return word


Phrase = Annotated[str, AfterValidator(_phrase)]
"""A clue or keyword in normal form."""


def _exactly(count: int, en: str, zh: str, value: object) -> object:
    if isinstance(value, list | tuple) and len(value) != count:
        raise refused(Text(f"{en}, not {len(value)}.", f"{zh}，现在有 {len(value)} 个。"))
    return value


def _all_different(en: str, zh: str, words: tuple[str, ...]) -> tuple[str, ...]:
    seen: dict[str, str] = {}
    for word in words:
        key = word_key(word)
        if key in seen:
            raise refused(
                Text(f"“{seen[key]}” and “{word}” {en}", f"「{seen[key]}」与「{word}」{zh}")
            )
        seen[key] = word
    return words


ThreeClues = Annotated[
    tuple[Phrase, ...],
    BeforeValidator(
        partial(
            _exactly,
            CODE_LENGTH,
            "exactly three clues are needed, one for each number of the code",
            "需要正好三条线索，与密码的三个数字一一对应",
        )
    ),
    AfterValidator(
        partial(_all_different, "are the same clue; replace one.", "是同一条线索，请换掉一条。")
    ),
]
"""Three different clues, in the order of the code; whether they are legal is another matter."""

Keywords = Annotated[
    tuple[Phrase, ...],
    BeforeValidator(
        partial(
            _exactly,
            len(SLOTS),
            "exactly four keywords are needed, one for each slot",
            "需要正好四个关键词，每个卡槽一个",
        )
    ),
    AfterValidator(
        partial(
            _all_different, "are the same keyword; replace one.", "是同一个关键词，请换掉一个。"
        )
    ),
]
"""A side's four different keywords, slot 1 first."""

FourWords = Annotated[
    tuple[Phrase, ...],
    BeforeValidator(
        partial(
            _exactly, len(SLOTS), "exactly four keywords are to be guessed", "需要正好猜四个关键词"
        )
    ),
]
"""Four guessed keywords; the same word may stand twice."""

Sheet = tuple[tuple[str, ...], ...]
"""The clues given for each of the four slots, oldest first: the columns of the note sheet."""


class HistoryEntry(Frozen):
    """One past transmission of one side.

    Attributes:
        clues: The three clues, in the order of the code.
        code: The slots they stood for.
        intercept: The other side's guess at the code; None when it made none, or nobody knows.
    """

    clues: ThreeClues
    code: Code
    intercept: Code | None = None


def sheet(history: Sequence[HistoryEntry]) -> Sheet:
    """Return the clues of ``history`` by slot.

    >>> sheet([HistoryEntry(clues=("hoof", "Nile", "white"), code=(4, 2, 1))])
    (('white',), ('Nile',), (), ('hoof',))
    """
    columns: list[list[str]] = [[] for _ in SLOTS]
    for entry in history:
        for clue, number in zip(entry.clues, entry.code, strict=True):
            columns[number - 1].append(clue)
    return tuple(map(tuple, columns))


def _not_too_long(value: object) -> object:
    if isinstance(value, list | tuple) and len(value) > MAX_ROUNDS:
        raise refused(
            Text(
                f"{len(value)} entries are too many; at most {MAX_ROUNDS} are allowed.",
                f"共 {len(value)} 条记录，太多了；最多 {MAX_ROUNDS} 条。",
            )
        )
    return value


_CODE: TypeAdapter[tuple[int, int, int]] = TypeAdapter(Code)
_CLUES: TypeAdapter[tuple[str, ...]] = TypeAdapter(ThreeClues)
_KEYWORDS: TypeAdapter[tuple[str, ...]] = TypeAdapter(Keywords)
_HISTORY: TypeAdapter[tuple[HistoryEntry, ...]] = TypeAdapter(
    Annotated[tuple[HistoryEntry, ...], BeforeValidator(_not_too_long)]
)


def parse_code(value: object, field: str = "code") -> tuple[int, int, int]:
    """Return a code given as a list of numbers.

    Raises:
        InputError: If it is not three different whole numbers from 1 to 4.

    >>> parse_code([4, 2, 1])
    (4, 2, 1)
    """
    return _parsed(_CODE, value, field)


def parse_clues(value: object, field: str = "clues") -> tuple[str, ...]:
    """Return three clues in normal form; only their shape is judged.

    Raises:
        InputError: If they are not three different, non-empty texts.

    >>> parse_clues(["hoof", " Ｎｉｌｅ ", "white"])
    ('hoof', 'Nile', 'white')
    """
    return _parsed(_CLUES, value, field)


def parse_keywords(value: object, field: str = "keywords") -> tuple[str, ...]:
    """Return a side's four keywords, slot 1 first, in normal form.

    Raises:
        InputError: If they are not four different words.

    >>> parse_keywords(["horse", "river", "moon", "ICE  CREAM"])
    ('horse', 'river', 'moon', 'ICE CREAM')
    """
    return _parsed(_KEYWORDS, value, field)


def parse_history(value: object, field: str = "history") -> tuple[HistoryEntry, ...]:
    """Return past transmissions, oldest first.

    Args:
        value: A list of ``{"clues": [3], "code": [3]}``.
        field: The name of the input; a defect names the place in it (``history.2.code``).

    Raises:
        InputError: If it is no such list, or any clue or code in it is malformed.
    """
    return _parsed(_HISTORY, value, field)


def _parsed(adapter: TypeAdapter[T], value: object, field: str) -> T:
    """Parse one value that is itself a field, so that defects carry the field's name."""
    try:
        return parse(adapter, value)
    except InputError as error:
        raise InputError(
            [
                Defect(field if d.field == "value" else f"{field}.{d.field}", d.value, d.message)
                for d in error.defects
            ]
        ) from None
