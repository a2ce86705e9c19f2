"""Choices among given words, and how sure the model is of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model

from cluebot.llm.model import Reply, Token
from cluebot.players.llm.talk import Talk
from cluebot.rules.text import squash

Floats = NDArray[np.float64]

TOP = 20
"""How many likeliest tokens are asked for at each place."""
FLOOR = 0.002
"""Least chance of a word: models say 0 of what merely did not come to mind."""


class Answers(BaseModel):
    """Words chosen among those that were offered."""

    model_config = ConfigDict(extra="forbid")
    answers: list[str]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a model chose.

    Attributes:
        answers: The words, in order; the same one may stand there twice.
        chances: Array (count, W): for each place of the answer how likely each word is there; the
            rows sum to 1.
    """

    answers: tuple[str, ...]
    chances: Floats


def choose(
    talk: Talk, prompt: str, words: Sequence[str], count: int = 1, *, samples: int = 0
) -> Choice:
    """Have the model answer with ``count`` of ``words``.

    Chances come from the probabilities of tokens. Where the endpoint has none they come from the
    answer, and from ``samples`` further ones drawn at random.

    Args:
        talk: The conversation.
        prompt: The question.
        words: What can be answered.
        count: How many.
        samples: How many answers to draw where there are no probabilities.

    Raises:
        Forfeit: If the model gives no such answer.
    """
    schema = answers_schema(words, count)
    proposal = talk.ask(prompt, schema, logprobs=TOP)
    answers = tuple(proposal.value.answers)
    chances = token_chances(proposal.reply, answers, words)
    if chances is None:
        drawn = [answers]
        for seed in range(1, samples + 1):
            again = talk.ask(prompt, schema, temperature=1.0, seed=seed)
            drawn.append(tuple(again.value.answers))
        chances = _counted(drawn, words)
    chances = np.maximum(chances, FLOOR)
    return Choice(answers, chances / chances.sum(axis=1, keepdims=True))


def answers_schema(words: Sequence[str], count: int) -> type[Answers]:
    """Return the schema of an answer: ``count`` of ``words``, however they are spelled."""
    one = Annotated[Literal[tuple(words)], BeforeValidator(spelled_as(words))]  # type: ignore[valid-type]
    many: Any = Annotated[list[one], Field(min_length=count, max_length=count)]  # type: ignore[valid-type]
    return create_model("Answers", __base__=Answers, answers=(many, ...))


def spelled_as(words: Sequence[str]) -> Callable[[Any], Any]:
    """Return a function that gives a word the spelling it has among ``words``."""
    spelled = {squash(word): word for word in words}
    return lambda value: spelled.get(squash(value), value) if isinstance(value, str) else value


def token_chances(reply: Reply, answers: Sequence[str], words: Sequence[str]) -> Floats | None:
    """Return for each place of the answer how likely each word was there, by its first token.

    Probability of a token that begins several words is shared among them.

    Returns:
        Array (count, W), rows not normalised; None if the reply has no token probabilities or its
        tokens cannot be matched with its text.
    """
    if not reply.tokens:
        return None
    starts = _starts(reply.tokens, answers)
    if starts is None:
        return None
    out = np.zeros((len(answers), len(words)))
    for row, (number, lead) in enumerate(starts):
        token = reply.tokens[number]
        for text, logprob in token.top or ((token.text, token.logprob),):
            if not text.startswith(lead):
                continue
            begun = text[len(lead) :].split('"')[0]
            meant = [i for i, w in enumerate(words) if begun and w.startswith(begun)]
            for i in meant:
                out[row, i] += np.exp(logprob) / len(meant)
    return out if (out.sum(axis=1) > 0).all() else None


def _starts(tokens: Sequence[Token], answers: Sequence[str]) -> list[tuple[int, str]] | None:
    """Return for each answer the token in which it begins, and what comes before it there."""
    text = "".join(token.text for token in tokens)
    ends = np.cumsum([len(token.text) for token in tokens])
    found: list[tuple[int, str]] = []
    place = text.find("[")
    for answer in answers:
        place = text.find(json.dumps(answer, ensure_ascii=False), place)
        if place < 0:
            return None
        place += 1
        number = int(np.searchsorted(ends, place, side="right"))
        before = int(ends[number]) - len(tokens[number].text)
        found.append((number, text[before:place]))
        place += len(answer)
    return found


def _counted(drawn: Sequence[Sequence[str]], words: Sequence[str]) -> Floats:
    """Return how often each word stood at each place, array (count, W)."""
    index = {word: i for i, word in enumerate(words)}
    out = np.zeros((len(drawn[0]), len(words)))
    for answers in drawn:
        for row, answer in enumerate(answers):
            out[row, index[answer]] += 1 / len(drawn)
    return out


def one_after_another(chances: Floats, answers: Sequence[str], words: Sequence[str]) -> Floats:
    """Return one rate a word, array (W,), from the chances (count, W) of a list of words.

    A word's rate is its mean chance over the places at which it could still be named.
    """
    index = {word: i for i, word in enumerate(words)}
    free = np.ones_like(chances, dtype=bool)
    for row, answer in enumerate(answers):
        free[row + 1 :, index[answer]] = False
    rate: Floats = np.where(free, chances, 0).sum(axis=0) / free.sum(axis=0)
    return rate
