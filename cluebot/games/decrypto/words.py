"""When two keywords are the same word."""

from __future__ import annotations

from functools import lru_cache

from cluebot.rules.conversion import to_simplified
from cluebot.rules.text import is_han, squash


@lru_cache(maxsize=8192)
def word_key(word: str) -> str:
    """Return a key that is equal for the same word in any case, width, spacing or script.

    >>> word_key("火車") == word_key("火车"), word_key("Ice-Cream") == word_key("ICE CREAM")
    (True, True)
    """
    # The fuller `simplify` of the Chinese rules reads a dictionary first, half a second that
    # decoding a code need not wait for.
    key = squash(word)
    return to_simplified(key) if any(map(is_han, key)) else key
