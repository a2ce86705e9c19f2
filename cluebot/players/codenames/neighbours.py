"""The clue words near a board's own words, remembered from turn to turn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cluebot.players.listener import Floats, Listener
from embeddings.blend import Blend, Searchable

NEAREST = 200
"""How many clue words near each own word are looked at."""


class Neighbours:
    """Finds the clue words worth considering, and how similar they are to the words of a board.

    Similarities do not change while a board is played off, so they are worked out once.

    Args:
        blend: The vectors.
        joint: The listener whose neighbours count.
    """

    def __init__(self, blend: Blend, joint: Listener) -> None:
        self._blend = blend
        self._joint = joint
        self._ids: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._columns: dict[str, int] = {}
        self._similarities: Floats = np.empty((0, 0, 0), dtype=np.float32)

    def look(self, own: Sequence[str], words: Sequence[str]) -> tuple[NDArray[np.int64], Floats]:
        """Return the places of C clue words in the vocabulary, ascending, and similarities.

        Args:
            own: Words whose neighbours are wanted.
            words: W words of the board.

        Returns:
            Array (C,), and array (B, C, W) as of `Blend.similarities`.

        Raises:
            UnknownWord: If a word has no vector.
        """
        ids = self._around(own)
        known = self._columns.keys() >= set(words) and np.isin(ids, self._ids).all()
        if not known:
            self._ids = ids
            self._columns = {word: i for i, word in enumerate(words)}
            clues = [self._blend.vocabulary[i] for i in ids]
            self._similarities = self._blend.similarities(clues, words)
        rows = np.searchsorted(self._ids, ids)
        columns = [self._columns[word] for word in words]
        return ids, self._similarities[:, rows[:, None], columns]

    def _around(self, own: Sequence[str]) -> NDArray[np.int64]:
        count = min(NEAREST, len(self._blend.vocabulary))
        if isinstance(self._blend, Searchable):
            found = self._blend.nearest(own, count)
        else:
            odds = self._joint.log_odds(self._blend.similarities(None, own)).T
            found = np.argpartition(-odds, count - 1, axis=1)[:, :count].astype(np.int64)
        return np.unique(found)
