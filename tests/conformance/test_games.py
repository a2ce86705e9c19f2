"""What holds for every game: one suite over the table of games, random play, every preset."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import random
import re
import subprocess
import sys
from importlib import import_module

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cluebot.errors import Forfeit, IllegalMove, InputError
from cluebot.games.base import GAMES, Outcome
from cluebot.games.codec import parse
from cluebot.match import Match, play, replay

from .conftest import CASES, GAVE_UP, MAX_PLIES

a_few_games = settings(
    max_examples=2, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
seeds = st.integers(0, 2**32)
MOST = 30
"""Moves of one position that are carried out to see that they can be; all of them are judged."""


@a_few_games
@given(seed=seeds)
def test_the_game_ends_and_counts_its_plies(case, seed):
    for ply, (state, seat, _) in enumerate(case.walk(seed)):
        assert state.ply == ply
        assert bool(state.to_act()) == (state.outcome is None) == (seat is not None)
        assert set(state.to_act()) <= set(case.seats)
        assert len(set(state.to_act())) == len(state.to_act())
    assert isinstance(state.outcome, Outcome)
    assert state.outcome.text.en != state.outcome.text.zh


@a_few_games
@given(seed=seeds)
def test_states_never_change(case, seed):
    for state, seat, move in case.walk(seed):
        if seat is None:
            continue
        before = copy.deepcopy(state)
        after = state.apply(seat, move)
        assert state == before
        assert after != state
        assert hash(after) == hash(state.apply(seat, move))
        state.forfeit(seat)
        assert state == before


def allowed(judge, move) -> bool:
    try:
        judge(move)
    except IllegalMove:
        return False
    return True


@a_few_games
@given(seed=seeds)
def test_what_a_seat_may_do(case, seed):
    """``check`` agrees with ``apply``, ``choices`` are legal, and other seats cannot move."""
    earlier = []
    for state, seat, move in case.walk(seed):
        before = copy.deepcopy(state)
        for other in case.seats:
            view = state.view(other)
            if other not in state.to_act():
                assert view.choices() == ()
                for attempt in (move,) if move is not None else earlier[-3:]:
                    assert not allowed(view.check, attempt)
                    assert not allowed(lambda m: state.apply(other, m), attempt)  # noqa: B023
                with pytest.raises(IllegalMove):
                    state.forfeit(other)
        if seat is not None:
            view = state.view(seat)
            view.check(move)
            choices = view.choices()
            for choice in choices:
                view.check(choice)
            for choice in random.Random(state.ply).sample(choices, min(len(choices), MOST)):
                assert state.apply(seat, choice).ply == state.ply + 1
            if choices:
                assert move in choices
            # Moves of other moments: most are illegal now, and both must say so.
            for attempt in earlier[-8:]:
                by_view = allowed(view.check, attempt)
                assert by_view == allowed(lambda m: state.apply(seat, m), attempt)  # noqa: B023
            earlier.append(move)
        with pytest.raises(InputError):
            state.view("nobody")
        assert state == before


@a_few_games
@given(seed=seeds)
def test_moves_travel_as_json_and_text(case, seed):
    game = case.game
    for state, seat, move in case.walk(seed):
        if seat is None:
            continue
        view = state.view(seat)
        data = json.loads(json.dumps(move.to_json()))
        assert game.move_from_json(data) == move
        for language in ("en", "zh"):
            assert game.move_from_text(game.move_to_text(move, language), view) == move
            assert game.prompt(view).to(language)
        with pytest.raises(InputError):
            game.move_from_text("", view)
        with pytest.raises(InputError):
            game.move_from_json(data | {"surprise": 1})


@a_few_games
@given(seed=seeds)
def test_views_leak_nothing(case, seed):
    rng = random.Random(seed)
    differs = 0
    for state, _, _ in case.walk(seed):
        for seat in (*case.seats, None):
            view = state.view(seat)
            assert view.seat == seat
            assert view.language == case.setup.language
            json.dumps(view.to_json())
            hash(view)
            for variant in case.helper.hidden_variants(state, seat, rng):
                differs += variant != state
                other = variant.view(seat)
                assert other == view
                assert other.to_json() == view.to_json()
                assert other.choices() == view.choices()
    assert differs > 10, "the variants hide nothing"


@a_few_games
@given(seed=seeds)
def test_replay_gives_the_same_game(case, seed):
    record = play(case.game, case.setup, case.players(), seed)
    assert replay(record.lines()) == record.state
    assert play(case.game, case.setup, case.players(), seed).lines() == record.lines()


@a_few_games
@given(seed=seeds)
def test_setups_travel_as_json(case, seed):
    data = json.loads(json.dumps(case.setup.to_json()))
    setup = parse(case.game.setup_type, data)
    assert setup == case.setup
    assert case.game.start(setup, random.Random(seed)) == case.game.start(
        case.setup, random.Random(seed)
    )
    with pytest.raises(InputError):
        parse(case.game.setup_type, data | {"surprise": 1})
    with pytest.raises(InputError):
        parse(case.game.setup_type, data | {"language": "fr"})


class Absent:
    """A player that forfeits whenever it is asked."""

    name = "absent"

    def act(self, view, rng, budget):
        raise Forfeit(GAVE_UP)


def test_the_game_goes_on_without_any_seat(case):
    for seat in case.seats:
        record = play(case.game, case.setup, case.players() | {seat: Absent()}, seed=1)
        assert record.outcome is not None
        assert replay(record.lines()) == record.state


def test_the_game_ends_without_all_seats(case):
    match = Match(case.game, case.setup, dict.fromkeys(case.seats, Absent()), seed=2)
    while not match.over:
        assert match.record.state.ply < MAX_PLIES
        match.step()
    assert replay(match.record.lines()) == match.record.state


SCRIPT = """
import hashlib, json, sys
from cluebot.games.base import GAMES
from cluebot.games.codec import parse
from cluebot.match import play
from cluebot.players.base import PLAYERS, Context

for name, setup in json.load(sys.stdin):
    game = GAMES.load(name)
    setup = parse(game.setup_type, setup)
    context = Context(setup.language, blend=None)
    players = {
        seat: PLAYERS[name, game.role(seat)].load("random")(context) for seat in game.seats(setup)
    }
    lines = play(game, setup, players, seed=11).lines()
    print(hashlib.sha256("\\n".join(lines).encode()).hexdigest())
"""


def test_transcripts_do_not_depend_on_the_hash_seed():
    setups = [(c.game.name, c.setup.to_json()) for c in CASES.values()]
    here = [
        hashlib.sha256("\n".join(play(c.game, c.setup, c.players(), seed=11).lines()).encode())
        for c in CASES.values()
    ]
    # This process has a hash seed of its own, random unless somebody has set it.
    other = "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0"
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=json.dumps(setups),
        env=os.environ | {"PYTHONHASHSEED": other, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [h.hexdigest() for h in here]


def test_every_game_is_covered():
    assert {case.game.name for case in CASES.values()} == set(GAMES)


@a_few_games
@given(seed=seeds)
def test_every_field_of_a_view_is_told_to_whoever_writes_a_player(case, seed):
    """Players from outside are sent to the description of the game's package."""
    told = set(re.findall(r"\w+", import_module(f"cluebot.games.{case.game.name}").__doc__ or ""))
    for state, _, _ in case.walk(seed):
        for seat in (None, *case.seats):
            assert set(state.view(seat).to_json()) <= told
