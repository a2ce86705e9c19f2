"""The research protocol and its figures, with scripted players."""

import pytest

from cluebot.games.decrypto import ALL_CODES
from eval.decrypto import TURNS, deals, play, summarise

WORDS = [f"word{i}" for i in range(40)]


def encode(keywords, code, history, rng):
    return tuple(f"{len(history)}-{keywords[slot - 1]}" for slot in code)


def decode(keywords, clues, history):
    return tuple(keywords.index(clue.partition("-")[2]) + 1 for clue in clues)


def misread(keywords, clues, history):
    return decode(keywords, clues, history)[::-1]


DEAL = deals(WORDS)[0]


def caught_in(*turns, deal=DEAL):
    """Return an interceptor that finds the code in these turns, counted from 0, and in no other."""

    def guess(clues, history, rng):
        code = tuple(deal.codes[len(history)])
        return code if len(history) in turns else code[::-1]

    return guess


def test_deals_are_paired_and_no_code_comes_twice():
    dealt = deals(WORDS, 4, 3)
    assert dealt == deals(WORDS, 4, 3)
    assert len(dealt) == 12
    assert len({deal.keywords for deal in dealt}) == 4
    assert len({deal.codes for deal in dealt}) == 12
    for deal in dealt:
        assert len(set(deal.codes)) == TURNS
        assert set(deal.codes) <= set(ALL_CODES)


def test_refuses_what_makes_no_game():
    with pytest.raises(TypeError):
        deals("马河月冰雪")
    with pytest.raises(ValueError, match="too few"):
        deals(WORDS[:3])
    with pytest.raises(ValueError, match="no games"):
        summarise([])


def test_a_team_that_is_never_caught_wins_after_eight_turns():
    game = play(DEAL, encode, decode, caught_in())
    assert game.won
    assert len(game.history) == TURNS


def test_two_interceptions_end_the_game():
    game = play(DEAL, encode, decode, caught_in(0, 3, 5))
    assert not game.won
    assert len(game.history) == 4


def test_two_misses_end_the_game():
    game = play(DEAL, encode, misread, caught_in())
    assert not game.won
    assert game.misses == [True, True]


def test_one_of_each_does_not():
    missed = iter([misread, *[decode] * 7])
    game = play(DEAL, encode, lambda *a: next(missed)(*a), caught_in(4))
    assert game.won


def test_witnesses_have_no_say():
    game = play(DEAL, encode, decode, caught_in(), witnesses={"blind": misread, "same": decode})
    assert game.won
    summary = summarise([game])
    assert summary.witness_misses["blind"].value == 1
    assert summary.witness_misses["same"].value == 0


def test_illegal_clues_are_counted():
    def legal(clue, keywords, used):
        assert clue not in used
        return not clue.startswith("2-")

    game = play(DEAL, encode, decode, caught_in(), legal=legal)
    assert summarise([game]).illegal == 3


def test_rates_count_turns_and_intervals_count_episodes():
    dealt = deals(WORDS, 6, 2)
    games = [
        play(deal, encode, misread if deal.episode % 2 else decode, caught_in(deal=deal))
        for deal in dealt
    ]
    summary = summarise(games)
    assert summary.games == 12
    assert summary.wins.value == 0.5
    assert summary.wins.low < 0.5 < summary.wins.high
    assert summary.turns.value == 5
    assert summary.misses.value == pytest.approx(12 / 60)
    assert summary.interceptions.value == summary.interceptions.high == 0
    assert set(summary.milliseconds) == {"encode", "decode", "intercept"}


def test_the_same_deal_gives_the_same_game():
    first, second = (play(DEAL, encode, decode, caught_in(2)) for _ in range(2))
    assert first.history == second.history
    assert first.hits == second.hits
