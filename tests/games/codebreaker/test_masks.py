"""The sets behind the answers, against counting all codes."""

from __future__ import annotations

from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from cluebot.games.codebreaker.masks import masks

CODES = list(product(range(10), repeat=3))
M = masks(3)


def codes_of(mask: int) -> set[tuple[int, ...]]:
    return {code for code in CODES if mask & M.exactly(code)}


def test_every_set_is_what_it_says():
    for d in range(10):
        assert codes_of(M.has[d]) == {c for c in CODES if d in c}
        assert codes_of(M.largest[d]) == {c for c in CODES if max(c) == d}
        assert codes_of(M.smallest[d]) == {c for c in CODES if min(c) == d}
        for p in M.positions:
            assert codes_of(M.digit[p][d]) == {c for c in CODES if c[p - 1] == d}
            assert codes_of(M.above[p][d]) == {c for c in CODES if c[p - 1] > d}
            assert codes_of(M.below[p][d]) == {c for c in CODES if c[p - 1] < d}
    near = {c for c in CODES if any(abs(a - b) == 1 for a, b in pairwise(c))}
    assert codes_of(M.neighbours) == near


some = st.sets(st.sampled_from(CODES), min_size=1, max_size=12)


@given(some, st.integers(1, 3))
def test_changes_of_a_digit(chosen, position):
    mask = sum(M.exactly(c) for c in chosen)

    def put(code, digit):
        return (*code[: position - 1], digit, *code[position:])

    up = {put(c, (c[position - 1] + 1) % 10) for c in chosen}
    assert codes_of(M.step_up(mask, position)) == up
    other = {put(c, d) for c in chosen for d in range(10) if d != c[position - 1]}
    assert codes_of(M.replaced(mask, position)) == other
