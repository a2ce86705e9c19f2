"""The cache folder: atomic, locked, checked, and clear about what is wrong."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from embeddings.cache import Cache, Recipe, default_folder
from embeddings.errors import BuildInterrupted, CacheError

RECIPE = Recipe("en-test", {"kind": "test", "version": 1})
ROWS = np.arange(60_000, dtype=np.float32).reshape(300, 200)


def make(_: Path):
    return {"rows": ROWS, "known": np.ones(300, dtype=np.bool_)}


def never(_: Path):
    pytest.fail("what is in order must not be built again")


@pytest.fixture
def notices() -> list[CacheError]:
    return []


@pytest.fixture
def cache(tmp_path, notices) -> Cache:
    return Cache(tmp_path / "cache", notice=notices.append)


def hidden_leftovers(cache: Cache) -> list[str]:
    return [p.name for p in cache.folder.iterdir() if p.is_dir() and p.name.startswith(".")]


def test_an_artefact_is_made_once_and_memory_mapped(cache, notices):
    first = cache.fetch(RECIPE, make)
    again = cache.fetch(RECIPE, never)
    assert isinstance(again.arrays["rows"], np.memmap)
    assert np.array_equal(again.arrays["rows"], ROWS)
    assert again.arrays["known"].all()
    assert not again.arrays["rows"].flags.writeable
    assert first.manifest == again.manifest
    assert again.manifest.versions["numpy"] == np.__version__
    assert not notices
    assert not hidden_leftovers(cache)


def damage_truncate(folder: Path) -> None:
    with (folder / "rows.npy").open("r+b") as file:
        file.truncate(1000)


def damage_first_byte(folder: Path) -> None:
    with (folder / "rows.npy").open("r+b") as file:
        file.write(b"X")


def damage_missing(folder: Path) -> None:
    (folder / "known.npy").unlink()


def damage_manifest(folder: Path) -> None:
    path = folder / "manifest.json"
    path.write_text(path.read_text().replace('"version": 1', '"version": 2'))


def damage_manifest_missing(folder: Path) -> None:
    (folder / "manifest.json").unlink()


def damage_manifest_garbage(folder: Path) -> None:
    (folder / "manifest.json").write_bytes(b"\xff[")


@pytest.mark.parametrize(
    "damage",
    [
        damage_truncate,
        damage_first_byte,
        damage_missing,
        damage_manifest,
        damage_manifest_missing,
        damage_manifest_garbage,
    ],
)
def test_damage_is_named_and_repaired(cache, notices, damage):
    folder = cache.fetch(RECIPE, make).folder
    damage(folder)
    with pytest.raises(CacheError, match="damaged"):
        cache.load(RECIPE)
    assert [error.en for _, error in cache.entries()] == [str(p) for p in cache.verify()]
    found = cache.fetch(RECIPE, make)
    assert np.array_equal(found.arrays["rows"], ROWS)
    (notice,) = notices
    assert str(folder) in notice.en
    assert "已损坏" in notice.zh
    assert not cache.verify()
    assert not hidden_leftovers(cache)


def test_verify_finds_a_changed_byte_that_loading_does_not_look_at(cache):
    path = cache.fetch(RECIPE, make).folder / "rows.npy"
    data = bytearray(path.read_bytes())
    data[4096 + 1000] ^= 1
    path.write_bytes(data)
    cache.load(RECIPE)
    (problem,) = cache.verify()
    assert "rows.npy is damaged" in problem.en


def test_what_is_damaged_can_be_discarded(cache):
    fine = cache.fetch(version(1), make).folder
    path = cache.fetch(version(2), make).folder / "rows.npy"
    data = bytearray(path.read_bytes())
    data[4096 + 1000] ^= 1
    path.write_bytes(data)
    (cache.folder / "en-test-0123456789abcdef").mkdir()
    assert len(cache.discard_damaged()) == 2
    assert [folder for folder, _ in cache.entries()] == [fine]
    assert cache.discard_damaged() == []


def test_damage_stands_in_the_log_where_nobody_listens(cache, caplog):
    folder = cache.fetch(RECIPE, make).folder
    damage_first_byte(folder)
    Cache(cache.folder).fetch(RECIPE, make)
    (line,) = caplog.messages
    assert f"{folder / 'rows.npy'} is damaged" in line


def test_other_inputs_make_it_outdated(cache, notices):
    old = cache.fetch(RECIPE, make).folder
    newer = Recipe("en-test", {"kind": "test", "version": 2})
    found = cache.fetch(newer, lambda _: {"rows": ROWS[:5]})
    assert found.arrays["rows"].shape == (5, 200)
    (notice,) = notices
    assert str(old) in notice.en
    assert "outdated" in notice.en
    assert cache.find("en-test").folder == found.folder


def version(number: int, **settings) -> Recipe:
    return Recipe("en-test", {"kind": "test", "version": number}, **settings)


def test_two_versions_share_the_cache(cache):
    for number in (1, 2):
        cache.fetch(version(number), make)
    for number in (1, 2, 1):
        cache.fetch(version(number), never)


def test_of_many_versions_those_used_last_stay(cache):
    folders = [cache.fetch(version(number), make).folder for number in range(3)]
    for at, folder in enumerate(folders):
        os.utime(folder, (at, at))
    cache.load(version(0))
    cache.fetch(version(3), make)
    assert [folder.exists() for folder in folders] == [True, False, True]


def test_what_keeps_nothing_beside_it_replaces(cache):
    old = cache.fetch(version(1), make).folder
    cache.fetch(version(2, keep=0), make)
    assert not old.exists()


def test_names_that_begin_alike_do_not_disturb_each_other(cache):
    longer = Recipe("en-test-2", {"kind": "test"})
    cache.fetch(longer, make)
    cache.fetch(RECIPE, make)
    cache.fetch(longer, never)
    assert len(list(cache.entries())) == 2


@pytest.mark.parametrize("name", ["", "../x", "A", "x/y", "-x", "x" * 81])
def test_names_that_are_no_file_names_are_refused(name):
    with pytest.raises(ValueError, match="must match"):
        Recipe(name, {})


def test_ctrl_c_leaves_nothing_and_the_old_state(cache):
    def interrupted(folder: Path):
        (folder / "half").write_bytes(b"x")
        raise KeyboardInterrupt

    with pytest.raises(BuildInterrupted, match="interrupted") as caught:
        cache.fetch(RECIPE, interrupted)
    assert "中断" in caught.value.to("zh")
    assert [p.name for p in cache.folder.iterdir() if p.is_dir()] == []
    cache.fetch(RECIPE, make)


def test_an_error_in_the_build_leaves_nothing(cache):
    def broken(_: Path):
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        cache.fetch(RECIPE, broken)
    assert not hidden_leftovers(cache)


def test_what_a_killed_build_left_is_swept(cache):
    cache.folder.mkdir()
    left = cache.folder / f".building-{RECIPE.folder}"
    left.mkdir()
    (left / "rows.npy").write_bytes(b"half")
    cache.fetch(RECIPE, make)
    assert not hidden_leftovers(cache)


@pytest.mark.parametrize(
    ("number", "en", "zh"),
    [
        (errno.ENOSPC, "no space left", "空间不足"),
        (errno.EROFS, "read-only", "不可写"),
        (errno.EIO, "cannot be used", "无法使用"),
    ],
)
def test_a_full_or_failing_disk_is_explained(cache, monkeypatch, number, en, zh):
    def fail(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(CacheError, match=en) as caught:
        cache.fetch(RECIPE, make)
    assert zh in caught.value.to("zh")
    assert "CLUEBOT_CACHE_DIR" in caught.value.en
    assert not hidden_leftovers(cache)
    monkeypatch.undo()
    cache.fetch(RECIPE, make)


def test_a_cache_path_below_a_file_is_explained(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CacheError, match="cannot be used"):
        Cache(tmp_path / "file" / "cache").fetch(RECIPE, make)


def fetch_as_nobody(folder: Path, queue) -> None:
    if os.geteuid() == 0:
        os.setegid(65534)
        os.seteuid(65534)
    found = Cache(folder).fetch(RECIPE, never)
    queue.put(float(found.arrays["rows"].sum()))
    try:
        Cache(folder).fetch(Recipe("en-other", {}), never)
    except CacheError as error:
        queue.put(error.en)


@pytest.mark.skipif(os.name == "nt", reason="folders are not read-only this way on Windows")
def test_a_read_only_folder_serves_what_it_has_and_says_why_it_takes_no_more(tmp_path):
    cache = Cache(tmp_path / "cache")
    cache.fetch(RECIPE, make)
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o555)
    cache.folder.chmod(0o555)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=fetch_as_nobody, args=(cache.folder, queue))
    child.start()
    answers = [queue.get(timeout=30), queue.get(timeout=30)]
    child.join()
    cache.folder.chmod(0o755)
    assert answers[0] == float(ROWS.sum())
    assert "read-only" in answers[1]


def look_as_nobody(folder: Path, queue) -> None:
    if os.geteuid() == 0:
        os.setegid(65534)
        os.seteuid(65534)
    cache = Cache(folder)
    for look in (
        lambda: cache.fetch(RECIPE, never), lambda: cache.find(RECIPE.name),
        lambda: list(cache.entries()), cache.verify,
    ):  # fmt: skip
        try:
            look()
        except CacheError as error:
            queue.put((error.en, error.zh))


@pytest.mark.skipif(os.name == "nt", reason="folders are not closed this way on Windows")
@pytest.mark.parametrize("mode", [0o000, 0o444, 0o111])
def test_a_folder_that_cannot_be_read_is_explained(tmp_path, mode):
    cache = Cache(tmp_path / "cache")
    cache.fetch(RECIPE, make)
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o555)
    cache.folder.chmod(mode)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=look_as_nobody, args=(cache.folder, queue))
    child.start()
    # Who may pass through a folder without listing it can still use what he knows is there.
    answers = [queue.get(timeout=30) for _ in range(3 if mode == 0o111 else 4)]
    child.join()
    cache.folder.chmod(0o755)
    assert all("cannot be read" in en and "CLUEBOT_CACHE_DIR" in en for en, _ in answers)
    assert all("没有权限" in zh for _, zh in answers)


def build_slowly(folder: Path, log: Path) -> None:
    def slow(_: Path):
        with log.open("a") as file:
            file.write("built\n")
        time.sleep(0.3)
        return make(folder)

    Cache(folder).fetch(RECIPE, slow)


def test_two_builders_at_once_build_once(tmp_path):
    folder, log = tmp_path / "cache", tmp_path / "log"
    context = multiprocessing.get_context("spawn")
    children = [context.Process(target=build_slowly, args=(folder, log)) for _ in range(2)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0, 0]
    assert log.read_text() == "built\n"
    assert not Cache(folder).verify()


def test_waiting_for_another_builder_is_reported(tmp_path):
    steps: list[str] = []
    started, go_on = threading.Event(), threading.Event()

    def slow(folder: Path):
        started.set()
        go_on.wait(10)
        return make(folder)

    def report(step: str, done: int, total: int) -> None:
        steps.append(step)
        go_on.set()

    first = threading.Thread(target=Cache(tmp_path).fetch, args=(RECIPE, slow))
    first.start()
    started.wait(10)
    Cache(tmp_path, progress=report).fetch(RECIPE, never)
    first.join()
    assert steps == ["en-test: waiting for another process"]


def test_arrays_of_every_kind_come_back(cache):
    arrays = {
        "empty": np.zeros((0, 3), np.float32),
        "half": np.ones((2, 2), np.float16),
        "turned": np.arange(6, dtype=np.int64).reshape(2, 3).T,
        "bytes": np.frombuffer("词".encode(), np.uint8),
    }
    found = cache.fetch(Recipe("kinds", {}), lambda _: arrays)
    for name, array in arrays.items():
        assert np.array_equal(found.arrays[name], array)
        assert found.arrays[name].dtype == array.dtype


def test_other_files_are_kept_and_checked(cache):
    def with_file(folder: Path):
        (folder / "extra.bin").write_bytes(b"0123456789")
        return {"one": np.ones(1)}

    stored = cache.fetch(Recipe("files", {}), with_file)
    assert (stored.folder / "extra.bin").read_bytes() == b"0123456789"
    (stored.folder / "extra.bin").write_bytes(b"0123x56789")
    with pytest.raises(CacheError, match=r"extra\.bin is damaged"):
        cache.load(Recipe("files", {}))


def test_the_folder_follows_the_variable_and_the_system(monkeypatch, tmp_path):
    monkeypatch.setenv("CLUEBOT_CACHE_DIR", str(tmp_path / "mine"))
    assert default_folder() == tmp_path / "mine"
    monkeypatch.delenv("CLUEBOT_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert default_folder().name == "cluebot"


def test_the_manifest_is_readable_json(cache):
    folder = cache.fetch(RECIPE, make).folder
    content = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert content["inputs"] == {"kind": "test", "version": 1}
    assert content["files"]["rows.npy"]["size"] == (folder / "rows.npy").stat().st_size
    assert len(content["files"]["rows.npy"]["sha256"]) == 64
