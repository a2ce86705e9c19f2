"""The search for the best three clues that may be given.

All triples of more than a hundred words a clue are too many to try. From a few good ones the search
changes one clue at a time for the best in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluebot.errors import Forfeit, Text
from cluebot.players.decrypto.posteriors import CODES, Floats, Mask

_NO_CLUES = Text(
    "The encoder found no three legal clues for this code.",
    "加密者找不到三条合法的线索来表达这个密码。",
)

_OTHERS = ((1, 2), (0, 2), (0, 1))

_CELLS = np.stack([CODES[:, [*others, i]] @ [16, 4, 1] for i, others in enumerate(_OTHERS)], 1)
_CUBES: Floats = (_CELLS[:, :, None] == np.arange(64)).reshape(24, -1).astype(np.float32)
"""Where each code lies in a table of the slots of the two other clues and its own, (24, 3 * 64)."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The W words considered for one clue.

    Attributes:
        words: The words.
        ids: A number for each word, the same wherever it is considered, array (W,).
        readers: P(reader takes the word for slot), array (R, 4, W).
        cost: What each word costs besides, array (W,).
        starts: Places of the words to begin with, array (K,).
    """

    words: Sequence[str]
    ids: NDArray[np.intp]
    readers: Floats
    cost: Floats
    starts: NDArray[np.intp]


def best_triple(
    candidates: Sequence[Candidates],
    code: Sequence[int],
    allowed: Mask,
    worth: Floats,
    legal: Callable[[str], bool],
    *,
    repeated: bool,
) -> tuple[tuple[int, ...], Floats]:
    """Return the best triple of different, legal clues that is found.

    Few are judged: only those that are about to be given.

    Args:
        candidates: For each of the three clues.
        code: The true code, slots from 0.
        allowed: The codes that each reader thinks possible, array (R, 24).
        worth: What each reader's chance to find the code is worth, array (R,).
        legal: Says whether a clue may be given now.
        repeated: Whether a word comes up among the candidates for several clues.

    Returns:
        The places of the three words, and for each reader P(he finds the code), array (R,).

    Raises:
        Forfeit: If there is none.
    """
    if not all(some.words for some in candidates):
        raise Forfeit(_NO_CLUES)
    search = _Search(candidates, code, allowed, worth, repeated=repeated)
    verdicts: dict[str, bool] = {}
    while True:
        chosen, chances = search.best()
        barred = False
        for some, place in zip(candidates, chosen, strict=True):
            word = some.words[place]
            if word not in verdicts:
                verdicts[word] = legal(word)
            if not verdicts[word]:
                search.bar(int(some.ids[place]))
                barred = True
        if not barred:
            return chosen, chances


class _Search:
    """The search, which goes on where it was when a word has been barred."""

    def __init__(
        self,
        candidates: Sequence[Candidates],
        code: Sequence[int],
        allowed: Mask,
        worth: Floats,
        *,
        repeated: bool,
    ) -> None:
        self._worth = worth
        self._repeated = repeated
        self._ids = [some.ids for some in candidates]
        self._costs = [some.cost.copy() for some in candidates]
        self._chosen = [some.starts for some in candidates]
        self._readers = [some.readers for some in candidates]
        self._true = [
            some.readers[:, None, slot] for some, slot in zip(candidates, code, strict=True)
        ]
        self._pairs = [code[first] * 4 + code[second] for first, second in _OTHERS]
        # For each clue and reader the slots of the two others, then its own.
        self._cubes = (allowed @ _CUBES).reshape(len(allowed), 3, 16, 4).swapaxes(0, 1)

    def bar(self, word: int) -> None:
        """Let a word be chosen no more."""
        for ids, cost in zip(self._ids, self._costs, strict=True):
            cost[ids == word] = np.inf

    def best(self) -> tuple[tuple[int, ...], Floats]:
        """Return the best triple reached, and each reader's chance to find the code, array (R,).

        Raises:
            Forfeit: If no three different words are left.
        """
        # Each clue once: going round again finds nothing better.
        for clue in range(3):
            chances, value = self._change(clue)
        lines = np.arange(len(value))
        reached = value[lines, self._chosen[clue]]
        for other in _OTHERS[clue]:
            reached = reached - self._costs[other][self._chosen[other]]
        if self._repeated:
            a, b, c = (ids[some] for ids, some in zip(self._ids, self._chosen, strict=True))
            reached[(a == b) | (b == c) | (a == c)] = -np.inf
        best = int(reached.argmax())
        if not np.isfinite(reached[best]):
            raise Forfeit(_NO_CLUES)
        chosen = tuple(int(some[best]) for some in self._chosen)
        return chosen, chances[:, best, chosen[clue]]

    def _change(self, clue: int) -> tuple[Floats, Floats]:
        """Change one clue of all K triples for the best in its place.

        Returns:
            For each word in its place P(reader finds the code), array (R, K, W), and its value,
            array (K, W).
        """
        first, second = _OTHERS[clue]
        left = self._readers[first].take(self._chosen[first], axis=2).swapaxes(1, 2)
        right = self._readers[second].take(self._chosen[second], axis=2).swapaxes(1, 2)
        pairs = (left[:, :, :, None] * right[:, :, None, :]).reshape(*left.shape[:2], 16)
        totals = pairs @ self._cubes[clue]
        totals /= np.maximum(pairs[:, :, self._pairs[clue], None], 1e-30)
        chances: Floats = totals @ self._readers[clue]
        chances += np.float32(1e-30)  # for words that no reader takes for their slot
        np.divide(self._true[clue], chances, out=chances)
        value: Floats = (self._worth @ chances.reshape(len(chances), -1)).reshape(chances.shape[1:])
        value -= self._costs[clue]
        for other in (first, second) if self._repeated else ():
            taken = self._ids[other][self._chosen[other]]
            value[self._ids[clue] == taken[:, None]] = -np.inf
        self._chosen[clue] = value.argmax(axis=1)
        return chances, value
