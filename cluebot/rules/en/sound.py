"""Sound alone: words that are spelled apart and said alike.

A clue is said aloud, so *knight* and NIGHT are one word at the table. The rule is lifted where
the two words are also linked in meaning; a table that plays the printed rules allows those.
"""

from __future__ import annotations

from functools import cache, lru_cache

from cluebot.rules.en.lexicon import data_lines, gloss_words, pronunciation


@cache
def _reviewed() -> tuple[frozenset[frozenset[str]], frozenset[frozenset[str]]]:
    """Pairs said alike that the dictionary misses, and pairs it wrongly calls alike."""
    alike: set[frozenset[str]] = set()
    apart: set[frozenset[str]] = set()
    for line in data_lines("homophones.txt"):
        kind, *words = line.split()
        pairs = {frozenset((a, b)) for a in words for b in words if a < b}
        (alike if kind == "alike" else apart).update(pairs)
    return frozenset(alike), frozenset(apart)


@lru_cache(maxsize=65536)
def are_homophones(a: str, b: str) -> bool:
    """Tell whether two different squashed words are said alike and share no meaning.

    >>> are_homophones("knight", "night"), are_homophones("light", "night")
    (True, False)
    """
    alike, apart = _reviewed()
    pair = frozenset((a, b))
    if a == b or pair in apart:
        return False
    if pair in alike:
        return True
    sound = pronunciation(a)
    if sound is None or sound != pronunciation(b):
        return False
    return a not in gloss_words(b) and b not in gloss_words(a)
