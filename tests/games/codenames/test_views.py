from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluebot.errors import IllegalMove
from cluebot.games.codenames import (
    CODENAMES,
    Accept,
    CodenamesSetup,
    Cover,
    GiveClue,
    Guess,
    OperativeView,
    SpymasterView,
    Stop,
)

from .conftest import BLUE, BOARD, KEY, NEUTRAL, RED

SEATS = ("red.spymaster", "red.operative.1", "blue.spymaster", "blue.operative.1")


def test_spymasters_see_the_key_and_nobody_else_does(start):
    state = start()
    for seat in SEATS:
        view = state.view(seat)
        assert isinstance(view, SpymasterView if "spymaster" in seat else OperativeView)
        assert hasattr(view, "key") == ("spymaster" in seat)
        assert view.identities == (None,) * 25
    assert not hasattr(state.view(None), "key")
    assert "assassin" not in json.dumps(state.view("red.operative.1").to_json()["identities"])


def test_groups_are_from_the_seats_side_and_still_uncovered(start, run):
    state = run(start(), ("clue", 2), "r1", "n3")
    red, blue = state.view("red.spymaster"), state.view("blue.spymaster")
    assert (red.own, red.opponent) == (RED[1:], BLUE)
    assert (blue.own, blue.opponent) == (BLUE, RED[1:])
    assert red.neutral == blue.neutral == tuple(w for w in NEUTRAL if w != "n3")
    assert red.assassin == ("killer",)
    assert (red.own_remaining, red.opponent_remaining) == (8, 8)


def test_what_is_covered_is_known(start, run):
    view = run(start(), ("clue", 2), "r1", "n3").view("blue.operative.1")
    known = {w: k for w, k in zip(view.words, view.identities, strict=True) if k}
    assert known == {"r1": "red", "n3": "neutral"}
    assert [w for w, c in zip(view.words, view.covered, strict=True) if c] == ["r1", "n3"]
    assert view.uncovered == tuple(w for w in BOARD if w not in known)


def test_everything_is_shown_at_the_end(start, run):
    view = run(start(), ("clue", 2), "killer").view("red.operative.1")
    assert view.identities == KEY
    assert sum(view.covered) == 1
    assert (view.phase, view.to_act, view.choices()) == ("over", (), ())


def test_choices(start, run):
    state = run(start(), ("clue", 2))
    view = state.view("red.operative.1")
    assert view.choices() == tuple(Guess(word=w) for w in BOARD)
    assert not view.may_stop
    view = run(state, "r1").view("red.operative.1")
    assert view.choices()[-1] == Stop()
    assert Guess(word="r1") not in view.choices()
    assert view.may_stop
    for seat in ("red.spymaster", "blue.spymaster", "blue.operative.1", None):
        assert state.view(seat).choices() == ()


def test_running_turn_and_history(start, run):
    state = run(start(), ("one", 1), "r1", "-", ("two", 0))
    view = state.view("blue.operative.1")
    assert view.used_clues == ("one", "two")
    assert (view.current.clue, view.current.number) == ("two", 0)
    assert run(state, "b1", "-").view(None).current is None


@pytest.mark.parametrize("seat", [*SEATS, None])
def test_views_travel_as_json(start, run, seat):
    state = run(start(illegal_clue="penalty"), ("one", "unlimited"), "r1", "n1", ("bad", 2))
    for position in (state, run(state, Cover(word="r2"), ("x", 1), "killer")):
        view = position.view(seat)
        assert type(view).model_validate_json(json.dumps(view.to_json())) == view
        assert hash(view) == hash(position.view(seat))


@settings(max_examples=60)
@given(st.data())
def test_choices_are_exactly_what_apply_accepts(data):
    """The moves of closed phases that are listed are those that check and apply let pass."""
    setup = CodenamesSetup(language="en", words=BOARD, key=KEY, illegal_clue="penalty")
    state = CODENAMES.start(setup, random.Random(0))
    for _ in range(data.draw(st.integers(0, 12))):
        if state.outcome:
            break
        seat = state.to_act()[0]
        view = state.view(seat)
        if state.phase == "clue":
            word = data.draw(st.sampled_from(["good", "bad"]))
            move = GiveClue(word=word, number=data.draw(st.sampled_from([0, 1, 2])))
        else:
            move = data.draw(st.sampled_from(view.choices()))
        if state.phase != "clue":
            universe = {Accept(), Cover(), Stop(), *(Cover(word=w) for w in BOARD)}
            universe |= {Guess(word=w) for w in BOARD}
            accepted = set()
            for candidate in universe:
                try:
                    state.apply(seat, candidate)
                except IllegalMove:
                    continue
                accepted.add(candidate)
            assert accepted == set(view.choices())
        state = state.apply(seat, move)
