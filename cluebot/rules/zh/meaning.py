"""What Chinese words mean in English: translations, and whether two words mean related things."""

from __future__ import annotations

import re
from functools import lru_cache

from cluebot.rules.text import fold, squash, tokens
from cluebot.rules.zh.lexicon import entries, references
from cluebot.rules.zh.lists import pairs, words

# Glosses that speak about the entry instead of translating it.
_NO_TRANSLATION = re.compile(
    r"^(?:CL:|surname |used in |see (?:also )?[^a-z]|also (?:written|pr)|same as [^a-z]|abbr\. |"
    r"(?:\w+ )*variants? of |classifier |cf\. )"
)
_NAME = re.compile(r"[A-Z][\w'-]+(?: (?:[A-Z][\w'-]+|van|von|de|da|of))*(?<! of)")
_YEARS = re.compile(r"\((?:c\. ?)?\d{3,4}|\(born ")
_DATED = re.compile(r"^\((?:classical|archaic|old|literary)\b")
_LEADING = re.compile(r"^(?:to be |to |an? |the |lit\. |fig\. |sb's )+")
_CLARIFYING = words("meaning", "clarifying")
_ALSO = pairs("meaning", "also")
_EXTRA = pairs("meaning", "extra")
_IRREGULAR = pairs("meaning", "irregular")
_ENDINGS = (
    ("", ""), ("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("ves", "fe"),
    ("ed", ""), ("ed", "e"), ("d", ""), ("ing", ""), ("ing", "e"),
)  # fmt: skip
_NATIONALITY = ("ese", "ian", "an", "n", "ish")
_COMMON = words("meaning", "common")


@lru_cache(maxsize=16384)
def translations(simplified: str) -> frozenset[str]:
    """Return the squashed English translations of a word.

    >>> {"cinema", "movietheater"} <= translations("电影院")
    True
    """
    found = set(_EXTRA.get(simplified, ()))
    for entry in entries(simplified):
        for gloss in entry.glosses:
            if not _NO_TRANSLATION.match(gloss) and not _DATED.match(gloss):
                found.update(_keys(gloss))
    return frozenset(found)


def _keys(gloss: str) -> set[str]:
    """Return what one gloss gives as translations, squashed."""
    found: set[str] = set()
    plain = re.sub(r"\([^)]*\)|\[[^\]]*\]|[^\x00-\u024f]", " ", gloss)
    name = _NAME.match(plain)
    if name:
        found.add(squash(name[0]))
        if _YEARS.search(gloss):
            found.add(squash(name[0].split()[-1]))
    for part in re.split(r"[;,]|\bor\b", plain):
        words = _LEADING.sub("", part.strip()).split()
        if not 1 <= len(words) <= 4:
            continue
        key = squash("".join(words))
        found.update((key, *_ALSO.get(key, ())))
        if len(words) == 2 and words[0] in _CLARIFYING:
            found.add(squash(words[1]))
        if len(words) == 3 and words[1] == "and":
            found.update((squash(words[0]), squash(words[2])))
    return (found | {stem for key in found for stem in _stems(key)}) - {""}


def _stems(key: str) -> set[str]:
    """Return a squashed English word without its plural, past or progressive ending."""
    found = set(_IRREGULAR.get(key, ()))
    for ending, base in _ENDINGS:
        if key.endswith(ending) and len(key) - len(ending) >= 3:
            stem = key[: -len(ending)] + base
            found.add(stem)
            if stem[-1:] == stem[-2:-1]:
                found.add(stem[:-1])
    return found


@lru_cache(maxsize=16384)
def translated_by(english: str) -> frozenset[str]:
    """Return the keys under which a Latin clue would be found among `translations`.

    The clue itself and every run of its words, each also without its plural, past or
    progressive ending.

    >>> "apple" in translated_by("Red apples"), "app" in translated_by("apple")
    (True, False)
    """
    words = [re.sub(r"'s$", "", token) for token in tokens(english)][:24]
    keys = {squash(english)}
    for start in range(len(words)):
        for end in range(start + 1, min(start + 4, len(words)) + 1):
            key = squash("".join(words[start:end]))
            # Small words (of, in, at) inside a longer phrase translate nothing.
            if len(key) > 2 or len(words) == 1:
                keys.add(key)
    return frozenset(keys.union(*map(_stems, keys)))


@lru_cache(maxsize=16384)
def english_forms(english: str) -> frozenset[str]:
    """Return the English words from which those of a Latin clue or a translation are derived.

    A form of the translation says the board word as much as the translation does. Families that
    no ending shows (good and well) stay apart here: the glosses are too many for that.

    >>> "dog" in english_forms("doggy"), "well" in english_forms("good")
    (True, False)
    """
    from cluebot.rules.en.forms import roots  # English words load only when a clue has some

    words = [re.sub(r"'s$", "", token) for token in tokens(english)][:24]
    found = frozenset().union(*(roots(word) for word in words if len(word) > 2))
    return frozenset(word for word in found if not word.startswith("#"))


@lru_cache(maxsize=16384)
def nationalities(simplified: str) -> frozenset[str]:
    """Return the English adjectives of a country that the word names (Chinese for 中国)."""
    return frozenset(
        stem + ending
        for entry in entries(simplified)
        if entry.pinyin[0][:1].isupper()
        for gloss in entry.glosses
        if re.fullmatch(r"[A-Z][a-z]+", gloss)
        for stem in {fold(gloss), fold(gloss)[:-1], fold(gloss)[:-2]}
        for ending in _NATIONALITY
    )


@lru_cache(maxsize=16384)
def _content(simplified: str) -> frozenset[str]:
    words: set[str] = set()
    for entry in entries(simplified):
        for gloss in entry.glosses:
            if not _NO_TRANSLATION.match(gloss) and not _DATED.match(gloss):
                words.update(re.findall(r"[a-z]{3,}", re.sub(r"\[[^\]]*\]", "", gloss).lower()))
    return frozenset(words - _COMMON)


@lru_cache(maxsize=16384)
def related(one: str, other: str) -> bool:
    """Tell whether the explanations of two words in CC-CEDICT have a content word in common."""
    ours, theirs = _content(one), _content(other)
    return bool(ours & theirs)


@lru_cache(maxsize=16384)
def variants(simplified: str) -> frozenset[str]:
    """Return the words of which this one is only another spelling (吐嘈 of 吐槽)."""
    return frozenset(
        target
        for gloss, target in references(simplified)
        if re.search(r"\bvariants? of\b|also written|\(alternative for|misspell", gloss)
    )
