from __future__ import annotations

import random
from collections import Counter

import pytest

from cluebot.errors import Forfeit, Text
from cluebot.games.codenames import CODENAMES, CodenamesSetup, GiveClue, Guess, Stop, judging
from cluebot.players.base import PLAYERS, Budget, Context
from cluebot.players.random import RandomPlayer
from cluebot.rules.legality import Reason, Verdict

WORDS = tuple(f"w{i}" for i in range(25))


@pytest.fixture(autouse=True)
def _board_words_are_illegal(monkeypatch):
    def check_clue(clue, board, *args, **kwargs):
        text = Text("On the board.", "在桌上。")
        reasons = (Reason("stub", "illegal", clue, text),) if clue in board else ()
        return Verdict(clue, reasons)

    monkeypatch.setattr(judging, "check_clue", check_clue)


def start(**options):
    setup = CodenamesSetup(language="en", words=WORDS, starts="red", **options)
    return CODENAMES.start(setup, random.Random(0))


def player(role, **options):
    context = Context("en", blend=None, options=options)
    return PLAYERS["codenames", role].load("random")(context)


def decide(it, view, seed=0):
    return it.act(view, random.Random(seed), Budget()).move


def test_spymaster_gives_legal_clues_from_its_words():
    it, view = player("spymaster", words=("w3", "moon", "sea", "w4")), start().view("red.spymaster")
    moves = [decide(it, view, seed) for seed in range(200)]
    assert {m.word for m in moves} == {"moon", "sea"}
    assert {m.number for m in moves} == {*range(10), "unlimited"}


def test_spymaster_keeps_to_the_tables_numbers():
    view = start(min_number=1, max_number=3, unlimited=False).view("red.spymaster")
    it = player("spymaster", words=("moon",))
    assert {decide(it, view, seed).number for seed in range(60)} == {1, 2, 3}


def test_without_a_legal_word_it_forfeits():
    with pytest.raises(Forfeit, match="No legal move"):
        decide(player("spymaster", words=WORDS), start().view("red.spymaster"))


def test_its_own_words_are_the_languages_list():
    move = decide(player("spymaster"), start().view("red.spymaster"))
    assert isinstance(move, GiveClue)
    assert move.word.isascii()


def test_operative_guesses_evenly_and_may_stop():
    state = start().apply("red.spymaster", GiveClue(word="sea", number=9))
    it = player("operative")
    first = Counter(decide(it, state.view("red.operative.1"), s) for s in range(500))
    assert set(first) == {Guess(word=w) for w in WORDS}
    assert max(first.values()) < 45
    own = state.view("red.spymaster").own[0]
    later = state.apply("red.operative.1", Guess(word=own)).view("red.operative.1")
    assert Stop() in {decide(it, later, s) for s in range(200)}


def test_generic_player_picks_from_choices():
    state = start().apply("red.spymaster", GiveClue(word="sea", number=9))
    assert decide(RandomPlayer(), state.view("red.operative.1")) in {Guess(word=w) for w in WORDS}
    with pytest.raises(Forfeit, match="no words"):
        decide(RandomPlayer(), start().view("red.spymaster"))


def test_same_seed_same_move():
    view = start().view("red.spymaster")
    assert decide(player("spymaster"), view, 5) == decide(player("spymaster"), view, 5)
