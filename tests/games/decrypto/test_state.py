"""The course of a round: who acts, what is sealed, what is refused."""

from __future__ import annotations

import random

import pytest

from cluebot.errors import IllegalMove, InputError
from cluebot.games.base import Seat
from cluebot.games.decrypto import (
    DECRYPTO,
    PRESETS,
    Clues,
    DecodeGuess,
    DecryptoSetup,
    InterceptGuess,
    KeywordGuess,
)

CLUES = Clues(clues=("hoof", "Nile", "white"))
RIGHT = (4, 2, 1)


def refused(game, seat, move, *, en, zh, now=0.0):
    """Check that a move is refused with these words and that nothing has changed."""
    before = game.state
    with pytest.raises(IllegalMove) as error:
        game.apply(seat, move, now)
    assert en in error.value.to("en")
    assert zh in error.value.to("zh")
    assert game.state is before


def test_a_round_step_by_step(table):
    game = table()
    assert game.state.to_act() == ("white.1", "black.1")
    game.write("black")
    assert game.state.to_act() == ("white.1",)
    game.write("white")
    # Round 1: nobody intercepts.
    assert game.state.transmitting == "white"
    assert game.state.to_act() == ("white.2",)
    game.decode("white", True)
    assert game.state.transmitting == "black"
    assert game.state.to_act() == ("black.2",)
    game.decode("black", True)
    assert game.state.round == 2
    # The encoders change.
    assert game.state.to_act() == ("white.2", "black.2")
    game.write("white")
    game.write("black")
    # Either interceptor may hand in; the encoder of the other code comes last.
    assert game.state.to_act() == ("white.1", "black.1", "black.2")
    game.intercept("black", True)
    assert game.state.to_act() == ("white.1",)
    game.decode("white", False)
    white, black = game.view(None).tokens
    assert (white.miscommunications, black.interceptions) == (1, 1)
    last = game.view(None).record[-1]
    assert (last.round, last.side, last.encoder) == (2, "white", "white.2")
    assert last.intercepted
    assert last.missed


def test_a_miss_and_an_interception_both_count(table):
    game = table()
    game.play_round()
    game.play_round("white misses", "black intercepts", "black misses", "white intercepts")
    assert [(t.interceptions, t.miscommunications) for t in game.view(None).tokens] == [
        (1, 1),
        (1, 1),
    ]
    assert [t.score for t in game.view(None).tokens] == [0, 0]


@pytest.mark.parametrize(
    ("players", "white", "black"), [(4, 2, 2), (5, 3, 2), (6, 3, 3), (7, 4, 3), (8, 4, 4)]
)
def test_every_seat_encodes_in_turn(table, players, white, black):
    game = table(players=players)
    encoders = []
    for _ in range(4):
        encoders.append(game.view(None).encoders)
        game.play_round()
    assert encoders == [(f"white.{i % white + 1}", f"black.{i % black + 1}") for i in range(4)]
    assert len(DECRYPTO.seats(game.setup)) == players


def test_any_team_mate_may_decode_and_any_opponent_intercept(table):
    for decoder in ("white.1", "white.3", "white.4"):
        for interceptor in ("black.1", "black.2", "black.3", "black.4"):
            game = table("eight")
            game.play_round()
            game.write("white")
            game.write("black")
            game.apply(decoder, DecodeGuess(code=RIGHT))
            game.apply(interceptor, InterceptGuess(code=RIGHT))
            assert game.state.transmitting == "black"


def test_research_keeps_its_roles(table):
    game = table("research")
    for _ in range(3):
        assert game.state.to_act() == ("white.encoder",)
        game.write("white")
        assert game.state.to_act() == ("white.decoder", "interceptor")
        game.intercept("interceptor", False)
        game.decode("white", True)
    assert [DECRYPTO.role(seat) for seat in DECRYPTO.seats(game.setup)] == [
        "encoder",
        "decoder",
        "interceptor",
    ]


def test_no_interception_in_the_first_round(table):
    for preset, seat in [("official", "black.2"), ("three_player", "interceptor")]:
        game = table(preset)
        for team in game.setup.teams:
            game.write(team)
        refused(
            game,
            seat,
            InterceptGuess(code=RIGHT),
            en="Round 1 has no interception; it starts in round 2.",
            zh="第 1 轮不进行拦截，从第 2 轮开始。",
        )


def test_research_intercepts_in_the_first_round(table):
    game = table("research")
    game.play_round("interceptor intercepts")
    assert game.view(None).tokens[1].interceptions == 1


def test_sealed_guesses_stay(table):
    game = table("eight")
    game.play_round()
    game.write("white")
    refused(game, "white.2", CLUES, en="sealed", zh="封存")
    game.write("black")
    game.decode("white", True)
    for seat in ("white.1", "white.3"):
        refused(game, seat, DecodeGuess(code=(1, 2, 3)), en="sealed", zh="封存")
    game2 = table("eight")
    game2.play_round()
    for team in ("white", "black"):
        game2.write(team)
    game2.intercept("black", True)
    for seat in ("black.1", "black.2"):
        refused(game2, seat, InterceptGuess(code=RIGHT), en="sealed", zh="封存")


def test_sealed_keyword_guesses_stay(table):
    game = table()
    for _ in range(8):
        game.play_round()
    game.name_keywords("white")
    move = KeywordGuess(words=("a", "b", "c", "d"))
    refused(game, "white.1", move, en="sealed", zh="封存")


def test_wrong_seats(table):
    game = table("six")
    refused(
        game, "white.2", CLUES, en="not the turn of white.2; to act: white.1, black.1", zh="轮不到"
    )
    game.write("white")
    game.write("black")
    refused(
        game,
        "white.1",
        DecodeGuess(code=RIGHT),
        en="The encoder may not guess his own code",
        zh="加密者不能参与解码",
    )
    refused(game, "white.2", CLUES, en="“clues” is not possible now. The code", zh="不能做")
    refused(game, "white.2", InterceptGuess(code=RIGHT), en="not possible", zh="不能做")
    with pytest.raises(InputError, match=r"no such seat; the seats are white\.1"):
        game.apply("red.1", CLUES)
    with pytest.raises(InputError, match="no such seat"):
        game.forfeit("interceptor")
    with pytest.raises(InputError, match="no such seat"):
        game.view("white.4")


def test_nothing_after_the_end(table):
    game = table()
    game.play_round("white misses")
    game.play_round("white misses")
    assert game.state.to_act() == ()
    refused(game, "white.1", CLUES, en="The game is over.", zh="游戏已结束。")
    with pytest.raises(IllegalMove):
        game.forfeit("white.1")


def test_illegal_clues_are_refused_with_every_reason(table):
    game = table()
    refused(
        game,
        "white.1",
        Clues(clues=("HORSE", "stable", "Moon")),
        en="The clue “HORSE” is illegal: it is “horse”. The clue “Moon” is illegal",
        zh="线索「HORSE」不合法：就是「horse」。线索「Moon」不合法",
    )


def test_no_clue_twice_in_a_game_by_either_side(table):
    game = table()
    game.apply("white.1", CLUES)
    # Unread clues of the other side do not bind: nobody can know them.
    game.apply("black.1", Clues(clues=("hoof", "rain", "keys")))
    game.decode("white", True)
    game.decode("black", True)
    for clue in ("Nile", "keys", "HOOF"):
        for seat in ("white.2", "black.2"):
            refused(game, seat, Clues(clues=("new", clue, "newer")), en="is illegal", zh="不合法")
    assert game.view("white.2").used_clues == ("hoof", "Nile", "white", "hoof", "rain", "keys")


def test_real_rules_of_legality(table, real_legality):
    game = table()
    refused(game, "white.1", Clues(clues=("horses", "wet", "night")), en="horses", zh="horses")
    refused(game, "white.1", Clues(clues=("saddle", "马", "night")), en="马", zh="马")
    game.apply("white.1", Clues(clues=("saddle", "flows to the sea", "night")))
    game.write("black")
    game.decode("white", True)
    game.decode("black", True)
    refused(game, "white.2", Clues(clues=("saddles", "throne", "night")), en="night", zh="night")


def test_the_longest_game_stays_within_the_limits_of_the_check(table, real_legality):
    game = table(
        language="zh",
        white_keywords=("马", "河", "月亮", "国王"),
        black_keywords=("面包", "风暴", "钢琴", "玻璃"),
        rounds=16,
    )
    for _ in range(16):
        game.play_round()
    assert game.state.phase == "guess_keywords"
    assert len(game.view(None).used_clues) == 96


def test_real_rules_of_legality_in_chinese(table, real_legality):
    game = table(
        language="zh",
        white_keywords=("火车", "河", "月亮", "国王"),
        black_keywords=("面包", "风暴", "钢琴", "玻璃"),
    )
    for clue in ("火車", "火车站", "train", "huoche", "421"):
        move = Clues(clues=(clue, "水往低处流", "嫦娥"))
        refused(game, "white.1", move, en="is illegal", zh=f"线索「{clue}」不合法")
    game.apply("white.1", Clues(clues=("铁轨", "水往低处流", "嫦娥")))
    game.write("black")
    game.decode("white", True)
    game.decode("black", True)
    refused(
        game, "white.2", Clues(clues=("鐵軌", "鱼", "宫殿")), en="is illegal", zh="「鐵軌」不合法"
    )


# --- forfeits -------------------------------------------------------------------------------------


def test_no_clues_are_a_miscommunication(table):
    game = table()
    game.play_round()
    game.forfeit("white.2")
    game.write("black")
    # White's code is settled without a guess; black's clues are on the table.
    assert game.state.transmitting == "black"
    view = game.view(None)
    assert view.tokens[0].miscommunications == 1
    assert view.tokens[1].interceptions == 0
    last = view.record[-1]
    assert (last.clues, last.decode, last.intercept) == (None, None, None)
    assert len(view.history) == 1


def test_no_clues_from_both(table):
    game = table()
    game.forfeit("black.1")
    game.forfeit("white.1")
    assert game.state.round == 2
    assert [t.miscommunications for t in game.view(None).tokens] == [1, 1]


def test_no_clues_give_a_lone_interceptor_a_token(table):
    game = table("three_player")
    game.forfeit("white.1")
    assert game.view(None).tokens[1].interceptions == 1


def test_no_guess_is_a_wrong_guess(table):
    game = table()
    game.play_round()
    game.write("white")
    game.write("black")
    game.forfeit("black.1")
    game.forfeit("white.1")
    white, black = game.view(None).tokens
    assert (white.miscommunications, black.interceptions) == (1, 0)
    assert game.state.transmitting == "black"


def test_forfeit_only_in_turn(table):
    game = table()
    with pytest.raises(IllegalMove) as error:
        game.forfeit("white.2")
    assert error.value.to("zh") == "现在轮不到 white.2。"


# --- the sandglass --------------------------------------------------------------------------------


def test_the_sandglass(table):
    game = table("sandglass")
    assert game.view("black.1").deadline is None
    game.write("white", now=100.0)
    assert game.view("black.1").deadline == 130.0
    refused(
        game,
        "black.1",
        CLUES,
        en="ran out 0.5 s ago; it is too late for clues",
        zh="沙漏已在 0.5 秒前流尽",
        now=130.5,
    )
    game.apply("black.1", CLUES, 130.0)
    assert game.view(None).deadline is None


def test_late_clues_are_forfeited_clues(table):
    game = table("sandglass")
    game.write("black", now=0.0)
    game.forfeit("white.1", now=30.1)
    view = game.view(None)
    assert view.tokens[0].miscommunications == 1
    assert view.deadline is None
    assert game.state.transmitting == "black"


def test_the_sandglass_runs_anew_every_round(table):
    game = table("sandglass")
    game.play_round()
    game.write("black", now=500.0)
    assert game.view(None).deadline == 530.0


def test_a_time_that_is_no_number_is_late(table):
    game = table("sandglass")
    game.write("black")
    refused(game, "white.1", CLUES, en="too late", zh="不能再交", now=float("nan"))


def test_no_sandglass_by_default(table):
    game = table()
    game.write("white")
    game.write("black", now=1e9)
    assert game.state.phase == "guess"


# --- determinism ----------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_same_seed_same_deal(preset):
    words = tuple(f"word{i}" for i in range(30))
    setup = DecryptoSetup(language="en", words=words, **PRESETS[preset])
    first, again, other = (DECRYPTO.start(setup, random.Random(s)) for s in (5, 5, 6))
    assert first == again
    assert first.secrets != other.secrets


def test_states_are_hashable_and_unchanged_by_moves(table):
    game = table()
    before = game.state
    code = hash(before)
    before.apply(Seat("white.1"), CLUES)
    assert hash(before) == code
    assert before.ply == 0
