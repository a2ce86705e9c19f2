import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from cluebot.players.listener import (
    BETA,
    among_first,
    comes_first,
    found_before,
    listeners,
    rates,
    sharpen,
)

positive = st.floats(0.0625, 20, width=32)


def plackett_luce(own, bad, most):
    """Return the distribution of own words before the first bad one by full enumeration."""
    out = np.zeros(most + 1)

    def go(left, found, chance):
        if not left:
            out[min(found, most)] += chance
            return
        total = sum(left) + bad
        out[min(found, most)] += chance * bad / total
        for i, rate in enumerate(left):
            go(left[:i] + left[i + 1 :], found + 1, chance * rate / total)

    go(list(own), 0, 1.0)
    return out


@given(arrays(np.float32, st.integers(1, 5), elements=positive), positive, st.integers(1, 5))
def test_counting_by_clocks_is_plackett_luce(own, bad, most):
    counted = found_before(own, np.float32(bad), most)
    assert counted == pytest.approx(plackett_luce(own.astype(float), float(bad), most), abs=4e-3)


@given(arrays(np.float32, (3, 4), elements=positive), arrays(np.float32, 3, elements=positive))
def test_marginals_add_up_to_the_expected_count(own, bad):
    counted = found_before(own, bad, 4)
    assert counted.sum(axis=1) == pytest.approx(np.ones(3), abs=1e-4)
    expected = counted @ np.arange(5)
    assert comes_first(own, bad).sum(axis=1) == pytest.approx(expected, abs=5e-3)


def test_without_bad_words_everything_is_found():
    own = np.ones((2, 3), dtype=np.float32)
    counted = found_before(own, np.array([0, 1], dtype=np.float32), 3)
    assert counted[0].tolist() == [0, 0, 0, 1]
    assert counted[1] == pytest.approx([1 / 4] * 4, abs=1e-3)


@given(arrays(np.float64, st.integers(2, 12), elements=st.floats(0.01, 50)), st.floats(0.5, 1.5))
def test_inclusion_chances_sum_to_the_count(rate, count):
    chance = among_first(rate, count)
    assert chance.sum() == pytest.approx(count, rel=1e-6)
    order = np.argsort(rate)
    assert (np.diff(chance[order]) >= -1e-12).all()


def test_inclusion_at_the_bounds():
    assert among_first([1.0, 2.0], 2).tolist() == [1, 1]
    assert among_first([1.0, 2.0], 0).tolist() == [0, 0]


@given(arrays(np.float32, (2, 6), elements=st.floats(-30, 30, width=32)))
def test_every_word_has_a_rate(log_odds):
    rate = rates(log_odds)
    assert (rate > 0).all()
    assert np.isfinite(rate).all()


def test_sharpening_brings_boards_to_one_size():
    faint = np.array([[0.0, 0.1, 0.3]], dtype=np.float32)
    strong = 100 * faint
    assert sharpen(strong).std() == pytest.approx(BETA, rel=1e-2)
    assert sharpen(faint).std() < BETA / 2
    assert sharpen(faint + 5) == pytest.approx(sharpen(faint), abs=1e-4)


class TwoBlocks:
    blocks = ("a", "b")
    weights = np.array([0.4, 0.6], dtype=np.float32)


def test_belief_in_listeners_sums_to_one():
    for preferred in (None, "b", "blend"):
        found = listeners(TwoBlocks(), preferred)
        assert [x.name for x in found] == ["blend", "a", "b"]
        assert sum(x.share for x in found) == pytest.approx(1)
    assert {x.name: x.share for x in listeners(TwoBlocks(), "b")}["b"] == pytest.approx(0.625)


def test_an_unknown_listener_is_refused():
    with pytest.raises(ValueError, match="no listener 'c'; known: blend, a, b"):
        listeners(TwoBlocks(), "c")
