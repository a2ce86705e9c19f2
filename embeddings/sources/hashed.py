"""Vectors drawn from a hash of each text: the same on every machine, for tests."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embeddings.vectors import Rows, refuse_string


class HashedVectors:
    """Nearly Gaussian rows drawn from SHAKE-256 of the text.

    With ``structure`` above 0, a row is pulled towards rows of the text's character bigrams, so
    that texts which share letters are alike and tests can expect neighbours.

    Args:
        dims: Length of a row.
        seed: Different seeds give unrelated spaces.
        structure: Weight of the shared part, from 0 (none) to 1 (nothing else).

    >>> rows, known = HashedVectors(dims=4).encode(["piano"])
    >>> rows.shape, bool(known[0])
    ((1, 4), True)
    """

    name = "hashed"

    def __init__(self, dims: int = 32, seed: int = 0, structure: float = 0.0) -> None:
        self.dims = dims
        self.version = f"1-{dims}-{seed}-{structure:g}"
        self._seed = seed
        self._structure = structure

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return raw rows (n, d); every text but the empty one is known."""
        refuse_string(texts)
        known = np.array([bool(text.strip()) for text in texts], dtype=np.bool_)
        rows = np.zeros((len(texts), self.dims), dtype=np.float32)
        for i, text in enumerate(texts):
            if known[i]:
                rows[i] = self._row(text)
        return rows, known

    def _row(self, text: str) -> NDArray[np.float32]:
        row = self._draw("text", text)
        if self._structure:
            padded = f"^{text}$"
            shared = sum(
                (self._draw("bigram", padded[i : i + 2]) for i in range(len(padded) - 1)),
                start=np.zeros(self.dims, dtype=np.float32),
            )
            shared /= max(float(np.linalg.norm(shared)), 1e-9) / np.sqrt(self.dims)
            row = (1 - self._structure) * row + self._structure * shared
        return row

    def _draw(self, kind: str, text: str) -> NDArray[np.float32]:
        # The sum of four uniform bytes is close to a Gaussian and, made of integers, the same
        # under every version of NumPy.
        data = hashlib.shake_256(f"{self._seed}\0{kind}\0{text}".encode()).digest(4 * self.dims)
        sums = np.frombuffer(data, dtype=np.uint8).reshape(self.dims, 4).sum(axis=1, dtype=np.int64)
        row: NDArray[np.float32] = ((sums - 510) / 147.8).astype(np.float32)
        return row
