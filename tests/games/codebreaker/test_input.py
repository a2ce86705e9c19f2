"""What players may type, and what is refused."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from cluebot.errors import IllegalMove, InputError
from cluebot.games.codebreaker import CARDS, Discard, Play
from cluebot.games.codec import parse

from .tables import GAME, P1, P2, do, lay, setup


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("elementary @2 1=5", "初级 @2 1=5"),
        ("ultimate @2 2=5 3=4", "终极 玩家2 2=5，3=4"),
        ("play freq @2 7", "打出 频率分析仪 @2 7"),
        ("play scan @2 #3", "打出 量子扫描仪 @2 第3位"),
        ("play neural-analysis @2 max", "打出 神经网络分析 @2 最大"),
        ("play mirror A @2 #1", "打出 双面镜 甲 @2 #1"),
        ("play swap @2 frag_a", "打出 情报交换 @2 A级情报"),
        ("exchange frag_a", "换牌 A级情报"),
        ("emergency frag_b wall", "紧急 B级情报 铁壁防御"),
        ("play quantum scanner @2 #1", "play quantum-scanner #1"),
        ("play Two-Way Mirror A @2 #1", "打出 双面镜 甲 #1"),
        ("exchange A fragment", "exchange frag-a"),
        ("give A fragment", "传递 A级情报 @2"),
        ("elementary 1=5", "初级 1=5"),
        ("end", "结束"),
    ],
)
def test_both_languages_are_read(text, other):
    view = lay("a").view(P1)
    move = GAME.move_from_text(text, view)
    assert GAME.move_from_text(other, view) == move
    for language in ("en", "zh"):
        assert GAME.move_from_text(GAME.move_to_text(move, language), view) == move


@pytest.mark.parametrize(
    "text",
    ["", "dance", "elementary", "elementary @2", "play", "play nothing", "elementary @2 1=5 frag_a",
     "give", "emergency frag_a", "end now", "elementary @2 7=5", "code", "code 42",
     "\x00", "play freq @2 7 " + "9" * 300],
)  # fmt: skip
def test_what_is_no_move_is_refused(text):
    with pytest.raises(InputError) as error:
        GAME.move_from_text(text, lay("a").view(P1))
    assert error.value.to("zh") != error.value.to("en")


def test_a_player_is_left_out_only_where_there_is_no_choice():
    view = lay("a a", players=3).view(P1)
    with pytest.raises(InputError, match="name a player"):
        GAME.move_from_text("elementary 1=5", view)


def test_what_is_wrong_is_named_in_chinese():
    view = lay("a a", players=3).view(P1)
    wrong = {"初级 1=5": "目标「初级 1=5」：", "传递": "牌「传递」：", "初级 @2": "位置"}
    for text, told in wrong.items():
        with pytest.raises(InputError) as error:
            GAME.move_from_text(text, view)
        message = error.value.defects[0].message.zh
        assert message.startswith(told)
        assert not re.search("target|card|positions|digits", message)


def test_only_what_fits_the_moment_is_suggested():
    view = do(lay("destroy", "a b c"), "play destroy @2").view(P2)
    assert view.task == "discard"
    with pytest.raises(InputError) as error:
        GAME.move_from_text("不", view)
    assert "是否想写" not in error.value.to("zh")
    with pytest.raises(InputError, match="did you mean 'discard'"):
        GAME.move_from_text("discrad freq", view)


@pytest.mark.parametrize(
    "data",
    [{}, {"kind": "dance"}, {"kind": "guess"}, {"kind": "code", "code": "12a4"},
     {"kind": "code", "code": [1, 2]}, {"kind": "code", "code": [1, 2, 3, True]},
     {"kind": "guess", "grade": "precise", "target": P2, "positions": [0], "digits": [1]},
     {"kind": "guess", "grade": "precise", "target": P2, "positions": [1], "digits": [10]},
     {"kind": "play", "card": "freq", "digit": "7"}, {"kind": "pass", "card": "fog"}, [], "end"],
)  # fmt: skip
def test_what_is_no_json_move_is_refused(data):
    with pytest.raises(InputError):
        GAME.move_from_json(data)


@pytest.mark.parametrize(
    ("state", "text", "why"),
    [
        (lay("a"), "play freq @2 7", "do not hold"),
        (lay("freq a"), "play freq @2 7", "costs 2"),
        (lay("a"), "precise @2 1=5", "do not hold"),
        (lay("a"), "elementary @1 1=5", "your own code"),
        (lay("a"), "elementary @3 1=5", "target"),
        (replace(lay("a"), immune=(0, 2)), "elementary @2 2=5", "encrypted"),
        (replace(lay("a"), stars=((0, 2), (0, 0))), "elementary @2 2=5", "cracked position 2"),
        (lay("a"), "elementary @2 5=5", "position"),
        (lay("a"), "elementary @2 1=5 2=5", "names 1 position"),
        (lay("c"), "ultimate @2 3=5 2=5", "ascending"),
        (lay("c"), "ultimate @2 2=5", "names 2 position"),
        (lay("reset"), "counter reset", "nothing to counter"),
        (lay("reset"), "pass", "not possible now"),
        (lay("a"), "discard frag_a", "not possible now"),
        (lay("reset"), "play reset", "not played as an action"),
        (lay("mirror"), "play mirror @2 #1", "effect"),
        (lay("mirror"), "play mirror A @2 #2", "position"),
        (lay("mirror"), "play mirror B @2 @1 #1", "second player"),
        (lay("throat"), "play throat @2 #3", "names no position"),
        (lay("chaos"), "play chaos A #1 4", "digit"),
        (lay("market"), "play market wall", "card to take"),
        (lay("fog"), "exchange fog", "fragment"),
        (lay("fog"), "give frag_a @2", "do not hold"),
        (lay("a"), "give frag_a @1", "target"),
        (lay("b"), "emergency frag_b fog", "two of B fragment"),
        (lay("entangle"), "play entangle A @2 @1 #1", "second player"),
        (lay("pact"), "play pact A @2", "three living"),
        (lay("pact", pact_b="banned"), "play pact B @2", "not used here"),
        (lay("a a", emergency=False, pile="fog"), "emergency frag_a fog", "does not use"),
        (lay("encrypt"), "counter encrypt", "position"),
    ],
)
def test_illegal_moves_say_why_and_change_nothing(state, text, why):
    move = GAME.move_from_text(text, state.view(P1))
    before = hash(state)
    with pytest.raises(IllegalMove) as error:
        state.apply(P1, move)
    assert why in error.value.to("en")
    assert error.value.to("zh") != error.value.to("en")
    assert hash(state) == before


def test_nobody_moves_out_of_turn():
    state = lay("a", "a")
    with pytest.raises(IllegalMove, match=r"not the turn of player\.2"):
        state.apply(P2, GAME.move_from_text("end", state.view(P2)))
    with pytest.raises(IllegalMove):
        state.forfeit(P2)


def test_unknown_cards_are_illegal_moves():
    for move in (Discard(card="<b>"), Play(card="joker")):
        with pytest.raises(IllegalMove):
            lay("a").apply(P1, move)


def test_a_code_of_the_wrong_length():
    state = GAME.start(setup(), random.Random(1))
    assert state.to_act() == (P1, P2)
    with pytest.raises(IllegalMove, match="exactly 4 digits"):
        state.apply(P1, GAME.move_from_text("code 427", state.view(P1)))
    state = state.apply(P2, GAME.move_from_text("1538", state.view(P2)))
    assert state.view(P1).info(P2).ready
    assert state.view(P1).log[-1].digits is None
    with pytest.raises(IllegalMove):
        state.apply(P2, GAME.move_from_text("code 1538", state.view(P2)))


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"players": 3, "variant": "expert"}, "players"),
        ({"players": 2, "variant": "coop"}, "players"),
        ({"codes": [[1, 2, 3, 4]]}, "codes"),
        ({"codes": [[1, 2, 3], [1, 2, 3]]}, "codes.0"),
        ({"first": 3}, "first"),
        ({"players": 3, "variant": "coop", "first": 2}, "first"),
    ],
)
def test_setups_that_do_not_fit(fields, field):
    with pytest.raises(InputError) as error:
        GAME.start(setup(**fields), random.Random(1))
    assert field in [d.field for d in error.value.defects]


@pytest.mark.parametrize(
    "fields", [{"players": 5}, {"pact_b": "x"}, {"max_rounds": 0}, {"codes": "1234"}, {"deck": 1}]
)
def test_setups_of_the_wrong_shape(fields):
    with pytest.raises(InputError):
        parse(GAME.setup_type, {"language": "en", **fields})


def test_every_card_has_names_and_a_text_in_both_languages():
    for card in CARDS.values():
        assert card.name.en != card.name.zh
        assert card.text.en != card.text.zh
        assert " " not in card.name.en + card.name.zh
