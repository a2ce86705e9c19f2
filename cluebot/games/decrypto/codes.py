"""Codes: ordered triples of distinct slots, as values, in JSON and as people type them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations
from typing import Annotated

from pydantic import BeforeValidator

from cluebot.errors import InputError, bad_input
from cluebot.rules.text import normalise

SLOTS = (1, 2, 3, 4)
"""The numbers of the slots in which a side's keywords stand."""

CODE_LENGTH = 3
"""Slots in a code, and clues in a transmission."""


def parse_code(value: object, field: str = "code") -> tuple[int, int, int]:
    """Return a code given as a list of numbers, such as ``[4, 2, 1]``.

    Raises:
        InputError: If it is not three different whole numbers from 1 to 4.

    >>> parse_code([4, 2, 1])
    (4, 2, 1)
    """
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise bad_input(
            field,
            value,
            en="a code is a list of three numbers, such as [4, 2, 1].",
            zh="密码应为三个数字的列表，例如 [4, 2, 1]。",
        )
    if len(value) != CODE_LENGTH:
        raise bad_input(
            field,
            value,
            en=f"a code has exactly three numbers, not {len(value)}.",
            zh=f"密码必须正好三个数字，这里有 {len(value)} 个。",
        )
    if any(isinstance(n, bool) or not isinstance(n, int) or n not in SLOTS for n in value):
        raise bad_input(
            field,
            value,
            en="the numbers of a code are whole numbers from 1 to 4.",
            zh="密码中的数字只能是 1 到 4 的整数。",
        )
    if len(set(value)) != CODE_LENGTH:
        raise bad_input(
            field,
            value,
            en="no number may stand twice in a code.",
            zh="同一密码中的数字不能重复。",
        )
    first, second, third = value
    return first, second, third


Code = Annotated[tuple[int, int, int], BeforeValidator(parse_code)]
"""Three different slots in the order of the clues."""

ALL_CODES: tuple[tuple[int, int, int], ...] = tuple(
    (a, b, c) for a, b, c in permutations(SLOTS, CODE_LENGTH)
)
"""The 24 codes in ascending order."""

_CHINESE_DIGITS = str.maketrans("一二三四", "1234")
_WRITTEN_CODE = re.compile(r"[-\s,.、/·]*")


def code_from_text(text: str, field: str = "code") -> tuple[int, int, int]:
    """Read a code as a person types it.

    Raises:
        InputError: If the text is no code; the message shows how one is written.

    >>> code_from_text("421"), code_from_text("4-2-1"), code_from_text("四、二、一")
    ((4, 2, 1), (4, 2, 1), (4, 2, 1))
    """
    digits = _WRITTEN_CODE.sub("", normalise(text).translate(_CHINESE_DIGITS))
    if not (digits.isascii() and digits.isdigit()):
        raise bad_input(
            field,
            text,
            en="write a code as three different numbers from 1 to 4, such as 4 2 1.",
            zh="密码请写成 1 到 4 中三个不同的数字，例如 4 2 1。",
        )
    try:
        return parse_code([int(d) for d in digits[: CODE_LENGTH + 1]], field)
    except InputError as error:
        # Quote what was typed, not the list made of it.
        message = error.defects[0].message
        raise bad_input(field, text, en=message.en, zh=message.zh) from None


def code_to_text(code: Sequence[int]) -> str:
    """Write a code the way `code_from_text` reads it.

    >>> code_to_text((4, 2, 1))
    '4 2 1'
    """
    return " ".join(map(str, code))
