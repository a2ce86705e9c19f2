"""The clue words near a board's own words, remembered from turn to turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluebot.players.listener import Floats, Listener
from embeddings.blend import Blend, Searchable
from embeddings.listed import NEIGHBOURS

_BOARDS = 4
"""How many boards are remembered: those of both sides, and of a few games at a time."""

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Offer:
    """C clue words beside the W words of a board.

    Attributes:
        words: The words that the clues are taken from: the vocabulary, or a list of clues.
        ids: Array (C,): places of the clues in ``words``.
        odds: Array (C, W): what the joint listener makes of them.
        similarities: Array (B, C', W'): similarities of these clues and words, and of others.
        rows: Array (C,): places of the clues in ``similarities``.
        columns: Array (W,): places of the words in ``similarities``.
    """

    words: Sequence[str]
    ids: Places
    odds: Floats
    similarities: Floats
    rows: Places
    columns: Places

    def clues(self, chosen: NDArray[np.intp]) -> list[str]:
        """Return n of the clues, by their places in the offer."""
        return [self.words[i] for i in self.ids[chosen].tolist()]

    def near(self, chosen: NDArray[np.intp]) -> Floats:
        """Return the similarities (B, n, W) of n of the clues."""
        return self.similarities[:, self.rows[chosen][:, None], self.columns]


@dataclass(frozen=True, slots=True)
class _Board:
    """What is remembered of a board.

    Attributes:
        rows: Array (V,): for each word of the vocabulary its row in the similarities, or -1.
        columns: For each word of the board its column.
        similarities: Array (B, C, W).
        odds: Array (C, W): what the joint listener makes of them.
    """

    rows: Places
    columns: dict[str, int]
    similarities: Floats
    odds: Floats

    def covers(self, ids: Places, words: Sequence[str]) -> bool:
        return self.columns.keys() >= set(words) and bool((self.rows[ids] >= 0).all())

    def offer(self, vocabulary: Sequence[str], ids: Places, words: Sequence[str]) -> Offer:
        rows = self.rows[ids]
        columns = np.array([self.columns[word] for word in words], dtype=np.int64)
        # Whole rows first: picking rows and columns at once is several times as slow.
        odds = self.odds[rows][:, columns]
        return Offer(vocabulary, ids, odds, self.similarities, rows, columns)


class Neighbours:
    """Finds the clue words worth considering, and how similar they are to the words of a board.

    Similarities do not change while a board is played off, so they are worked out once.

    Args:
        blend: The vectors.
        joint: The listener whose neighbours count.
        trust: Array (V,): factors on the similarities of the vocabulary.
    """

    def __init__(self, blend: Blend, joint: Listener, trust: Floats) -> None:
        self._blend = blend
        self._joint = joint
        self._trust = trust
        self._nearest = blend.nearest if isinstance(blend, Searchable) else self._exhaustive
        self._beside = blend.similarities_at if isinstance(blend, Searchable) else self._by_words
        # Replaced as a whole, never changed: requests to a service share a player.
        self._boards: tuple[_Board, ...] = ()

    def look(self, own: Sequence[str], words: Sequence[str]) -> Offer:
        """Return the clue words near the own words, in the order of the vocabulary.

        Args:
            own: Words whose neighbours are wanted.
            words: W words of the board.

        Raises:
            UnknownWord: If a word has no vector.
        """
        ids = self._around(own)
        boards = self._boards
        board = next((known for known in boards if known.covers(ids, words)), None)
        if board is None:
            board = self._learn(ids, words)
            self._boards = (board, *boards)[:_BOARDS]
        return board.offer(self._blend.vocabulary, ids, words)

    def listed(self, clues: Sequence[str], words: Sequence[str], trust: Floats) -> Offer:
        """Return an offer of clues that somebody else has listed.

        Args:
            clues: C clues.
            words: W words of the board.
            trust: Array (C,): factors on their similarities.

        Raises:
            UnknownWord: If a clue or word has no vector.
        """
        similarities = self._blend.similarities(clues, words) * trust[:, None]
        every = np.arange(len(clues), dtype=np.int64)
        columns = np.arange(len(words), dtype=np.int64)
        odds = self._joint.log_odds(similarities)
        return Offer(clues, every, odds, similarities, every, columns)

    def _learn(self, ids: Places, words: Sequence[str]) -> _Board:
        similarities = self._beside(ids, words) * self._trust[ids][:, None]
        rows = np.full(len(self._blend.vocabulary), -1, dtype=np.int64)
        rows[ids] = np.arange(len(ids))
        columns = {word: i for i, word in enumerate(words)}
        return _Board(rows, columns, similarities, self._joint.log_odds(similarities))

    def _around(self, own: Sequence[str]) -> Places:
        size = len(self._blend.vocabulary)
        count = min(NEIGHBOURS, size)
        near = np.zeros(size, dtype=np.bool_)
        near[self._nearest(own, count)] = True
        return np.flatnonzero(near)

    def _by_words(self, ids: Places, words: Sequence[str]) -> Floats:
        vocabulary = self._blend.vocabulary
        return self._blend.similarities([vocabulary[i] for i in ids.tolist()], words)

    def _exhaustive(self, words: Sequence[str], count: int) -> Places:
        odds = self._joint.log_odds(self._blend.similarities(None, words)).T
        return np.argpartition(-odds, count - 1, axis=1)[:, :count].astype(np.int64)
