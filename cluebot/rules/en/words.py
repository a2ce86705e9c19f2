"""One text taken apart once: everything the English rules need to compare it with others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from cluebot.rules.en.compounds import content_tokens, parts
from cluebot.rules.en.forms import roots
from cluebot.rules.en.letters import shorts
from cluebot.rules.en.lexicon import STOPWORDS, is_entry, is_known, lemmas
from cluebot.rules.en.sound import sounds
from cluebot.rules.en.translation import meanings
from cluebot.rules.text import has_han, squash, tokens

_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Words:
    """A clue or a board word, analysed. All words in it are folded and squashed.

    Attributes:
        text: The text in normal form, as it was given.
        key: The whole text squashed.
        tokens: Its tokens without little words.
        roots: What the whole of it is a form of.
        parts: Roots of its parts; empty for a simple word.
        sounds: How the whole is said.
        spoken: The words that a listener hears one by one: the tokens of a phrase.
        unknown: Those of its words that do not exist.
        meanings: English words that it, or a word in it, translates from another language, and
            what those are forms of.
        marks: Roots, parts and sounds together: texts without a common mark are strangers,
            unless letters or another language link them.
    """

    text: str
    key: str
    tokens: tuple[str, ...]
    roots: frozenset[str]
    parts: frozenset[str]
    sounds: frozenset[str]
    spoken: tuple[str, ...]
    unknown: tuple[str, ...]
    meanings: frozenset[str]
    marks: frozenset[str]

    @property
    def shorts(self) -> frozenset[str]:
        """Initials and abbreviations of it; asked of board words alone."""
        return _NOTHING if has_han(self.text) else shorts(self.text)


@lru_cache(maxsize=32768)
def analyse(text: str) -> Words:
    """Take a text in normal form apart."""
    key = squash(text)
    words = content_tokens(text)
    foreign = _NOTHING.union(*map(meanings, {text, *text.split()}))
    foreign = foreign.union(*map(roots, foreign))
    if has_han(text):
        one = frozenset({key})
        return Words(text, key, words, one, _NOTHING, _NOTHING, (), (), foreign, one)
    phrase = len(words) > 1
    singles = map(squash, words) if phrase else (key,)
    whole = roots(key) | _inflected_phrase(words) if phrase else roots(key)
    inner, said = parts(text), sounds(key)
    return Words(
        text=text,
        key=key,
        tokens=words,
        roots=whole,
        parts=inner,
        sounds=said,
        spoken=tuple(w for w in words if w not in STOPWORDS) if len(tokens(text)) > 1 else (),
        unknown=tuple(v for w in singles if _is_unknown(w) for v in dict.fromkeys((w, _one(w)))),
        meanings=foreign,
        marks=whole | inner | said,
    )


def _is_unknown(word: str) -> bool:
    if not word or word.isdigit():
        return False
    # A frequency list counts every mix of letters and digits as known.
    return not (is_known(word) if word.isalpha() else is_entry(word))


def _one(word: str) -> str:
    """Return a plural that no table lists without its s: elefants."""
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _inflected_phrase(words: tuple[str, ...]) -> frozenset[str]:
    """Return a phrase with its last word brought to each dictionary form, squashed."""
    head = "".join(words[:-1])
    return frozenset(head + lemma for lemma in lemmas(words[-1]))


def word_count(text: str) -> int:
    """Return how many words a reader sees: parts divided by blanks, signs left out."""
    return sum(1 for piece in text.split() if tokens(piece))
