"""Whether a word plainly shares something with a keyword: such words are no clues for it.

What is legal is decided by `check_clue` for the few clues that are about to be given; this leaves
out beforehand what a glance shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable

STEM = 4
"""Letters that two English words begin with alike."""

_PART = 3


def strange_to(language: str, keyword: str) -> Callable[[str], bool]:
    """Return what says whether a word shares neither stem nor part nor character with a keyword.

    >>> strange = strange_to("en", "ice cream")
    >>> strange("creamy"), strange("police"), strange("cre"), strange("cold")
    (False, False, False, True)
    """
    if language == "zh":
        return frozenset(keyword).isdisjoint
    parts = [p for p in re.findall(r"\w+", keyword.casefold()) if len(p) >= _PART]
    stems = tuple(part[: max(STEM, len(part) - 3)] for part in parts)
    within = {p[i:j] for p in parts for i in range(len(p)) for j in range(i + _PART, len(p) + 1)}
    return lambda word: (
        word not in within and not word.startswith(stems) and not any(map(word.__contains__, parts))
    )
