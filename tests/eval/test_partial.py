"""A player in a few blocks: those blocks where they know the words, the whole blend's rule else."""

from __future__ import annotations

import numpy as np
import pytest

from cluebot.errors import InputError
from embeddings.errors import UnknownWord
from eval.partial import PartialBlend


class Whole:
    """A blend of two blocks; the first does not know “rare”."""

    language = "en"
    version = "en-1"
    vocabulary = ("sun", "moon", "rare")
    blocks = ("one", "two")
    weights = np.array([0.4, 0.6], dtype=np.float32)

    def __init__(self, values=(1.0, 2.0), knows_all=True):
        self._values, self._knows_all = values, knows_all

    def similarities(self, clues, words):
        if not self._knows_all and "rare" in (*(clues or ()), *words):
            raise UnknownWord(("rare",))
        count = len(self.vocabulary) if clues is None else len(clues)
        return np.stack([np.full((count, len(words)), v, dtype=np.float32) for v in self._values])

    def similarities_at(self, places, words):
        return self.similarities([self.vocabulary[i] for i in places], words)

    def nearest(self, words, count):
        if not self._knows_all and "rare" in words:
            raise UnknownWord(("rare",))
        return np.full((len(words), count), len(self._values))

    def subset(self, blocks):
        part = Whole(values=(1.0,), knows_all=False)
        part.blocks, part.weights = tuple(blocks), np.ones(1, dtype=np.float32)
        return part


def test_known_words_are_seen_by_the_blocks_alone():
    blend = PartialBlend(Whole(), ["one"])
    assert blend.blocks == ("one",)
    assert blend.version == "en-1/one"
    assert blend.similarities(["sun"], ["moon"]).tolist() == [[[1.0]]]
    assert blend.nearest(["sun"], 1).tolist() == [[1]]


def test_unknown_words_are_seen_as_the_whole_blend_sees_them_in_these_blocks():
    blend = PartialBlend(Whole(), ["one"])
    assert blend.similarities(["rare"], ["moon"]).tolist() == [[[1.0]]]
    assert PartialBlend(Whole(), ["two"]).similarities(["rare"], ["sun"]).tolist() == [[[2.0]]]
    assert PartialBlend(Whole(), ["two"]).similarities_at([2], ["sun"]).tolist() == [[[2.0]]]
    assert blend.nearest(["rare"], 1).tolist() == [[2]]


def test_an_unknown_block_is_named():
    with pytest.raises(InputError, match="did you mean 'one'"):
        PartialBlend(Whole(), ["ones"])
