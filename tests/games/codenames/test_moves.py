from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from cluebot.errors import InputError
from cluebot.games.codenames import CODENAMES, Accept, Cover, GiveClue, Guess, Stop, moves

PHASES = {GiveClue: "clue", Guess: "guess", Stop: "guess", Accept: "ruling", Cover: "ruling"}

TYPED = [
    ("clue", "space 2", GiveClue(word="space", number=2)),
    ("clue", "太空 2", GiveClue(word="太空", number=2)),
    ("clue", "太空2", GiveClue(word="太空", number=2)),
    ("clue", "太空，2", GiveClue(word="太空", number=2)),
    ("clue", "太空：２", GiveClue(word="太空", number=2)),
    ("clue", "  太空　两 ", GiveClue(word="太空", number=2)),
    ("clue", "太空 无限", GiveClue(word="太空", number="unlimited")),
    ("clue", "space, Unlimited", GiveClue(word="space", number="unlimited")),
    ("clue", "space ∞", GiveClue(word="space", number="unlimited")),
    ("clue", "space/0", GiveClue(word="space", number=0)),
    ("clue", "Apollo 13 3", GiveClue(word="Apollo 13", number=3)),
    ("clue", "New York 1", GiveClue(word="New York", number=1)),
    ("clue", "space -1", GiveClue(word="space", number=-1)),
    ("clue", "space 11", GiveClue(word="space", number=11)),
    ("clue", "无限 2", GiveClue(word="无限", number=2)),
    ("clue", "STOP 1", GiveClue(word="STOP", number=1)),
    ("guess", "moon", Guess(word="moon")),
    ("guess", "猜 月亮", Guess(word="月亮")),
    ("guess", "guess stop", Guess(word="stop")),
    ("guess", "touch  New   York", Guess(word="New York")),
    ("guess", "guess", Guess(word="guess")),
    ("guess", "stop", Stop()),
    ("guess", "PASS", Stop()),
    ("guess", "停", Stop()),
    ("ruling", "accept", Accept()),
    ("ruling", "接受", Accept()),
    ("ruling", "cover moon", Cover(word="moon")),
    ("ruling", "覆盖 月亮", Cover(word="月亮")),
    ("ruling", "no cover", Cover()),
    ("ruling", "不覆盖", Cover()),
]


@pytest.mark.parametrize(("phase", "text", "move"), TYPED)
def test_what_people_type(phase, text, move):
    assert moves.read(text, phase) == move


@pytest.mark.parametrize(
    ("phase", "text"),
    [("clue", ""), ("clue", "2"), ("clue", "space"), ("clue", "space two"), ("clue", "space2"),
     ("clue", "space 2.5"), ("clue", ", 2"), ("clue", "太空无限"), ("clue", "x" * 10_000 + " 2"),
     ("clue", "mo\x00on 2"), ("guess", " "), ("guess", "\x1b[31m"), ("ruling", "moon"),
     ("ruling", "cover"), ("over", "moon")],
)  # fmt: skip
def test_what_is_no_move(phase, text):
    with pytest.raises(InputError) as caught:
        moves.read(text, phase)
    assert str(caught.value) != caught.value.to("zh")
    assert len(str(caught.value)) < 300


words = st.text(min_size=1, max_size=30) | st.sampled_from(
    ["stop", "停", "guess", "guess stop", "猜 谜", "太空2", "no cover", "不覆盖", "a, 2", "cover x"]
)


def made(kind, **fields):
    """Build a move of a random word, or None when the word is not one that can be said."""
    try:
        return kind(**fields)
    except ValidationError:
        return None


numbers = st.integers(-999, 999) | st.just("unlimited")
any_move = (
    st.builds(lambda w, n: made(GiveClue, word=w, number=n), words, numbers)
    | st.builds(lambda w: made(Guess, word=w), words)
    | st.builds(lambda w: made(Cover, word=w), words)
    | st.sampled_from([Stop(), Accept(), Cover()])
).filter(lambda move: move is not None)


@given(any_move, st.sampled_from(["en", "zh"]))
def test_text_round_trip(move, language):
    text = CODENAMES.move_to_text(move, language)
    assert moves.read(text, PHASES[type(move)]) == move


@given(any_move)
def test_json_round_trip(move):
    assert CODENAMES.move_from_json(move.to_json()) == move
    assert hash(move) == hash(CODENAMES.move_from_json(move.to_json()))
    assert type(move).model_validate_json(move.model_dump_json()) == move


@given(st.text(max_size=40), st.sampled_from(["clue", "guess", "ruling", "over"]))
def test_any_text_is_read_or_refused(text, phase):
    with contextlib.suppress(InputError):
        moves.read(text, phase)
