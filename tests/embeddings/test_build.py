"""Blocks, and vector files added by the user."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from embeddings.added import find_added, list_added
from embeddings.adding import add_vectors
from embeddings.build import block_recipe, load_block, load_blocks
from embeddings.cache import Cache
from embeddings.errors import BuildInterrupted, SourceError
from embeddings.sources import load_source
from embeddings.sources.hashed import HashedVectors

WORDS = tuple(f"word{i}" for i in range(5000))


@dataclass
class Counting:
    """Hashed vectors that count the texts they encode."""

    version: str = "1"
    name: str = "hashed"
    dims: int = 8
    seen: int = 0
    source: HashedVectors = field(default_factory=lambda: HashedVectors(8))

    def encode(self, texts):
        self.seen += len(texts)
        return self.source.encode(texts)


@pytest.fixture
def cache(tmp_path) -> Cache:
    return Cache(tmp_path)


def test_a_block_holds_what_the_source_gives_and_is_built_once(cache):
    source = Counting()
    for _ in range(2):
        block = load_block("en", source, WORDS, cache=cache)
    assert source.seen == len(WORDS)
    rows, known = source.source.encode(WORDS)
    assert np.array_equal(block.rows, rows)
    assert np.array_equal(block.known, known)
    assert block.words == WORDS
    assert (block.language, block.source, block.version) == ("en", "hashed", "1")


@pytest.mark.parametrize(
    ("language", "version", "words", "precision"),
    [
        ("en", "2", WORDS, "float32"),
        ("en", "1", WORDS[::-1], "float32"),
        ("en", "1", WORDS[:-1], "float32"),
        ("en", "1", WORDS, "float16"),
        ("zh", "1", WORDS, "float32"),
    ],
)
def test_whatever_changes_the_rows_builds_anew(cache, language, version, words, precision):
    first = load_block("en", Counting(), WORDS, cache=cache)
    source = Counting(version)
    block = load_block(language, source, words, cache=cache, precision=precision)
    assert source.seen == len(words)
    assert block.digest != first.digest
    assert block.rows.dtype == precision


def test_several_blocks_by_name_with_progress(tmp_path):
    steps = []
    cache = Cache(tmp_path, progress=lambda *step: steps.append(step))
    blocks = load_blocks("en", ["hashed"], WORDS, cache=cache)
    assert [block.source for block in blocks] == ["hashed"]
    assert steps == [
        ("en-hashed", 0, 5000),
        ("en-hashed", 4096, 5000),
        ("en-hashed", 5000, 5000),
    ]
    steps.clear()
    load_blocks("en", ["hashed"], WORDS, cache=cache)
    assert not steps


def test_ctrl_c_between_two_parts_of_a_block(tmp_path):
    def stop(_: str, done: int, total: int) -> None:
        if 0 < done < total:
            raise KeyboardInterrupt

    with pytest.raises(BuildInterrupted, match="en-hashed was interrupted"):
        load_blocks("en", ["hashed"], WORDS, cache=Cache(tmp_path, progress=stop))
    assert not [path for path in tmp_path.iterdir() if path.is_dir()]


def test_lists_of_words_are_checked(cache):
    with pytest.raises(TypeError):
        load_blocks("zh", ["hashed"], "苹果", cache=cache)
    with pytest.raises(TypeError):
        load_blocks("zh", "hashed", ["苹果"], cache=cache)
    with pytest.raises(SourceError, match="twice"):
        load_blocks("zh", ["hashed"], ["苹果", "苹果"], cache=cache)


class Broken(Counting):
    """Gives rows that no source may give."""

    def encode(self, texts):
        rows, known = super().encode(texts)
        if self.version == "nan":
            rows[0, 0] = np.nan
            return rows, known
        return rows[:, :4], known


@pytest.mark.parametrize(("version", "message"), [("nan", "not finite"), ("shape", "shape")])
def test_a_faulty_source_is_refused(cache, version, message):
    with pytest.raises(SourceError, match=message):
        load_block("en", Broken(version), WORDS, cache=cache)


def test_names_of_sources_become_names_of_folders():
    long = Counting(name="file:/home/我/My Vectors.txt" + "x" * 100)
    other = Counting(name="file:/home/我/my vectors.txt" + "x" * 100)
    names = {block_recipe("en", source, WORDS).name for source in (long, other)}
    assert len(names) == 2


FILE = "sun 1 0\nmoon 0 1\n月亮 1 1\nsun 5 5\n"


def test_a_file_is_added_and_used_as_a_source(tmp_path, monkeypatch):
    monkeypatch.setenv("CLUEBOT_CACHE_DIR", str(tmp_path / "cache"))
    path = tmp_path / "My Vectors.vec"
    path.write_text(FILE, encoding="utf-8")
    added = add_vectors(path)
    assert (added.name, added.count, added.repeated) == ("my-vectors", 3, 1)
    path.unlink()
    source = load_source("added:my-vectors")
    rows, known = source.encode(["Moon", "月亮", "star", "sun-moon"])
    assert known.tolist() == [True, True, False, True]
    assert rows[:2].tolist() == [[0, 1], [1, 1]]
    assert source.dims == 2
    assert source.version == added.version


def test_a_file_is_read_in_place(tmp_path):
    path = tmp_path / "v.txt"
    path.write_text(FILE, encoding="utf-8")
    source = load_source(f"file:{path}")
    rows, known = source.encode(["sun"])
    assert rows.tolist() == [[1, 0]]
    assert known.all()
    version = source.version
    path.write_text(FILE + "star 1 2\n", encoding="utf-8")
    assert load_source(f"file:{path}").version != version
    with pytest.raises(SourceError, match="cannot be read"):
        _ = load_source(f"file:{path}x").version


def test_adding_under_the_same_name_replaces_when_asked_to(cache, tmp_path):
    path = tmp_path / "v.txt"
    path.write_text(FILE, encoding="utf-8")
    for _ in range(2):
        add_vectors(path, "mine", cache=cache)  # the same file again changes nothing
    path.write_text("star 1 2 3\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"'mine' is taken by .*v\.txt"):
        add_vectors(path, "mine", cache=cache)
    assert find_added("mine", cache=cache).count == 3
    add_vectors(path, "mine", replace=True, cache=cache)
    assert find_added("mine", cache=cache).read_words() == ["star"]
    assert [added.name for added in list_added(cache=cache)] == ["mine"]


def test_rows_of_zeros_are_no_vectors(cache, tmp_path):
    path = tmp_path / "v.txt"
    path.write_text("sun 1 0\nvoid 0 0\nmoon 0 1\n", encoding="utf-8")
    added = add_vectors(path, cache=cache)
    assert (added.read_words(), added.blank) == (["sun", "moon"], 1)
    path.write_text("sun 0 0\n", encoding="utf-8")
    with pytest.raises(SourceError, match="nothing but zeros"):
        add_vectors(path, "none", cache=cache)


def test_a_wrong_file_is_not_added(cache, tmp_path):
    path = tmp_path / "v.txt"
    path.write_text("sun 1 2\nmoon 1\n", encoding="utf-8")
    with pytest.raises(SourceError, match="line 2"):
        add_vectors(path, cache=cache)
    with pytest.raises(SourceError, match="lower-case"):
        add_vectors(path, "My Name", cache=cache)
    assert not list(list_added(cache=cache))


def test_an_unknown_added_name_lists_the_known_ones(cache, tmp_path):
    with pytest.raises(SourceError, match="cluebot vectors add"):
        find_added("mine", cache=cache)
    path = tmp_path / "v.txt"
    path.write_text(FILE, encoding="utf-8")
    add_vectors(path, "mine", cache=cache)
    with pytest.raises(SourceError, match="known: mine"):
        find_added("../mine", cache=cache)
