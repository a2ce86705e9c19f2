"""Ratios in bytes, and what comes of them."""

import numpy as np
import pytest

from cluebot.players.decrypto.encoder import Encoder
from cluebot.players.decrypto.interceptor import intercept
from cluebot.players.decrypto.keywords import KeywordModel
from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.ratio_table import SURPRISE, RatioTable, encode, steps_to
from cluebot.players.decrypto.survey import Survey
from embeddings.cache import Cache
from embeddings.errors import CacheError
from tests.players.decrypto_world import KEYWORDS, THEMES, VOCABULARY, ToyBlend, clue, entry

SUSPECTED = (*THEMES, *VOCABULARY[::5])


@pytest.fixture(scope="module")
def meanings():
    return Meanings(ToyBlend())


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return Cache(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def stored(meanings, cache):
    """A model whose table has been read back."""
    assert KeywordModel(meanings, SUSPECTED, cache).table
    model = KeywordModel(meanings, SUSPECTED, cache)
    model._tabulate = None
    return model


def test_rounds_by_half_a_step_at_most():
    rng = np.random.default_rng(1)
    highest = np.array([40.0, 3000.0], dtype=np.float32)
    ratios = np.exp(rng.uniform(np.log(SURPRISE), np.log(highest), size=(50, 9, 2))).T
    ratios = np.ascontiguousarray(ratios.astype(np.float32))
    steps = steps_to(highest)
    codes = encode(ratios.copy(), steps)
    words = [str(i) for i in range(9)]
    table = RatioTable(words, codes, steps, np.ones((9, 2), dtype=np.float32))
    read = table.find(words)
    assert read.shape == ratios.shape
    assert (abs(np.log(read / ratios)) < 0.05).all()
    some, columns = np.array([7, 2]), np.array([40, 3, 5])
    assert np.array_equal(table.select(some, columns), read[:, some][:, :, columns])
    assert table.find(["0", "nine"]) is None


def test_what_says_nothing_is_exact():
    steps = steps_to(np.array([50.0], dtype=np.float32))
    codes = encode(np.full((1, 1, 3), SURPRISE, dtype=np.float32), steps)
    table = RatioTable(["a"], codes, steps, np.ones((1, 1), dtype=np.float32))
    assert table.find(["a"]).tolist() == [[[np.float32(SURPRISE)] * 3]]


def test_known_words_are_read_others_reckoned(meanings, stored):
    plain = KeywordModel(meanings, SUSPECTED)
    words = (VOCABULARY[3], f"{VOCABULARY[4]} {VOCABULARY[9]}", VOCABULARY[5])
    read, reckoned = stored.ratios(words), plain.ratios(words)
    assert abs(np.log(read / reckoned)).max() < 0.05
    assert np.allclose(read[:, 1], plain.ratios(words[1:2])[:, 0], rtol=1e-5)
    assert np.array_equal(read[:, 0], stored.table.find(words[:1])[:, 0])
    # A clue says nothing of the keyword that it is itself.
    own = VOCABULARY[5]
    assert (stored.ratios((own,))[:, 0, SUSPECTED.index(own)] == np.float32(SURPRISE)).all()


def game(meanings, model, cache):
    """Return the clues of a game, and what an interceptor makes of them."""
    encoder = Encoder(meanings, model, survey=Survey(model, KEYWORDS, cache))
    history, told = [], []
    for code in ((1, 2, 3), (4, 3, 1), (2, 4, 3), (1, 3, 2)):
        clues = encoder.encode(KEYWORDS, code, tuple(history), lambda _: True).clues
        told.append((clues, intercept(model, clues, tuple(history)).probabilities.tolist()))
        history.append(entry(code, *clues))
    return told


def test_a_table_just_built_and_one_read_give_the_same_game(meanings, tmp_path):
    cache = Cache(tmp_path)
    built = game(meanings, KeywordModel(meanings, SUSPECTED, cache), cache)
    assert built == game(meanings, KeywordModel(meanings, SUSPECTED, cache), cache)


def test_no_answer_depends_on_what_was_asked_before(meanings, stored, cache):
    alone = game(meanings, KeywordModel(meanings, SUSPECTED, cache), cache)
    other = tuple(clue(theme, 3) for theme in ("game", "house", "jewel"))
    for history in ((), (entry((3, 2, 4), *other),)):
        intercept(stored, (*other[:2], f"{other[0]} {other[1]}"), history)
    Encoder(meanings, stored).encode(KEYWORDS, (1, 2, 3), (), lambda _: True)
    assert game(meanings, stored, cache) == alone


def test_a_full_disk_is_told(meanings, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("embeddings.cache.write_array", full)
    with pytest.raises(CacheError, match="no space left"):
        _ = KeywordModel(meanings, THEMES, Cache(tmp_path), normalisers=None).table
    assert not list(tmp_path.glob("en-*"))
