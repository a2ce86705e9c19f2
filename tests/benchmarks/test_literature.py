"""The rebuilt players of the literature: what their description says of them."""

from __future__ import annotations

import random

import pytest

from benchmarks.literature import MOST_WORDS, THRESHOLD, PlainGiver, PlainGuesser, Space
from cluebot.games.codenames import CODENAMES, Guess, Stop
from cluebot.games.codenames.setup import CodenamesSetup
from cluebot.players.base import Budget
from cluebot.record import deal_rng
from embeddings.cache import Cache
from embeddings.sources import load_source
from embeddings.standard import load_blend
from wordlists.loader import load_wordlist


@pytest.fixture
def space(require):
    require(any(Cache().folder.glob("en-space-*")), "built vectors; run make demo")
    return Space(load_source("glove50"), load_blend("en").vocabulary)


@pytest.mark.parametrize("seed", range(5))
def test_a_clue_is_nearer_to_its_words_than_to_all_others_and_they_are_touched(space, seed):
    listed = load_wordlist("en", "codenames").words
    words = tuple(w for w, yes in zip(listed, space.knows(listed), strict=True) if yes)
    setup = CodenamesSetup(
        language="en", words=words, opponent="none", first=8, second=7, neutral=9
    )
    state = CODENAMES.start(setup, deal_rng(seed))
    giver, guesser, rng = PlainGiver(space), PlainGuesser(space), random.Random(0)
    view = state.view("red.spymaster")
    clue = giver.act(view, rng, Budget()).move
    own = dict(zip(view.own, space.distances(view.own, clue.word)[0], strict=True))
    others = [word for word in view.words if word not in own]
    meant = sorted(own, key=own.get)[: clue.number]
    assert 1 <= clue.number <= MOST_WORDS
    assert own[meant[-1]] < space.distances(others, clue.word).min()
    assert clue.number == 1 or own[meant[-1]] < THRESHOLD
    state = state.apply("red.spymaster", clue)
    for word in meant:
        move = guesser.act(state.view("red.operative.1"), rng, Budget()).move
        assert move == Guess(word=word)
        state = state.apply("red.operative.1", move)
    assert guesser.act(state.view("red.operative.1"), rng, Budget()).move == Stop()
