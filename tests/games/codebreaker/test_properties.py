"""What holds in every position of every game, whatever is played."""

from __future__ import annotations

import random
from collections import Counter as Count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluebot.games.codebreaker import PRESETS, learn
from cluebot.games.codebreaker.masks import masks
from cluebot.players.base import Budget
from cluebot.players.codebreaker.floor import RandomPlayer

from .tables import GAME, setup

TABLES = [
    *({"players": n} | dict(PRESETS[p]) for p in ("stated", "balanced") for n in (2, 3, 4)),
    *({"variant": "lightning", "players": n} for n in (2, 3, 4)),
    {"variant": "three_way", "players": 3},
    {"variant": "expert"},
    {"variant": "expert"} | dict(PRESETS["balanced"]),
    {"variant": "coop", "players": 3},
    {"variant": "coop", "players": 4},
]
"""Every preset, variant and number of players."""

RULINGS = [
    {"scan_intel": 0, "star_sources": ("scan", "ghost", "mirror", "search")},
    {"intel_gain": "precise_transfer", "accel_free": False, "ult_partial": True},
    {"answer_visibility": "asker", "players": 3},
    {"intercept_count": 2, "encrypt_limit": "game", "immune_scan": False},
    {"search_self": False, "pact_b": "banned", "emergency": False, "destroy_intel": 0},
    {"max_rounds": 5, "reshuffle_limit": 0, "start_intel": 3, "hand_limit": 5},
    {"ask": "holders", "players": 4},
]
"""Every ruling in another way than by default."""


def walk(fields, seed):
    """Play at random and yield every position."""
    rng = random.Random(seed)
    state = GAME.start(setup(**fields), random.Random(seed))
    player = RandomPlayer()
    while state.to_act():
        yield state
        seat = rng.choice(state.to_act())
        view = state.view(seat)
        state = state.after(seat, player.act(view, rng, Budget()).move)
    yield state


def check(state, before) -> None:
    n = len(state.names)
    everything = Count(state.deck) + Count(state.pile) + Count(state.exile)
    everything += Count(card for hand in state.hands for card in hand)
    if state.agenda and state.agenda[-1].name == "swap":
        assert state.agenda[-1].cards[0] in state.hands[state.agenda[-1].seat]
    assert everything == Count(state.setup.deck)
    for i in range(n):
        assert 0 <= state.intel[i] <= 20
        assert state.alive[i] == (state.intel[i] > 0)
        assert state.alive[i] or not state.hands[i]
        assert state.stars[i][i] == 0
        for k in range(n):
            assert state.stars[i][k] < 1 << state.setup.length
            assert not state.stars[i][k] & state.crosses[i][k]
    if state.setup.encrypt_limit == "game":
        assert sum(state.encrypted) <= 1
    assert all(mask.bit_count() <= 1 for mask in state.immune)
    if before is not None and before.active >= 0 and state.active != before.active:
        assert len(before.hands[before.active]) <= state.setup.hand_limit + 2
        if state.alive[before.active]:
            assert len(state.hands[before.active]) <= state.setup.hand_limit
    if before is not None:
        for i in range(n):
            for k in range(n):
                gained = (
                    state.stars[i][k] & ~before.stars[i][k] & state.immune[k] & before.immune[k]
                )
                if gained:
                    told = [e.public.card for e in state.log[len(before.log) :]]
                    # A right guess is rewarded even if the position is encrypted before that.
                    answered = any(job.name == "reward" for job in before.agenda)
                    assert answered or {"scan", "ghost", "entangle", "mirror", "search"} & set(told)


@settings(max_examples=5, deadline=None)
@given(st.sampled_from([*TABLES, *RULINGS]), st.integers(0, 2**32))
def test_every_position_is_sound(fields, seed):
    before = None
    knowledge = {}
    for state in walk(fields, seed):
        check(state, before)
        if None not in state.codes:
            for seat in state.names:
                knowledge[seat] = learn(state.view(seat), knowledge.get(seat))
                for name, code in zip(state.names, state.codes, strict=True):
                    assert knowledge[seat].sets[name] & masks(len(code)).exactly(code)
        before = state
    assert state.outcome is not None
    assert state.outcome.winners
    assert set(state.outcome.winners) <= set(state.names)


@pytest.mark.parametrize("fields", TABLES, ids=lambda f: "-".join(map(str, f.values())))
def test_every_table_ends(fields):
    *_, state = walk(fields | {"ask": "holders"}, 1)
    assert state.outcome is not None
    rounds = 10 if state.setup.coop else 100
    assert state.turn <= rounds * len(state.names) * 2


@pytest.mark.parametrize("fields", RULINGS, ids=lambda f: "-".join(f))
def test_every_ruling_plays(fields):
    *_, state = walk(fields, 7)
    assert state.outcome is not None


def test_a_game_of_passes_ends_by_rounds():
    state = GAME.start(setup(max_rounds=3, codes=[[1, 2, 3, 4], [5, 6, 7, 8]]), random.Random(1))
    while state.to_act():
        state = state.forfeit(state.to_act()[0])
    assert state.outcome.reason == "rounds"
    assert state.turn == 6


def test_being_asked_tells_nothing_about_a_hand():
    """Whoever is asked for a counter would be asked with any other hand of this size."""
    import dataclasses

    asked = 0
    for state in walk({"players": 3}, 5):
        if state.phase != "counter":
            continue
        asked += 1
        index = state.names.index(state.to_act()[0])
        hidden = list(state.deck) + list(state.hands[index])
        random.Random(state.ply).shuffle(hidden)
        size = len(state.hands[index])
        hands = list(state.hands)
        hands[index] = tuple(hidden[:size])
        other = dataclasses.replace(state, hands=tuple(hands), deck=tuple(hidden[size:]))
        desk = other.desk()
        assert desk.waits()
        assert desk.agenda == list(state.agenda)
    assert asked > 20
