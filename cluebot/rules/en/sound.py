"""Sound alone: words that are spelled apart and said alike.

A clue is said aloud, so *knight* and NIGHT are one word at the table. The rule is lifted where
one word's definition names the other: there the sound is not all that links them.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache

from cluebot.rules.en.lexicon import data_lines, gloss_words, pronunciation


@cache
def _alike() -> dict[str, frozenset[str]]:
    """Word to its reviewed groups of words said alike, each group written ``=first word``."""
    table: dict[str, set[str]] = defaultdict(set)
    for line in data_lines("homophones.txt"):
        kind, *words = line.split()
        if kind == "alike":
            for word in words:
                table[word].add(f"={words[0]}")
    return {word: frozenset(groups) for word, groups in table.items()}


@cache
def _apart() -> frozenset[frozenset[str]]:
    """Reviewed pairs to which the dictionary gives one sound though players hear two."""
    lines = (line.split() for line in data_lines("homophones.txt"))
    return frozenset(
        frozenset((a, b)) for kind, *words in lines if kind == "apart" for a in words for b in words
    )


@lru_cache(maxsize=32768)
def sounds(word: str) -> frozenset[str]:
    """Return the ways a squashed word is said; words said alike share one.

    >>> sounds("knight") & sounds("night")
    frozenset({'N AY1 T'})
    """
    usual = pronunciation(word)
    groups = _alike().get(word, frozenset())
    return groups if usual is None else groups | {usual}


def by_sound_alone(a: str, b: str) -> bool:
    """Tell of two words with a sound in common whether the sound is all that links them."""
    return (
        a != b
        and frozenset((a, b)) not in _apart()
        and a not in gloss_words(b)
        and b not in gloss_words(a)
    )
