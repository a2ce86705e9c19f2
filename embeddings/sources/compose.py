"""Static tables of word vectors, and how texts outside them are composed.

A text that a table lacks is taken apart into words it has: English at spaces and hyphens, Chinese
into the fewest words. The parts are averaged with the weights of smooth inverse frequency, so that
"of" in "statue of liberty" counts for little (Arora, Liang and Ma, "A simple but tough-to-beat
baseline for sentence embeddings", ICLR 2017). Frequencies come from the rank of a word in the
table by Zipf's law; every table read here lists its words most frequent first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from embeddings.vectors import Rows, refuse_string

_SIF_A = 1e-3
_SEPARATORS = re.compile(r"[\s_\-‐‑–—/·・'’.,&]+")

Splitter = Callable[[str, Mapping[str, int]], list[str] | None]


def is_han(character: str) -> bool:
    """Whether a character is a CJK ideograph.

    >>> is_han("词"), is_han("w")
    (True, False)
    """
    return "\u3400" <= character <= "\u9fff" or "\U00020000" <= character <= "\U0003ffff"


def split_latin(text: str, known: Mapping[str, int]) -> list[str] | None:
    """Split at spaces, hyphens and other marks; None unless every part is known.

    >>> split_latin("ice-cream van", {"ice": 0, "cream": 1, "van": 2})
    ['ice', 'cream', 'van']
    """
    parts = [part for part in _SEPARATORS.split(text) if part]
    if not parts or any(part not in known for part in parts):
        return None
    return parts


def split_han(text: str, known: Mapping[str, int]) -> list[str] | None:
    """Split into the fewest known words, the more frequent ones when there is a choice.

    A text of three or more characters must hold a known word of at least two: a transliterated
    name means nothing like its characters.

    >>> split_han("冰雪王国", {"冰雪": 0, "王国": 1, "冰": 2, "雪": 3})
    ['冰雪', '王国']
    >>> split_han("皮卡丘", {"皮": 0, "卡": 1, "丘": 2}) is None
    True
    """
    text = _SEPARATORS.sub("", text)
    n = len(text)
    if not n:
        return None
    longest = max(2, min(n, 10))
    # best[i]: (words, sum of ranks, start of the last word) of the best way to write text[:i]
    best: list[tuple[int, int, int] | None] = [(0, 0, 0)] + [None] * n
    for end in range(1, n + 1):
        for start in range(max(0, end - longest), end):
            before = best[start]
            rank = known.get(text[start:end])
            if before is None or rank is None:
                continue
            candidate = (before[0] + 1, before[1] + rank, start)
            current = best[end]
            if current is None or candidate < current:
                best[end] = candidate
    parts: list[str] = []
    end = n
    while end:
        step = best[end]
        if step is None:
            return None
        parts.append(text[step[2] : end])
        end = step[2]
    if n > 2 and all(len(part) == 1 for part in parts):
        return None
    return parts[::-1]


def forms_en(text: str) -> list[str]:
    """Return the spellings under which an English table may list a text, best first.

    >>> forms_en("Café")
    ['café', 'cafe']
    """
    lower = text.lower().strip()
    bare = "".join(c for c in unicodedata.normalize("NFD", lower) if not unicodedata.combining(c))
    return list(dict.fromkeys((lower, bare)))


def forms_zh(text: str) -> list[str]:
    """Return the spellings under which a Chinese table may list a text, best first.

    >>> forms_zh("蘋果")
    ['蘋果', '苹果']
    """
    text = text.strip()
    simplified = _simplifier()(text)
    return list(dict.fromkeys((text, simplified, simplified.lower())))


def forms_any(text: str) -> list[str]:
    """Return the spellings to try in a table of unknown language and case, best first.

    >>> forms_any("New York")
    ['New York', 'new york', 'New_York', 'new_york']
    """
    text = text.strip()
    if any(is_han(c) for c in text):
        return forms_zh(text)
    forms = [text, *forms_en(text), text.title()]
    return list(dict.fromkeys(forms + [form.replace(" ", "_") for form in forms]))


def split_any(text: str, known: Mapping[str, int]) -> list[str] | None:
    """Split by `split_han` a text with ideographs, by `split_latin` any other."""
    return (split_han if any(is_han(c) for c in text) else split_latin)(text, known)


@cache
def _simplifier() -> Callable[[str], str]:
    from opencc import OpenCC

    convert: Callable[[str], str] = OpenCC("t2s").convert
    return convert


class StaticTable:
    """A table of word vectors that composes what it lacks.

    Args:
        ids: Row number of each word; rows are ordered by falling frequency of their words.
        rows: The V rows; a memory-mapped array will do.
        forms: Gives the spellings to try for a text.
        split: Takes a text apart into known words.
    """

    def __init__(
        self,
        ids: Mapping[str, int],
        rows: Rows,
        forms: Callable[[str], list[str]],
        split: Splitter,
    ) -> None:
        self._ids = ids
        self._rows = rows
        self._forms = forms
        self._split = split

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return raw rows (n, d) for ``texts`` and which of them are known (n,)."""
        refuse_string(texts)
        parts = [self._parts(text) for text in texts]
        known = np.array([bool(part) for part in parts], dtype=np.bool_)
        used = sorted({row for part in parts for row in part})
        place = {row: i for i, row in enumerate(used)}
        table = np.ascontiguousarray(self._rows[used], dtype=np.float32)
        out = np.zeros((len(parts), self._rows.shape[1]), dtype=np.float32)
        weights = self._weights(np.array(used, dtype=np.int64))
        for i, part in enumerate(parts):
            if len(part) == 1:
                out[i] = table[place[part[0]]]
            elif part:
                at = [place[row] for row in part]
                out[i] = weights[at] @ table[at] / weights[at].sum()
        return out, known

    def _parts(self, text: str) -> list[int]:
        forms = self._forms(text)
        for form in forms:
            if form in self._ids:
                return [self._ids[form]]
        for form in forms:
            parts = self._split(form, self._ids)
            if parts:
                return [self._ids[part] for part in parts]
        return []

    def _weights(self, ranks: NDArray[np.int64]) -> NDArray[np.float32]:
        harmonic = np.log(max(2, self._rows.shape[0]))
        frequency = 1.0 / ((ranks + 1) * harmonic)
        weights: NDArray[np.float32] = (_SIF_A / (_SIF_A + frequency)).astype(np.float32)
        return weights
