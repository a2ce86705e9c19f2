"""Every ending of every preset, from played rounds."""

from __future__ import annotations

import pytest

QUIET: tuple[str, ...] = ()


def play(table, *rounds):
    for happenings in rounds:
        table.play_round(*happenings)
    return table.state


@pytest.mark.parametrize(
    ("rounds", "winner", "reason"),
    [
        ([QUIET, ["white intercepts"], ["white intercepts"]], "white", "interceptions"),
        ([QUIET, ["black intercepts"], QUIET, ["black intercepts"]], "black", "interceptions"),
        ([["white misses"], ["white misses"]], "black", "miscommunications"),
        ([["black misses"], QUIET, ["black misses"]], "white", "miscommunications"),
        # Both ways of winning at once, by the same side.
        (
            [["black misses"], ["white intercepts"], ["white intercepts", "black misses"]],
            "white",
            "interceptions",
        ),
    ],
)
def test_one_claim_wins(table, rounds, winner, reason):
    outcome = play(table(), *rounds).outcome
    assert outcome.winners == (winner,)
    assert outcome.reason == reason


@pytest.mark.parametrize(
    ("rounds", "winner"),
    [
        # White has two of each, so that both claim; black's one interception decides.
        (
            [
                ["white misses"],
                ["white intercepts", "black intercepts"],
                ["white intercepts", "white misses"],
            ],
            "black",
        ),
        # Both intercept for the second time; black has missed once.
        (
            [
                ["black misses"],
                ["white intercepts", "black intercepts"],
                ["white intercepts", "black intercepts"],
            ],
            "white",
        ),
        # Both miss for the second time; black has intercepted once.
        (
            [
                ["white misses", "black misses"],
                ["black intercepts", "white misses", "black misses"],
            ],
            "black",
        ),
    ],
)
def test_two_claims_at_once_go_to_the_score(table, rounds, winner):
    outcome = play(table(), *rounds).outcome
    assert outcome.winners == (winner,)
    assert outcome.reason == "score"


@pytest.mark.parametrize(
    "rounds",
    [
        [QUIET, ["white intercepts", "black intercepts"], ["white intercepts", "black intercepts"]],
        [["white misses", "black misses"], ["white misses", "black misses"]],
        [["white misses"], ["white intercepts"], ["white intercepts", "white misses"]],
        [QUIET] * 8,
        [["white misses"], ["white intercepts"], *[QUIET] * 6],
    ],
)
def test_an_even_score_asks_for_the_keywords(table, rounds):
    state = play(table(), *rounds)
    assert state.outcome is None
    assert state.phase == "guess_keywords"
    assert state.round == len(rounds)
    assert {state.task(seat) for seat in state.to_act()} == {"guess_keywords"}
    assert len(state.to_act()) == 4


def test_after_the_last_round_the_score_decides(table):
    state = play(table(), ["black misses"], *[QUIET] * 7)
    assert state.outcome.winners == ("white",)
    assert state.outcome.reason == "score"
    assert state.outcome.text.en == "White wins on score, 0 to -1."


def test_endings_wait_for_both_teams(table):
    game = table()
    play(game, ["white misses"])
    for team in ("white", "black"):
        game.write(team)
    game.intercept("black", False)
    game.decode("white", False)
    # White has missed twice, but black has still to transmit.
    assert game.state.outcome is None
    assert game.view(None).tokens[0].miscommunications == 2
    game.intercept("white", False)
    game.decode("black", True)
    assert game.state.outcome.winners == ("black",)


@pytest.mark.parametrize(
    ("white", "black", "winners", "reason"),
    [
        (["bread", "STORM"], ["horse"], ("white",), "keywords"),
        (["bread"], ["king", "moon"], ("black",), "keywords"),
        (["bread", "bread", "bread"], ["river"], ("white", "black"), "shared"),
        ([], [], ("white", "black"), "shared"),
    ],
)
def test_keyword_guessing(table, white, black, winners, reason):
    game = table()
    play(game, *[QUIET] * 8)
    game.name_keywords("black", *black)
    assert game.state.outcome is None
    game.name_keywords("white", *white)
    assert game.state.outcome.winners == winners
    assert game.state.outcome.reason == reason


def test_keywords_count_in_any_slot_and_script(table):
    game = table(
        language="zh",
        white_keywords=("火车", "月亮", "国王", "冰"),
        black_keywords=("海", "钟", "鸟", "面包"),
    )
    play(game, *[QUIET] * 8)
    game.name_keywords("white", "鳥", "鐘")
    game.name_keywords("black", "國王", "火車", "月亮")
    assert [guess.correct for guess in game.view(None).keyword_guesses] == [2, 3]
    assert game.state.outcome.winners == ("black",)


def test_no_keyword_guess_finds_nothing(table):
    game = table()
    play(game, *[QUIET] * 8)
    game.forfeit("white.2")
    game.name_keywords("black", "horse")
    assert game.state.outcome.winners == ("black",)
    assert game.view(None).keyword_guesses[0].words == ()


@pytest.mark.parametrize(
    ("rounds", "winner", "reason"),
    [
        ([QUIET, ["interceptor intercepts"], ["white misses"]], "interceptor", "interceptions"),
        ([["white misses"], ["white misses"]], "interceptor", "interceptions"),
        # Two tokens in a single round.
        ([QUIET, ["interceptor intercepts", "white misses"]], "interceptor", "interceptions"),
        ([QUIET, ["interceptor intercepts"], QUIET, QUIET, QUIET], "white", "held_out"),
        ([QUIET] * 5, "white", "held_out"),
        ([QUIET, QUIET, QUIET, ["white misses"], ["white misses"]], "interceptor", "interceptions"),
    ],
)
def test_three_players(table, rounds, winner, reason):
    state = play(table("three_player"), *rounds)
    assert state.outcome.winners == (winner,)
    assert state.outcome.reason == reason
    assert state.round == len(rounds)


def test_three_players_give_no_miscommunication_tokens(table):
    game = table("three_player")
    play(game, ["white misses"])
    white, interceptor = game.view(None).tokens
    assert white.miscommunications == 0
    assert interceptor.interceptions == 1


@pytest.mark.parametrize(
    ("rounds", "winner", "reason"),
    [
        ([["interceptor intercepts"], ["interceptor intercepts"]], "interceptor", "interceptions"),
        ([["white misses"], ["white misses"]], "interceptor", "miscommunications"),
        (
            [["white misses"], ["interceptor intercepts"], *[QUIET] * 6],
            "white",
            "held_out",
        ),
        ([QUIET] * 8, "white", "held_out"),
    ],
)
def test_research(table, rounds, winner, reason):
    state = play(table("research"), *rounds)
    assert state.outcome.winners == (winner,)
    assert state.outcome.reason == reason
    assert state.round == len(rounds)


def test_every_outcome_is_told_in_both_languages(table):
    outcome = play(table(), ["white misses"], ["white misses"]).outcome
    assert outcome.text.en == "Black wins: White has miscommunicated twice."
    assert outcome.text.zh == "白队误传两次，黑队获胜。"
