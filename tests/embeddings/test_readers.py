"""Readers of Parquet and pickles."""

from __future__ import annotations

import io
import os
import pickle

import pytest

from embeddings.errors import SourceError
from embeddings.parquet import read_distinct_strings, unsnap
from embeddings.sources.zh200 import PlainUnpickler


def test_snappy_literals_and_copies():
    # 14 bytes: literal "abcd", copy 8 from 4 back (1-byte offset), copy 2 from 12 back (2-byte).
    block = bytes([14, 3 << 2]) + b"abcd" + bytes([(4 << 2) | 1, 4, (1 << 2) | 2, 12, 0])
    assert unsnap(block) == b"abcdabcdabcdab"


def test_snappy_copy_that_overlaps_itself():
    assert unsnap(bytes([9, 0]) + b"x" + bytes([(4 << 2) | 1, 1])) == b"x" * 9


def test_snappy_long_literal():
    data = os.urandom(300)
    assert unsnap(bytes([0xAC, 0x02, 61 << 2, 43, 1]) + data) == data


@pytest.mark.parametrize(
    "block", [bytes([4, 0]) + b"x", bytes([8, 0]) + b"x" + bytes([(4 << 2) | 1, 2])]
)
def test_damaged_snappy_is_refused(block):
    with pytest.raises(ValueError, match="Snappy"):
        unsnap(block)


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1" + bytes(30) + b"PAR1", b"x" * 100])
def test_what_is_not_parquet_is_named(tmp_path, data):
    path = tmp_path / "x.parquet"
    path.write_bytes(data)
    with pytest.raises(SourceError, match="not a Parquet file"):
        read_distinct_strings(path)


class Evil:
    """Runs a command when unpickled."""

    def __reduce__(self):
        return os.system, ("true",)


def test_a_pickle_that_names_a_function_is_refused():
    assert PlainUnpickler(io.BytesIO(pickle.dumps(["a", {"b": 1}]))).load() == ["a", {"b": 1}]
    with pytest.raises(pickle.UnpicklingError, match="must not name"):
        PlainUnpickler(io.BytesIO(pickle.dumps(Evil()))).load()
