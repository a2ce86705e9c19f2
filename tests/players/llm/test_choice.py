"""How sure a model is of a choice, read off tokens or counted in answers."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluebot.llm.model import Reply, Token
from cluebot.players.llm.choice import (
    answers_schema,
    one_after_another,
    token_chances,
)

from .conftest import say

WORDS = ("star", "sun", "sunflower", "ice cream")


def reply(*tokens):
    """Return a reply of tokens; a token is a text, or a text with the chances at its place."""
    made = [
        Token(t, -0.1) if isinstance(t, str) else
        Token(t[0], -0.1, tuple((text, math.log(p)) for text, p in t[1].items()))
        for t in tokens
    ]  # fmt: skip
    return Reply("".join(t.text for t in made), tokens=tuple(made))


def test_the_first_token_of_each_answer_counts():
    said = reply(
        '{"answers": ["', ("star", {"star": 0.6, "sun": 0.4}), '", "', ("sun", {"sun": 1.0}), '"]}'
    )
    chances = token_chances(said, ("star", "sun"), WORDS)
    assert chances == pytest.approx(np.array([[0.6, 0.2, 0.2, 0], [0, 0.5, 0.5, 0]]))


def test_a_token_may_hold_the_quote_and_a_part_of_the_word():
    said = reply('{"answers": [', ('"s', {'"s': 0.5, '"ice': 0.5, "no": 0.1}), 'tar"', "]}")
    chances = token_chances(said, ("star",), WORDS)
    assert chances == pytest.approx(np.array([[0.5 / 3, 0.5 / 3, 0.5 / 3, 0.5]]))


def test_a_token_may_hold_the_end_of_the_word():
    said = reply('{"answers": ["', ('sun"]', {'sun"]': 0.7, "ice": 0.3}), "}")
    assert token_chances(said, ("sun",), WORDS)[0] == pytest.approx([0, 0.35, 0.35, 0.3])


def test_the_word_in_another_place_is_not_taken_for_the_answer():
    said = reply('{"sun": 1, "answers": ["', ("sun", {"sun": 0.9, "star": 0.1}), '"]}')
    assert token_chances(said, ("sun",), WORDS)[0, 0] == pytest.approx(0.1)


@pytest.mark.parametrize(
    "said",
    [
        Reply(say(answers=["sun"])),
        reply('{"answers": ["', "�", "�", '"]}'),
        reply('{"answers": ["', ("sun", {"moon": 1.0}), '"]}'),
        reply("sun"),
    ],
)
def test_tokens_that_cannot_be_matched_are_not_used(said):
    assert token_chances(said, ("sun",), WORDS) is None


def test_a_rate_is_the_mean_over_the_places_still_open():
    chances = np.array([[0.7, 0.2, 0.1], [0.5, 0.4, 0.1]])
    rate = one_after_another(chances, ("a", "b"), ("a", "b", "c"))
    assert rate == pytest.approx([0.7, 0.3, 0.1])


@pytest.mark.parametrize("spelled", ["Ice-Cream", "ICE CREAM", " ice  cream "])
def test_spelling_does_not_matter(spelled):
    schema = answers_schema(WORDS, 1)
    assert schema(answers=[spelled]).answers == ["ice cream"]


@given(st.lists(st.text(max_size=8), max_size=12), st.lists(st.sampled_from(WORDS), min_size=1))
def test_any_tokens_are_read_without_an_exception(texts, answers):
    said = reply(*texts, *((t, {t: 0.5, "su": 0.5}) for t in texts))
    chances = token_chances(said, answers, WORDS)
    assert chances is None or (chances.shape == (len(answers), 4) and (chances >= 0).all())
