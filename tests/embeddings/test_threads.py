"""Numerical libraries on one thread: while somebody wants it, and no longer."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from embeddings.cache import Cache, Recipe
from embeddings.sources.batches import MANY, run_by_length
from embeddings.threads import one_thread, processors


def blas() -> set[int]:
    """Return how many threads the BLAS libraries of this process have."""
    return {found["num_threads"] for found in threadpool_info() if found["user_api"] == "blas"}


@pytest.fixture(autouse=True)
def _two_threads(monkeypatch):
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    with threadpool_limits(2, "blas"):
        if blas() != {2}:
            pytest.skip("needs a BLAS that can have two threads")
        yield


def test_it_holds_what_is_loaded_and_what_is_started_and_lets_go():
    with one_thread():
        assert blas() == {1}
        script = "import os; print(os.environ['OMP_NUM_THREADS'])"
        told = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
        assert told.stdout.strip() == b"1"
    assert blas() == {2}
    assert os.environ["OPENBLAS_NUM_THREADS"] == "2"
    assert "OMP_NUM_THREADS" not in os.environ


def test_within_itself_the_outer_one_lets_go():
    with one_thread():
        with one_thread():
            assert blas() == {1}
        assert blas() == {1}
        assert os.environ["OMP_NUM_THREADS"] == "1"
    assert blas() == {2}


def test_what_is_built_is_built_on_one_thread(tmp_path):
    found = []

    def make(_):
        found.append(blas())
        return {"rows": np.zeros(3)}

    Cache(tmp_path).fetch(Recipe("test", {}), make)
    assert found == [{1}]
    assert blas() == {2}


def test_batches_side_by_side_give_the_same_rows_as_one_after_the_other():
    rng = np.random.default_rng(0)
    table = rng.normal(size=(50, 8)).astype(np.float32)
    sequences = [rng.integers(0, 50, rng.integers(0, 9)).tolist() for _ in range(400)]
    names = set()

    def run(ids):
        names.add(threading.current_thread().name)
        return table[ids].sum(axis=1)

    alone = run_by_length(sequences, 40, 8, run)
    assert len(names) == 1
    together = run_by_length(sequences, 40, 8, run, threads=3)
    assert len(names) > 1
    assert np.array_equal(alone, together)
    for row, sequence in zip(alone, sequences, strict=True):
        assert row == pytest.approx(table[sequence].sum(axis=0), abs=1e-5)
    names.clear()
    run_by_length(sequences[: MANY - 1], 1000, 8, run, threads=3)
    assert names == {threading.current_thread().name}


def test_the_processors_are_counted():
    assert 1 <= processors() <= (os.cpu_count() or 1)
