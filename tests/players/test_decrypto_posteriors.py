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
    code_probabilities,
    slot_means,
    slot_probabilities,
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
    result = code_probabilities(scores, allowed)
    assert result == pytest.approx(enumerated(scores, allowed), abs=1e-4)
    assert all(result[ALL_CODES.index(code)] == 0 for code in used)


@given(SCORES, USED)
def test_slots_are_sums_over_codes(scores, used):
    codes = code_probabilities(scores, allowed_codes(used))
    slots = slot_probabilities(codes)
    for clue, slot in product(range(3), range(4)):
        whole = sum(p for p, code in zip(codes, ALL_CODES, strict=True) if code[clue] == slot + 1)
        assert slots[clue, slot] == pytest.approx(whole, abs=1e-5)


@given(SCORES, USED)
def test_logarithms_are_those_of_the_probabilities(scores, used):
    allowed = allowed_codes(used)
    logs = code_log_probabilities(scores, allowed)
    assert np.exp(logs) == pytest.approx(code_probabilities(scores, allowed), abs=1e-6)


def test_means_of_slots():
    means = slot_means([(3, 1, 4), (1, 4, 2)]) @ np.arange(6, dtype=np.float32)
    assert means.tolist() == [2.0, 5.0, 0.0, 3.0]


def test_when_every_code_was_used_all_are_allowed_again():
    assert allowed_codes(ALL_CODES).all()


def test_ties_go_to_the_first_code():
    even = np.full(24, 1 / 24, dtype=np.float32)
    even[5] += 1e-8
    assert best_code(even) == 0
