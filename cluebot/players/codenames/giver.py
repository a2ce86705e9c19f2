"""The clue giver on vectors: for every clue and number, what will the teammate touch?"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from cluebot.errors import Forfeit, Text, bad_input
from cluebot.games.codenames import GiveClue, SpymasterView
from cluebot.players.base import Budget, Context, Decision
from cluebot.players.codenames.candidates import Candidate
from cluebot.players.codenames.finish import Finish
from cluebot.players.codenames.guesser import EmbeddingGuesser
from cluebot.players.codenames.judging import Outcomes, judge_clues
from cluebot.players.codenames.neighbours import Neighbours, Offer
from cluebot.players.codenames.permitted import Permitted
from cluebot.players.codenames.reasons import explain
from cluebot.players.codenames.tasks import ClueTask
from cluebot.players.listener import (
    Floats,
    Listener,
    comes_first,
    listeners,
    rates,
    sharpen,
    weighted,
)
from cluebot.players.options import ClueOptions, LevelName
from cluebot.rules.text import squash
from embeddings.blend import Blend


@dataclass(frozen=True, slots=True)
class Level:
    """How daring a clue giver is.

    Attributes:
        caution: A clue is worth (1 - caution) x its mean over the listeners + caution x its worst.
        shortfall: By how many words a number above 1 may exceed what is expected: a number is also
            a message, so it should not promise much more than it brings.
    """

    caution: float
    shortfall: float


LEVELS: Mapping[LevelName, Level] = {
    "cautious": Level(0.6, 0.6),
    "balanced": Level(0.3, 1.1),
    "bold": Level(0.0, 1.3),
}

SHORTLIST = 120
"""How many clues are judged exactly, of those that look best on their own words."""
_STAND_INS = 16
"""How many common words stand in for bystanders on a board that has no wrong word."""
MOST_TARGETS = 5
DOUBT = 0.5
"""Discount on the log-odds of the rarest clue word, growing evenly with rank: vectors of rare words
are noisy, and people know them less well."""
_ASSASSIN_WEIGHT = 3.0


def listeners_of(blend: Blend, preferred: str | None) -> tuple[Listener, ...]:
    """Return the listeners of a blend, with one of its blocks to rely on most.

    Raises:
        InputError: If the blend has no such block.
    """
    try:
        return listeners(blend, preferred)
    except ValueError as error:
        raise bad_input(
            "listener", preferred, en=f"{error}.",
            zh=f"没有这个空间；可用：{'、'.join(('blend', *blend.blocks))}。",
        ) from error  # fmt: skip


class EmbeddingClueGiver:
    """Gives the clue with the best chance to win under several models of the listener.

    Args:
        context: Language, vectors, legality; options are those of `ClueOptions`.

    Raises:
        InputError: If an option is unknown or has an impossible value.
    """

    name = "embedding"

    def __init__(self, context: Context) -> None:
        options = context.checked(ClueOptions)
        self._level = LEVELS[options.level]
        self._most, self._top = options.max_number, options.top
        self._permitted = Permitted(frozenset(map(squash, options.banned)))
        self._blend = context.blend(context.language)
        self._listeners = listeners_of(self._blend, options.listener)
        self._neighbours = Neighbours(self._blend, self._joint, self._familiarity)
        self._teammates = [EmbeddingGuesser.hearing(self._blend, x) for x in self._listeners]

    def act(self, view: SpymasterView, rng: random.Random, budget: Budget) -> Decision[GiveClue]:  # noqa: ARG002
        """Give the best legal clue.

        Raises:
            Forfeit: If the vocabulary holds no legal clue.
        """
        found = self.rank(ClueTask.of(view), top=self._top)
        if not found:
            raise Forfeit(Text("No legal clue in the vocabulary.", "词表中没有合法的线索。"))
        best = found[0]
        candidates = [candidate.to_json(view.language) for candidate in found]
        notes = {"targets": list(best.targets), "candidates": candidates}
        return Decision(GiveClue(word=best.clue, number=best.number), notes)

    def rank(
        self, task: ClueTask, top: int = 5, clues: Sequence[str] | None = None
    ) -> list[Candidate]:
        """Return the best legal clues, each with its best number, best first.

        Args:
            task: The board.
            top: How many; fewer are returned when there are no more legal ones.
            clues: Different words to choose among; None: the vocabulary.

        Raises:
            InputError: If the board is unusable.
            UnknownWord: If a board word or one of ``clues`` has no vector.
        """
        if not task.own:
            raise bad_input("own", "", en="give at least one own word.", zh="至少要有一个己方词。")
        if len(task.words) == len(task.own):
            return self._rank_unopposed(task, top, clues)
        if clues is not None:
            listed = self._neighbours.listed(clues, task.words, self._trust(clues))
            return self._best(listed, task, top)
        found = self._best(self._neighbours.look(task.own, task.words), task, top)
        if not found:
            # Everything near the last own words is barred, by a shared character for instance.
            every = self._blend.vocabulary
            whole = self._neighbours.listed(every, task.words, self._familiarity)
            found = self._best(whole, task, top)
        return found

    def _best(self, offer: Offer, task: ClueTask, top: int) -> list[Candidate]:
        """Rank the clues of the first shortlist that holds a legal one."""
        for chosen in self._shortlists(offer.odds, task):
            found = self._judged(offer, chosen, task, top)
            if found:
                return found
        return []

    def _judged(
        self, offer: Offer, chosen: NDArray[np.intp], task: ClueTask, top: int
    ) -> list[Candidate]:
        """Judge clues by all listeners and numbers; return the best legal ones."""
        words = offer.clues(chosen)
        odds = sharpen(weighted(self._weights, offer.near(chosen)))
        most = min(len(task.own), self._most, max(task.max_number, 1), MOST_TARGETS)
        outcomes = judge_clues(odds, self._belief, task, most)
        score = outcomes.robust(self._level.caution, self._level.shortfall)
        numbers = score.argmax(axis=1) + 1
        best = score.max(axis=1)
        rounded = np.round(best, 6).tolist()
        order = sorted(range(len(words)), key=lambda i: (-rounded[i], words[i]))
        legal = self._permitted.sift([words[i] for i in order], task)
        joint = odds[self._listeners.index(self._joint)]
        out = [
            self._candidate(words[i], joint[i], i, int(numbers[i]), float(best[i]), outcomes, task)
            for i in (order[place] for place in islice(legal, top))
        ]
        if task.earlier:
            finish = Finish(self._teammates, task, self._permitted)
            out += finish.unlimited(words, joint, outcomes, score[:, 0])
            out += finish.zero(offer)
        return sorted(out, key=lambda c: (-round(c.value, 6), c.clue))[:top]

    def _rank_unopposed(
        self, task: ClueTask, top: int, clues: Sequence[str] | None
    ) -> list[Candidate]:
        """Rank clues for a board without a wrong word.

        Nothing can go wrong there, so every clue would be worth the same; common words stand in
        for bystanders, so that the clue still points to the own words and not past them.
        """
        own = frozenset(map(squash, task.own))
        common = self._blend.vocabulary[: _STAND_INS * 100 : 100]
        stand_ins = tuple(word for word in common if squash(word) not in own)
        found = self.rank(replace(task, neutral=stand_ins), top, clues)
        safe = (replace(c, p_opponent=0.0, p_neutral=0.0, p_assassin=0.0) for c in found)
        return [replace(c, reason=explain(c, None)) for c in safe]

    def _candidate(
        self,
        word: str,
        odds: Floats,
        i: int,
        number: int,
        value: float,
        outcomes: Outcomes,
        task: ClueTask,
    ) -> Candidate:
        own = len(task.own)
        order = sorted(range(own), key=lambda j: (-odds[j], task.own[j]))
        assassin, opponent, neutral = map(float, outcomes.risks(i, number))
        bare = Candidate(
            word,
            number,
            tuple(task.own[j] for j in order[:number]),
            outcomes.expected(i, number),
            assassin,
            opponent,
            neutral,
            value,
        )
        bad = task.words[own:]
        nearest = max(range(len(bad)), key=lambda j: (odds[own + j], bad[j]), default=None)
        return replace(bare, reason=explain(bare, None if nearest is None else bad[nearest]))

    @staticmethod
    def _shortlists(odds: Floats, task: ClueTask) -> Iterator[NDArray[np.intp]]:
        """Yield the clues in parts, those that find most before the first bad word first."""
        rate = rates(odds)
        k = len(task.own)
        weights = np.ones(rate.shape[1] - k, dtype=np.float32)
        if task.assassin:
            weights[-len(task.assassin) :] = _ASSASSIN_WEIGHT
        score = comes_first(rate[:, :k], rate[:, k:] @ weights).sum(axis=1)
        order = np.argsort(-score, kind="stable")
        for start in range(0, len(order), SHORTLIST):
            yield order[start : start + SHORTLIST]

    def _trust(self, clues: Sequence[str]) -> Floats:
        last = len(self._familiarity) - 1
        return self._familiarity[[self._ranks.get(squash(clue), last) for clue in clues]]

    @cached_property
    def _ranks(self) -> dict[str, int]:
        return {word: i for i, word in enumerate(self._blend.vocabulary)}

    @cached_property
    def _familiarity(self) -> Floats:
        count = len(self._blend.vocabulary)
        return np.linspace(1.0, 1.0 - DOUBT, count, dtype=np.float32)

    @cached_property
    def _joint(self) -> Listener:
        return next(x for x in self._listeners if x.name == "blend")

    @cached_property
    def _weights(self) -> Floats:
        """Array (L, B)."""
        return np.stack([listener.weights for listener in self._listeners])

    @cached_property
    def _belief(self) -> NDArray[np.float64]:
        return np.array([listener.share for listener in self._listeners])
