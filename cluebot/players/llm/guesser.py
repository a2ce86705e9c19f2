"""Guessers of Codenames that ask a chat model, alone or together with vectors."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluebot.games.codenames import Guess, OperativeView, Stop
from cluebot.llm.model import ChatModel
from cluebot.players.base import Context, Decision
from cluebot.players.codenames import EmbeddingGuesser, GuessPlan, GuessTask
from cluebot.players.listener import among_first
from cluebot.players.llm.choice import Choice, Floats, choose, one_after_another
from cluebot.players.llm.options import ChatOptions
from cluebot.players.llm.player import ChatPlayer
from cluebot.players.llm.prompts import Prompts
from cluebot.players.llm.talk import Talk

Guesses = Decision[Guess | Stop]


class ChatGuesser(ChatPlayer[OperativeView, Guess | Stop]):
    """Touches the words the model names, as many as the clue's number, and stops."""

    def decide(self, view: OperativeView, rng: random.Random, talk: Talk) -> Guesses:  # noqa: ARG002
        """Touch the first word the model names."""
        task = GuessTask.of(view)
        wanted = words_wanted(task)
        if not wanted:
            return Decision(Stop(), {"guesses": [], "take": 0})
        choice = which_words(talk, self.prompts, task, wanted)
        named = list(dict.fromkeys(choice.answers))
        rate = one_after_another(choice.chances, choice.answers, task.words)
        own = dict(zip(task.words, among_first(rate, wanted), strict=True))
        rest = sorted(own.keys() - set(named), key=lambda word: (-own[word], word))
        plan = GuessPlan(tuple((word, float(own[word])) for word in (*named, *rest)), len(named))
        return as_decision(plan)

    def vectors(self) -> EmbeddingGuesser:
        """Return the guesser on vectors."""
        return self._guesser

    @cached_property
    def _guesser(self) -> EmbeddingGuesser:
        return EmbeddingGuesser(self.vector_context())


class HybridGuesser(ChatGuesser):
    """The guesser on vectors, with what the model hears mixed into what the vectors hear.

    The log-odds of the current clue are (1 - weight) x the vectors' + weight x the model's; all
    else, earlier clues and when to stop, is the vectors' business.
    """

    def __init__(
        self, model: ChatModel, context: Context, options: ChatOptions, weight: float
    ) -> None:
        super().__init__(model, context, options, weight)
        self._share = weight

    def decide(self, view: OperativeView, rng: random.Random, talk: Talk) -> Guesses:  # noqa: ARG002
        """Touch the likeliest card, or stop when that is worth more."""
        task = GuessTask.of(view)
        wanted = words_wanted(task)
        guesser = self.vectors()
        if not (wanted and self._share) or task.number == 0:
            return as_decision(guesser.rank(task))
        heard = guesser.odds(task.clue, task.words)
        choice = which_words(talk, self.prompts, task, wanted, self.options.samples)
        mixed = mix(heard, log_rates(choice, task.words), self._share)
        return as_decision(guesser.rank(task, mixed))


def words_wanted(task: GuessTask) -> int:
    """Return how many words to ask for: those the clue still means, or one that must be touched."""
    meant = 0 if task.number == "unlimited" else task.number - task.found
    if meant <= 0 and not task.may_stop:
        meant = 1
    return max(0, min(meant, len(task.words)))


def which_words(
    talk: Talk, prompts: Prompts, task: GuessTask, count: int, samples: int = 0
) -> Choice:
    """Ask which ``count`` words a clue means.

    Raises:
        Forfeit: If the model gives no answer.
    """
    name = "guess_none" if task.number == 0 else "guess_one" if count == 1 else "guess_many"
    prompt = prompts.fill(
        name, clue=prompts.quote(task.clue), count=count, words=prompts.lines(task.words)
    )
    return choose(talk, prompt, task.words, count, samples=samples)


def log_rates(choice: Choice, words: tuple[str, ...]) -> Floats:
    """Return the model's log-odds for each word, array (W,)."""
    rate = np.log(one_after_another(choice.chances, choice.answers, words))
    odds: Floats = rate - rate.mean()
    return odds


def mix(vectors: NDArray[np.floating[Any]], model: Floats, share: float) -> Floats:
    """Mix two rows of log-odds (W,), giving the model's the ``share``."""
    mixed: Floats = (1 - share) * vectors.astype(np.float64) + share * model
    return mixed


def as_decision(plan: GuessPlan) -> Guesses:
    """Return the move of a plan, with the notes that all guessers give."""
    guesses = [{"word": word, "probability": round(p, 4)} for word, p in plan.guesses]
    notes = {"guesses": guesses, "take": plan.take}
    if plan.take == 0:
        return Decision(Stop(), notes)
    return Decision(Guess(word=plan.guesses[0][0]), notes)
