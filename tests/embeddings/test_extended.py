"""Added vectors as one more space of a blend."""

from __future__ import annotations

import numpy as np
import pytest

from embeddings.adding import add_vectors
from embeddings.cache import Cache
from embeddings.errors import SourceError
from embeddings.extended import extend
from embeddings.settings import BlockSettings
from embeddings.space_blend import SpaceBlend
from embeddings.spaces import SpaceSpec, load_space

WORDS = tuple(f"word{i}" for i in range(60))


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CLUEBOT_CACHE_DIR", str(tmp_path / "cache"))
    return Cache()


@pytest.fixture
def base(cache):
    specs = [SpaceSpec("one", "hashed"), SpaceSpec("two", "hashed", drop=0, whiten=0.5)]
    spaces = [load_space("en", spec, WORDS, cache) for spec in specs]
    settings = [BlockSettings(specs[0], 4.0, 1.0), BlockSettings(specs[1], 8.0, 0.5)]
    return SpaceBlend("en", WORDS, spaces, settings)


def add(cache, tmp_path, rows, name="mine"):
    lines = (f"{word} {' '.join(map(str, row))}" for word, row in rows.items())
    path = tmp_path / f"{name}.txt"
    path.write_text("\n".join(lines) + "\n")
    add_vectors(path, name, cache=cache)


def some_rows(words=WORDS[:50], dims=6):
    rng = np.random.default_rng(3)
    return {word: rng.normal(size=dims).round(3).tolist() for word in words}


def test_it_is_one_more_listener(base, cache, tmp_path):
    add(cache, tmp_path, some_rows())
    blend = extend(base, "mine", cache)
    assert blend.blocks == ("one", "two", "mine")
    assert blend.vocabulary == base.vocabulary
    assert blend.weights.sum() == pytest.approx(base.weights.sum())
    assert blend.weights[2] == pytest.approx(blend.weights[:2].mean())
    assert blend.version.startswith(base.version + "+")


def test_the_other_slices_stay_and_the_new_one_spreads_like_them(base, cache, tmp_path):
    add(cache, tmp_path, some_rows())
    blend = extend(base, "mine", cache)
    clues, words = WORDS[:25], WORDS[25:50]
    slices = blend.similarities(clues, words)
    assert np.array_equal(slices[:2], base.similarities(clues, words))
    assert slices[2].std() == pytest.approx(slices[:2].std(axis=(1, 2)).mean(), rel=0.3)
    every = blend.similarities(None, words)
    assert every[:, :25] == pytest.approx(slices, abs=1e-4)


def test_what_it_does_not_know_is_left_to_the_others(base, cache, tmp_path):
    add(cache, tmp_path, some_rows())
    slices = extend(base, "mine", cache).similarities(["word1", "word55"], ["word2", "unheard of"])
    for clue, word in ((0, 1), (1, 0), (1, 1)):
        assert slices[2, clue, word] == pytest.approx(slices[:2, clue, word].mean())
    assert slices[2, 0, 0] != pytest.approx(slices[:2, 0, 0].mean())


def test_words_beyond_the_vocabulary_are_found_in_the_file(base, cache, tmp_path):
    add(cache, tmp_path, some_rows((*WORDS[:50], "beyond")))
    slices = extend(base, "mine", cache).similarities(["Beyond"], ["word2"])
    assert slices[2, 0, 0] != pytest.approx(slices[:2, 0, 0].mean())


@pytest.mark.parametrize(
    ("rows", "name", "named"),
    [
        (some_rows(), "one", "the name 'one' is taken by a space"),
        (some_rows(("horse", "moon")), "mine", "know 0 of the 60 clue words of language 'en'"),
        ({word: [1, 2, 3] for word in WORDS}, "mine", "alike for all words"),
    ],
)
def test_what_cannot_help_is_refused(base, cache, tmp_path, rows, name, named):
    add(cache, tmp_path, rows, name)
    with pytest.raises(SourceError, match=named):
        extend(base, name, cache)


def test_an_unknown_name_lists_the_known_ones(base, cache, tmp_path):
    add(cache, tmp_path, some_rows())
    with pytest.raises(SourceError, match="known: mine"):
        extend(base, "yours", cache)
