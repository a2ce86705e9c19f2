"""The similarities that the players of Decrypto think in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from cluebot.players.decrypto.posteriors import Floats, Mask
from embeddings.blend import Blend

_SAMPLE_CLUES, _SAMPLE_WORDS = 1500, 60
_CEILING = 0.9995


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

    @property
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

    @cached_property
    def ceilings(self) -> Floats:
        """The similarity that one pair in 2,000 exceeds, by space, array (S,)."""
        sample, same = self._sample
        blocks = self._of_blocks(sample)[:, ~same]
        result: Floats = np.quantile(blocks, _CEILING, axis=1).astype(np.float32)
        return result

    def _of_blocks(self, raw: Floats) -> Floats:
        mean, deviation, scale = self._standard
        blocks = (raw - mean) / deviation
        if len(blocks) == 1:
            return blocks
        return np.concatenate([blocks, blocks.mean(axis=0, keepdims=True) / scale])

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
