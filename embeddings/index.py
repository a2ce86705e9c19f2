"""Nearest rows by inner product: NumPy and FAISS behind one protocol, with identical answers.

Up to `EXACT_ROWS` rows the search is exhaustive. Beyond, FAISS searches an inverted file (IVF):
k-means cells, of which the nearest ones are read, holding product-quantised rows of 4 bits for two
(or four) numbers; the best candidates are then scored on the rows themselves. On a million rows
like GloVe's, of 50 numbers, this takes 14 s of processor time to build and 21 MB. An inverted file
of 16-bit rows took 97 s and 100 MB and was slower to search; HNSW had added a tenth of the rows
after 54 s. It also comes out the same on every run. How many cells to read and how many candidates
to score are fitted when the index is built: the fewest with which `RECALL` of test queries find the
same best row as exhaustive search. Should that be out of reach, the search stays exhaustive.

Every back end finds candidates in low precision, with some to spare, and scores them again in 64
bits in one place (`_rank`), so that rounding inside a library cannot change an answer.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from embeddings.cache import Cache, Recipe
from embeddings.errors import CacheError
from embeddings.vectors import Rows

EXACT_ROWS = 200_000
RECALL = 0.996

_INVERTED = "inverted.faiss"
_SPARE = 16
_SEED = 20
_TEST_QUERIES = 512
_POINTS_A_CELL = 40
_ROWS_AT_ONCE = 65_536
_FINE_DIMS = 200
_CANDIDATES = (500, 2_000)


class Neighbours(NamedTuple):
    """The answers to q queries.

    Attributes:
        scores: Array (q, k) float32, inner products, falling in each row.
        ids: Array (q, k) int64, row numbers; equal scores stand in the order of the rows.
    """

    scores: NDArray[np.float32]
    ids: NDArray[np.int64]


class VectorIndex(Protocol):
    """Finds the rows with the largest inner product."""

    def __len__(self) -> int:
        """Number V of rows."""
        ...

    def search(self, queries: Rows, k: int) -> Neighbours:
        """Return the k nearest rows of each query.

        Args:
            queries: Array (q, d) float32.
            k: How many; at most V.

        Raises:
            ValueError: If shapes do not agree or k is out of range.
        """
        ...


class _Exhaustive:
    """What exhaustive back ends share; a subclass finds candidates in 32 bits.

    Args:
        rows: Array (V, d) float32, C-contiguous; may be memory-mapped.
    """

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def _candidates(self, queries: Rows, k: int) -> Neighbours:
        raise NotImplementedError

    def search(self, queries: Rows, k: int) -> Neighbours:
        """See `VectorIndex.search`."""
        rows = self._rows
        queries = _checked(rows, queries, k)
        out = _room(queries, k)
        wanted = min(len(rows), k + _SPARE)
        pending = np.arange(len(queries))
        while pending.size:
            again = []
            scores, ids = self._candidates(queries[pending], wanted)
            for query, row_scores, row_ids in zip(pending, scores, ids, strict=True):
                best = _rank(rows, queries[query], row_ids, k)
                out.scores[query], out.ids[query] = best
                error = self._rounding * float(np.linalg.norm(queries[query]))
                if wanted < len(rows) and row_scores.min() > best.scores[-1] - 2 * error:
                    again.append(query)  # a row left out may tie with the k-th
            pending = np.array(again, dtype=np.int64)
            wanted = min(len(rows), 8 * wanted)
        return out

    @cached_property
    def _rounding(self) -> float:
        """Bound on the error of a 32-bit inner product with a query of length 1."""
        squares = [
            np.einsum("ij,ij->i", part, part).max(initial=0.0)
            for start in range(0, len(self._rows), _ROWS_AT_ONCE)
            for part in (self._rows[start : start + _ROWS_AT_ONCE],)
        ]
        longest = float(np.sqrt(max(squares, default=0.0)))
        return float(self._rows.shape[1]) * 2.0**-24 * longest


class NumpyIndex(_Exhaustive):
    """Exhaustive search in NumPy: the reference."""

    def _candidates(self, queries: Rows, k: int) -> Neighbours:
        scores = queries @ self._rows.T
        ids = np.argpartition(-scores, k - 1, axis=1)[:, :k].astype(np.int64)
        return Neighbours(np.take_along_axis(scores, ids, axis=1), ids)


class FaissIndex(_Exhaustive):
    """Exhaustive search by FAISS, straight on the (memory-mapped) rows."""

    def _candidates(self, queries: Rows, k: int) -> Neighbours:
        import faiss

        return Neighbours(*faiss.knn(queries, self._rows, k, metric=faiss.METRIC_INNER_PRODUCT))


class IvfIndex:
    """Search in the nearest cells of an inverted file.

    Args:
        rows: Array (V, d) float32, for the final scores; may be memory-mapped.
        inverted: The FAISS index, over the same rows.
        cells: How many cells to read for a query.
        candidates: How many rows to score for a query, at least.
    """

    def __init__(self, rows: Rows, inverted: Any, cells: int, candidates: int) -> None:
        self._rows = rows
        self._inverted = inverted
        self.cells = cells
        self.candidates = candidates

    def __len__(self) -> int:
        return len(self._rows)

    def search(self, queries: Rows, k: int) -> Neighbours:
        """Return nearly always the k nearest rows of each query; see `VectorIndex.search`."""
        import faiss

        queries = _checked(self._rows, queries, k)
        out = _room(queries, k)
        wanted = min(len(self), max(self.candidates, 2 * k))
        parameters = faiss.SearchParametersIVF()
        parameters.nprobe = self.cells
        _, ids = self._inverted.search(_padded(queries), wanted, params=parameters)
        for i, found in enumerate(ids):
            some = found[found >= 0]
            if len(some) < k:
                some = np.arange(len(self))
            out.scores[i], out.ids[i] = _rank(self._rows, queries[i], some, k)
        return out


def open_index(rows: Rows, name: str, digest: str, *, cache: Cache | None = None) -> VectorIndex:
    """Return the index that suits the number of rows, built and kept in the cache if need be.

    Args:
        rows: Array (V, d) float32, C-contiguous; may be memory-mapped.
        name: Name of the index in the cache, such as ``"en-index"``.
        digest: Changes whenever the rows change, such as `embeddings.build.Block.digest`.
        cache: Where a built index is kept; the default folder when None.

    Raises:
        CacheError: If the cache cannot be used.
    """
    if len(rows) <= EXACT_ROWS:
        return FaissIndex(rows)
    cache = cache or Cache()
    recipe = Recipe(
        name, {"kind": "ivf", "rows": digest, "shape": list(rows.shape), "recall": RECALL}
    )

    def make(folder: Path) -> dict[str, NDArray[Any]]:
        import faiss

        inverted, cells, candidates = _build(rows, recipe.name, cache)
        try:
            faiss.write_index(inverted, str(folder / _INVERTED))
        except RuntimeError as error:
            raise CacheError(
                en=f"the index cannot be written to {folder} ({error}); is the disk full?",
                zh=f"无法将索引写入 {folder}（{error}）；磁盘空间是否不足？",
            ) from error
        return {"reach": np.array([cells, candidates], dtype=np.int64)}

    stored = cache.fetch(recipe, make)
    cells, candidates = (int(n) for n in stored.arrays["reach"])
    if not cells:
        return FaissIndex(rows)
    import faiss

    inverted = faiss.read_index(str(stored.folder / _INVERTED))
    return IvfIndex(rows, inverted, cells, candidates)


def _checked(rows: Rows, queries: Rows, k: int) -> Rows:
    queries = np.ascontiguousarray(queries, dtype=np.float32)
    if queries.ndim != 2 or queries.shape[1] != rows.shape[1]:
        msg = f"queries of shape {queries.shape} do not fit rows of {rows.shape[1]} numbers"
        raise ValueError(msg)
    if not 1 <= k <= len(rows):
        msg = f"k = {k}; it must lie between 1 and the number of rows, {len(rows)}"
        raise ValueError(msg)
    return queries


def _room(queries: Rows, k: int) -> Neighbours:
    shape = (len(queries), k)
    return Neighbours(np.empty(shape, dtype=np.float32), np.empty(shape, dtype=np.int64))


def _rank(rows: Rows, query: Rows, ids: NDArray[np.int64], k: int) -> Neighbours:
    """Score candidates in 64 bits; return the k best, ties in the order of the rows."""
    ids = np.sort(ids)
    exact = np.einsum("ij,j->i", rows[ids].astype(np.float64), query.astype(np.float64))
    scores = exact.astype(np.float32)
    order = np.argsort(-scores, kind="stable")[:k]
    return Neighbours(scores[order], ids[order])


def _padded(rows: Rows) -> Rows:
    """Add zeros up to a whole number of quantised groups."""
    missing = -rows.shape[1] % _group(rows.shape[1])
    return np.ascontiguousarray(np.pad(rows, ((0, 0), (0, missing))), dtype=np.float32)


def _group(dims: int) -> int:
    """Return how many numbers of a row share 4 bits."""
    return 2 if dims <= _FINE_DIMS else 4


def _build(rows: Rows, step: str, cache: Cache) -> tuple[Any, int, int]:
    """Build the inverted file; return it with the cells to read and the candidates to score."""
    import faiss

    count = len(rows)
    dims = _padded(rows[:1]).shape[1]
    cells = 2 ** round(np.log2(np.sqrt(count)))
    inverted = faiss.IndexIVFPQFastScan(
        faiss.IndexFlatIP(dims),
        dims,
        cells,
        dims // _group(rows.shape[1]),
        4,
        faiss.METRIC_INNER_PRODUCT,
    )
    inverted.cp.niter = 8
    inverted.cp.seed = _SEED
    inverted.cp.spherical = True
    inverted.cp.max_points_per_centroid = _POINTS_A_CELL
    cache.report(step, 0, count)
    sample = np.random.default_rng(_SEED).permutation(count)[: cells * _POINTS_A_CELL]
    inverted.train(_padded(rows[np.sort(sample)]))
    for start in range(0, count, _ROWS_AT_ONCE):
        inverted.add(_padded(rows[start : start + _ROWS_AT_ONCE]))
        cache.report(step, min(count, start + _ROWS_AT_ONCE), count)
    return inverted, *_fit_reach(rows, inverted, cells)


def _fit_reach(rows: Rows, inverted: Any, cells: int) -> tuple[int, int]:
    """Return the smallest cells to read and candidates to score that reach `RECALL`, or zeros.

    Test queries are sums of one to four random rows, as a clue giver looks for words between words.
    The row to be found is the best one after as many as were summed, since the words themselves
    may not be clues.
    """
    rng = np.random.default_rng(_SEED)
    summed = rng.integers(1, 5, size=_TEST_QUERIES)
    queries = np.zeros((_TEST_QUERIES, rows.shape[1]), dtype=np.float32)
    for i, number in enumerate(summed):
        queries[i] = rows[rng.integers(len(rows), size=number)].sum(axis=0)
    at = summed[:, None]

    def scores(index: VectorIndex) -> NDArray[np.float32]:
        return np.take_along_axis(index.search(queries, 5).scores, at, axis=1)

    best = scores(FaissIndex(rows))
    for candidates in _CANDIDATES:
        read = 16
        while read <= cells:
            found = scores(IvfIndex(rows, inverted, read, candidates))
            if np.mean(found >= best) >= RECALL:
                return read, candidates
            read *= 2
    return 0, 0
