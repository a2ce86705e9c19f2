"""What can be played and what is refused, with every defect named."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cluebot.errors import InputError
from cluebot.games.codec import parse
from cluebot.games.decrypto import ALL_CODES, DECRYPTO, PRESETS, DecryptoSetup

POOL = tuple(f"word{i}" for i in range(40))


def start(**fields):
    setup = parse(DecryptoSetup, {"language": "en", "words": POOL, **fields})
    return DECRYPTO.start(setup, random.Random(0))


def defects(**fields):
    with pytest.raises(InputError) as error:
        start(**fields)
    return {d.field: d.message for d in error.value.defects}


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_deal_different_keywords_and_enough_codes(preset):
    state = start(**PRESETS[preset])
    words = [word for secrets in state.secrets for word in secrets.keywords]
    assert len(set(words)) == 4 * len(state.setup.teams)
    for secrets in state.secrets:
        assert len(secrets.codes) == state.setup.rounds
        assert set(secrets.codes) <= set(ALL_CODES)


def test_the_24_codes():
    assert len(set(ALL_CODES)) == 24
    assert all(len(set(code)) == 3 and set(code) <= {1, 2, 3, 4} for code in ALL_CODES)


def test_codes_repeat_except_in_research():
    official = Counter()
    for seed in range(200):
        setup = DecryptoSetup(language="en", words=POOL, **PRESETS["official"])
        state = DECRYPTO.start(setup, random.Random(seed))
        official.update(len(set(s.codes)) < 8 for s in state.secrets)
        setup = DecryptoSetup(language="en", words=POOL, **PRESETS["research"])
        (white,) = DECRYPTO.start(setup, random.Random(seed)).secrets
        assert len(set(white.codes)) == 8
    # 1 - 24! / 16! / 24^8 = .73 of all games.
    assert 0.65 < official[True] / official.total() < 0.81


def test_given_keywords_stay_and_are_not_drawn_again():
    given = ("word1", "word2", "word3", "word4")
    for seed in range(20):
        setup = DecryptoSetup(language="en", words=POOL[:10], white_keywords=given)
        white, black = DECRYPTO.start(setup, random.Random(seed)).secrets
        assert white.keywords == given
        assert not set(black.keywords) & set(given)


def test_keywords_alone_need_no_pool():
    state = start(
        words=(), white_keywords=("a", "b", "c", "d"), black_keywords=("e", "f", "g", "h")
    )
    assert state.secrets[1].keywords == ("e", "f", "g", "h")


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (3, "white.1 white.2 interceptor"),
        (4, "white.1 white.2 black.1 black.2"),
        (7, "white.1 white.2 white.3 white.4 black.1 black.2 black.3"),
    ],
)
def test_seats(players, seats):
    setup = DecryptoSetup(language="en", words=POOL, players=players)
    assert DECRYPTO.seats(setup) == tuple(seats.split())


@pytest.mark.parametrize(
    ("fields", "field", "en", "zh"),
    [
        (
            {"white_keywords": ("a", "b", "c", "A")},
            "white_keywords",
            "same keyword",
            "同一个关键词",
        ),
        ({"white_keywords": ("a", "b", "c")}, "white_keywords", "exactly four", "四个关键词"),
        ({"white_keywords": ("a", "b", "c", "")}, "white_keywords.3", "empty", "没有写词"),
        (
            {"white_keywords": ("a", "b", "c", "d"), "black_keywords": ("e", "f", "g", "D")},
            "black_keywords",
            "both teams",
            "两队",
        ),
        ({"words": POOL[:7]}, "words", "8 keywords are to be drawn", "要抽 8 个"),
        ({"words": ()}, "words", "8 keywords", "8 个"),
        ({"words": (*POOL, "WORD1")}, "words", "more than once", "重复"),
        ({"words": (*POOL, "wo\u200brd")}, "words", "U+200B", "U+200B"),
        ({"words": (*POOL, "x" * 10_000)}, "words", "10000 characters", "10000 个字符"),
        ({"words": tuple(map(str, range(20_001)))}, "words", "too many", "太多"),
        ({"words": "horse"}, "words", "must be a list", "应为列表"),
        ({"words": (*POOL, "火车")}, "words", "Chinese words", "中文词"),
        ({"language": "zh"}, "words", "no Chinese word", "没有一个中文词"),
        ({"language": "fr"}, "language", "must be one of", "只能是"),
        ({"players": 2}, "players", "at least 3", "不能小于 3"),
        ({"players": 9}, "players", "at most 8", "不能大于 8"),
        ({"players": "four"}, "players", "whole number", "整数"),
        ({"rounds": 0}, "rounds", "at least 1", "不能小于 1"),
        ({"rounds": 17}, "rounds", "at most 16", "不能大于 16"),
        ({"clue_seconds": 0}, "clue_seconds", "at least 1", "不能小于 1"),
        ({"rotation": False}, "rotation", "three players", "三人"),
        ({"miss_is_interception": True}, "miss_is_interception", "three players", "三人"),
        ({"players": 3, "clue_seconds": 30}, "clue_seconds", "two teams", "两队"),
        (
            {"players": 3, "black_keywords": ("a", "b", "c", "d")},
            "black_keywords",
            "two teams",
            "两队",
        ),
        ({"colour": "red"}, "colour", "unknown field", "没有这个字段"),
    ],
)
def test_bad_setups(fields, field, en, zh):
    found = defects(**fields)
    assert set(found) == {field}
    assert en in found[field].en
    assert zh in found[field].zh


def test_keywords_that_differ_in_script_alone_are_equal():
    found = defects(language="zh", words=(), players=3, white_keywords=("火车", "海", "火車", "冰"))
    assert "「火车」与「火車」是同一个关键词" in found["white_keywords"].zh


def test_all_defects_at_once():
    found = defects(
        words=(*POOL, "word1"),
        white_keywords=("a", "a", "b", "c"),
        rotation=False,
        miss_is_interception=True,
    )
    assert set(found) == {"words", "white_keywords", "rotation", "miss_is_interception"}
