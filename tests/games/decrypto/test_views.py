"""What each seat sees, and that it sees no more."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluebot.errors import IllegalMove
from cluebot.games.decrypto import (
    DECRYPTO,
    PRESETS,
    Clues,
    DecryptoView,
    HistoryEntry,
    KeywordGuess,
    side_of,
)

from ...conformance.decrypto import hidden_variants
from .conftest import BLACK, RIGHT, WHITE, random_state

POSITIONS = {
    "preset": st.sampled_from(list(PRESETS)),
    "seed": st.integers(0, 10_000),
    "plies": st.integers(0, 70),
}


@settings(max_examples=80, deadline=None)
@given(**POSITIONS, data=st.data())
def test_nothing_hidden_changes_a_view(preset, seed, plies, data):
    state = random_state(preset, seed, plies)
    seat = data.draw(st.sampled_from([None, *DECRYPTO.seats(state.setup)]))
    variants = list(hidden_variants(state, seat, random.Random(seed)))
    assert any(variant != state for variant in variants)
    for variant in variants:
        assert variant.view(seat) == state.view(seat)
        assert variant.view(seat).to_json() == state.view(seat).to_json()


@settings(max_examples=60, deadline=None)
@given(**POSITIONS)
def test_no_secret_text_is_anywhere_in_a_view(preset, seed, plies):
    state = random_state(preset, seed, plies)
    read_out = {clue for t in state.record for clue in t.clues or ()}
    for seat in (None, *DECRYPTO.seats(state.setup)):
        view = state.view(seat)
        shown = json.dumps(view.to_json(), ensure_ascii=False)
        for team, secrets in zip(state.setup.teams, state.secrets, strict=True):
            own = seat is not None and side_of(seat) == team
            for word in secrets.keywords:
                guessed = any(word in words for _, words in state.final)
                if state.outcome is None and not own and not guessed:
                    assert f'"{word}"' not in shown
        for team, clues in state.drafts:
            for clue in clues or ():
                if clue in read_out or team == state.transmitting:
                    continue
                encoder = view.encoders[state.setup.teams.index(team)]
                assert (f'"{clue}"' in shown) == (seat == encoder)


# What a careless view might show, and a position in which that is hidden from black.2.
LEAKS = {
    "white's keywords": lambda state: {"keywords": state.secrets[0].keywords},
    "the own encoder's code": lambda state: {"code": state.secrets[1].codes[state.round - 1]},
    "the code on the table": lambda state: {"guess": state.secrets[0].codes[state.round - 1]},
    "a code to come": lambda state: {"guess": state.secrets[1].codes[-1]},
    "unread clues": lambda state: {"written": dict(state.drafts)["black"]},
    "a sealed guess": lambda state: {"guess": dict(state.guesses)["white"]},
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_property_finds_leaks(table, leak):
    game = table()
    game.play_round()
    game.play_round()
    for team in ("white", "black"):
        game.write(team)
    game.decode("white", False)
    assert game.view("black.2").task == "intercept"
    variants = hidden_variants(game.state, "black.2", random.Random(0))
    honest = game.view("black.2")
    assert any(
        honest.model_copy(update=LEAKS[leak](game.state))
        != variant.view("black.2").model_copy(update=LEAKS[leak](variant))
        for variant in variants
    )


@settings(max_examples=60, deadline=None)
@given(**POSITIONS)
def test_tasks_and_choices_agree_with_the_state(preset, seed, plies):
    state = random_state(preset, seed, plies)
    for seat in DECRYPTO.seats(state.setup):
        view = state.view(seat)
        assert (view.task != "wait") == (seat in state.to_act()) == (seat in view.to_act)
        assert bool(view.choices()) == (view.task in ("decode", "intercept"))
        for move in view.choices():
            view.check(move)
            state.apply(seat, move)
    assert bool(state.to_act()) == (state.outcome is None)
    assert state.view(None).choices() == ()


def test_the_encoder_alone_sees_the_code(table):
    game = table("six")
    codes = {seat: game.view(seat).code for seat in DECRYPTO.seats(game.setup)}
    assert codes == dict.fromkeys(codes) | {"white.1": RIGHT, "black.1": RIGHT}
    game.write("black")
    game.write("white")
    assert game.view("white.1").code == game.view("black.1").code == RIGHT
    game.decode("white", True)
    # White's code lies open now, black's does not.
    assert game.view("white.1").code is None
    assert game.view("black.2").record[0].code == RIGHT
    assert game.view("black.1").code == RIGHT
    assert game.view("black.2").code is None


def test_clues_are_sealed_until_they_are_read_out(table):
    game = table()
    clues = ("keys", "crumb", "thunder")
    game.apply("black.1", Clues(clues=clues))
    game.write("white")
    for seat in ("white.1", "white.2", "black.2", None):
        assert clues not in (game.view(seat).clues, game.view(seat).written)
    assert game.view("black.1").written == clues
    game.decode("white", True)
    for seat in ("white.1", "white.2", "black.1", "black.2", None):
        assert game.view(seat).clues == clues
        assert game.view(seat).written is None


def test_keywords(table):
    game = table()
    for seat, words in [("white.1", WHITE), ("white.2", WHITE), ("black.2", BLACK), (None, None)]:
        assert game.view(seat).keywords == words
        assert game.view(seat).screens == ()
    assert table("three_player").view("interceptor").keywords is None
    game.play_round("white misses")
    game.play_round("white misses")
    assert [screen.keywords for screen in game.view(None).screens] == [WHITE, BLACK]


def test_guesses_are_known_to_the_own_side_only_until_both_are_in(table):
    game = table()
    game.play_round()
    for team in ("white", "black"):
        game.write(team)
    game.intercept("black", True)
    guesses = {seat: game.view(seat).guess for seat in DECRYPTO.seats(game.setup)}
    assert guesses == {"white.1": None, "white.2": None, "black.1": RIGHT, "black.2": RIGHT}
    assert game.view(None).handed_in == ("black",)
    assert len(game.view(None).record) == 2
    game.decode("white", True)
    assert game.view("white.1").record[-1].intercept == RIGHT
    assert game.view("black.1").guess is None


def test_keyword_guesses_are_sealed(table):
    game = table()
    for _ in range(8):
        game.play_round()
    game.name_keywords("white", "bread")
    assert game.view("white.2").keyword_guess[0] == "bread"
    for seat in ("black.1", None):
        assert game.view(seat).keyword_guess is None
        assert game.view(seat).keyword_guesses == ()


def test_the_sheet_is_kept_by_slot_for_both_sides(table):
    game = table()
    game.apply("white.1", Clues(clues=("throne", "Nile", "hoof")))
    game.apply("black.1", Clues(clues=("window", "rain", "crust")))
    game.decode("white", True)
    game.decode("black", False)
    ours = (("hoof",), ("Nile",), (), ("throne",))
    theirs = (("crust",), ("rain",), (), ("window",))
    for seat, own, other in [
        ("white.2", ours, theirs),
        ("black.1", theirs, ours),
        (None, ours, theirs),
    ]:
        view = game.view(seat)
        assert (view.sheet, view.opponent_sheet) == (own, other)
        data = view.to_json()
        assert data["sheet"] == [list(column) for column in own]
        assert data["opponent_sheet"] == [list(column) for column in other]
    assert game.view("white.1").history == (
        HistoryEntry(clues=("throne", "Nile", "hoof"), code=RIGHT),
    )


def test_a_lone_interceptor_keeps_the_sheet_of_the_team(table):
    game = table("research")
    game.play_round()
    view = game.view("interceptor")
    assert view.history == ()
    assert view.sheet == ((), (), (), ())
    assert [len(column) for column in view.opponent_sheet] == [1, 1, 0, 1]


def test_json_is_plain(table):
    game = table()
    game.play_round("white misses")
    data = game.view("black.1").to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["record"][0]["missed"] is True
    assert data["record"][0]["intercepted"] is False
    assert data["tokens"][0] == {"side": "white", "interceptions": 0, "miscommunications": 1}


def test_a_stateless_question_is_a_view():
    history = (HistoryEntry(clues=("throne", "Nile", "hoof"), code=(4, 2, 1)),)
    view = DecryptoView(
        language="en", task="encode", keywords=WHITE, code=(1, 2, 3), history=history
    )
    view.check(Clues(clues=("mare", "wet", "night")))
    for clue in ("Nile", "horse"):
        with pytest.raises(IllegalMove):
            view.check(Clues(clues=("mare", clue, "night")))


def test_check_explains_the_waiting(table):
    game = table()
    with pytest.raises(IllegalMove) as error:
        game.view(None).check(KeywordGuess(words=("a", "b", "c", "d")))
    assert error.value.to("zh") == "现在轮不到 旁观者；应由 white.1, black.1 行动。"


@settings(max_examples=40, deadline=None)
@given(**POSITIONS)
def test_past_turns_tell_what_the_other_side_guessed(preset, seed, plies):
    state = random_state(preset, seed, plies)
    for seat in DECRYPTO.seats(state.setup):
        view = state.view(seat)
        mine = [t for t in view.record if t.side == view.side and t.clues is not None]
        assert [entry.intercept for entry in view.history] == [t.intercept for t in mine]
