"""Probabilities over codes, against plain enumeration."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluebot.games.decrypto import ALL_CODES
from cluebot.players.decrypto.posteriors import (
    allowed_codes,
    best_code,
    code_log_probabilities,
    slot_probabilities,
    triple_probabilities,
)

SCORES = st.lists(st.floats(-8, 8), min_size=12, max_size=12).map(
    lambda values: np.array(values, dtype=np.float32).reshape(3, 4)
)
USED = st.sets(st.sampled_from(ALL_CODES), max_size=23)


def enumerated(scores, allowed):
    weights = [
        math.exp(sum(float(scores[i, slot - 1]) for i, slot in enumerate(code))) * bool(ok)
        for code, ok in zip(ALL_CODES, allowed, strict=True)
    ]
    return np.array(weights) / sum(weights)


@given(SCORES, USED)
def test_codes_agree_with_enumeration(scores, used):
    allowed = allowed_codes(used)
    result = np.exp(code_log_probabilities(scores, allowed))
    assert result == pytest.approx(enumerated(scores, allowed), abs=1e-4)
    assert all(result[ALL_CODES.index(code)] == 0 for code in used)


@given(SCORES, USED)
def test_slots_are_sums_over_codes(scores, used):
    codes = np.exp(code_log_probabilities(scores, allowed_codes(used)))
    slots = slot_probabilities(codes)
    for clue, slot in product(range(3), range(4)):
        whole = sum(p for p, code in zip(codes, ALL_CODES, strict=True) if code[clue] == slot + 1)
        assert slots[clue, slot] == pytest.approx(whole, abs=1e-5)


@given(st.integers(0, 99), st.sampled_from(ALL_CODES), USED)
def test_triples_agree_with_one_at_a_time(seed, code, used):
    allowed = allowed_codes(used - {code})
    rng = np.random.default_rng(seed)
    scores = [rng.normal(size=(m, 4)).astype(np.float32) * 3 for m in (2, 3, 4)]
    result = triple_probabilities(scores, [slot - 1 for slot in code], allowed)
    for i, j, k in product(range(2), range(3), range(4)):
        one = np.stack([scores[0][i], scores[1][j], scores[2][k]])
        expected = enumerated(one, allowed)[ALL_CODES.index(code)]
        assert result[i, j, k] == pytest.approx(expected, abs=1e-4)


def test_when_every_code_was_used_all_are_allowed_again():
    assert allowed_codes(ALL_CODES).all()


def test_ties_go_to_the_first_code():
    even = np.full(24, 1 / 24, dtype=np.float32)
    even[5] += 1e-8
    assert best_code(even) == 0


def test_several_readers_at_once_read_as_each_alone():
    rng = np.random.default_rng(3)
    scores = [rng.normal(size=(5, count, 4)).astype(np.float32) for count in (3, 6, 2)]
    allowed = allowed_codes([(1, 2, 3), (4, 2, 1)])
    together = triple_probabilities(scores, (2, 0, 3), allowed)
    assert together.shape == (5, 3, 6, 2)
    for i, alone in enumerate(together):
        expected = triple_probabilities([some[i] for some in scores], (2, 0, 3), allowed)
        assert np.allclose(alone, expected, atol=1e-6)
