"""Words that earlier clues pointed to and nobody has found, and what looking for them is worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluebot.players.codenames.guesser import EmbeddingGuesser
from cluebot.players.codenames.tasks import ClueTask
from cluebot.players.codenames.value import after_turn
from cluebot.players.listener import Floats, among_first, found_before, rates, sharpen

Array = NDArray[np.float64]

WARNED = 2
"""How many words a clue with the number 0 is taken to warn of."""


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What the operatives make of the earlier clues.

    Attributes:
        rate: Array (W,) over `ClueTask.words`: how soon each is touched without a new clue.
        count: How many own words they expect to be left over.
    """

    rate: Array
    count: int

    def found(
        self, open_own: NDArray[np.intp], own: int, damping: Array | float
    ) -> tuple[Floats, Array]:
        """Return the chances of finding 0, 1, ... leftovers, and how each wrong word shares.

        Args:
            open_own: Places of own words that are still to be found.
            own: Number of own words, which come first in the task's words.
            damping: Array (W,): factors on the rates; 1.0 for none.
        """
        rate = self.rate * damping
        bad = rate[own:]
        most = min(self.count, len(open_own))
        counts = found_before(
            rate[open_own].astype(np.float32), np.asarray(bad.sum(), dtype=np.float32), most
        )
        return counts, bad / max(bad.sum(), 1e-12)


def leftovers(guesser: EmbeddingGuesser, task: ClueTask) -> Leftovers | None:
    """Return what earlier clues leave a guesser to find; None when they leave nothing."""
    total = np.zeros(len(task.words))
    for clue in task.earlier:
        odds = guesser.odds(clue.clue, task.words)
        total += among_first(rates(odds), clue.missing)
    count = min(sum(c.missing for c in task.earlier), len(task.own))
    return Leftovers(total, count) if count else None


def value_of_going_on(
    left: Leftovers, task: ClueTask, open_own: NDArray[np.intp], damping: Array | float = 1.0
) -> tuple[float, float, Array]:
    """Return what it is worth to let the operatives look for all leftovers.

    Args:
        left: The leftovers.
        task: The board.
        open_own: Places of the own words still to be found.
        damping: Array (W,): factors on the rates of all words; 1.0 for none.

    Returns:
        The value after the turn, the own words expected, and the chances (3,) that the turn ends
        on the assassin, the other side, a bystander.
    """
    own, others = len(task.own), max(1, len(task.opponent))
    counts, shares = left.found(open_own, own, damping)
    most = len(counts) - 1
    ends = np.cumsum([len(task.opponent), len(task.neutral), len(task.assassin)])
    theirs, nobodys = shares[: ends[0]].sum(), shares[ends[0] : ends[1]].sum()
    deadly = shares[ends[1] :].sum()
    table = after_turn(own, others, task.mode)
    remaining = len(open_own) - np.arange(most + 1)
    failed = theirs * table[remaining, others - 1] + nobodys * table[remaining, others]
    value = float(counts[:-1] @ failed[:-1] + counts[-1] * table[remaining[-1], others])
    expected = float(counts @ np.arange(most + 1))
    return value, expected, (1 - float(counts[-1])) * np.array([deadly, theirs, nobodys])


def warning(odds: Floats) -> Array:
    """Return the factors (W,) by which a clue with the number 0 damps each word."""
    rate = rates(sharpen(odds))
    return 1 - among_first(rate, WARNED)
