"""Forms of an English word: inflection, spelling variants and derivation, either way.

Two words are forms of each other when their `roots` meet. Inflection comes from a lemma
table. Derivation strips one ending or prefix at a time and goes on only where the meaning
agrees: *driver* leads to *drive*, since WordNet explains the one by the other, but *corner*
does not lead to *corn*. What neither rule nor dictionary shows stands in reviewed lists.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, lru_cache

from cluebot.rules.en.affixes import PREFIXES, SPELLINGS, suffixes
from cluebot.rules.en.lexicon import (
    are_opposites,
    data_lines,
    gloss_words,
    glosses,
    graded,
    is_common,
    is_word,
    lemmas,
)

_SHORTEST = 3
_DEPTH = 3
_BELIEVED_BAND = 60
_BEGINNING = 5
_REGULAR = re.compile(r"(.{2,})ed|(.*(?:[sxzo]|ch|sh))es|(.*[^s])s")
_LIVELY = frozenset({"er", "or", "y"})
_SPELLED_OTHERWISE = re.compile("|".join(pattern.pattern for pattern, _ in SPELLINGS))
_PREFIXES = tuple(prefix for prefix, _ in PREFIXES)
_SHORT_VOWEL = re.compile(r"[^aeiou]*[^aeiouq][aeiou][^aeiouwxy]$|[aeiou][^aeiouwxy]$")


@cache
def _families() -> dict[str, frozenset[str]]:
    """Word to the reviewed families it is in, each family written ``#first word``."""
    table: dict[str, set[str]] = defaultdict(set)
    for line in data_lines("families.txt"):
        words = line.split()
        for word in words:
            table[word].add(f"#{words[0]}")
    return {word: frozenset(names) for word, names in table.items()}


@cache
def _strangers() -> dict[str, frozenset[str]]:
    """Reviewed words that look like forms of others and are not: derived word to its bases."""
    table: dict[str, set[str]] = defaultdict(set)
    for line in data_lines("strangers.txt"):
        derived, *bases = line.split()
        table[derived].update(bases)
    return {derived: frozenset(bases) for derived, bases in table.items()}


def american(word: str) -> str:
    """Return the American spelling of a British one, the word itself otherwise.

    >>> american("colour"), american("theatre"), american("hour"), american("timbre")
    ('color', 'theater', 'hour', 'timbre')
    """
    if _SPELLED_OTHERWISE.search(word) is None:
        return word
    for pattern, replacement in SPELLINGS:
        other = pattern.sub(replacement, word)
        if other != word and is_word(other) and other not in _strangers().get(word, ()):
            return american(other)
    return word


def linked(derived: str, base: str) -> bool:
    """Tell whether the dictionary explains one word by the other."""
    return base in gloss_words(derived) or derived in gloss_words(base)


def bases(word: str) -> set[str]:
    """Return the words from which ``word`` is derived in one step."""
    found: set[str] = set()
    for ending, replacements, enough in suffixes().get(word[-1:], ()):
        if not word.endswith(ending) or len(word) - len(ending) < _SHORTEST - 1:
            continue
        stem = word[: -len(ending)]
        doubled = len(stem) > _SHORTEST and stem[-1] == stem[-2]
        candidates = [stem + r for r in replacements]
        if doubled:
            candidates.append(stem[:-1])
        if stem[-1] == "i":
            candidates.append(stem[:-1] + "y")
        if ending[0] in "aeiouy" and _SHORT_VOWEL.match(stem):
            # rider comes from ride: from rid it would be ridder.
            candidates = [c for c in candidates if c != stem]
        for base in candidates:
            lively = ending in _LIVELY and len(base) >= (_SHORTEST if doubled else _SHORTEST + 1)
            if _believed(word, base, enough) or (lively and _is_lively(word, base, ending)):
                found.add(base)
    for prefix, enough in PREFIXES if word.startswith(_PREFIXES) else ():
        if word.startswith(prefix) and _believed(word, word[len(prefix) :], enough):
            found.add(word[len(prefix) :])
    return found | _unlisted_inflection(word) | _explained_beginnings(word)


def _unlisted_inflection(word: str) -> set[str]:
    """Return the base of a regular form that the lemma table misses: hooded, wigwams.

    Only of words that no dictionary explains: naked and news are words of their own.
    """
    match = _REGULAR.fullmatch(word)
    if match is None or glosses(word) or lemmas(word) != {word} or not is_word(word):
        return set()
    stem = match[1] or match[2] or match[3]
    candidates = {stem, stem + "e"} if match[1] else {stem}
    if match[1] and stem[-1] == stem[-2]:
        candidates.add(stem[:-1])
    return {c for c in candidates if _is_base(word, c, _SHORTEST)}


def _explained_beginnings(word: str) -> set[str]:
    """Return the words that ``word`` begins with and is explained by: petroleum and petrol.

    No list of endings is complete (horizon-tal, asthma-tic, glandu-lar); a beginning this long
    that a definition names too is no chance. Where the rest is a word this is a compound.
    """
    found = set()
    for end in range(_BEGINNING, len(word)):
        base, rest = word[:end], word[end:]
        if not _is_base(word, base, _BEGINNING):
            continue
        seams = (rest, rest.removeprefix("s"), base[-1] + rest)
        compound = any(len(part) >= _SHORTEST and is_common(part) for part in seams)
        if not compound and linked(word, base):
            found.add(base)
    return found


def _is_base(word: str, base: str, shortest: int) -> bool:
    return (
        len(base) >= shortest
        and graded().get(base, 99) <= _BELIEVED_BAND
        and not _are_strangers(word, base)
    )


def _believed(word: str, base: str, enough: int) -> bool:
    if len(base) < _SHORTEST or base == word or not (is_word(base) or glosses(base)):
        return False
    if _are_strangers(word, base):
        return False
    if len(base) >= enough and graded().get(base, 99) <= _BELIEVED_BAND:
        return True
    return linked(word, base) or are_opposites(word, base)


def _is_lively(word: str, base: str, ending: str) -> bool:
    """Believe agents and adjectives of short everyday words: killer, boxer; funny, filthy."""
    return is_common(base) and (ending == "y" or _is_verb(base)) and not _are_strangers(word, base)


def _are_strangers(word: str, base: str) -> bool:
    known = _strangers()
    return any(not known[w].isdisjoint(lemmas(base)) for w in lemmas(word) if w in known)


def _is_verb(word: str) -> bool:
    stem = word.removesuffix("e")
    return any(form in graded() for form in (f"{stem}ing", f"{word}ing", f"{word}{word[-1]}ing"))


@lru_cache(maxsize=32768)
def inflections(word: str) -> frozenset[str]:
    """Return the dictionary forms of ``word`` in American spelling, for "the same word again"."""
    found = {w for w in lemmas(word) if w not in _strangers().get(word, ())}
    return frozenset(found | {american(w) for w in found})


@lru_cache(maxsize=32768)
def roots(word: str) -> frozenset[str]:
    """Return every word that the folded, squashed ``word`` is a form of, itself included.

    Reviewed families appear as ``#name``. Two words whose roots meet are forms of one word.

    >>> roots("drivers") & roots("drive") != set(), roots("corner") & roots("corn")
    (True, frozenset())
    """
    found = set(inflections(word))
    edge = found
    for _ in range(_DEPTH):
        edge = {american(base) for w in edge for base in bases(w)} - found
        if not edge:
            break
        found |= edge
    # The saw that cuts is no relative of sight, though saw is also a form of see.
    kin = (w for w in found if w == word or not glosses(word) or _is_near(word, w))
    return frozenset(found.union(*(_families().get(w, frozenset()) for w in kin)))


def _is_near(word: str, base: str) -> bool:
    """Tell a regular form from an irregular one that is a word of its own: glasses, saw."""
    return word.startswith(base[:-1]) or base in bases(word)


def own_forms(word: str) -> frozenset[str]:
    """Return the dictionary forms of ``word``, of a word in its own right the regular ones."""
    return frozenset(w for w in inflections(word) if not glosses(word) or _is_near(word, w))
