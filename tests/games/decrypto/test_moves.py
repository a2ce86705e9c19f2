"""Moves as JSON and as text, there and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluebot.errors import InputError
from cluebot.games.codec import parse
from cluebot.games.decrypto import (
    ALL_CODES,
    DECRYPTO,
    Clues,
    DecodeGuess,
    DecryptoView,
    InterceptGuess,
    KeywordGuess,
)
from cluebot.games.decrypto.moves import TASK_OF

LANGUAGES = st.sampled_from(["en", "zh"])
# Letters, every separator, and what normal forms change.
TEXTS = st.text(
    st.sampled_from("abÉ马車1 ;；,，、。.!-'’Ａ\n:") | st.characters(categories=["L", "N", "P"]),
    min_size=1,
    max_size=12,
)


def valid(model, **fields):
    """Build a move, or None if the texts do not make one."""
    try:
        return parse(model, fields)
    except InputError:
        return None


CODE_MOVES = st.builds(
    lambda kind, code: kind(code=code),
    st.sampled_from([DecodeGuess, InterceptGuess]),
    st.sampled_from(ALL_CODES),
)
CLUES = st.lists(TEXTS, min_size=3, max_size=3).map(lambda c: valid(Clues, clues=c)).filter(bool)
WORDS = (
    st.lists(TEXTS, min_size=4, max_size=4).map(lambda w: valid(KeywordGuess, words=w)).filter(bool)
)
MOVES = CODE_MOVES | CLUES | WORDS


@given(MOVES, LANGUAGES)
def test_text_round_trip(move, language):
    view = DecryptoView(language=language, task=TASK_OF[move.kind])
    assert DECRYPTO.move_from_text(DECRYPTO.move_to_text(move, language), view) == move


@given(MOVES)
def test_json_round_trip(move):
    assert DECRYPTO.move_from_json(move.to_json()) == move


def read(text, task):
    return DECRYPTO.move_from_text(text, DecryptoView(language="en", task=task))


@pytest.mark.parametrize(
    "text",
    [
        "4 2 1",
        "421",
        "4,2,1",
        "4-2-1",
        "４２１",
        "四二一",
        " 4、2、1 ",
        "4，2，1",
        "4/2/1",
        "4. 2. 1.",
    ],
)
def test_ways_to_write_a_code(text):
    assert read(text, "decode") == DecodeGuess(code=(4, 2, 1))
    assert read(text, "intercept") == InterceptGuess(code=(4, 2, 1))


@pytest.mark.parametrize(
    ("text", "en", "zh"),
    [
        ("4 4 1", "no number may stand twice", "不能重复"),
        ("5 2 1", "from 1 to 4", "1 到 4"),
        ("0 2 1", "from 1 to 4", "1 到 4"),
        ("4 2", "exactly three numbers, not 2", "现在有 2 个"),
        ("4 2 1 3", "exactly three numbers, not 4", "现在有 4 个"),
        ("", "such as 4 2 1", "例如 4 2 1"),
        ("horse", "such as 4 2 1", "例如 4 2 1"),
        ("four", "such as 4 2 1", "例如 4 2 1"),
        ("1" * 10_000, "exactly three numbers", "三个数字"),
    ],
)
def test_codes_that_are_none(text, en, zh):
    with pytest.raises(InputError) as error:
        read(text, "decode")
    assert en in error.value.to("en")
    assert zh in error.value.to("zh")
    assert error.value.defects[0].field == "code"


@pytest.mark.parametrize(
    "text",
    [
        "hoof; Nile; white",
        "hoof；Nile；white",
        "hoof、Nile、white",
        "hoof\nNile\nwhite",
        "hoof\r\nNile\r\nwhite\r\n",
        "hoof, Nile, white",
        "hoof，Nile，white",
        "；hoof；  Nile ；white；",
    ],
)
def test_ways_to_write_clues(text):
    assert read(text, "encode") == Clues(clues=("hoof", "Nile", "white"))


def test_weaker_separators_may_stand_in_a_clue():
    assert read("to be, or not to be; 春、夏; x", "encode").clues == (
        "to be, or not to be",
        "春、夏",
        "x",
    )


@pytest.mark.parametrize(
    ("text", "en", "zh"),
    [
        ("", "exactly three clues are needed", "三条线索"),
        ("hoof; Nile", "not 2", "现在有 2 个"),
        ("hoof; Nile; white; wet", "not 4", "现在有 4 个"),
        ("hoof; ; white", "empty", "没有写词"),
        ("hoof; hoof; hoof", "the same clue", "同一条线索"),
        ("hoof; Nile; HOOF", "“hoof” and “HOOF” are the same clue", "「hoof」与「HOOF」"),
        ("火车；海；火車", "the same clue", "同一条线索"),
        ("hoof; Ni\u200ble; white", "U+200B", "U+200B"),
        ("hoof; Nile; " + "x" * 200, "at most 100", "最多 100"),
    ],
)
def test_clues_that_are_none(text, en, zh):
    with pytest.raises(InputError) as error:
        read(text, "encode")
    assert en in error.value.to("en")
    assert zh in error.value.to("zh")


def test_keyword_guesses_may_repeat_but_must_be_four():
    assert read("sea; sea; sea; sea", "guess_keywords").words == ("sea",) * 4
    with pytest.raises(InputError, match="exactly four keywords are to be guessed, not 3"):
        read("sea; bird; king", "guess_keywords")


def test_nothing_to_type_while_waiting():
    with pytest.raises(InputError) as error:
        read("4 2 1", "wait")
    assert "wait for the others" in error.value.to("en")
    assert "请等其他人" in error.value.to("zh")


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "move"),
        ({"kind": "pass"}, "move"),
        ({"kind": ["decode"]}, "move"),
        ({"kind": "decode"}, "decode.code"),
        ({"kind": "decode", "code": "421"}, "decode.code"),
        ({"kind": "decode", "code": [4, 2, True]}, "decode.code"),
        ({"kind": "decode", "code": [4, 2, 1.0]}, "decode.code"),
        ({"kind": "decode", "code": [4, 2, 2]}, "decode.code"),
        ({"kind": "intercept", "code": [4, 2, 5]}, "intercept.code"),
        ({"kind": "intercept", "code": {"4": 1, "2": 2, "1": 3}}, "intercept.code"),
        ({"kind": "decode", "code": [4, 2, 1], "sure": True}, "decode.sure"),
        ({"kind": "clues", "clues": "abc"}, "clues.clues"),
        ({"kind": "clues", "clues": ["a", "b", 3]}, "clues.clues.2"),
        ({"kind": "clues", "clues": ["a", "b", None]}, "clues.clues.2"),
        ({"kind": "keywords", "words": ["a", "b", "c"]}, "keywords.words"),
        ([], "move"),
        ("decode", "move"),
    ],
)
def test_json_that_is_no_move(data, field):
    with pytest.raises(InputError) as error:
        DECRYPTO.move_from_json(data)
    assert field in {d.field for d in error.value.defects}


@given(st.text(max_size=40), st.sampled_from(["encode", "decode", "intercept", "guess_keywords"]))
def test_any_text_is_a_move_or_an_input_error(text, task):
    try:
        move = read(text, task)
    except InputError:
        return
    assert TASK_OF[move.kind] == task


@pytest.mark.parametrize("task", ["encode", "decode", "intercept", "guess_keywords", "wait"])
def test_prompts_show_an_example_that_can_be_read(task):
    view = DecryptoView(language="zh", task=task)
    prompt = DECRYPTO.prompt(view)
    if task == "wait":
        return
    for text, quotes in ((prompt.en, "“”"), (prompt.zh, "「」")):
        example = text.split(quotes[0])[1].split(quotes[1])[0]
        assert TASK_OF[DECRYPTO.move_from_text(example, view).kind] == task
