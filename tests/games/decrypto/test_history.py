"""The plain data that the stateless commands share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluebot.errors import InputError
from cluebot.games.decrypto import (
    ALL_CODES,
    HistoryEntry,
    parse_clues,
    parse_code,
    parse_history,
    parse_keywords,
    sheet,
)

GOOD = {"clues": ["hoof", "Nile", "white"], "code": [4, 2, 1]}


def fields(parse, value):
    with pytest.raises(InputError) as error:
        parse(value)
    assert all(d.message.en and d.message.zh for d in error.value.defects)
    return [d.field for d in error.value.defects]


def test_history():
    guessed = {"clues": ["a", "b", "c"], "code": [1, 2, 3], "intercept": [4, 3, 1]}
    entries = parse_history([GOOD, guessed])
    assert entries == (
        HistoryEntry(clues=("hoof", "Nile", "white"), code=(4, 2, 1)),
        HistoryEntry(clues=("a", "b", "c"), code=(1, 2, 3), intercept=(4, 3, 1)),
    )
    assert parse_history(entries) == entries
    assert parse_history([e.to_json() for e in entries]) == entries
    assert parse_history([]) == ()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("history", ["history"]),
        ({"clues": [], "code": []}, ["history"]),
        (None, ["history"]),
        ([GOOD] * 17, ["history"]),
        ([GOOD, {**GOOD, "code": [5, 1, 2]}], ["history.1.code"]),
        ([{**GOOD, "code": [4, 4, 1]}], ["history.0.code"]),
        ([{**GOOD, "code": [4, 2]}], ["history.0.code"]),
        ([{**GOOD, "code": None}], ["history.0.code"]),
        ([{"clues": GOOD["clues"]}], ["history.0.code"]),
        ([{**GOOD, "clues": ["a", "b"]}], ["history.0.clues"]),
        ([{**GOOD, "clues": ["a", "a", "b"]}], ["history.0.clues"]),
        ([{**GOOD, "clues": ["a", "", "b"]}], ["history.0.clues.1"]),
        ([{**GOOD, "clues": ["a", "!?", "b"]}], ["history.0.clues.1"]),
        ([{**GOOD, "clues": "abc"}], ["history.0.clues"]),
        ([{**GOOD, "guess": [1, 2, 3]}], ["history.0.guess"]),
        ([{**GOOD, "intercept": [1, 1, 2]}], ["history.0.intercept"]),
        (["horse"], ["history.0"]),
        (
            [{"clues": ["a", "", ""], "code": [9, 9, 9]}, GOOD, 7],
            ["history.0.clues.1", "history.0.clues.2", "history.0.code", "history.2"],
        ),
    ],
)
def test_bad_histories(value, expected):
    assert fields(parse_history, value) == expected


def test_the_field_is_the_callers():
    with pytest.raises(InputError) as error:
        parse_history([{**GOOD, "code": [4, 2, 7]}], "opponent_history")
    assert error.value.to("en").startswith("opponent_history.0.code = 4, 2, 7: the numbers")
    assert "1 到 4 的整数" in error.value.to("zh")


def test_values_become_normal_forms():
    assert parse_clues(["ＨＯＯＦ", "ice   cream", "white,"]) == ("HOOF", "ice cream", "white")
    assert parse_keywords(("马", "河", "月亮", "冰 ")) == ("马", "河", "月亮", "冰")
    assert parse_code((3, 1, 4)) == (3, 1, 4)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("abcd", ["keywords"]),
        (["a", "b", "c"], ["keywords"]),
        (["a", "b", "c", "C"], ["keywords"]),
        (["火车", "火車", "海", "冰"], ["keywords"]),
        (["a", 2, "c", ""], ["keywords.1", "keywords.3"]),
    ],
)
def test_bad_keywords(value, expected):
    assert fields(parse_keywords, value) == expected


@pytest.mark.parametrize(
    "value", ["421", 421, None, [4, 2, "1"], [4, 2, 1.5], [[4], 2, 1], {4, 2, 1}]
)
def test_bad_codes(value):
    assert fields(parse_code, value) == ["code"]


@given(st.lists(st.sampled_from(ALL_CODES), max_size=8))
def test_the_sheet_holds_every_clue_under_its_slot(codes):
    history = [
        HistoryEntry(clues=tuple(f"{i} for {slot}" for slot in code), code=code)
        for i, code in enumerate(codes)
    ]
    columns = sheet(history)
    assert len(columns) == 4
    for slot, column in enumerate(columns, 1):
        assert list(column) == [f"{i} for {slot}" for i, code in enumerate(codes) if slot in code]
