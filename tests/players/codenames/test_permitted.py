"""Sifting clues gives what `check_clue` says of each of them, on any board and in any order."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluebot.players.codenames import permitted
from cluebot.players.codenames.permitted import Permitted
from cluebot.players.codenames.tasks import ClueTask
from cluebot.rules.legality import LegalityOptions, check_clue
from cluebot.rules.text import is_han

BOARD = ("火车", "月亮", "明星", "玩具", "森林", "银行", "北京", "小红", "苹果", "OK")
CLUES = (
    "火车", "车站", "月", "日月", "王元", "木木", "林木", "apple", "pingguo", "beijing", "hc",
    "音航", "隐航", "月球", "西游记", "果苹", "太阳", "卫星", "鲁迅", "小红书", "好的", "火月亮车",
)  # fmt: skip


@pytest.fixture(scope="module")
def sieve():
    return Permitted(frozenset())


@settings(max_examples=200, deadline=None)
@given(
    words=st.lists(st.sampled_from(BOARD), min_size=1, unique=True),
    clues=st.lists(st.sampled_from(CLUES), unique=True),
    shared=st.booleans(),
)
def test_what_is_remembered_changes_no_verdict(sieve, words, clues, shared):
    legality = LegalityOptions(shared_character=shared)
    task = ClueTask("zh", tuple(words[:1]), neutral=tuple(words[1:]), legality=legality)
    wanted = [
        place
        for place, clue in enumerate(clues)
        if check_clue(clue, task.words, "zh", options=legality).verdict == "legal"
    ]
    assert list(sieve.sift(clues, task)) == wanted


def test_a_clue_is_judged_again_when_its_obstacle_is_covered(monkeypatch):
    asked = []

    def watched(clue, board, *args, **options):
        asked.append((clue, board))
        return check_clue(clue, board, *args, **options)

    monkeypatch.setattr(permitted, "check_clue", watched)
    sieve = Permitted(frozenset())
    whole = ClueTask("zh", ("事实",), neutral=("月亮", "银行"))
    smaller = replace(whole, neutral=("月亮",))
    without = replace(whole, own=("月亮",), neutral=())
    assert [list(sieve.sift(["适时"], task)) for task in (whole, smaller, without)] == [[], [], [0]]
    assert [board for _, board in asked] == [whole.words, without.words]
    # A word that was not there before may clash, too; those that were need not be asked again.
    larger = replace(without, neutral=("事实",))
    assert list(sieve.sift(["适时"], larger)) == []
    wider = ClueTask("zh", ("月亮",), neutral=("苹果", "森林", "银行", "北京"))
    more = replace(wider, neutral=(*wider.neutral, "玩具"))
    assert [list(sieve.sift(["适时"], task)) for task in (wider, more)] == [[0], [0]]
    assert [board for _, board in asked[2:]] == [wider.words, ("玩具",)]


def test_no_clue_is_checked_that_shares_a_character(monkeypatch):
    monkeypatch.setattr(permitted, "check_clue", lambda *_, **__: pytest.fail("was asked"))
    task = ClueTask("zh", ("火车",), neutral=("月亮", "银行"))
    assert list(Permitted(frozenset()).sift(["车站", "月球", "行李"], task)) == []


@settings(max_examples=200, deadline=None)
@given(words=st.lists(st.sampled_from(BOARD), min_size=1, unique=True), data=st.data())
def test_whatever_shares_a_character_is_illegal(words, data):
    letters = st.sampled_from([c for word in (*BOARD, *CLUES) for c in word if is_han(c)])
    shared = data.draw(st.sampled_from([c for word in words for c in word]))
    before, after = data.draw(st.text(letters, max_size=2)), data.draw(st.text(letters, max_size=2))
    if is_han(shared):
        assert check_clue(before + shared + after, words, "zh").verdict == "illegal"


def test_english_clues_that_only_look_alike_are_left_out():
    task = ClueTask("en", ("boot",), neutral=("shark",))
    assert list(Permitted(frozenset({"sea"})).sift(["booty", "sea", "leather"], task)) == [2]
