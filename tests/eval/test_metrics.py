"""Metrics read off games what a person would count in them."""

from __future__ import annotations

import pytest

from cluebot.games.base import GAMES
from cluebot.registry import unknown_name
from eval.metrics import METRICS, metrics_of
from eval.results import Result


def touch(word, identity):
    return {"word": word, "identity": identity, "seat": "red.operative.1"}


def turn(side, clue, number, *guessed, end):
    touches = [touch(word, identity) for word, identity in guessed]
    return {"side": side, "clue": clue, "number": number, "guessed": touches, "end": end}


CODENAMES = [
    turn("red", "ocean", 2, ("fish", "red"), ("boat", "red"), ("lamp", "neutral"), end="neutral"),
    turn("blue", "iron", 1, ("nail", "blue"), end="stopped"),
    turn("red", None, None, end="forfeit"),
    turn("red", "sky", 1, ("nail", "blue"), end="opponent"),
    turn("red", "night", 1, ("moon", "red"), ("bat", "assassin"), end="assassin"),
]
"""A game by hand: red finds 3 of its words with 3 clues and loses by the assassin."""


def transmission(number, code, decode, intercept, clues=("a", "b", "c")):
    return {
        "round": number, "side": "white", "clues": clues, "code": code, "decode": decode,
        "intercept": intercept, "missed": decode != code, "intercepted": intercept == code,
    }  # fmt: skip


DECRYPTO = [
    transmission(1, [1, 2, 3], [1, 2, 3], None),
    transmission(2, [4, 2, 1], [4, 2, 1], [4, 2, 1]),
    transmission(3, [2, 1, 3], [2, 3, 1], [1, 2, 3]),
    transmission(4, [3, 4, 1], None, [1, 4, 3]),
    transmission(5, [3, 1, 2], None, None, clues=None),
]
"""A game by hand: round 1 without interception, a decoder's forfeit in 4, an encoder's in 5."""

CALLS = [
    {"reply": {"tokens_in": 100, "tokens_out": 20, "cost": 0.5}, "problems": [{"rule": "form"}]},
    {"reply": {"tokens_in": 150, "tokens_out": 30, "cost": 0.25}, "problems": []},
    {"error": {"fault": "timeout"}},
]


def result(kind, side, turns, winners, **more):
    history = "history" if kind == "codenames" else "record"
    return Result(
        scope="side", kind=kind, language="en", preset="", board=1, side=side, group=(),
        outcome={"winners": winners, "reason": ""}, table={history: turns}, **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("metric", "side", "winners", "expected"),
    [
        ("win_rate", "red", ["blue"], (0, 1)),
        ("win_rate", "blue", ["blue"], (1, 1)),
        ("score", "red", ["blue"], (25, 1)),
        ("score", "red", ["red"], (4, 1)),
        ("turns", "red", ["blue"], (4, 1)),
        ("winning_turns", "red", ["blue"], None),
        ("winning_turns", "red", ["red"], (4, 1)),
        ("clue_efficiency", "red", ["blue"], (3, 3)),
        ("first_guess", "red", ["blue"], (2, 3)),
        ("assassin_rate", "red", ["blue"], (1, 1)),
        ("assassin_rate", "blue", ["blue"], (0, 1)),
    ],
)
def test_codenames(metric, side, winners, expected):
    assert METRICS.load(metric).tally(result("codenames", side, CODENAMES, winners)) == expected


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("turns", (5, 1)),
        ("interception_rate", (1, 3)),
        ("interceptions", (1, 1)),
        ("miscommunication_rate", (1, 3)),
        ("miscommunications", (1, 1)),
        ("decode_accuracy", (7, 9)),
    ],
)
def test_decrypto(metric, expected):
    found = METRICS.load(metric).tally(result("decrypto", "white", DECRYPTO, ["white", "black"]))
    assert found == expected


def test_a_shared_win_is_half_a_win():
    shared = result("decrypto", "white", DECRYPTO, ["white", "black"])
    assert METRICS.load("win_rate").tally(shared) == (0.5, 1)


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("forfeit_rate", (1, 3)),
        ("illegal_proposals", (1, 2)),
        ("replaced_moves", (1, 2)),
        ("latency", (40.0, 3)),
        ("tokens", (300, 1)),
        ("cost", (0.75, 1)),
    ],
)
def test_conduct(metric, expected):
    entries = [
        {"type": "move"},
        {"type": "notes", "notes": {"calls": CALLS, "fallback": {"en": "", "zh": ""}}},
        {"type": "move"},
        {"type": "forfeit"},
    ]
    found = result(
        "codenames", "red", CODENAMES, [], entries=entries, milliseconds=[5.0, 5.0, 30.0]
    )
    assert METRICS.load(metric).tally(found) == expected


@pytest.mark.parametrize("metric", ["tokens", "cost"])
def test_without_a_chat_model_there_is_nothing_to_count(metric):
    assert METRICS.load(metric).tally(result("codenames", "red", CODENAMES, [])) is None


def test_the_table_and_the_files_agree():
    for name in METRICS:
        metric = METRICS.load(name)
        assert metric.name == name
        assert metric.title.zh
        assert metric.about.zh
    assert {m.name for kind in (*GAMES, "legality", "listeners")
            for m in metrics_of(kind)} == set(METRICS)  # fmt: skip


def test_an_unknown_metric_comes_with_the_nearest_name():
    assert "did you mean 'win_rate'" in str(unknown_name("metric", "winrate", METRICS))
