"""Codes: ordered triples of different slots, as values, in JSON and as people type them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations
from typing import Annotated

from pydantic import BeforeValidator

from cluebot.errors import Text, bad_input
from cluebot.games.codec import refused
from cluebot.rules.text import normalise

SLOTS = (1, 2, 3, 4)
"""The numbers of the slots in which a side's keywords stand."""

CODE_LENGTH = 3
"""Numbers in a code, and clues in a transmission."""


def _three_slots(value: object) -> tuple[int, ...]:
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise refused(
            Text(
                "a code is a list of three numbers, such as [4, 2, 1].",
                "密码应为三个数字的列表，例如 [4, 2, 1]。",
            )
        )
    if len(value) != CODE_LENGTH:
        raise refused(
            Text(
                f"a code has exactly three numbers, not {len(value)}.",
                f"密码必须正好三个数字，现在有 {len(value)} 个。",
            )
        )
    if any(isinstance(n, bool) or not isinstance(n, int) or n not in SLOTS for n in value):
        raise refused(
            Text(
                "the numbers of a code are whole numbers from 1 to 4.",
                "密码中的数字只能是 1 到 4 的整数。",
            )
        )
    if len(set(value)) != CODE_LENGTH:
        raise refused(Text("no number may stand twice in a code.", "同一个密码中的数字不能重复。"))
    return tuple(value)


Code = Annotated[tuple[int, int, int], BeforeValidator(_three_slots)]
"""Three different slots, in the order of the clues."""

ALL_CODES: tuple[tuple[int, int, int], ...] = tuple(
    (a, b, c) for a, b, c in permutations(SLOTS, CODE_LENGTH)
)
"""The 24 codes in ascending order."""

_CHINESE_DIGITS = str.maketrans("一二三四", "1234")
_BETWEEN_DIGITS = re.compile(r"[-\s,./、。·]+")


def code_from_text(text: str) -> list[int]:
    """Read the numbers of a code as a person types them; `Code` judges them.

    Raises:
        InputError: If the text holds anything but numbers; the message shows how to write one.

    >>> code_from_text("421"), code_from_text("4-2-1"), code_from_text("四、二、一")
    ([4, 2, 1], [4, 2, 1], [4, 2, 1])
    """
    digits = _BETWEEN_DIGITS.sub("", normalise(text[:100]).translate(_CHINESE_DIGITS))
    if not (digits.isascii() and digits.isdigit()):
        raise bad_input(
            "code",
            text,
            en="write a code as three different numbers from 1 to 4, such as 4 2 1.",
            zh="密码请写成 1 到 4 中三个不同的数字，例如 4 2 1。",
        )
    return [int(digit) for digit in digits]


def code_to_text(code: Sequence[int]) -> str:
    """Write a code the way `code_from_text` reads it.

    >>> code_to_text((4, 2, 1))
    '4 2 1'
    """
    return " ".join(map(str, code))
