from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluebot.games.codec import parse
from cluebot.games.codenames import CODENAMES, PRESETS, CodenamesSetup

from .conftest import BOARD, KEY

POOL = tuple(f"word{i}" for i in range(60))


def begin(seed=0, **fields):
    setup = CodenamesSetup(**{"language": "en", "words": POOL} | fields)
    return CODENAMES.start(setup, random.Random(seed))


@given(st.integers(0, 10**6))
def test_deal(seed):
    deal = begin(seed).deal
    assert len(set(deal.words)) == 25
    assert set(deal.words) <= set(POOL)
    second = "blue" if deal.starts == "red" else "red"
    assert Counter(deal.key) == {deal.starts: 9, second: 8, "neutral": 7, "assassin": 1}


def test_both_sides_start_and_every_place_holds_the_assassin():
    deals = [begin(seed).deal for seed in range(300)]
    assert Counter(d.starts for d in deals)["red"] in range(100, 200)
    assert len({d.key.index("assassin") for d in deals}) == 25


def test_one_seed_gives_one_board_in_every_mode():
    boards = {begin(7, opponent=mode).deal.words for mode in ("team", "passive", "none")}
    assert len(boards) == 1
    keys = {begin(7, opponent=mode, starts="red").deal.key for mode in ("team", "passive", "none")}
    assert len(keys) == 1


def test_starting_side_may_be_set():
    assert {begin(s, starts="blue").deal.starts for s in range(10)} == {"blue"}
    assert Counter(begin(starts="blue").deal.key)["blue"] == 9


def test_fixed_board():
    deal = begin(words=BOARD, key=KEY).deal
    assert (deal.words, deal.key, deal.starts) == (BOARD, KEY, "red")
    mirrored = tuple({"red": "blue", "blue": "red"}.get(k, k) for k in KEY)
    assert begin(words=BOARD, key=mirrored).deal.starts == "blue"


def test_words_come_in_normal_form():
    words = ("ＩＣＥ   cream", *BOARD[1:])
    assert begin(words=words, key=KEY).deal.words[0] == "ICE cream"


@pytest.mark.parametrize(
    ("fields", "red", "blue"),
    [({}, 1, 1), ({"players": 4}, 1, 1), ({"players": 5}, 2, 1), ({"players": 6}, 2, 2),
     ({"players": 7}, 3, 2), ({"players": 8}, 3, 3),
     ({"opponent": "none"}, 1, None), ({"opponent": "passive", "players": 2}, 1, None),
     ({"opponent": "passive", "players": 3}, 2, None),
     ({"opponent": "none", "players": 8}, 7, None)],
)  # fmt: skip
def test_seats(fields, red, blue):
    setup = CodenamesSetup(language="en", words=POOL, **fields)
    expected = ["red.spymaster", *(f"red.operative.{i + 1}" for i in range(red))]
    if blue is not None:
        expected += ["blue.spymaster", *(f"blue.operative.{i + 1}" for i in range(blue))]
    assert list(CODENAMES.seats(setup)) == expected
    assert {CODENAMES.role(seat) for seat in expected} == {"spymaster", "operative"}


@pytest.mark.parametrize("preset", PRESETS)
def test_setups_travel_as_json(preset):
    setup = parse(CodenamesSetup, {"language": "en", "words": list(POOL)} | dict(PRESETS[preset]))
    assert CodenamesSetup.model_validate_json(setup.model_dump_json()) == setup
    assert parse(CodenamesSetup, setup.to_json()) == setup


def test_smaller_boards():
    state = begin(**PRESETS["small"])
    assert len(state.deal.words) == 16


def test_one_team_without_other_words():
    state = begin(opponent="none", first=3, second=0, neutral=8, assassin=0)
    assert Counter(state.deal.key) == {"red": 3, "neutral": 8}
