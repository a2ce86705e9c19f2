"""Guessers: what the model names is touched, mixed with what the vectors hear."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluebot.errors import Forfeit, Text
from cluebot.games.codenames import GiveClue, Guess, Stop
from cluebot.llm.errors import ModelError
from cluebot.llm.model import Reply, Token
from cluebot.players.codenames import EmbeddingGuesser, GuessTask

from .conftest import act, clue_words, codenames, make, no_vectors, obliging, say


def guesser(kind, model, language, **options):
    return make(kind, "codenames", "operative", model, language, **options)


def heard(language, number=2, theme="sea"):
    """Return the state after a clue of red."""
    clue = GiveClue(word=clue_words(language, theme)[0], number=number)
    return codenames(language, opponent="none").apply("red.spymaster", clue)


def operative(language, **clue):
    return heard(language, **clue).view("red.operative.1")


def test_the_first_word_named_is_touched(script, language):
    view = operative(language)
    named = [view.words[1], view.words[0]]
    decision = act(guesser("llm", script(say(answers=named)), language, vectors=no_vectors), view)
    assert decision.move == Guess(word=named[0])
    assert decision.notes["take"] == 2
    guesses = decision.notes["guesses"]
    assert [g["word"] for g in guesses[:2]] == named
    assert {g["word"] for g in guesses} == set(view.uncovered)
    assert sum(g["probability"] for g in guesses) == pytest.approx(2, abs=0.01)


def test_answers_are_bound_to_the_board(script, language):
    view = operative(language)
    model = script(obliging)
    act(guesser("llm", model, language, vectors=no_vectors), view)
    items = model.requests[0].schema["properties"]["answers"]
    assert items["items"]["enum"] == list(view.uncovered)
    assert (items["minItems"], items["maxItems"]) == (2, 2)


@pytest.mark.parametrize(
    "wrong",
    ["", "moon, fish", say(answers=[]), say(answers=["whale", "moon"]), say(answers="moon"),
     say(answers=["fish", "boat", "shark"]), Reply("{", finish="length")],
)  # fmt: skip
def test_an_answer_off_the_board_is_asked_for_again(script, wrong):
    model = script(wrong, say(answers=[" BOAT ", "Fish"]))
    decision = act(guesser("llm", model, "en", vectors=no_vectors), operative("en"))
    assert decision.move == Guess(word="boat")
    assert len(model.requests) == 2


def test_a_word_named_twice_counts_once(script):
    model = script(say(answers=["boat", "boat"]))
    decision = act(guesser("llm", model, "en", vectors=no_vectors), operative("en"))
    assert decision.notes["take"] == 1


def test_it_asks_for_what_is_missing_and_then_stops(script, language):
    state = heard(language)
    own = state.view("red.spymaster").own
    state = state.apply("red.operative.1", Guess(word=own[0]))
    model = script(say(answers=[own[1]]))
    player = guesser("llm", model, language, vectors=no_vectors)
    assert act(player, state.view("red.operative.1")).move == Guess(word=own[1])
    state = state.apply("red.operative.1", Guess(word=own[1]))
    assert act(player, state.view("red.operative.1")).move == Stop()


@pytest.mark.parametrize("number", [0, "unlimited"])
@pytest.mark.parametrize(("kind", "calls"), [("llm", 1), ("hybrid", 2)])
def test_clues_without_a_number_bring_one_guess(script, language, number, kind, calls):
    # "None of these" is read by vectors alone.
    asked = 0 if (kind, number) == ("hybrid", 0) else calls
    model = script(*[obliging] * asked)
    options = {"samples": 1} if kind == "hybrid" else {}
    decision = act(guesser(kind, model, language, **options), operative(language, number=number))
    assert isinstance(decision.move, Guess)


def test_it_forfeits_when_nothing_fits(script, language):
    with pytest.raises(Forfeit) as caught:
        act(guesser("llm", script("", "", ""), language), operative(language))
    assert len(caught.value.notes["calls"]) == 3


def test_vectors_step_in_when_asked_to(script, language):
    view = operative(language)
    down = ModelError("timeout", Text("late", "超时"), 1.0)
    decision = act(guesser("llm", script(down), language, fallback="embedding"), view)
    alone = act(EmbeddingGuesser(guesser("llm", script(), language).vector_context()), view)
    assert decision.move == alone.move
    assert decision.notes["guesses"] == alone.notes["guesses"]
    assert "late" in decision.notes["fallback"]["en"]


# --- hybrids ------------------------------------------------------------


def by_tokens(words, chances):
    """Return a reply that names the likeliest word, with the chances of all by their tokens."""
    best = max(words, key=lambda w: chances[w])
    top = tuple((w, math.log(chances[w])) for w in words)
    tokens = (Token('{"answers": ["', -0.1), Token(best, -0.1, top), Token('"]}', -0.1))
    return Reply(say(answers=[best]), tokens=tokens)


def test_weight_nought_is_the_vectors_and_weight_one_the_model(script, language):
    view = operative(language, number=1)
    words = view.uncovered
    odd = {w: (0.9 if w == words[-1] else 0.1 / (len(words) - 1)) for w in words}
    vectors = EmbeddingGuesser(guesser("llm", script(), language).vector_context())
    alone = vectors.rank(GuessTask.of(view))
    nought = act(guesser("hybrid", script(), language, weight=0), view)
    assert [g["word"] for g in nought.notes["guesses"]] == [w for w, _ in alone.guesses]
    one = act(guesser("hybrid", script(by_tokens(words, odd)), language, weight=1), view)
    assert one.move == Guess(word=words[-1])


def test_probabilities_of_tokens_save_further_samples(script, language):
    view = operative(language, number=1)
    reply = by_tokens(view.uncovered, dict.fromkeys(view.uncovered, 0.1))
    decision = act(guesser("hybrid", script(reply), language), view)
    assert len(decision.notes["calls"]) == 1


def test_without_them_answers_are_drawn(script, language):
    model = script(*[obliging] * 4)
    decision = act(guesser("hybrid", model, language, samples=3), operative(language))
    assert len(decision.notes["calls"]) == 4
    settings = [(r.settings.temperature, r.settings.seed) for r in model.requests]
    assert settings == [(0.0, None), (1.0, 1), (1.0, 2), (1.0, 3)]


def test_the_model_can_tip_the_balance(script):
    view = operative("en", number=1)
    liked = {w: (0.5 if w == "shark" else 0.5 / 8) for w in view.uncovered}
    task = GuessTask.of(view)
    odds = EmbeddingGuesser(guesser("llm", script(), "en").vector_context()).odds(
        task.clue, task.words
    )
    sea = [task.words.index(w) for w in ("fish", "boat", "shark")]
    assert np.ptp(odds[sea]) < 1.5
    decision = act(guesser("hybrid", script(by_tokens(view.uncovered, liked)), "en"), view)
    assert decision.move == Guess(word="shark")


@settings(deadline=None, max_examples=30)
@given(weight=st.floats(0, 1), first=st.integers(0, 8), second=st.integers(0, 8))
def test_every_mixture_touches_a_card_in_play(weight, first, second):
    from cluebot.llm.scripted import ScriptedModel

    view = operative("en")
    answer = say(answers=[view.words[first], view.words[second]])
    player = guesser("hybrid", ScriptedModel([answer] * 2), "en", weight=weight, samples=1)
    decision = act(player, view)
    view.check(decision.move)
    assert all(0 <= g["probability"] <= 1 for g in decision.notes["guesses"])
