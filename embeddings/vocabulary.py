"""Which words may be clues: one vocabulary a language, most frequent first, sources kept.

The words come from wordfreq's frequency lists and pass one language module each
(`embeddings.vocabulary_en`, `embeddings.vocabulary_zh`), which decide what is a real word.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from embeddings.errors import SourceError

LANGUAGES: Final = ("en", "zh")
USER: Final = "user"
MAX_LENGTH: Final = 60


class Entry(NamedTuple):
    """One word that may be a clue.

    Attributes:
        word: The normal form: NFKC, lower case, simplified characters.
        zipf: Frequency as log10 of uses in a billion words; 0 when unknown.
        source: The lists that vouch for the word, joined by ``+``.
    """

    word: str
    zipf: float
    source: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """V clue words of one language, most frequent first, ties in code point order.

    Attributes:
        language: The language code.
        words: The V distinct words.
        zipf: Array (V,) float32, read-only; see `Entry.zipf`.
        source_names: The distinct sources.
        source_ids: Array (V,) uint8, read-only: the row in ``source_names`` of each word.
    """

    language: str
    words: tuple[str, ...]
    zipf: NDArray[np.float32]
    source_names: tuple[str, ...]
    source_ids: NDArray[np.uint8]

    @classmethod
    def of(cls, language: str, entries: Iterable[Entry]) -> Vocabulary:
        """Order ``entries`` and pack them; of a word given twice the first one stays."""
        first: dict[str, Entry] = {}
        for entry in entries:
            first.setdefault(entry.word, entry)
        rows = sorted(first.values(), key=lambda e: (-round(e.zipf, 2), e.word))
        names = tuple(sorted({e.source for e in rows}))
        ids = {name: i for i, name in enumerate(names)}
        zipf = np.array([e.zipf for e in rows], dtype=np.float32)
        source_ids = np.array([ids[e.source] for e in rows], dtype=np.uint8)
        zipf.flags.writeable = False
        source_ids.flags.writeable = False
        return cls(language, tuple(e.word for e in rows), zipf, names, source_ids)

    @property
    def sources(self) -> tuple[str, ...]:
        """The source of each of the V words."""
        return tuple(self.source_names[i] for i in self.source_ids)

    @property
    def checksum(self) -> str:
        """SHA-256 over the lines ``word TAB zipf TAB source``: changes when any of them does."""
        digest = hashlib.sha256(self.language.encode())
        for word, zipf, source in zip(self.words, self.zipf, self.sources, strict=True):
            digest.update(f"\n{word}\t{zipf:.2f}\t{source}".encode())
        return digest.hexdigest()

    def __len__(self) -> int:
        return len(self.words)


def clue_vocabulary(language: str, extra: Sequence[str] = ()) -> Vocabulary:
    """Return the clue words of ``language``, with the caller's own words added.

    Args:
        language: ``"en"`` or ``"zh"``.
        extra: Words to add, source ``user``. A word that is already there stays as it is.

    Raises:
        SourceError: If the language is unknown, a word unusable or a word list unreadable.
        TypeError: If ``extra`` is one string.
    """
    if isinstance(extra, str):
        raise TypeError("extra must be a sequence of words, not one string")
    if language not in LANGUAGES:
        raise SourceError(
            en=f"no clue vocabulary for language {language!r}; choose one of {LANGUAGES}",
            zh=f"没有语言 {language!r} 的线索词表；可选：{'、'.join(LANGUAGES)}",
        )
    standard = _standard(language)
    if not extra:
        return standard
    rows = [
        Entry(*row)
        for row in zip(standard.words, standard.zipf.tolist(), standard.sources, strict=True)
    ]
    return Vocabulary.of(language, [*rows, *_user_entries(language, extra)])


def read_vocabulary(path: str | Path, language: str) -> Vocabulary:
    """Read the caller's own list in place of the standard one.

    One word a line, UTF-8 with or without BOM, ``#`` starts a comment.

    Raises:
        SourceError: If the file cannot be read or holds no usable word; names the line.
    """
    path = Path(path)
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(
            en=f"{path}: cannot be read as UTF-8 text ({error})",
            zh=f"{path}：无法按 UTF-8 文本读取（{error}）",
        ) from error
    words = []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if text:
            words.append(_normal(text, f"{path}:{number}"))
    if not words:
        raise SourceError(en=f"{path}: no word in it", zh=f"{path}：文件中没有词语")
    return Vocabulary.of(language, _user_entries(language, words))


def read_packed(name: str) -> frozenset[str]:
    """Return the words of a data file beside this module: many a line, ``#`` starts a comment."""
    lines = (files("embeddings") / name).read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines for word in line.partition("#")[0].split())


@lru_cache(maxsize=len(LANGUAGES))
def _standard(language: str) -> Vocabulary:
    module = import_module(f"embeddings.vocabulary_{language}")
    return Vocabulary.of(language, module.entries())


def _user_entries(language: str, words: Sequence[str]) -> list[Entry]:
    from wordfreq import freq_to_zipf, get_frequency_dict

    known = get_frequency_dict(language, "large")
    normal = [_normal(word, "extra") for word in words]
    return [Entry(w, freq_to_zipf(known[w]) if w in known else 0.0, USER) for w in normal]


def _normal(word: str, where: str) -> str:
    """Return NFKC lower case with single spaces, or refuse what cannot be a word."""
    text = " ".join(unicodedata.normalize("NFKC", word).lower().split())
    if not text or len(text) > MAX_LENGTH or not text.isprintable():
        shown = repr(word[:MAX_LENGTH])
        raise SourceError(
            en=f"{where}: {shown} is no usable word (empty, control characters or over "
            f"{MAX_LENGTH} characters)",
            zh=f"{where}：{shown} 不能用作词语（为空、含控制字符或超过 {MAX_LENGTH} 个字符）",
        )
    return text
