"""A small blend of hand-made vectors, so that the players' answers can be worked out."""

from __future__ import annotations

import numpy as np
import pytest

from cluebot.players.base import Context
from embeddings.errors import UnknownWord

TOPICS = ("sea", "music", "space", "food")
WORDS = {
    "shark": (3, 0, 0, 0), "coral": (2.5, 0, 0, 0), "anchor": (2, 0, 0, 0),
    "violin": (0, 3, 0, 0), "trumpet": (0, 2.5, 0, 0),
    "rocket": (0, 0, 3, 0), "comet": (0, 0, 2.5, 0),
    "butter": (0, 0, 0, 3), "lemon": (0, 0, 0, 2.5),
}  # fmt: skip
CLUES = {
    "ocean": (1, 0, 0, 0), "melody": (0, 1, 0, 0), "galaxy": (0, 0, 1, 0), "dinner": (0, 0, 0, 1),
    "voyage": (0.7, 0, 0.7, 0), "harbour": (0.9, 0, 0, 0.1),
}  # fmt: skip


class SmallBlend:
    """Two spaces; the second sees everything half as clearly."""

    language = "en"
    version = "small"
    blocks = ("sharp", "dull")
    weights = np.array([0.7, 0.3], dtype=np.float32)
    vocabulary = tuple(CLUES)

    def similarities(self, clues, words):
        known = {**WORDS, **CLUES}
        clues = self.vocabulary if clues is None else clues
        lost = tuple(t for t in (*clues, *words) if t not in known)
        if lost:
            raise UnknownWord(lost)
        left = np.array([known[c] for c in clues], dtype=np.float32)
        right = np.array([known[w] for w in words], dtype=np.float32)
        sharp = left @ right.T
        return np.stack([1.5 * sharp, 0.75 * sharp])


@pytest.fixture
def context():
    def make(**options):
        return Context("en", lambda _: SmallBlend(), options=options)

    return make
