"""Compounds: which words a word or phrase is made of.

*Horseshoe* holds horse and shoe; *carpet* holds neither car nor pet. Letters alone cannot
tell, so a split into two words counts only when the meaning supports it (WordNet's
definition names a part), when both parts are long enough that chance is out, or when both
are known to build compounds in that place (sea-, -man). Reviewed cases come first.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache

from cluebot.rules.en.forms import bases, own_forms, roots
from cluebot.rules.en.lexicon import (
    STOPWORDS,
    data_lines,
    gloss_words,
    graded,
    is_common,
    is_known,
    is_word,
)
from cluebot.rules.text import squash, tokens

_SHORTEST = 3
_LONG = 4
_PART_BAND = 50
_BOTH = 2


@cache
def _reviewed() -> dict[str, tuple[str, ...]]:
    """Word to its reviewed parts; none for a word that only looks like a compound."""
    table: dict[str, tuple[str, ...]] = {}
    for line in data_lines("compounds.txt"):
        word, *parts = line.split()
        table[word] = tuple(p for p in parts if p != "-")
    return table


@cache
def _places() -> dict[str, frozenset[str]]:
    """The reviewed words by place: first, last, nofirst, nolast, weak."""
    table: dict[str, set[str]] = defaultdict(set)
    for line in data_lines("compound_parts.txt"):
        place, *words = line.split()
        table[place].update(words)
    return {place: frozenset(words) for place, words in table.items()}


def weak_parts() -> frozenset[str]:
    """Return particles and prefixes: to share one of them is to have no word in common."""
    return _places()["weak"]


def _is_part(text: str) -> bool:
    return len(text) >= _SHORTEST and graded().get(text, 99) <= _PART_BAND


def _explains(word: str, part: str) -> bool:
    """Tell whether the definition of ``word`` holds ``part``, or the other way round."""
    return part in gloss_words(word) or word in gloss_words(part)


@lru_cache(maxsize=32768)
def split(word: str) -> tuple[str, ...]:
    """Split one squashed word into the two or more words it is compounded of.

    >>> split("horseshoe"), split("carpet"), split("champion")
    (('horse', 'shoe'), (), ())
    """
    if word in _reviewed():
        return _reviewed()[word]
    if len(word) < 2 * _SHORTEST or any(r[0] != "#" and r != word for r in roots(word)):
        # Of a derived or inflected word the base is split: gener-al-ly is no gene + rally.
        return ()
    best: tuple[float, tuple[str, ...]] = (0.0, ())
    for at in range(_SHORTEST, len(word) - _SHORTEST + 1):
        score = _support(word, word[:at], word[at:])
        if score > best[0]:
            best = score, (word[:at], word[at:])
    return best[1]


def _support(word: str, a: str, b: str) -> float:
    """Score the split of ``word`` into ``a`` and ``b``; 0 for a coincidence of letters."""
    if not (_is_part(a) and _is_part(b)):
        return 0.0
    first, last = _places()["first"], _places()["last"]
    if a in _places()["nofirst"] or b in _places()["nolast"]:
        return 0.0
    evidence = _explains(word, a) + _explains(word, b)
    builders = (a in first) + (b in last)
    # A long everyday word next to a builder is no chance either: dragon + fly, sea + food.
    sturdy = (len(a) >= _LONG and is_common(a)) + (len(b) >= _LONG and is_common(b))
    if sturdy == _BOTH or builders == _BOTH or evidence == _BOTH:
        return 1.0 + evidence + builders
    if (b in last and len(a) >= _LONG and is_common(a)) or (
        a in first and len(b) >= _LONG and is_common(b)
    ):
        return 1.0 + evidence + builders
    if evidence and (builders or min(len(a), len(b)) >= _LONG):
        return 0.5 + evidence + builders
    return 0.0


def content_tokens(text: str) -> tuple[str, ...]:
    """Return the tokens of a text without its stop words; all of them if nothing is left.

    >>> content_tokens("Lord of the Rings"), content_tokens("it")
    (('lord', 'rings'), ('it',))
    """
    words = tuple(t.removesuffix("'s") for t in tokens(text))
    return tuple(w for w in words if w not in STOPWORDS) or words


@lru_cache(maxsize=32768)
def _part_forms(part: str) -> frozenset[str]:
    """Return what a part of a compound is a form of.

    The saw of jigsaw is a word of its own and not the past of see.
    """
    own = own_forms(part)
    return own | {base for form in own for base in bases(form)}


@lru_cache(maxsize=32768)
def parts(text: str) -> frozenset[str]:
    """Return the forms of every proper part of a word or phrase.

    The parts of *the Snowmen* are forms of snow and man; a simple word has none.
    """
    words = content_tokens(text)
    found: set[str] = set()
    if len(tokens(text)) > 1:
        for word in words:
            found |= roots(word)
    for word in {*words, squash(text)}:
        for form in (word, *sorted(r for r in roots(word) if r[0] != "#" and r != word)):
            for part in split(form):
                found |= _part_forms(part)
    return frozenset(found)


def holds(word: str, inner: str) -> bool:
    """Tell whether an invented word is ``inner`` with other words or scraps around it.

    A word of three letters may stand in a strange name by chance, so there the rest must be
    words too.

    >>> holds("bearbirdfox", "bear"), holds("xqbear", "bear"), holds("vercatorix", "cat")
    (True, True, False)
    """
    if len(inner) < _SHORTEST or inner not in word or inner == word or is_known(word):
        return False
    if len(inner) >= _LONG and (word.startswith(inner) or word.endswith(inner)):
        return True
    before, _, after = word.partition(inner)
    return _is_made_of_words(before) and _is_made_of_words(after)


@lru_cache(maxsize=4096)
def _is_made_of_words(text: str) -> bool:
    return not text or any(
        is_word(text[:end]) and _is_made_of_words(text[end:])
        for end in range(_SHORTEST, len(text) + 1)
    )
