"""From one Chinese script to the other, as OpenCC has it; it loads when a text first needs it."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Protocol, cast


class _Converter(Protocol):
    def convert(self, string: str) -> str: ...


@cache
def _opencc(conversion: str) -> _Converter:
    from opencc import OpenCC

    return cast("_Converter", OpenCC(conversion))


# A clue is converted for the rules and soon again for the game: a thousand short texts, 0.2 MB.
@lru_cache(maxsize=1024)
def to_simplified(text: str) -> str:
    """Return a text in simplified characters.

    >>> to_simplified("火車")
    '火车'
    """
    return _opencc("t2s").convert(text)


def to_traditional(text: str) -> str:
    """Return a text in traditional characters, as the longest words in it are usually written.

    >>> to_traditional("台风")
    '颱風'
    """
    return _opencc("s2t").convert(text)
