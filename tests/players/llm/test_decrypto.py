"""Encoder, decoder and interceptor at any seat."""

import random

import pytest

from cluebot.errors import Forfeit, Text
from cluebot.games.decrypto import (
    ALL_CODES,
    Clues,
    DecodeGuess,
    DecryptoView,
    HistoryEntry,
    InterceptGuess,
    KeywordGuess,
)
from cluebot.games.decrypto.setup import DecryptoOptions
from cluebot.llm.errors import ModelError
from cluebot.players.llm import decrypto_hybrid

from .conftest import THEMES, act, board_words, clue_words, make, no_vectors, say

CODE = (3, 1, 4)
SLOT_THEMES = THEMES[:4]


def keywords(language):
    return tuple(board_words(language)[i] for i in (0, 3, 6, 9))


def clues_for(language, code=CODE, nth=0):
    return tuple(clue_words(language, SLOT_THEMES[slot - 1])[nth] for slot in code)


def past(language):
    return tuple(
        HistoryEntry(clues=clues_for(language, code, nth), code=code)
        for nth, code in enumerate([(1, 2, 3), (4, 3, 2)], 1)
    )


def encoding(language, **more):
    fields = {"keywords": keywords(language), "code": CODE, "history": past(language), **more}
    return DecryptoView(language=language, side="white", task="encode", round=3, **fields)


def decoding(language, **more):
    fields = {"keywords": keywords(language), "clues": clues_for(language), **more}
    return DecryptoView(language=language, side="white", task="decode", round=3, **fields)


def intercepting(language, **more):
    fields = {"clues": clues_for(language), "opponent_history": past(language), **more}
    return DecryptoView(language=language, side="black", task="intercept", round=3, **fields)


def seat(kind, model, language, role="agent", **options):
    return make(kind, "decrypto", role, model, language, **options)


def test_three_legal_clues_are_given(script, language):
    model = script(say(clues=clues_for(language)))
    decision = act(seat("llm", model, language, vectors=no_vectors), encoding(language))
    assert decision.move == Clues(clues=clues_for(language))
    prompt = model.requests[0].messages[0].content
    assert all(word in prompt for word in keywords(language))
    assert all(clue in prompt for entry in past(language) for clue in entry.clues)


def wrong_clues(language):
    good, words = clues_for(language), keywords(language)
    return {
        "a keyword": (words[0], *good[1:]),
        "twice the same": (good[0], good[0], good[2]),
        "too few": good[:2],
        "said before": (past(language)[0].clues[0], *good[1:]),
        "empty": ("", *good[1:]),
    }


@pytest.mark.parametrize("name", wrong_clues("en"))
def test_illegal_clues_go_back(script, language, name):
    wrong = wrong_clues(language)[name]
    model = script(say(clues=wrong), say(clues=clues_for(language)))
    decision = act(seat("llm", model, language, vectors=no_vectors), encoding(language))
    assert decision.move == Clues(clues=clues_for(language))
    assert len(decision.notes["calls"][0]["problems"]) > 0


def test_it_decodes_what_the_model_matches(script, language):
    answers = [keywords(language)[slot - 1] for slot in CODE]
    model = script(*[say(answers=answers)] * 2)
    decision = act(seat("llm", model, language, samples=1, vectors=no_vectors), decoding(language))
    assert decision.move == DecodeGuess(code=CODE)


def test_words_named_twice_still_make_a_code(script, language):
    word = keywords(language)[2]
    model = script(*[say(answers=[word] * 3)] * 2)
    decision = act(seat("llm", model, language, samples=1, vectors=no_vectors), decoding(language))
    assert decision.move.code in ALL_CODES
    total = sum(x["p"] for x in decision.notes["probabilities"])
    assert total == pytest.approx(1, abs=1e-4)
    assert 3 in decision.move.code


@pytest.mark.parametrize("kind", ["llm", "hybrid"])
def test_a_used_code_is_not_guessed_where_codes_do_not_return(script, language, kind):
    history = (HistoryEntry(clues=clues_for(language, nth=3), code=CODE),)
    answers = [keywords(language)[slot - 1] for slot in CODE]
    model = script(*[say(answers=answers)] * 2)
    view = decoding(language, history=history, options=DecryptoOptions(repeat_codes=False))
    assert act(seat(kind, model, language, samples=1), view).move.code != CODE


@pytest.mark.parametrize("kind", ["llm", "hybrid"])
def test_it_intercepts_by_the_sheet_alone(script, language, kind):
    model = script(*[say(answers=[str(n) for n in CODE])] * 2)
    decision = act(seat(kind, model, language, samples=1), intercepting(language))
    assert decision.move == InterceptGuess(code=CODE)
    prompt = model.requests[0].messages[0].content
    assert not any(word in prompt.replace("、", "") for word in keywords(language) if len(word) > 1)


@pytest.mark.parametrize("kind", ["llm", "hybrid"])
def test_without_a_sheet_nobody_is_asked(script, language, kind):
    view = intercepting(language, opponent_history=())
    player = seat(kind, script(), language)
    first, again = act(player, view, 1), act(player, view, 1)
    assert first == again
    view.check(first.move)


def test_keywords_are_guessed_in_the_tie_break(script, language):
    view = intercepting(language).model_copy(update={"task": "guess_keywords", "clues": None})
    words = board_words(language)[:4]
    model = script(say(words=words[:3]), say(words=words))
    decision = act(seat("llm", model, language, vectors=no_vectors), view)
    assert decision.move == KeywordGuess(words=words)


def test_nothing_asked_is_a_forfeit(script):
    with pytest.raises(Forfeit, match="Nothing is asked"):
        act(seat("llm", script(), "en"), DecryptoView(language="en"))


@pytest.mark.parametrize("view", [encoding, decoding, intercepting])
def test_vectors_step_in_when_asked_to(script, language, view):
    down = ModelError("unreachable", Text("no connection", "连不上"), 1.0)
    with pytest.raises(Forfeit) as caught:
        act(seat("llm", script(down), language), view(language))
    assert caught.value.__cause__ is down
    decision = act(seat("llm", script(down), language, fallback="embedding"), view(language))
    view(language).check(decision.move)
    assert "fallback" in decision.notes


# --- hybrids ------------------------------------------------------------


def test_weight_nought_is_the_vectors(script, language):
    for view in (encoding(language), decoding(language), intercepting(language)):
        player = seat("hybrid", script(), language, weight=0)
        alone = player.vectors().act(view, random.Random(0), None)
        decision = act(player, view)
        assert decision.move == alone.move
        assert decision.notes == {
            **alone.notes,
            "calls": [],
            "settings": decision.notes["settings"],
        }


def test_weight_one_is_the_model(script, language):
    other = (4, 2, 1)
    answers = [keywords(language)[slot - 1] for slot in other]
    model = script(*[say(answers=answers)] * 2)
    player = seat("hybrid", model, language, weight=1, samples=1)
    assert act(player, decoding(language)).move.code == other


def test_sets_of_the_vectors_are_offered(script, language, monkeypatch):
    monkeypatch.setattr(decrypto_hybrid, "CLOSE", 10.0)
    model = script(lambda r: say(answers=[r.schema["properties"]["answers"]["items"]["enum"][-1]]))
    view = encoding(language, history=())
    decision = act(seat("hybrid", model, language), view)
    best = seat("hybrid", script(), language).vectors().encode(view)
    assert set(decision.move.clues).isdisjoint(best.move.clues)
    assert {"p_decode", "p_intercept", "explanations"} <= set(decision.notes)
    view.check(decision.move)


def test_sets_of_the_model_are_judged(script, language):
    good, plain = clues_for(language), clues_for(language, (1, 2, 4))
    sets = [{"clues": plain}, {"clues": (keywords(language)[0], *good[1:])}, {"clues": good}]
    model = script(say(sets=sets))
    view = encoding(language, history=())
    decision = act(seat("hybrid", model, language, approach="propose"), view)
    assert decision.move.clues == good
    assert decision.notes["p_decode"] > 3 / 24
