"""The published baseline, on rows small enough to check by hand."""

import random

import numpy as np
import pytest

from cluebot.errors import Forfeit
from cluebot.games.decrypto import HistoryEntry
from cluebot.players.decrypto.baseline import NEIGHBOURS, Baseline, Comparison
from embeddings.cache import Cache
from embeddings.errors import UnknownWord

KEYWORDS = ("east", "north", "west", "south")
ANGLES = {"east": 0, "north": 90, "west": 180, "south": 270}
# Twenty words around each direction, one degree apart.
ANGLES |= {
    f"{name[0]}{i}": angle + i for name, angle in ANGLES.copy().items() for i in range(1, 21)
}


class Compass:
    name, version, dims = "compass", "1", 2

    def encode(self, texts):
        known = np.array([t in ANGLES for t in texts])
        angles = np.radians([ANGLES.get(t, 0) for t in texts])
        rows = 3 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        return (rows * known[:, None]).astype(np.float32), known


@pytest.fixture
def baseline():
    return Baseline(Compass(), tuple(ANGLES))


def given(baseline, code, history=(), seeds=60, **options):
    return {
        clue
        for seed in range(seeds)
        for clue in baseline.encode(KEYWORDS, code, history, random.Random(seed), **options)
    }


def test_draws_from_the_nearest_words_without_the_keyword(baseline):
    found = given(baseline, (1, 2, 3))
    assert found <= {f"{side}{i}" for side in "enw" for i in range(1, NEIGHBOURS)}
    assert len(found) > 36


def test_the_circle_widens_with_every_earlier_clue(baseline):
    history = (HistoryEntry(clues=("e1", "n1", "w1"), code=(1, 2, 3)),)
    found = given(baseline, (1, 4, 3), history)
    assert f"e{NEIGHBOURS}" in found
    assert not {"e1", "w1"} & found
    assert f"s{NEIGHBOURS}" not in found


def test_skips_what_is_not_legal_and_forfeits_without_words(baseline):
    found = given(baseline, (1, 2, 3), legal=lambda word: word[-1] in "02468")
    assert all(word[-1] in "02468" for word in found)
    with pytest.raises(Forfeit):
        baseline.encode(KEYWORDS, (1, 2, 3), (), random.Random(0), lambda _: False)


def test_prefers_words_nearer_to_their_keyword_than_to_others(baseline):
    close = ("east", "e9", "west", "south")
    for seed in range(30):
        (clue,) = {
            c for c in baseline.encode(close, (1, 3, 4), (), random.Random(seed)) if c[0] == "e"
        }
        assert int(clue[1:]) < 5


def test_decodes_by_the_largest_sum(baseline):
    assert baseline.decode(KEYWORDS, ("s3", "w1", "e5")) == (4, 3, 1)
    # Both clues are nearest to east; the sum decides which one gives way.
    assert baseline.decode(KEYWORDS, ("e20", "e2", "w3"))[1] == 1


def test_intercepts_by_mean_earlier_clues(baseline):
    history = (
        HistoryEntry(clues=("e1", "n1", "w1"), code=(2, 3, 1)),
        HistoryEntry(clues=("s4", "n5", "e9"), code=(4, 3, 2)),
    )
    assert baseline.intercept(("n9", "e3", "s1"), history, random.Random(0)) == (3, 2, 4)


def test_guesses_evenly_in_the_first_round(baseline):
    found = {baseline.intercept(("n1", "e1", "s1"), (), random.Random(seed)) for seed in range(200)}
    assert len(found) == 24


def test_reads_what_it_knows_of_a_phrase(baseline):
    assert baseline.decode(KEYWORDS, ("up s3", "w1", "e5")) == (4, 3, 1)
    assert baseline.decode(KEYWORDS, ("up", "w1", "e5"))[1:] == (3, 1)


def test_names_keywords_without_a_vector(baseline):
    with pytest.raises(UnknownWord, match="up"):
        baseline.decode(("up", "north", "west", "south"), ("s3", "w1", "e5"))


def test_rows_that_were_learnt_are_those_of_the_source(tmp_path):
    fresh, learnt = Comparison(Compass()), Comparison(Compass())
    learnt.learn(("n1", "n2", "what"), Cache(tmp_path))
    for clues in (("n2", "n1"), ("what",), ("n1", "e3")):
        assert np.array_equal(learnt.rows(clues), fresh.rows(clues))
