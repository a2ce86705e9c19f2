"""One text taken apart once: everything the English rules need to compare it with others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from cluebot.rules.en.compounds import content_tokens, parts
from cluebot.rules.en.forms import roots
from cluebot.rules.en.lexicon import is_entry, is_known, lemmas
from cluebot.rules.text import is_han, squash, tokens


@dataclass(frozen=True, slots=True)
class Words:
    """A clue or a board word, analysed.

    Attributes:
        text: The text in normal form.
        key: The squashed text.
        tokens: Its folded tokens without little words.
        roots: What the whole of it is a form of.
        parts: Roots of its parts; empty for a simple word.
        unknown: Those tokens (or the key, for one token) that are no known words.
        foreign: The tokens and the whole as written, when they may be another language's.
    """

    text: str
    key: str
    tokens: tuple[str, ...]
    roots: frozenset[str]
    parts: frozenset[str]
    unknown: tuple[str, ...]
    foreign: tuple[str, ...]


@lru_cache(maxsize=32768)
def analyse(text: str) -> Words:
    """Take a text in normal form apart."""
    key = squash(text)
    words = content_tokens(text)
    whole = roots(key) if len(words) <= 1 else roots(key) | _inflected_phrase(words)
    foreign = tuple(dict.fromkeys((text, *text.split())))
    if any(map(is_han, text)):
        return Words(text, key, words, frozenset({key}), frozenset(), (), (text,))
    singles = (key,) if len(words) <= 1 else words
    unknown = tuple(w for w in map(squash, singles) if w and _is_unknown(w))
    return Words(text, key, words, whole, parts(text), unknown, foreign)


def _is_unknown(word: str) -> bool:
    if word.isdigit():
        return False
    # A frequency list counts every mix of letters and digits as known.
    return not (is_known(word) if word.isalpha() else is_entry(word))


def _inflected_phrase(words: tuple[str, ...]) -> frozenset[str]:
    """Return a phrase with its last word brought to each dictionary form, squashed."""
    head = "".join(words[:-1])
    return frozenset(head + lemma for lemma in lemmas(words[-1]))


def word_count(text: str) -> int:
    """Return how many words a reader sees: parts divided by blanks, signs left out."""
    return sum(1 for piece in text.split() if tokens(piece))
