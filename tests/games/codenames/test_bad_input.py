"""What cannot be played is refused in both languages, and nothing changes by it."""

from __future__ import annotations

import random

import pytest

from cluebot.errors import IllegalMove, InputError
from cluebot.games.codec import parse
from cluebot.games.codenames import (
    CODENAMES,
    Accept,
    CodenamesSetup,
    Cover,
    GiveClue,
    Guess,
    Stop,
)
from cluebot.rules.text import is_han

from .conftest import BOARD, KEY

POOL = tuple(f"word{i}" for i in range(40))


def refused(data) -> InputError:
    with pytest.raises(InputError) as caught:
        begin({"language": "en", "words": POOL} | data)
    bilingual(caught.value)
    return caught.value


def begin(data):
    return CODENAMES.start(parse(CodenamesSetup, data), random.Random(0))


def bilingual(error) -> None:
    texts = [d.message for d in error.defects] if isinstance(error, InputError) else [error.text]
    for text in texts:
        assert any(map(is_han, text.zh))
        assert not any(map(is_han, text.en))


SETUPS = {
    "empty board": ({"words": ()}, "words", "0 words"),
    "too few words": ({"words": POOL[:24]}, "words", "24 words"),
    "duplicate": ({"words": (*POOL, "word7")}, "words", "more than once"),
    "duplicate but for case": ({"words": (*POOL, "WORD7")}, "words", "more than once"),
    "duplicate but for spaces": ({"words": (*POOL, "word 7")}, "words", "more than once"),
    "duplicate in the other script": (
        {"language": "zh", "words": ("头发", *map("月{}".format, range(30)), "頭髮")},
        "words",
        "more than once",
    ),
    "over 100 cards": ({"first": 60, "neutral": 60}, "size", "at most 100"),
    "over 100 of one kind": ({"neutral": 101}, "neutral", "at most 100"),
    "huge pool": ({"words": tuple(map(str, range(20_001)))}, "words", "at most 20000"),
    "10,000 characters": ({"words": (*POOL, "x" * 10_000)}, "words", "10000 characters"),
    "control characters": ({"words": (*POOL, "be\x07ar")}, "words", "U+0007"),
    "invisible characters": ({"words": (*POOL, "be\u200bar")}, "words", "U+200B"),
    "blank word": ({"words": (*POOL, "  ")}, "words", "empty"),
    "bare string": ({"words": "bear"}, "words", "list"),
    "number among words": ({"words": (*POOL, 7)}, "words.40", "text"),
    "unknown language": ({"language": "fr"}, "language", "'en' or 'zh'"),
    "language missing": ({"words": POOL, "language": None}, "language", "'en' or 'zh'"),
    "other language": ({"words": (*POOL, "狗熊")}, "words", "Chinese words"),
    "no Chinese": ({"language": "zh"}, "words", "no Chinese word"),
    "unknown field": ({"colour": "red"}, "colour", "unknown field"),
    "unknown legality option": ({"legality": {"aks": "legal"}}, "legality.aks", "unknown field"),
    "nine players": ({"players": 9}, "players", "at most 8"),
    "one player": ({"players": 1}, "players", "at least 2"),
    "two teams of three people": ({"players": 3}, "players", "at least 4"),
    "fractions": ({"first": 8.5}, "first", "whole number"),
    "true is no number": ({"first": True}, "first", "whole number"),
    "no words to find": ({"first": 0}, "first", "at least 1"),
    "second side empty": ({"second": 0}, "second", "at least one"),
    "number range": ({"min_number": 5, "max_number": 2}, "min_number", "max_number (2)"),
    "number over nine": ({"max_number": 10}, "max_number", "at most 9"),
    "blue alone": ({"opponent": "none", "starts": "blue"}, "starts", "only red"),
    "short key": ({"words": POOL[:25], "key": KEY[:24]}, "key", "9 words"),
    "key of other counts": ({"words": POOL[:25], "key": KEY, "first": 8, "second": 9, "starts":
        "red"}, "key", "8 words"),
    "key with a pool": ({"key": KEY}, "words", "25 are needed"),
    "unknown identity": ({"key": ("green",) * 25}, "key.0", "one of"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "field", "message"), SETUPS.values(), ids=SETUPS)
def test_setup(data, field, message):
    error = refused(data)
    assert field in {d.field for d in error.defects}
    assert message in str(error)


def test_all_defects_at_once():
    error = refused({"words": ("a", "A", "b"), "min_number": 3, "max_number": 1, "players": 2})
    assert {d.field for d in error.defects} == {"words", "min_number", "players"}


def test_messages_stay_short():
    assert len(str(refused({"words": (*POOL, "x" * 10_000)}))) < 300


MOVES = {
    "unknown kind": {"kind": "dance"},
    "no kind": {"word": "moon", "number": 2},
    "no word": {"kind": "clue", "number": 2},
    "no number": {"kind": "clue", "word": "moon"},
    "number as text": {"kind": "clue", "word": "moon", "number": "2"},
    "fraction": {"kind": "clue", "word": "moon", "number": 2.5},
    "boolean": {"kind": "clue", "word": "moon", "number": True},
    "huge number": {"kind": "clue", "word": "moon", "number": 10**30},
    "empty word": {"kind": "clue", "word": " ", "number": 2},
    "10,000 characters": {"kind": "clue", "word": "x" * 10_000, "number": 2},
    "control characters": {"kind": "clue", "word": "mo\x00on", "number": 2},
    "guess with control characters": {"kind": "guess", "word": "\x1b[31m"},
    "unknown field": {"kind": "stop", "word": "moon"},
    "no object": ["stop"],
}


@pytest.mark.parametrize("data", MOVES.values(), ids=MOVES)
def test_json_that_is_no_move(data):
    with pytest.raises(InputError) as caught:
        CODENAMES.move_from_json(data)
    bilingual(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (
            {"kind": "clue", "word": "moon", "number": 2.5},
            'clue.number = 2.5: must be a whole number such as 2, or "unlimited".',
        ),
        ({"word": "moon"}, 'move = {"word": "moon"}: has no field kind; add it.'),
    ],
)
def test_one_mistake_is_told_in_one_sentence(data, told):
    with pytest.raises(InputError) as caught:
        CODENAMES.move_from_json(data)
    assert caught.value.to("en") == told


ILLEGAL = {
    "number -1": (GiveClue(word="moon", number=-1), (), "0-9"),
    "number 11": (GiveClue(word="moon", number=11), (), "0-9"),
    "guess before the clue": (Guess(word="r1"), (), "Your clue"),
    "stop before the clue": (Stop(), (), "Your clue"),
    "ruling without a dispute": (Accept(), (), "Your clue"),
    "clue in the guess phase": (GiveClue(word="moon", number=1), (("a", 1),), "Touch a card"),
    "cover in the guess phase": (Cover(word="b1"), (("a", 1),), "Touch a card"),
    "revealed word": (Guess(word="r1"), (("a", 2), "r1"), "already covered"),
    "word not on the board": (Guess(word="moon"), (("a", 2),), "not on the board"),
    "near miss": (Guess(word="kilelr"), (("a", 2),), "did you mean 'killer'"),
    "stop without a guess": (Stop(), (("a", 2),), "at least one"),
}


@pytest.mark.parametrize(("move", "before", "message"), ILLEGAL.values(), ids=ILLEGAL)
def test_illegal_moves(start, run, move, before, message):
    state = run(start(), *before)
    seat = state.to_act()[0]
    with pytest.raises(IllegalMove) as caught:
        state.apply(seat, move)
    bilingual(caught.value)
    assert message in str(caught.value)
    assert state == run(start(), *before)
    with pytest.raises(IllegalMove):
        state.view(seat).check(move)


def test_limits_by_option(start, run):
    state = start(min_number=1, max_number=4, unlimited=False)
    for number in (0, 5, "unlimited"):
        with pytest.raises(IllegalMove):
            run(state, ("moon", number))
    assert run(state, ("moon", 4)).phase == "guess"


@pytest.mark.parametrize("seat", ["red.operative.1", "blue.spymaster", "blue.operative.1"])
def test_wrong_seat(start, seat):
    state = start()
    with pytest.raises(IllegalMove, match=r"to act: red\.spymaster") as caught:
        state.apply(seat, GiveClue(word="moon", number=1))
    bilingual(caught.value)


def test_spectators_do_not_move(start):
    with pytest.raises(IllegalMove, match="spectator"):
        start().view(None).check(GiveClue(word="moon", number=1))


@pytest.mark.parametrize("seat", ["green.spymaster", "red.operative.2", "red", ""])
def test_unknown_seat(start, seat):
    state = start()
    for action in (
        lambda: state.view(seat),
        lambda: state.apply(seat, GiveClue(word="moon", number=1)),
    ):
        with pytest.raises(InputError, match=r"red\.operative\.1") as caught:
            action()
        bilingual(caught.value)


def test_a_guess_is_found_however_it_is_spelled(start, run):
    words = ("ICE CREAM", *BOARD[1:])
    state = run(start(words=words), ("clue", 1), "ice-cream")
    assert state.history[-1].guessed[0].word == "ICE CREAM"
