"""The guesser on vectors: which cards belong to the clue, and when to stop."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluebot.games.codenames import Guess, OperativeView, Stop
from cluebot.players.base import Budget, Context, Decision
from cluebot.players.codenames.tasks import Earlier, GuessTask
from cluebot.players.codenames.value import after_turn
from cluebot.players.listener import Floats, Listener, among_first, sharpen, weighted
from cluebot.players.options import ClueOptions
from embeddings.blend import Blend

TRUST_EARLIER = 0.6
"""How far an earlier clue's words are believed to be where it points: its words that were easy to
see have been found."""
TRUST_OTHERS = 0.4
"""The same for the words of the other side's clues."""
UNPOINTED = 0.5
"""How often a word that no clue points to is one's own, against a card drawn blindly."""
AVOIDED = 0.35
"""How likely a wrong guess is to hit the assassin, against a card drawn blindly: clues avoid it."""

_CLUES_REMEMBERED = 64


@dataclass(frozen=True, slots=True)
class GuessPlan:
    """All uncovered words in the order in which the guesser would touch them.

    Attributes:
        guesses: Each word with the chance that it is one's own.
        take: How many of them to touch before stopping, if all turn out right.
    """

    guesses: tuple[tuple[str, float], ...]
    take: int


class EmbeddingGuesser:
    """Guesses by the joint listener of a blend.

    Args:
        context: Language and vectors; options are those of `ClueOptions`, which a guesser
            has no use for.

    Raises:
        InputError: If an option is unknown or has an impossible value.
    """

    name = "embedding"

    def __init__(self, context: Context) -> None:
        context.checked(ClueOptions)
        self._blend: Blend = context.blend(context.language)
        self._weights = self._blend.weights
        self._remembered: dict[str, dict[str, float]] = {}

    @classmethod
    def hearing(cls, blend: Blend, listener: Listener) -> EmbeddingGuesser:
        """Return a guesser who hears clues in one way of combining the blend's spaces."""
        guesser = cls(Context(blend.language, lambda _: blend))
        guesser._weights = listener.weights
        return guesser

    def act(
        self,
        view: OperativeView,
        rng: random.Random,  # noqa: ARG002
        budget: Budget,  # noqa: ARG002
    ) -> Decision[Guess | Stop]:
        """Touch the likeliest card, or stop when that is worth more."""
        plan = self.rank(GuessTask.of(view))
        guesses = [{"word": word, "probability": round(p, 4)} for word, p in plan.guesses]
        notes = {"guesses": guesses, "take": plan.take}
        if plan.take == 0:
            return Decision(Stop(), notes)
        return Decision(Guess(word=plan.guesses[0][0]), notes)

    def rank(self, task: GuessTask, heard: NDArray[np.floating[Any]] | None = None) -> GuessPlan:
        """Rank all uncovered words and decide how many to touch.

        Args:
            task: The clue and the board.
            heard: Array (W,): log-odds to go by for the current clue, in place of `odds`.

        Raises:
            UnknownWord: If the clue or a word has no vector.
        """
        wanted = self._wanted(task)
        now = None
        # The current clue comes first as long as it has words left; then what is likeliest.
        first = [0.0] * len(task.words)
        if wanted:
            odds = self.odds(task.clue, task.words) if heard is None else heard
            now = _among(odds, wanted)
            first = odds.tolist()
        # From here on plain numbers: Python handles single ones faster than NumPy does.
        own, pointed = (chances.tolist() for chances in self._chances(task, now, wanted))
        order = sorted(range(len(own)), key=lambda i: (-first[i], -own[i], task.words[i]))
        if wanted:
            rest = sorted(order[wanted:], key=lambda i: (-own[i], task.words[i]))
            order = order[:wanted] + rest
        take = self._take(task, [own[i] for i in order], [pointed[i] for i in order], wanted)
        return GuessPlan(tuple((task.words[i], own[i]) for i in order), take)

    @staticmethod
    def _wanted(task: GuessTask) -> int:
        """Return how many words the current clue is still good for."""
        if task.number == "unlimited":
            return max(0, 1 - task.found)
        most = len(task.words) if task.own_left is None else task.own_left
        return min(most, max(0, task.number - task.found))

    def _points_to(self, task: GuessTask, clues: Sequence[Earlier]) -> NDArray[np.float64]:
        """Return for each clue and word the chance of being among the words that it means."""
        if not clues:
            return np.zeros((0, len(task.words)))
        odds = sharpen(np.stack([self._raw(clue.clue, task.words) for clue in clues]))
        return _among(odds, [clue.missing for clue in clues])

    def odds(self, clue: str, words: Sequence[str]) -> Floats:
        """Return the log-odds with which each word is touched for a clue, array (W,).

        Raises:
            UnknownWord: If the clue or a word has no vector.
        """
        return sharpen(self._raw(clue, words))

    def _raw(self, clue: str, words: Sequence[str]) -> Floats:
        """Return joint log-odds; those of a clue stay the same while the board is played off."""
        known = self._remembered.get(clue)
        if known is None or not known.keys() >= set(words):
            similarities = self._blend.similarities([clue], words)
            odds = weighted(self._weights, similarities)[0]
            known = self._remembered[clue] = dict(zip(words, odds.tolist(), strict=True))
            while len(self._remembered) > _CLUES_REMEMBERED:
                self._remembered.pop(next(iter(self._remembered)), None)
        return np.array([known[word] for word in words], dtype=np.float32)

    def _chances(
        self, task: GuessTask, now: NDArray[np.float64] | None, wanted: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return for each word the chance of being one's own, and of being meant by a clue."""
        count = len(task.words)
        own_left = task.own_left if task.own_left is not None else (count + 2) // 3
        not_meant = np.ones(count)
        pointed = float(wanted)
        if now is not None:
            not_meant *= 1 - now
        for chance in self._points_to(task, task.earlier):
            not_meant *= 1 - TRUST_EARLIER * chance
        pointed += TRUST_EARLIER * sum(clue.missing for clue in task.earlier)
        base = UNPOINTED * max(0.0, own_left - pointed) / max(1.0, count - pointed)
        own = 1 - not_meant * (1 - min(base, 0.95))
        for chance in self._points_to(task, task.against):
            own *= 1 - TRUST_OTHERS * chance
        if task.number == 0:
            # "None of these": whatever the clue points to is not ours.
            own *= 1 - self._points_to(task, [Earlier(task.clue, 2)])[0]
        return own, 1 - not_meant

    def _take(
        self,
        task: GuessTask,
        own: Sequence[float],
        pointed: Sequence[float],
        wanted: int,
    ) -> int:
        """Return how many of the words, in order, are worth touching."""
        count = len(task.words)
        limit = count if task.guesses_left is None else min(count, task.guesses_left)
        own_left = task.own_left if task.own_left is not None else max(wanted, (count + 2) // 3)
        others = task.opponent_left
        if others is None:
            others = max(1, (count - own_left) // 2)
        assassins = task.assassins if task.assassins is not None else 1
        others = max(others, 1)
        # Columns: with one opposing word fewer, and with all of them.
        table = after_turn(max(own_left, 1), others, task.mode)[:, others - 1 :].tolist()
        bad = max(1.0, count - own_left)
        last = min(limit, own_left)
        if task.mode == "team" and not task.earlier and 0 < wanted < last:
            last = wanted  # the guess beyond the number is for words of earlier clues
        # From the last guess back to the first: go on where that is worth more than stopping.
        take, worth = last, table[own_left - last][1]
        for k in range(last - 1, -1, -1):
            slipped, stay = table[own_left - k]
            # Where no clue points, nothing keeps the assassin away.
            kill = min(1.0, (1 - (1 - AVOIDED) * pointed[k]) * assassins / bad)
            theirs = (1 - kill) * min(1.0, others / max(1.0, bad - assassins))
            wrong = theirs * slipped + (1 - kill - theirs) * stay
            go_on = own[k] * worth + (1 - own[k]) * wrong
            if go_on > stay or (k == 0 and not task.may_stop):
                worth = go_on
            else:
                take, worth = k, stay
        return take


def _among(odds: NDArray[np.floating[Any]], count: int | Sequence[int]) -> NDArray[np.float64]:
    """Return for each word the chance of being among the first ``count``, by log-odds (..., W)."""
    return among_first(np.exp(odds - odds.max(axis=-1, keepdims=True)), count)
