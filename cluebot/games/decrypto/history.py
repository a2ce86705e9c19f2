"""What every part shares as plain data: keywords, clues, past transmissions, the note sheet.

A past transmission travels as ``{"clues": [three texts], "code": [three numbers]}``. The
functions named ``parse_...`` turn such data from outside into checked values; each lists every
defect of its input at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, TypeVar

from pydantic import BeforeValidator

from cluebot.errors import Defect, InputError, Text, bad_input, shorten
from cluebot.games.base import Frozen
from cluebot.games.decrypto.codes import CODE_LENGTH, SLOTS, Code, parse_code
from cluebot.games.decrypto.words import word_key
from cluebot.rules.text import word_list

MAX_ENTRIES = 24
"""Longest history; no table plays more rounds than there are codes."""

T = TypeVar("T")


def parse_clues(value: object, field: str = "clues") -> tuple[str, str, str]:
    """Return three clues in normal form.

    Only their shape is judged; whether they are legal is for `cluebot.rules.legality`.

    Raises:
        InputError: If they are not three different, non-empty texts.

    >>> parse_clues(["hoof", " Ｎｉｌｅ ", "white"])
    ('hoof', 'Nile', 'white')
    """
    clues = texts(value, field)
    if len(clues) != CODE_LENGTH:
        raise bad_input(
            field,
            clues,
            en=f"expected three clues, one for each number of the code; got {len(clues)}.",
            zh=f"需要三条线索，与密码的三个数字一一对应；这里有 {len(clues)} 条。",
        )
    _all_different(
        clues,
        field,
        Text(
            "the clues of a transmission must differ; replace it.",
            "同一次传递的线索不能相同；请换一条。",
        ),
    )
    first, second, third = clues
    return first, second, third


def parse_keywords(value: object, field: str = "keywords") -> tuple[str, str, str, str]:
    """Return a side's four keywords, slot 1 first, in normal form.

    Raises:
        InputError: If they are not four different words.

    >>> parse_keywords(["horse", "river", "moon", "ICE  CREAM"])
    ('horse', 'river', 'moon', 'ICE CREAM')
    """
    words = texts(value, field)
    if len(words) != len(SLOTS):
        raise bad_input(
            field,
            words,
            en=f"expected four keywords, one for each slot; got {len(words)}.",
            zh=f"需要四个关键词，每个卡槽一个；这里有 {len(words)} 个。",
        )
    _all_different(
        words,
        field,
        Text("the keywords must differ; replace one.", "关键词不能相同；请换掉一个。"),
    )
    first, second, third, fourth = words
    return first, second, third, fourth


Clues3 = Annotated[tuple[str, str, str], BeforeValidator(parse_clues)]
"""Three clues in the order of the code."""

Keywords = Annotated[tuple[str, str, str, str], BeforeValidator(parse_keywords)]
"""A side's four keywords; slot 1 comes first."""

Sheet = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""The clues given for each slot, oldest first: the four columns of the note sheet."""


class HistoryEntry(Frozen):
    """One past transmission of one side: its clues and the code they stood for."""

    clues: Clues3
    """The clues in the order of the code."""

    code: Code
    """The slots the clues stood for."""


def parse_history(value: object, field: str = "history") -> tuple[HistoryEntry, ...]:
    """Return past transmissions, oldest first.

    Args:
        value: A list of ``{"clues": [3], "code": [3]}``.
        field: The name of the input, for messages; defects name the entry (``history[2].code``).

    Raises:
        InputError: If it is no such list, or any clue or code in it is malformed.
    """
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Sequence):
        raise bad_input(
            field,
            value,
            en='expected a list of entries such as {"clues": ["a", "b", "c"], "code": [4, 2, 1]}.',
            zh='应为列表，每项形如 {"clues": ["甲", "乙", "丙"], "code": [4, 2, 1]}。',
        )
    if len(value) > MAX_ENTRIES:
        raise bad_input(
            field,
            len(value),
            en=f"too many entries; at most {MAX_ENTRIES} are allowed.",
            zh=f"记录太多，最多 {MAX_ENTRIES} 条。",
        )
    entries: list[HistoryEntry] = []
    defects: list[Defect] = []
    for i, item in enumerate(value):
        entry = collect(defects, partial(_entry, item, f"{field}[{i}]"))
        if entry is not None:
            entries.append(entry)
    if defects:
        raise InputError(defects)
    return tuple(entries)


def _entry(item: object, field: str) -> HistoryEntry:
    if isinstance(item, HistoryEntry):
        return item
    if not isinstance(item, Mapping) or set(item) != {"clues", "code"}:
        raise bad_input(
            field,
            item,
            en='an entry has exactly the fields "clues" and "code".',
            zh="每条记录必须有且只有 clues 和 code 两项。",
        )
    defects: list[Defect] = []
    clues = collect(defects, partial(parse_clues, item["clues"], f"{field}.clues"))
    code = collect(defects, partial(parse_code, item["code"], f"{field}.code"))
    if clues is None or code is None:
        raise InputError(defects)
    return HistoryEntry(clues=clues, code=code)


def collect(defects: list[Defect], parse: Callable[[], T]) -> T | None:
    """Return what ``parse`` returns, or add the defects it finds to ``defects``."""
    try:
        return parse()
    except InputError as error:
        defects.extend(error.defects)
        return None


def sheet(history: Sequence[HistoryEntry]) -> Sheet:
    """Return the clues of ``history`` by slot.

    >>> sheet([HistoryEntry(clues=("hoof", "Nile", "white"), code=(4, 2, 1))])
    (('white',), ('Nile',), (), ('hoof',))
    """
    one, two, three, four = (
        tuple(
            clue
            for entry in history
            for clue, number in zip(entry.clues, entry.code, strict=True)
            if number == slot
        )
        for slot in SLOTS
    )
    return one, two, three, four


def texts(value: object, field: str) -> tuple[str, ...]:
    """Return a list of texts in normal form.

    Raises:
        InputError: If it is no list, or `cluebot.rules.text.word_list` refuses it.
    """
    if isinstance(value, Mapping) or not isinstance(value, Sequence):
        raise bad_input(field, value, en="expected a list of texts.", zh="应为文字列表。")
    return word_list(field, value)


def _all_different(words: Sequence[str], field: str, message: Text) -> None:
    seen: set[str] = set()
    defects: list[Defect] = []
    for word in words:
        key = word_key(word)
        if key in seen:
            defects.append(Defect(field, shorten(word), message))
        seen.add(key)
    if defects:
        raise InputError(defects)
