"""Whole random games against the rules, told a second time and in other words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluebot.games.codenames import CODENAMES, IDLE_TURNS, CodenamesSetup, GiveClue

POOL = tuple(f"w{i}" for i in range(40))

setups = st.fixed_dictionaries(
    {
        "opponent": st.sampled_from(["team", "passive", "none"]),
        "illegal_clue": st.sampled_from(["reject", "penalty"]),
        "players": st.sampled_from([4, 5, 8]),
        "first": st.integers(1, 9),
        "second": st.integers(1, 8),
        "neutral": st.integers(0, 7),
        "assassin": st.integers(0, 3),
    }
)


def random_game(fields, seed):
    """Play with clues, guesses, stops, rulings and forfeits at random."""
    rng = random.Random(seed)
    state = CODENAMES.start(CodenamesSetup(language="en", words=POOL, **fields), rng)
    forfeits = 0
    while state.to_act():
        seat = rng.choice(state.to_act())
        choices = state.view(seat).choices()
        if rng.random() < 0.15:
            state, forfeits = state.forfeit(seat), forfeits + 1
        elif choices:
            state = state.apply(seat, rng.choice(choices))
        else:
            bad = state.setup.illegal_clue == "penalty" and rng.random() < 0.3
            number = rng.choice([0, 1, 2, 3, "unlimited"])
            state = state.apply(seat, GiveClue(word="bad" if bad else "good", number=number))
    return state, forfeits


@settings(deadline=None, max_examples=60)
@given(setups, st.integers(0, 10**6))
def test_a_whole_game(fields, seed):
    state, forfeits = random_game(fields, seed)
    identity = dict(zip(state.deal.words, state.deal.key, strict=True))
    covered = [w for w, c in zip(state.deal.words, state.covered, strict=True) if c]

    touched = [t.word for turn in state.history for t in turn.guessed]
    given_away = [turn.covered for turn in state.history if turn.covered is not None]
    assert sorted(touched + given_away) == sorted(covered), "each card is covered once, by an event"

    two_teams = state.setup.opponent == "team"
    for i, turn in enumerate(state.history):
        last = i == len(state.history) - 1
        own = [t.identity == turn.side for t in turn.guessed]
        assert all(t.identity == identity[t.word] for t in turn.guessed)
        assert all(own[:-1]), "a wrong card ends the turn"
        assert turn.end is not None
        if i:
            before = state.history[i - 1].side
            assert (turn.side != before) == two_teams
        if turn.end in ("neutral", "opponent", "assassin"):
            assert not own[-1]
        elif turn.end in ("stopped", "limit", "found_all"):
            assert own
            assert own[-1]
        elif turn.end == "invalid":
            assert (turn.guessed, turn.ruling) == ((), "illegal")
        if isinstance(turn.number, int) and turn.number > 0:
            assert len(turn.guessed) <= turn.number + 1
            assert (turn.end == "limit") <= (len(turn.guessed) == turn.number + 1)
        else:
            assert turn.end != "limit"
        if turn.covered is not None:
            assert identity[turn.covered] != turn.side
            assert identity[turn.covered] in ("red", "blue")
            assert turn.end == "invalid" or state.setup.opponent == "passive"
        elif state.setup.opponent == "passive":
            assert last, "the passive side covers after every turn but the deciding one"
        assert (turn.end in ("assassin", "found_all")) <= last

    assert sum(turn.end == "forfeit" for turn in state.history) <= forfeits
    final, (winner,) = state.history[-1], state.outcome.winners
    found_all = {side for side in ("red", "blue") if covered_all(identity, covered, side)}
    match state.outcome.reason:
        case "assassin":
            assert identity[final.guessed[-1].word] == "assassin"
            assert winner != final.side
        case "found_all":
            assert found_all == {winner} == {final.side}
        case "handed" | "covered":
            assert found_all == {winner}
            assert winner != final.side
            assert (state.outcome.reason == "covered") == (final.covered is not None)
        case "idle":
            idle = [t for t in state.history if t.side == final.side][-IDLE_TURNS:]
            assert not any(t.guessed for t in idle)
            assert winner != final.side
        case other:
            pytest.fail(other)


def covered_all(identity, covered, side):
    return all(word in covered for word, kind in identity.items() if kind == side)


def test_random_games_reach_every_ending():
    base = {"illegal_clue": "penalty", "players": 4, "first": 3, "second": 2, "neutral": 3}
    reasons = {
        random_game(base | {"opponent": mode, "assassin": 1}, seed)[0].outcome.reason
        for mode in ("team", "passive")
        for seed in range(60)
    }
    assert reasons == {"assassin", "found_all", "handed", "covered", "idle"}
