"""When to say 0 or "unlimited": in the turn that may find all words that are left.

Both lift the limit on guesses, so both are for sides with words left over from earlier clues.
"Unlimited" names one new word and lets the operatives go on with the old ones; 0 names none and
warns of the words it is close to. They are offered only where teammates with the giver's own
vectors, and with each of its spaces alone, would all touch every own word and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import numpy as np

from cluebot.games.codenames import Number
from cluebot.players.codenames.candidates import Candidate
from cluebot.players.codenames.guesser import EmbeddingGuesser
from cluebot.players.codenames.judging import Array, Outcomes
from cluebot.players.codenames.leftovers import (
    Leftovers,
    leftovers,
    value_of_going_on,
    warning,
)
from cluebot.players.codenames.neighbours import Offer
from cluebot.players.codenames.permitted import Permitted
from cluebot.players.codenames.reasons import explain
from cluebot.players.codenames.tasks import ClueTask, GuessTask
from cluebot.players.codenames.value import after_turn
from cluebot.players.listener import Floats

ZEROS = 20
"""How many clues are tried with the number 0."""


@dataclass(frozen=True)
class Finish:
    """The clues that may end the game at once.

    Attributes:
        teammates: Guessers with the giver's vectors: with all together, then each space alone.
        task: The board.
        permitted: Which clues may be given.
    """

    teammates: Sequence[EmbeddingGuesser]
    task: ClueTask
    permitted: Permitted

    def unlimited(
        self, words: Sequence[str], odds: Floats, outcomes: Outcomes, score: Array
    ) -> Iterator[Candidate]:
        """Yield for each own word the best clue to name it, if the rest will follow.

        Args:
            words: C clues.
            odds: Array (C, W): joint log-odds.
            outcomes: What listeners make of the clues.
            score: Array (C,): their values with the number 1.
        """
        task = self.task
        own, others = len(task.own), len(task.opponent) or 1
        left = self._enough(own - 1)
        if left is None or not task.unlimited:
            return
        aims = odds[:, :own].argmax(axis=1)
        after = after_turn(own, others, task.mode)[own - 1, others]
        for target in range(own):
            aimed = sorted(
                np.flatnonzero(aims == target).tolist(), key=lambda i: (-score[i], words[i])
            )
            for place in islice(self.permitted.sift([words[i] for i in aimed], task), 1):
                i = aimed[place]
                if not self._finishes(words[i], "unlimited"):
                    continue
                open_own = np.delete(np.arange(own), target)
                value, found, later = value_of_going_on(left, task, open_own)
                first = float(outcomes.belief @ (1 - outcomes.wrong[:, i, 0]))
                assassin, opponent, neutral = map(float, outcomes.risks(i, 1) + first * later)
                bare = Candidate(
                    words[i],
                    "unlimited",
                    (task.own[target],),
                    first * (1 + found),
                    assassin,
                    opponent,
                    neutral,
                    float(score[i] + first * (value - after)),
                )
                yield replace(bare, reason=explain(bare, None))

    def zero(self, offer: Offer) -> Iterator[Candidate]:
        """Yield the best clue that warns of words, if all leftovers will be found.

        Args:
            offer: The clues to choose among.
        """
        task, odds = self.task, offer.odds
        own = len(task.own)
        left = self._enough(own)
        if left is None or not task.zero:
            return
        threat = (left.rate[own:] / max(left.rate[own:].max(initial=0.0), 1e-12)).astype(np.float32)
        pull = odds[:, own:] @ threat - odds[:, :own].max(axis=1)
        order = np.argsort(-pull, kind="stable")[:ZEROS]
        words = offer.clues(order)
        for place in islice(self.permitted.sift(words, task), 1):
            if self._finishes(words[place], 0):
                damping = warning(odds[order[place]])
                value, found, risks = value_of_going_on(left, task, np.arange(own), damping)
                assassin, opponent, neutral = map(float, risks)
                bare = Candidate(words[place], 0, (), found, assassin, opponent, neutral, value)
                yield replace(bare, reason=explain(bare, None))

    def _enough(self, needed: int) -> Leftovers | None:
        """Return the leftovers if ``needed`` own words, at least one, are among them."""
        left = self._left
        return left if left is not None and left.count >= needed > 0 else None

    @cached_property
    def _left(self) -> Leftovers | None:
        return leftovers(self.teammates[0], self.task)

    def _finishes(self, clue: str, number: Number) -> bool:
        """Whether every teammate touches all own words and nothing else."""
        task = self.task
        heard = GuessTask(
            task.language,
            task.words,
            clue,
            number,
            earlier=task.earlier,
            own_left=len(task.own),
            opponent_left=len(task.opponent),
            assassins=len(task.assassin),
            mode=task.mode,
        )
        own = len(task.own)
        plans = (teammate.rank(heard) for teammate in self.teammates)
        return all(
            plan.take >= own and {word for word, _ in plan.guesses[:own]} == set(task.own)
            for plan in plans
        )
