"""Chinese word vectors in 100 dimensions, from the package ``synonyms`` 3.10.2 (optional)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from embeddings.formats import read_vector_file
from embeddings.sources.compose import StaticTable, forms_zh, split_han
from embeddings.sources.data_files import DataFile
from embeddings.vectors import Rows

VECTORS = DataFile(
    "synonyms==3.10.2",
    "synonyms",
    "data/words.vector",
    "b5eaa5e6e807ddfc4f63df5ddec5653e36da582ad13e254218524404e6e1ee31",
)


class Synonyms:
    """125,796 words of the Chinese Wikipedia, most frequent first; other texts are composed."""

    name = "zh100"
    version = VECTORS.sha256[:16]
    dims = 100

    @cached_property
    def _table(self) -> StaticTable:
        file = read_vector_file(VECTORS.path)
        ids = {word: i for i, word in enumerate(file.words)}
        return StaticTable(ids, file.rows, forms_zh, split_han)

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return raw rows (n, 100) and which texts are known (n,); see `Source.encode`."""
        return self._table.encode(texts)
