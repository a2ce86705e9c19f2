"""Prompts hold nothing that the seat may not know."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cluebot.errors import Forfeit
from cluebot.games.codenames import GiveClue
from cluebot.games.decrypto import ALL_CODES, DECRYPTO, Clues
from cluebot.llm.scripted import ScriptedModel
from cluebot.record import deal_rng

from .conftest import (
    LANGUAGES,
    act,
    board_words,
    clue_words,
    codenames,
    decrypto_setup,
    make,
    no_vectors,
)


def asked(kind, game, role, view, language):
    """Return what a model is asked at a seat that gets no usable answer."""
    model = ScriptedModel([""] * 3)
    options = {"approach": "propose"} if kind == "hybrid" else {"vectors": no_vectors}
    with pytest.raises(Forfeit):
        act(make(kind, game, role, model, language, **options), view)
    return [request.to_json() for request in model.requests]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["llm", "hybrid"])
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(key=st.permutations(("red",) * 3 + ("blue",) * 3 + ("neutral",) * 2 + ("assassin",)))
def test_a_guessers_prompt_does_not_depend_on_the_key(language, kind, key):
    clue = GiveClue(word=clue_words(language, "sea")[0], number=2)
    state = codenames(language).apply("red.spymaster", clue)
    other = codenames(language, key=tuple(key)).apply("red.spymaster", clue)
    view, variant = (s.view("red.operative.1") for s in (state, other))
    assert view == variant
    prompts = asked(kind, "codenames", "operative", view, language)
    assert prompts == asked(kind, "codenames", "operative", variant, language)


def to_move(language, task):
    """Play to the first move of a kind in round 2, and return state and seat."""
    state = DECRYPTO.start(decrypto_setup(language), deal_rng(3))
    words = iter(clue_words(language) * 2)
    while True:
        seat = state.to_act()[0]
        view = state.view(seat)
        if view.round == 2 and view.task == task:
            return state, seat
        if view.task == "encode":
            state = state.apply(seat, Clues(clues=tuple(next(words) for _ in range(3))))
        else:
            state = state.apply(seat, view.choices()[0])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["llm", "hybrid"])
@pytest.mark.parametrize("task", ["encode", "decode", "intercept"])
def test_no_prompt_depends_on_hidden_keywords_or_codes(language, kind, task):
    state, seat = to_move(language, task)
    side = "white" if seat.startswith("white") else "black"
    names = ("white", "black")
    others = board_words(language)[11:15]
    variants = []
    for code in ALL_CODES[::9]:
        secrets = []
        for name, own in zip(names, state.secrets, strict=True):
            codes = list(own.codes)
            if not (task == "encode" and name == side):
                codes[state.round - 1] = code
            keywords = own.keywords if name == side else others
            secrets.append(replace(own, keywords=keywords, codes=tuple(codes)))
        variants.append(replace(state, secrets=tuple(secrets)))
    view = state.view(seat)
    prompts = asked(kind, "decrypto", "agent", view, language)
    assert prompts
    for variant in variants:
        assert variant.view(seat) == view
        assert asked(kind, "decrypto", "agent", variant.view(seat), language) == prompts
