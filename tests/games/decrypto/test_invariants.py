"""Whole random games against the rules, told a second time and in other words."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from cluebot.games.decrypto import DECRYPTO, PRESETS

from .conftest import random_state


def told_again(state):
    """Return how the game must have ended, from its record and its preset's text alone."""
    setup, played = state.setup, max(t.round for t in state.record)
    hits, misses = Counter(), Counter()
    for t in state.record:
        foe = {"white": "interceptor" if setup.players == 3 else "black", "black": "white"}[t.side]
        hits[foe] += t.intercept == t.code
        misses[t.side] += t.decode != t.code
    if setup.players == 3:
        # Research counts tokens of a kind apart; with three players every miss is a hit.
        pooled = hits["interceptor"] + misses["white"] >= 2
        apart = hits["interceptor"] >= 2 or misses["white"] >= 2
        caught = pooled if setup.miss_is_interception else apart
        return {"interceptor"} if caught else {"white"} if played == setup.rounds else None
    white = (hits["white"], misses["white"])
    black = (hits["black"], misses["black"])
    if white[0] < 2 and white[1] < 2 and black[0] < 2 and black[1] < 2 and played < 8:
        return None
    good = {"white": white[0] >= 2 or black[1] >= 2, "black": black[0] >= 2 or white[1] >= 2}
    if good["white"] != good["black"]:
        return {side for side, won in good.items() if won}
    lead = (white[0] - white[1]) - (black[0] - black[1])
    if lead:
        return {"white"} if lead > 0 else {"black"}
    found = {
        guess.side: len(set(guess.words) & set(secrets.keywords))
        for guess, secrets in zip(
            state.view(None).keyword_guesses, reversed(state.secrets), strict=True
        )
    }
    return {side for side in found if found[side] == max(found.values())}


@settings(deadline=None, max_examples=80)
@given(st.sampled_from(list(PRESETS)), st.integers(0, 10**6))
def test_a_whole_game(preset, seed):
    state = random_state(preset, seed, 1000)
    setup, record = state.setup, state.record
    assert set(state.outcome.winners) == told_again(state)

    teams = len(setup.teams)
    for i, t in enumerate(record):
        assert (t.round, t.side) == (i // teams + 1, setup.teams[i % teams])
        assert t.code == state.secrets[i % teams].codes[t.round - 1]
        if t.clues is None:
            assert t.decode is None
        if t.clues is None or t.round < setup.first_interception:
            assert t.intercept is None
    assert len(record) % teams == 0, "every team plays the last round"
    for r in range(1, record[-1].round):
        assert told_again_after(state, r) is None, "it should have ended earlier"

    clues = [clue for t in record for clue in t.clues or ()]
    assert len(clues) == len(set(clues))
    for team in setup.teams:
        own = [seat for seat in DECRYPTO.seats(setup) if seat.startswith(team)]
        size = len(own) if setup.rotation else 1
        encoders = [t.encoder for t in record if t.side == team]
        assert encoders == [own[i % size] for i in range(len(encoders))]


def told_again_after(state, number):
    """Judge the position after an earlier round; a tie counts as an end."""
    record = tuple(t for t in state.record if t.round <= number)
    return told_again(replace(state, record=record))


def test_random_games_reach_every_ending():
    reached = {
        (preset, random_state(preset, seed, 1000).outcome.reason)
        for preset in ("official", "three_player", "research")
        for seed in range(60)
    }
    assert reached == {
        ("official", "interceptions"),
        ("official", "miscommunications"),
        ("official", "score"),
        ("official", "keywords"),
        ("official", "shared"),
        ("three_player", "interceptions"),
        ("three_player", "held_out"),
        ("research", "interceptions"),
        ("research", "miscommunications"),
        ("research", "held_out"),
    }
