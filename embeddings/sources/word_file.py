"""Vectors from a file of the user's: read in place, or added to the cache under a name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embeddings.added import find_added
from embeddings.formats import VectorFile, read_vector_file
from embeddings.sources import load_source
from embeddings.sources.compose import StaticTable, forms_any, split_any
from embeddings.sources.data_files import sha256_of
from embeddings.vectors import Rows, Source


class WordFile:
    """The words of a word2vec, GloVe or fastText file; other texts are composed.

    Args:
        path: The file, most frequent words first.
    """

    def __init__(self, path: str) -> None:
        self._path = Path(path).expanduser()
        self.name = f"file:{self._path}"

    @cached_property
    def version(self) -> str:
        """Checksum of the file."""
        if not self._path.is_file():
            read_vector_file(self._path)  # says what is wrong with the path
        return sha256_of(self._path)[:16]

    @cached_property
    def _file(self) -> VectorFile:
        return read_vector_file(self._path)

    @property
    def dims(self) -> int:
        """Numbers a word."""
        return int(self._file.rows.shape[1])

    @cached_property
    def _table(self) -> StaticTable:
        ids = {word: i for i, word in enumerate(self._file.words)}
        return StaticTable(ids, self._file.rows, forms_any, split_any)

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return raw rows (n, d) and which texts are known (n,); see `Source.encode`."""
        return self._table.encode(texts)


class AddedVectors:
    """Vectors that `embeddings.adding.add_vectors` put into the cache, from a file or a model.

    Args:
        name: The name they were added under.
    """

    def __init__(self, name: str) -> None:
        self._added = find_added(name)
        self.name = f"added:{name}"
        self.dims = int(self._added.rows.shape[1])

    @cached_property
    def version(self) -> str:
        """Changes when the file or the model does."""
        return self._source.version if self._added.is_model else self._added.version

    @cached_property
    def _source(self) -> Source:
        return load_source(self._added.origin)

    @cached_property
    def _table(self) -> StaticTable:
        ids = {word: i for i, word in enumerate(self._added.read_words())}
        return StaticTable(ids, self._added.rows, forms_any, split_any)

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return raw rows (n, d) and which texts are known (n,); see `Source.encode`."""
        return (self._source if self._added.is_model else self._table).encode(texts)
