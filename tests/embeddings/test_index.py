"""FAISS answers as NumPy does; the inverted file nearly always."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embeddings import index as index_module
from embeddings.cache import Cache
from embeddings.index import FaissIndex, IvfIndex, NumpyIndex, open_index


def naive(rows, query, k):
    """Sort all rows by (-score, row), with scores in 64 bits rounded to 32."""
    scores = (rows.astype(np.float64) * query.astype(np.float64)).sum(axis=1).astype(np.float32)
    return sorted(range(len(rows)), key=lambda i: (-scores[i], i))[:k]


@st.composite
def problems(draw):
    """Rows with many ties: few distinct integer rows, repeated."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    distinct, dims = draw(st.integers(1, 60)), draw(st.integers(1, 8))
    rows = rng.integers(-3, 4, size=(distinct, dims)).astype(np.float32)
    rows = rows[rng.integers(distinct, size=draw(st.integers(1, 200)))]
    queries = rng.integers(-3, 4, size=(draw(st.integers(1, 4)), dims)).astype(np.float32)
    return rows, queries, draw(st.integers(1, len(rows)))


@settings(deadline=None)
@given(problems())
def test_both_back_ends_break_ties_by_row(problem):
    rows, queries, k = problem
    reference = NumpyIndex(rows).search(queries, k)
    found = FaissIndex(rows).search(queries, k)
    assert np.array_equal(found.ids, reference.ids)
    assert np.array_equal(found.scores, reference.scores)
    for query, ids in zip(queries, reference.ids, strict=True):
        assert ids.tolist() == naive(rows, query, k)


def test_both_back_ends_agree_on_ordinary_vectors_to_the_last_bit():
    rng = np.random.default_rng(1)
    rows = rng.standard_normal((20_000, 64), dtype=np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    rows[5000:5100] = rows[17]
    queries = np.vstack([rows[17:18], rng.standard_normal((24, 64), dtype=np.float32)])
    reference = NumpyIndex(rows).search(queries, 50)
    found = FaissIndex(rows).search(queries, 50)
    assert np.array_equal(found.ids, reference.ids)
    assert np.array_equal(found.scores, reference.scores)
    assert reference.ids[0].tolist() == [17, *range(5000, 5049)]


@pytest.mark.parametrize("kind", [NumpyIndex, FaissIndex])
@pytest.mark.parametrize("k", [0, 4])
def test_a_number_of_neighbours_out_of_range_is_refused(kind, k):
    with pytest.raises(ValueError, match="k = "):
        kind(np.eye(3, dtype=np.float32)).search(np.ones((1, 3), np.float32), k)


def test_queries_of_another_length_are_refused():
    with pytest.raises(ValueError, match="do not fit"):
        NumpyIndex(np.eye(3, dtype=np.float32)).search(np.ones((1, 2), np.float32), 1)


@pytest.fixture
def clustered():
    rng = np.random.default_rng(2)
    centres = rng.standard_normal((200, 24), dtype=np.float32)
    rows = centres[rng.integers(200, size=12_000)]
    rows = rows + 0.4 * rng.standard_normal(rows.shape, dtype=np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    queries = rows[rng.integers(12_000, size=(300, 2))].sum(axis=1)
    return rows, queries


def test_ordinary_sizes_are_searched_exhaustively(clustered, tmp_path):
    rows, _ = clustered
    assert isinstance(open_index(rows, "en-index", "d", cache=Cache(tmp_path)), FaissIndex)
    assert not list(Cache(tmp_path).entries())


def test_large_sizes_use_an_inverted_file_from_the_cache(clustered, tmp_path, monkeypatch):
    rows, queries = clustered
    monkeypatch.setattr(index_module, "EXACT_ROWS", 10_000)
    cache = Cache(tmp_path)
    built = open_index(rows, "en-index", "d", cache=cache)
    assert isinstance(built, IvfIndex)
    monkeypatch.setattr(index_module, "_build", None)
    loaded = open_index(rows, "en-index", "d", cache=cache)
    best = NumpyIndex(rows).search(queries, 10)
    for index in (built, loaded):
        found = index.search(queries, 10)
        assert np.mean(found.ids[:, 0] == best.ids[:, 0]) >= 0.99
        assert np.mean(found.ids == best.ids) >= 0.9
    assert not cache.verify()


def test_an_odd_number_of_dimensions(clustered, tmp_path, monkeypatch):
    rows, queries = clustered
    rows, queries = np.ascontiguousarray(rows[:, :23]), np.ascontiguousarray(queries[:, :23])
    monkeypatch.setattr(index_module, "EXACT_ROWS", 10_000)
    index = open_index(rows, "en-index", "odd", cache=Cache(tmp_path))
    found = index.search(queries, 1)
    assert np.mean(found.ids == NumpyIndex(rows).search(queries, 1).ids) >= 0.99


def test_the_inverted_file_gives_k_even_when_its_cells_hold_fewer(clustered, tmp_path, monkeypatch):
    rows, queries = clustered
    monkeypatch.setattr(index_module, "EXACT_ROWS", 10_000)
    index = open_index(rows, "en-index", "d", cache=Cache(tmp_path))
    index.cells = 1
    found = index.search(queries[:2], 5000)
    assert np.array_equal(found.ids, NumpyIndex(rows).search(queries[:2], 5000).ids)


def test_rows_that_allow_no_short_cut_stay_exhaustive(clustered, tmp_path, monkeypatch):
    monkeypatch.setattr(index_module, "EXACT_ROWS", 10_000)
    monkeypatch.setattr(index_module, "RECALL", 1.1)
    for _ in range(2):
        index = open_index(clustered[0], "en-index", "r", cache=Cache(tmp_path))
        assert isinstance(index, FaissIndex)


def test_importing_the_index_does_not_import_faiss():
    import subprocess
    import sys

    code = "import sys, embeddings.index; sys.exit('faiss' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
