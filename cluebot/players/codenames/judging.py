"""What several listeners would make of every clue with every number."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluebot.players.codenames.tasks import ClueTask
from cluebot.players.codenames.value import after_turn
from cluebot.players.listener import Floats, found_before, rates

Array = NDArray[np.float64]

DREAD = 1.5
"""Factor on the assassin's rate: teammates with other vectors touch it more often than the
listeners foresee."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What L listeners make of C clues with the numbers 1 to N.

    Attributes:
        belief: Array (L,): how probable each listener is.
        value: Array (L, C, N): win chance after the turn.
        found: Array (L, C, N): own words expected.
        wrong: Array (L, C, N): chance that the turn ends on a wrong word.
        kinds: Array (L, C, 3): which it is then: assassin, the other side's, a bystander.
    """

    belief: Array
    value: Array
    found: Array
    wrong: Array
    kinds: Array

    def robust(self, caution: float, shortfall: float) -> Array:
        """Return values (C, N): the mean over listeners, drawn towards the worst by caution.

        Args:
            caution: How far, from 0 to 1.
            shortfall: Numbers above 1 that exceed the words expected by more are worth 0.
        """
        mean: Array = np.tensordot(self.belief, self.value, axes=1)
        worst: Array = self.value.min(axis=0)
        value = (1 - caution) * mean + caution * worst
        found = np.tensordot(self.belief, self.found, axes=1)
        numbers = np.arange(1, value.shape[1] + 1)
        value[:, 1:][(found < numbers - shortfall)[:, 1:]] = 0.0
        return value

    def expected(self, clue: int, number: int) -> float:
        """Return the own words expected."""
        return float(self.belief @ self.found[:, clue, number - 1])

    def risks(self, clue: int, number: int) -> Array:
        """Return the chances (3,) of ending on the assassin, the other side, a bystander."""
        wrong = self.belief * self.wrong[:, clue, number - 1]
        out: Array = wrong @ self.kinds[:, clue]
        return out


def judge_clues(odds: Floats, belief: Array, task: ClueTask, most: int) -> Outcomes:
    """Judge clues for the numbers 1 to ``most``, on the assumption that all guesses are used.

    Args:
        odds: Array (L, C, W): log-odds of each listener for `ClueTask.words`.
        belief: Array (L,): how probable each listener is.
        task: The board.
        most: Largest number; at most the count of own words.
    """
    own = len(task.own)
    rate = rates(odds)
    ends = own + np.cumsum([len(task.opponent), len(task.neutral), len(task.assassin)])
    theirs = rate[..., own : ends[0]].sum(axis=-1)
    nobodys = rate[..., ends[0] : ends[1]].sum(axis=-1)
    deadly = DREAD * rate[..., ends[1] : ends[2]].sum(axis=-1)
    bad = theirs + nobodys + deadly
    count = found_before(rate[..., :own], bad, most).astype(np.float64)
    kinds = np.stack([deadly, theirs, nobodys], axis=-1) / np.maximum(bad, 1e-12)[..., None]
    others = len(task.opponent) or 1
    table = after_turn(own, others, task.mode)
    after = table[own - np.arange(most + 1), others]
    helped = table[own - np.arange(most + 1), others - 1]
    failed = kinds[..., 1:2] * helped + kinds[..., 2:3] * after
    # By number: what the misses before it bring, and what it brings itself.
    misses = count[..., :-1]
    success = 1 - np.cumsum(misses, axis=-1)
    value = np.cumsum(misses * failed[..., :-1], axis=-1) + success * after[1:]
    found = np.cumsum(misses * np.arange(most), axis=-1) + success * np.arange(1, most + 1)
    wrong = 1 - success
    return Outcomes(belief, value, found, wrong, kinds.astype(np.float64))
