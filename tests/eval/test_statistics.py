"""Intervals and tests do what they promise, by simulation and against known values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval.ratings import rate
from eval.sequential import ConfidenceSequence, decided
from eval.statistics import EmptySample, boards_needed, difference, estimate, holm, least_p


def boards(values):
    return {i: (float(v), 1.0) for i, v in enumerate(values)}


def test_a_ratio_of_sums_weighs_boards_by_their_chances():
    found = estimate({1: (1, 1), 2: (0, 3)}, "x")
    assert found.value == 0.25
    assert (found.boards, found.count) == (2, 4)


def test_an_empty_sample_is_an_error():
    with pytest.raises(EmptySample, match="score"):
        estimate({}, "score")
    with pytest.raises(EmptySample):
        estimate({1: (0, 0)}, "score")
    with pytest.raises(EmptySample):
        difference({1: (1, 1)}, {2: (1, 1)}, "score")


def test_where_all_boards_agree_the_interval_is_exact_not_a_point():
    found = estimate(boards([1] * 20), "wins", (0, 1))
    # Clopper-Pearson for 20 of 20: lower end (0.025)^(1/20).
    assert found.low == pytest.approx(0.025 ** (1 / 20))
    assert found.high == 1
    assert math.isnan(estimate(boards([7] * 20), "turns").low)
    assert math.isnan(estimate(boards([7]), "turns").low)


def test_intervals_cover_the_truth_about_as_often_as_they_say():
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(100):
        games = rng.binomial(6, 0.3, size=40)
        found = estimate({i: (float(k), 6.0) for i, k in enumerate(games)}, "x", (0, 1))
        hits += found.low <= 0.3 <= found.high
    assert 88 <= hits <= 100


def test_intervals_respect_clusters():
    """Ten games on a board that all end alike are one observation, not ten."""
    rng = np.random.default_rng(2)
    wins = rng.random(30) < 0.5
    alone = estimate(boards(wins), "x")
    tenfold = estimate({i: (10.0 * w, 10.0) for i, w in enumerate(wins)}, "x")
    assert (tenfold.low, tenfold.high) == (alone.low, alone.high)


def test_a_permutation_test_sees_a_difference_and_no_difference():
    rng = np.random.default_rng(3)
    base = rng.random(40) < 0.5
    same = difference(boards(base), boards(base), "x")
    assert (same.value, same.p) == (0, 1)
    better = difference(boards(np.ones(40)), boards(base), "x")
    assert better.p < 0.001
    assert better.low > 0


def test_false_alarms_are_as_rare_as_they_should_be():
    rng = np.random.default_rng(4)
    alarms = sum(
        difference(boards(rng.random(12) < 0.5), boards(rng.random(12) < 0.5), "x").p < 0.1
        for _ in range(40)
    )
    assert alarms <= 9


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_never_lowers_a_p_value_and_keeps_the_order(values):
    adjusted = holm(values)
    assert all(0 <= a <= 1 and a >= v for a, v in zip(adjusted, values, strict=True))
    by_value = [a for _, a in sorted(zip(values, adjusted, strict=True))]
    assert by_value == sorted(by_value)


def test_a_confidence_sequence_holds_at_every_moment():
    """Looked at after every observation, it misses the mean in no more than alpha of all runs."""
    rng = np.random.default_rng(5)
    misses = 0
    for _ in range(120):
        sequence = ConfidenceSequence(-1, 1, alpha=0.1)
        for value in rng.choice([-1.0, 0.0, 1.0], p=[0.2, 0.5, 0.3], size=80):
            sequence.add(value)
            low, high = sequence.bounds
            if not low <= 0.1 <= high:
                misses += 1
                break
    assert misses <= 20


def test_a_confidence_sequence_narrows_and_decides():
    sequence = ConfidenceSequence(-1, 1)
    assert sequence.bounds == (-1, 1)
    for i in range(60):
        sequence.add(0.8 if i % 2 else 0.6)
    low, high = sequence.bounds
    assert 0 < low < 0.7 < high < 1
    assert decided(sequence.bounds, 0.05)
    assert not decided((-0.2, 0.3), 0.05)
    assert decided((-0.04, 0.03), 0.05)


@settings(max_examples=30)
@given(st.lists(st.floats(-1, 1), min_size=1, max_size=40))
def test_bounds_never_widen(values):
    sequence = ConfidenceSequence(-1, 1)
    low, high = sequence.bounds
    for value in values:
        sequence.add(value)
        if not sequence.bounds[0] < sequence.bounds[1]:
            return
        assert sequence.bounds[0] >= low
        assert sequence.bounds[1] <= high
        low, high = sequence.bounds


def test_a_confidence_sequence_refuses_what_it_was_not_promised():
    with pytest.raises(ValueError, match="not in"):
        ConfidenceSequence(0, 1).add(1.5)


def test_ratings_find_the_strengths_that_made_the_games():
    rng = np.random.default_rng(6)
    strength = {"a": 300.0, "b": 0.0, "c": -300.0}
    games = {}
    for board in range(200):
        wins = {}
        for one, two in (("a", "b"), ("b", "c"), ("a", "c")):
            chance = 1 / (1 + 10 ** ((strength[two] - strength[one]) / 400))
            won = rng.random() < chance
            wins[(one, two) if won else (two, one)] = 1.0
        games[board] = wins
    ratings = rate(games)
    assert [r.player for r in ratings] == ["a", "b", "c"]
    for rating in ratings:
        assert rating.low <= 1500 + strength[rating.player] <= rating.high
        assert rating.games == 400


def test_a_player_who_wins_everything_has_a_finite_rating():
    first, second = rate({i: {("a", "b"): 1.0} for i in range(10)})
    assert first.player == "a"
    assert 1500 < first.value < 2500
    assert first.value - 1500 == pytest.approx(1500 - second.value)


def test_nobody_to_rate_is_an_error():
    with pytest.raises(EmptySample):
        rate({})


def test_one_common_board_tells_nothing_clear():
    found = difference({3: (1.0, 8.0)}, {3: (2.0, 8.0), 4: (0.0, 8.0)}, "misses")
    assert found.value == -0.125
    assert found.p == 1.0
    assert found.boards == 1


def test_where_all_boards_differ_alike_there_is_no_interval():
    """A bootstrap would claim to be certain of it, from two boards."""
    alike = difference(boards([0.5, 0.5]), boards([1, 1]), "x")
    assert alike.value == -0.5
    assert math.isnan(alike.low)
    assert math.isnan(alike.high)
    nothing = difference(boards([1, 0, 1]), boards([1, 0, 1]), "x")
    assert math.isnan(nothing.low)
    # Thirds do not add up to the last bit.
    thirds = {i: (i + 0.1, 3.0) for i in range(7)}, {i: (i + 1.1, 3.0) for i in range(7)}
    assert math.isnan(difference(*thirds, "x").low)


@pytest.mark.parametrize("count", [2, 4, 13, 16, 40])
def test_no_p_value_is_smaller_than_the_least(count):
    found = difference(boards([1] * count), boards([0] * count), "x")
    assert found.p == pytest.approx(least_p(count))


def test_hundreds_of_comparisons_can_still_find_something():
    found = difference(boards([1] * 40), boards([0] * 40), "x")
    assert holm([found.p] + [1.0] * 500)[0] < 0.05
    assert boards_needed(500) == 15
    assert boards_needed(10_000) is None
