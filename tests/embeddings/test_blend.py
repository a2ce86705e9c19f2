import pickle
import threading

import numpy as np
import pytest

from embeddings.blend import Partial
from embeddings.cache import Cache
from embeddings.errors import SourceError, UnknownWord
from embeddings.senses import shorten_gloss
from embeddings.settings import BlockSettings, read_settings
from embeddings.space_blend import SpaceBlend
from embeddings.spaces import Projection, SpaceSpec, load_space, unit
from embeddings.standard import load_blend

WORDS = tuple(f"word{i}" for i in range(60))


@pytest.fixture
def cache(tmp_path):
    return Cache(tmp_path)


def space(cache, name="one", **fields):
    return load_space("en", SpaceSpec(name, "hashed", **fields), WORDS, cache)


@pytest.fixture
def blend(cache):
    spaces = [space(cache), space(cache, "two", drop=0, whiten=0.5)]
    settings = [BlockSettings(s.spec, slope, w) for s, slope, w in zip(spaces, (4, 8), (1, 0.5),
                                                                       strict=True)]  # fmt: skip
    return SpaceBlend("en", WORDS, spaces, settings)


def test_slices_are_scaled_cosines(blend, cache):
    one = space(cache)
    found = blend.similarities(["word3", "word4"], ["word5"])
    assert found.shape == (2, 2, 1)
    assert found[0, :, 0] == pytest.approx(4 * (one.rows[[3, 4]] @ one.rows[5]), abs=1e-5)


def test_the_whole_vocabulary_agrees_with_single_clues(blend):
    every = blend.similarities(None, ["word7", "word9"])
    assert every.shape == (2, len(WORDS), 2)
    assert every[:, [2, 8]] == pytest.approx(
        blend.similarities(["word2", "word8"], ["word7", "word9"]), abs=1e-5
    )


def test_clues_by_their_places_are_as_similar_as_by_name(cache, blend, monkeypatch):
    words = ["word7", "unheard of"]
    for some in (blend, with_gap(cache, blend, monkeypatch)[0]):
        found = some.similarities_at(np.array([5, 2, 8]), words)
        assert np.array_equal(found, some.similarities(["word5", "word2", "word8"], words))


def test_texts_outside_the_vocabulary_are_encoded(blend):
    new = blend.similarities(["word1"], ["unheard of", "Unheard Of", "word2"])
    assert new[:, 0, 0] == pytest.approx(new[:, 0, 1])
    assert not np.allclose(new[:, 0, 0], new[:, 0, 2])


class Network:
    """A source that holds, once used, what cannot leave its process."""

    name, version, dims = "network", "1", 8

    def encode(self, texts):
        self.session = threading.RLock()
        rows = np.array([[hash_of(t[i:] + t) for i in range(8)] for t in texts], dtype=np.float32)
        return rows, np.ones(len(texts), dtype=np.bool_)


def test_a_blend_in_use_can_be_sent_to_another_process(tmp_path, monkeypatch):
    monkeypatch.setattr("embeddings.spaces.load_source", lambda _: Network())
    console = threading.RLock()

    def told(*_):
        with console:
            pytest.fail("the sender's listener")

    loud = Cache(tmp_path, progress=lambda *_: console, notice=told)
    sent = load_space("en", SpaceSpec("network", "network"), WORDS, loud)
    blend = SpaceBlend("en", WORDS, [sent], [BlockSettings(sent.spec, 4.0, 1.0)], cache=loud)
    before = blend.similarities(["word1", "unheard of"], ["word5", "never seen"])
    arrived = pickle.loads(pickle.dumps(blend))
    assert arrived.version == blend.version
    assert np.array_equal(
        arrived.similarities(["word1", "unheard of"], ["word5", "never seen"]), before
    )
    cache = pickle.loads(pickle.dumps(loud))
    assert (cache.folder, cache.progress) == (tmp_path, None)
    cache.report("step", 1, 2)


def test_strings_are_no_lists(blend):
    with pytest.raises(TypeError):
        blend.similarities(["word1"], "苹果")
    with pytest.raises(TypeError):
        blend.similarities("苹果", ["word1"])


class Deaf:
    """Knows only words of the vocabulary."""

    name, version, dims = "deaf", "1", 8

    def __init__(self, known):
        self._known = known

    def encode(self, texts):
        known = np.array([t in self._known for t in texts])
        rows = np.ones((len(texts), 8), dtype=np.float32)
        rows[:, 0] = [hash_of(t) for t in texts]
        rows[~known] = 0
        return rows, known


def hash_of(text):
    return sum(map(ord, text)) % 7


def with_gap(cache, blend, monkeypatch):
    monkeypatch.setattr("embeddings.spaces.load_source", lambda _: Deaf(set(WORDS) - {"word5"}))
    deaf = load_space("en", SpaceSpec("deaf", "deaf"), WORDS, cache)
    spaces = [*blend._spaces, deaf]
    settings = [BlockSettings(s.spec, 5.0, 1.0) for s in spaces]
    return SpaceBlend("en", WORDS, spaces, settings), deaf


def test_the_mean_of_the_others_fills_a_gap(blend, cache, monkeypatch):
    wider, _ = with_gap(cache, blend, monkeypatch)
    found = wider.similarities(["word1"], ["word5", "word6"])
    assert found[2, 0, 0] == pytest.approx(found[:2, 0, 0].mean(), abs=1e-5)
    assert found[2, 0, 1] != pytest.approx(found[:2, 0, 1].mean(), abs=1e-3)


def test_each_block_tells_what_it_knows(blend, cache, monkeypatch):
    assert isinstance(blend, Partial)
    assert blend.known.all()
    wider, _ = with_gap(cache, blend, monkeypatch)
    place = WORDS.index("word5")
    assert wider.known[:, place].tolist() == [True, True, False]
    assert np.delete(wider.known, place, axis=1).all()


def test_what_no_block_knows_is_named(blend, cache, monkeypatch):
    _, deaf = with_gap(cache, blend, monkeypatch)
    lonely = SpaceBlend("en", WORDS, [deaf], [BlockSettings(deaf.spec, 5.0, 1.0)])
    with pytest.raises(UnknownWord) as caught:
        lonely.similarities(["word1", "qqq"], ["word5", "word6"])
    assert set(caught.value.words) == {"qqq", "word5"}
    with pytest.raises(UnknownWord) as caught:
        lonely.similarities_at(np.array([4, WORDS.index("word5")]), ["word6"])
    assert caught.value.words == ("word5",)


def test_subsets_keep_their_slices(blend):
    second = blend.subset(["two"])
    assert second.blocks == ("two",)
    assert second.weights.tolist() == [1.0]
    ask = (["word1"], ["word2", "word3"])
    assert second.similarities(*ask)[0] == pytest.approx(blend.similarities(*ask)[1])
    assert second.version != blend.version
    with pytest.raises(ValueError, match="one block"):
        blend.subset([])
    with pytest.raises(ValueError, match="three"):
        blend.subset(["three"])


def test_versions_follow_the_calibration(blend, cache):
    changed = SpaceBlend(
        "en", WORDS, blend._spaces, [BlockSettings(s.spec, 4.0, 1.0) for s in blend._spaces]
    )
    assert changed.version != blend.version
    assert blend.version.startswith("en-")


def test_built_spaces_are_read_back(cache):
    assert space(cache).rows == pytest.approx(space(cache).rows)
    assert not space(cache).rows.flags.writeable


def test_projection_centres_and_drops_the_main_direction():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(400, 6)).astype(np.float32)
    rows[:, 0] += 4 * rng.normal(size=400)
    rows[:, 1] += 3
    projection = Projection.fit(rows, drop=1, whiten=0.0)
    out = (unit(rows) - projection.mean) @ projection.axes
    assert np.abs(out.mean(axis=0)).max() < 1e-5
    assert np.linalg.matrix_rank(out, tol=1e-3) == 5
    assert np.linalg.norm(projection.apply(rows), axis=1) == pytest.approx(np.ones(400), abs=1e-5)


def test_whitening_flattens_the_spectrum():
    rng = np.random.default_rng(1)
    rows = (rng.normal(size=(500, 5)) * [4, 3, 2, 1, 1]).astype(np.float32)
    spread = [
        np.linalg.svd((unit(rows) - p.mean) @ p.axes, compute_uv=False)
        for p in (Projection.fit(rows, 0, w) for w in (0.0, 0.5, 1.0))
    ]
    ratios = [s[0] / s[-1] for s in spread]
    assert ratios[0] > ratios[1] > ratios[2]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_shipped_settings_are_sound(language):
    settings = read_settings(language)
    assert len(settings) >= 2
    assert len({s.space.name for s in settings}) == len(settings)
    assert all(s.slope > 0 and s.weight > 0 and s.space.drop >= 0 for s in settings)


def test_an_unknown_language_is_refused():
    with pytest.raises(SourceError, match="tlh"):
        load_blend("tlh")


def test_glosses_are_cut_to_content_words():
    assert shorten_gloss("a slope in the turn of a road", 2) == "slope turn"
    assert shorten_gloss("(law)", 3) == ""


def test_nearest_are_those_with_the_highest_joint_odds(blend):
    words = ["word7", "something else"]
    odds = np.tensordot(blend.weights, blend.similarities(None, words), axes=1)
    found = blend.nearest(words, 5)
    for column, ids in zip(odds.T, found, strict=True):
        assert set(ids.tolist()) == set(np.argsort(-column)[:5].tolist())
    assert sorted(blend.nearest(["word7"], 60)[0].tolist()) == list(range(60))


def test_a_large_vocabulary_is_searched_by_index(blend, monkeypatch):
    exact = blend.nearest(["word7", "word9"], 4)
    monkeypatch.setattr("embeddings.space_blend.EXACT_ROWS", 10)
    indexed = blend.nearest(["word7", "word9"], 4)
    assert [set(r) for r in indexed.tolist()] == [set(r) for r in exact.tolist()]


def test_neighbours_of_listed_words_come_from_the_cache(blend, cache, monkeypatch):
    monkeypatch.setattr("embeddings.space_blend.NEIGHBOURS", 6)
    monkeypatch.setattr("embeddings.listed.NEIGHBOURS", 6)
    words = [*WORDS[:40], "something else"]
    wanted = blend.nearest([*words, "word50"], 6)
    blend.learn_neighbours(words, cache)
    again = blend.subset(blend.blocks)
    monkeypatch.setattr(again, "_search", None)
    again.learn_neighbours(words, cache)
    found = again.nearest([words[7], words[-1]], 6)
    assert [set(r) for r in found.tolist()] == [set(wanted[i].tolist()) for i in (7, 40)]
    with pytest.raises(TypeError):
        again.nearest(["word50"], 6)  # not listed: it has to be looked for


def test_words_beyond_the_vocabulary_are_no_clues(cache):
    one = space(cache)
    settings = [BlockSettings(one.spec, 4.0, 1.0)]
    some = SpaceBlend("en", WORDS[:50], [one], settings, WORDS[50:])
    assert some.similarities(None, ["word55"]).shape == (1, 50, 1)
    assert some.similarities(["word3"], ["word55"])[0, 0, 0] == pytest.approx(
        4 * one.rows[3] @ one.rows[55], abs=1e-5
    )


def test_words_with_capital_letters_have_their_built_rows(cache, monkeypatch):
    one = space(cache)
    some = SpaceBlend("en", ("Tshirt", *WORDS[1:]), [one], [BlockSettings(one.spec, 4.0, 1.0)])
    monkeypatch.setattr(type(one), "encode", lambda *_: pytest.fail("an encoder was asked"))
    assert some.similarities(["Tshirt", "tSHIRT"], ["word3"])[0, :, 0].tolist() == (
        [pytest.approx(4 * float(one.rows[0] @ one.rows[3]), abs=1e-5)] * 2
    )
