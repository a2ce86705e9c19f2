"""Clues made of letters: initials, abbreviations, misspellings.

A misspelling is judged only for words that do not exist: *horze* smuggles HORSE, while
*house* is one letter away and a word of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, lru_cache

from cluebot.rules.en.lexicon import STOPWORDS, data_lines, pronunciation
from cluebot.rules.text import squash, tokens

_LEET = str.maketrans("0134578@$!|", "oieastbasil")
_REBUS = {ord("1"): "won", ord("2"): "to", ord("4"): "for", ord("8"): "ate"}
_VOWELS = re.compile("[aeiouy]")
_SHORT = 3
_LONG = 8

# Spellings of one sound, longest first; enough to see through fone, nite, kween, horze.
_SOUND_KEY = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"ph", "f"),
        (r"sch", "sk"),
        (r"gh(?=t|$)", ""),
        (r"^kn|^gn", "n"),
        (r"^wr", "r"),
        (r"^wh", "w"),
        (r"qu", "kw"),
        (r"tch", "č"),
        (r"ch", "č"),
        (r"sh", "š"),
        (r"ck", "k"),
        (r"c(?=[eiy])", "s"),
        (r"dge|dj|j|g(?=[eiy])", "ǰ"),
        (r"[cq]", "k"),
        (r"x", "ks"),
        (r"z", "s"),
        (r"(?<=[^aeiou])e(?=$|s$)", ""),
        (r"ea|ee|ie|ei|y|i", "i"),
        (r"oo|ou|ew|ue|u", "u"),
        (r"oa|ow|au|aw|o", "o"),
        (r"ai|ay|ey|a", "a"),
    )
)


@cache
def _abbreviations() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = defaultdict(set)
    for line in data_lines("abbreviations.txt"):
        short, *full = line.split()
        table[short].update(full)
    return {short: frozenset(full) for short, full in table.items()}


def is_abbreviation(word: str) -> bool:
    """Tell whether a squashed word is a listed abbreviation, or has no vowel at all."""
    return word in _abbreviations() or (word.isalpha() and not _VOWELS.search(word))


@lru_cache(maxsize=32768)
def initials(text: str) -> frozenset[str]:
    """Return the initials of a phrase, with and without its little words.

    >>> sorted(initials("Lord of the Rings")), initials("bear")
    (['lotr', 'lr'], frozenset({'b'}))
    """
    words = tokens(text)
    if not words:
        return frozenset()
    content = [w for w in words if w not in STOPWORDS] or words
    return frozenset({"".join(w[0] for w in words), "".join(w[0] for w in content)})


@cache
def _abbreviations_of() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = defaultdict(set)
    for short, full in _abbreviations().items():
        for word in full:
            table[word].add(short)
    return {word: frozenset(short) for word, short in table.items()}


@lru_cache(maxsize=32768)
def shorts(text: str) -> frozenset[str]:
    """Return what stands for a text by its letters: its initials and its abbreviations.

    >>> sorted(shorts("New York")), sorted(shorts("television"))
    (['ny', 'nyc'], ['t', 'tv'])
    """
    return initials(text) | _abbreviations_of().get(squash(text), frozenset())


@lru_cache(maxsize=32768)
def sound_key(word: str) -> str:
    """Return a rough spelling-to-sound key: two spellings of one sound share it.

    >>> sound_key("fone") == sound_key("phone"), sound_key("bare") == sound_key("bear")
    (True, False)
    """
    word = re.sub(r"([^aeiou])\1+", r"\1", word)
    for pattern, sound in _SOUND_KEY:
        word = pattern.sub(sound, word)
    return re.sub(r"(.)\1+", r"\1", word)


def one_edit_apart(a: str, b: str) -> bool:
    """Tell whether one letter put in, left out, changed or swapped turns ``a`` into ``b``."""
    if abs(len(a) - len(b)) > 1 or a == b:
        return False
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    a, b = a[start:], b[start:]
    if len(a) == len(b):
        return a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
    return a[1:] == b or a == b[1:]


def _two_edits_apart(a: str, b: str) -> bool:
    if abs(len(a) - len(b)) > 2:
        return False
    return any(one_edit_apart(a[:i] + a[i + 1 :], b) for i in range(len(a))) or any(
        one_edit_apart(a, b[:i] + b[i + 1 :]) for i in range(len(b))
    )


def smuggles(clue: str, word: str) -> bool:
    """Tell whether a word that does not exist spells a board word in disguise.

    Args:
        clue: The squashed clue, known to be no word.
        word: The squashed board word.
    """
    plain = clue.translate(_LEET)
    if word in (plain, clue[::-1], clue.translate(_REBUS)):
        return True
    if len(word) < _SHORT or not clue:
        return False
    if sound_key(plain) == sound_key(word) or _is_rebus(clue, word):
        return True
    if len(word) > _SHORT and (one_edit_apart(plain, word) or sorted(plain) == sorted(word)):
        return True
    if len(word) >= _LONG and _two_edits_apart(plain, word):
        return True
    bare = _VOWELS.sub("", word)
    if len(bare) > 1 and plain == bare:
        return True
    if len(bare) >= _SHORT and plain[0] == word[0] and _VOWELS.sub("", plain) == bare:
        return True
    # A stump or skeleton of the word: "elep", "elph".
    return len(plain) >= _SHORT and 2 * len(plain) >= len(word) and _is_inside(plain, word)


def _is_rebus(clue: str, word: str) -> bool:
    """Tell whether digits read aloud complete the word: sk8, gr8."""
    spelled = clue.translate(_REBUS)
    return (
        spelled != clue
        and pronunciation(word) is not None
        and pronunciation(spelled) == pronunciation(word)
    )


def _is_inside(letters: str, word: str) -> bool:
    """Tell whether the letters stand in the word in this order, from its first one on."""
    rest = iter(word)
    return letters[0] == word[0] and all(letter in rest for letter in letters)
