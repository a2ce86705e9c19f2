"""Translations into English: Chinese by CC-CEDICT, other languages by a list of our own.

CC-CEDICT loads only when a clue holds Chinese characters or is a word that English does not
know and that may be pinyin.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache, lru_cache

from cluebot.rules.en.lexicon import data_lines, graded, is_known
from cluebot.rules.text import fold, has_han, has_tone_mark, squash

_SHORTEST_PINYIN = 4
_LONGEST_WORD = 6
_INITIAL = "(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])"
_LIKE_PINYIN = re.compile(
    rf"{_INITIAL}?[aeiouv]+(?:(?:(?:ng?|r)?{_INITIAL}|ng)[aeiouv]+)*(?:ng?|r)?"
)


@cache
def _foreign() -> Mapping[str, frozenset[str]]:
    """Foreign word, as written and without accents, to the English words it translates."""
    table: dict[str, set[str]] = defaultdict(set)
    for line in data_lines("foreign.tsv"):
        english, *others = line.split("\t")
        for word in " ".join(others).split():
            # In English letters it may be an English word of its own (gift, serpent); those
            # that still say nothing but the translation are marked.
            plain = fold(word)
            if plain != word or plain[0] == "!":
                table[word.removeprefix("!")].add(english)
            if plain[0] == "!" or plain not in graded():
                table[plain.removeprefix("!")].add(english)
    return {word: frozenset(meanings) for word, meanings in table.items()}


@lru_cache(maxsize=8192)
def meanings(clue: str) -> frozenset[str]:
    """Return the squashed English words that one foreign word or phrase translates.

    >>> "bear" in meanings("熊"), "dog" in meanings("perro"), meanings("bear")
    (True, True, frozenset())
    """
    if has_han(clue):
        return _chinese(clue)
    found = _foreign().get(clue.lower())
    if found is not None:
        return found
    plain = squash(clue)
    if not (plain.isascii() and plain.isalpha()):
        return frozenset()
    # With the marks of its tones a syllable is Chinese; without, it may be an English word.
    if has_tone_mark(clue):
        return _pinyin(plain)
    return frozenset() if len(plain) < _SHORTEST_PINYIN or is_known(plain) else _pinyin(plain)


def _chinese(clue: str) -> frozenset[str]:
    from cluebot.rules.zh.meaning import translations
    from cluebot.rules.zh.script import simplify

    text = simplify(clue)
    found = set(translations(text))
    # A phrase says every word in it; single characters inside longer words are no words.
    for start in range(len(text)):
        for end in range(start + 2, min(start + _LONGEST_WORD, len(text)) + 1):
            found |= translations(text[start:end])
    return frozenset(found)


def may_be_pinyin(letters: str) -> bool:
    """Tell whether it takes the dictionary to tell letters from pinyin; it loads slowly.

    >>> may_be_pinyin("pingguo"), may_be_pinyin("popeye"), may_be_pinyin("tetris")
    (True, True, False)
    """
    return _LIKE_PINYIN.fullmatch(letters) is not None


def _pinyin(letters: str) -> frozenset[str]:
    if not may_be_pinyin(letters):
        return frozenset()
    from cluebot.rules.zh.lexicon import lexicon
    from cluebot.rules.zh.meaning import translations
    from cluebot.rules.zh.sound import split_pinyin

    words = lexicon().read_as(letters)
    if not words or split_pinyin(letters) is None:
        return frozenset()
    return frozenset().union(*map(translations, words))
