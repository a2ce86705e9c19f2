"""Moments: what is worth being looked at, told as it was."""

from __future__ import annotations

import random

import pytest

from eval.highlights import KEPT, Highlights
from eval.results import Result


def heard(targets, people, ranking, clue="sea"):
    case = {
        "clue": clue, "targets": targets, "people": people,
        "ranking": [{"word": word} for word in ranking],
    }  # fmt: skip
    return Result("side", "listeners", "en", "", 1, "", (), case=case)


def told(*results):
    highlights = Highlights()
    for number, result in enumerate(results, 1):
        highlights.add(result, {"id": f"game/{number}"})
    return highlights.moments


@pytest.mark.parametrize(
    ("people", "ranking", "misheard"),
    [
        ([["ship", "port"], ["port"]], ["port", "moon"], False),  # as people, not as meant
        ([["ship"], ["port"]], ["fish", "port"], True),  # as meant, not as people
        ([["ship"], ["ship"]], ["ship"], False),
        ([[], []], ["moon"], False),
        ([["ship"]], [], False),
    ],
)
def test_a_clue_is_heard_otherwise_where_nobody_touched_what_came_first(people, ranking, misheard):
    moments = told(heard(["fish", "ship"], people, ranking))
    assert (("en", "misheard") in moments) == misheard


def test_what_most_people_agree_on_is_the_worst_to_miss():
    agreed = heard(["ship"], [["ship"], ["ship"]], ["moon", "ship"])
    split = heard(["ship"], [["ship"], ["port"]], ["moon", "ship"], "river")
    first, second = told(split, agreed)["en", "misheard"]
    assert (first.game, second.game) == ("game/2", "game/1")
    assert first.text.en == "“sea”: people touched ship, the listener thought of moon first."


def transmitted(clue, decode, intercept, board=1):
    turn = {
        "round": 2, "side": "black", "clues": [clue, "day", "knot"], "code": [4, 1, 2],
        "decode": decode, "intercept": intercept, "missed": decode != [4, 1, 2],
        "intercepted": intercept == [4, 1, 2],
    }  # fmt: skip
    screens = [{"side": "black", "keywords": ["sun", "rope", "bear", "tea"]}]
    table = {"screens": screens, "record": [turn]}
    return Result("side", "decrypto", "en", "official", board, "black", (), table=table)


@pytest.mark.parametrize(
    ("decode", "intercept", "kind", "ending"),
    [
        ([4, 1, 2], [4, 1, 2], "read_by_both", "both sides read it."),
        ([1, 4, 2], [4, 1, 2], "miscommunication", "read as sun, tea, rope."),
        ([1, 4, 2], None, "miscommunication", "read as sun, tea, rope."),
    ],
)
def test_a_transmission_is_told_with_its_team_and_who_read_it(decode, intercept, kind, ending):
    ((key, (moment,)),) = told(transmitted("cup", decode, intercept)).items()
    assert key == ("en", kind)
    assert (
        moment.text.en == f"Round 2, black: “cup” for tea, “day” for sun, “knot” for rope; {ending}"
    )
    assert moment.text.zh.startswith("第 2 轮，黑队：「cup」指「tea」")


def test_what_happened_alike_is_told_once_whatever_the_order():
    results = [transmitted(clue, [1, 4, 2], None) for clue in "aabbccddee"]
    lines = [{"id": f"game/{number:02}"} for number in range(len(results))]
    found = set()
    for seed in range(20):
        order = list(zip(results, lines, strict=True))
        random.Random(seed).shuffle(order)
        highlights = Highlights()
        for result, line in order:
            highlights.add(result, line)
        moments = highlights.moments["en", "miscommunication"]
        assert len({moment.text for moment in moments}) == len(moments) == KEPT
        found.add(tuple(moment.game for moment in moments))
    assert found == {("game/00", "game/02", "game/04")}
