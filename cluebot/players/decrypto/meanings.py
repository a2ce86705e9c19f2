"""The similarities that the players of Decrypto think in."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluebot.players.decrypto.posteriors import Floats, Mask
from embeddings.blend import Blend

_SAMPLE_CLUES, _SAMPLE_WORDS = 1500, 60
_CEILING = 0.9995
_REMEMBERED = 256


class Meanings:
    """A blend's similarities in standard units, with the mean of its blocks as one more space.

    In each space the similarity of two words drawn at random from the vocabulary has mean 0 and
    deviation 1, whatever the calibration of the blend, so that the constants of the players hold
    for every blend.

    Args:
        blend: The vectors of one language.
    """

    def __init__(self, blend: Blend) -> None:
        self.blend = blend
        self.language = blend.language
        self._reckoned: OrderedDict[Hashable, Floats] = OrderedDict()

    @cached_property
    def spaces(self) -> tuple[str, ...]:
        """Names of the S spaces: the blocks and, if there are several, ``"blend"`` last."""
        blocks = tuple(self.blend.blocks)
        return blocks if len(blocks) == 1 else (*blocks, "blend")

    def similarities(self, clues: Sequence[str] | None, words: Sequence[str]) -> Floats:
        """Return standardised similarities, array (S, C, W); ``clues`` None: the vocabulary.

        Raises:
            UnknownWord: If a text has no vector in any block.
        """
        return self._of_blocks(self.blend.similarities(clues, words))

    def remembered(self, key: Hashable, reckon: Callable[[], Floats]) -> Floats:
        """Return what a decoder has reckoned in these spaces, reckoned now if need be.

        Args:
            key: All that it follows from, so that it is the same whenever it is reckoned.
            reckon: Reckons it.
        """
        found = self._reckoned.pop(key, None)
        if found is None:
            found = reckon()
        self._reckoned[key] = found
        while len(self._reckoned) > _REMEMBERED:
            self._reckoned.popitem(last=False)
        return found

    @cached_property
    def ceilings(self) -> Floats:
        """The similarity that one pair in 2,000 exceeds, by space, array (S,)."""
        sample, same = self._sample
        blocks = self._of_blocks(sample)[:, ~same]
        result: Floats = np.quantile(blocks, _CEILING, axis=1).astype(np.float32)
        return result

    def with_mean(self, blocks: Floats | NDArray[np.float16]) -> Floats:
        """Return standardised similarities (B, ...) with the mean of the B blocks, (S, ...)."""
        out = np.empty((len(self.spaces), *blocks.shape[1:]), dtype=np.float32)
        out[: len(blocks)] = blocks
        self._fill_mean(out)
        return out

    def _of_blocks(self, raw: Floats) -> Floats:
        mean, deviation, _ = self._standard
        out = np.empty((len(self.spaces), *raw.shape[1:]), dtype=np.float32)
        blocks = out[: len(raw)]
        np.subtract(raw, mean, out=blocks)
        blocks /= deviation
        self._fill_mean(out)
        return out

    def _fill_mean(self, out: Floats) -> None:
        """Put the mean of several blocks, in units of its deviation, into the last slice."""
        if len(out) > 1:
            np.add.reduce(out[:-1], axis=0, out=out[-1])
            out[-1] /= (len(out) - 1) * self._standard[2]

    @cached_property
    def _sample(self) -> tuple[Floats, Mask]:
        """Similarities of clues and words from all over the vocabulary; which are the same."""
        vocabulary = self.blend.vocabulary
        clues = vocabulary[:: max(1, len(vocabulary) // _SAMPLE_CLUES)]
        words = vocabulary[1 :: max(1, len(vocabulary) // _SAMPLE_WORDS)]
        same = np.array([[clue == word for word in words] for clue in clues])
        return self.blend.similarities(clues, words), same

    @cached_property
    def _standard(self) -> tuple[Floats, Floats, np.float32]:
        """Mean and deviation of each block, and the deviation of their mean."""
        raw, same = self._sample
        sample = raw[:, ~same]
        mean = sample.mean(axis=1)[:, None, None]
        deviation = np.maximum(sample.std(axis=1)[:, None, None], 1e-6)
        joint = ((sample[:, None] - mean) / deviation).mean(axis=0)
        return mean, deviation, np.float32(max(float(joint.std()), 1e-6))
