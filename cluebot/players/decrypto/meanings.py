"""The similarities that the players of Decrypto think in."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from cluebot.players.decrypto.memory import Memory
from cluebot.players.decrypto.posteriors import Floats
from embeddings.blend import Blend

_SAMPLE_CLUES, _SAMPLE_WORDS = 1500, 60
_CEILING = 0.9995
_REMEMBERED = 256


@dataclass(frozen=True, slots=True)
class _Units:
    """What turns the similarities of a blend into standard units.

    Attributes:
        mean: Of each block, array (B, 1, 1).
        deviation: Of each block, array (B, 1, 1).
        joint: Deviation of the mean of the standardised blocks.
        ceilings: See `Meanings.ceilings`.
    """

    mean: Floats
    deviation: Floats
    joint: np.float32
    ceilings: Floats


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
        self._units = _units(blend)
        self._memory: Memory[Floats] = Memory(_REMEMBERED)

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
        """Return what a decoder has reckoned in these spaces; see `Memory.recall`."""
        return self._memory.recall(key, reckon)

    @property
    def ceilings(self) -> Floats:
        """The similarity that one pair in 2,000 exceeds, by space, array (S,)."""
        return self._units.ceilings

    def with_mean(self, blocks: Floats | NDArray[np.float16]) -> Floats:
        """Return standardised similarities (B, ...) with the mean of the B blocks, (S, ...)."""
        return _with_mean(blocks, self._units.joint)

    def _of_blocks(self, raw: Floats) -> Floats:
        return self.with_mean((raw - self._units.mean) / self._units.deviation)


def _with_mean(blocks: Floats | NDArray[np.float16], joint: np.float32) -> Floats:
    """Put the mean of several blocks, in units of its deviation, behind them."""
    count = len(blocks)
    out = np.empty((count if count == 1 else count + 1, *blocks.shape[1:]), dtype=np.float32)
    out[:count] = blocks
    if count > 1:
        np.add.reduce(out[:count], axis=0, out=out[count])
        out[count] /= count * joint
    return out


# Each seat at each table has meanings of its own; the units are the same for all.
@lru_cache(maxsize=8)
def _units(blend: Blend) -> _Units:
    """Measure similarities of clues and words from all over the vocabulary."""
    vocabulary = blend.vocabulary
    clues = vocabulary[:: max(1, len(vocabulary) // _SAMPLE_CLUES)]
    words = vocabulary[1 :: max(1, len(vocabulary) // _SAMPLE_WORDS)]
    different = np.array([[clue != word for word in words] for clue in clues])
    sample = blend.similarities(clues, words)[:, different]
    mean = sample.mean(axis=1, keepdims=True)
    deviation = np.maximum(sample.std(axis=1, keepdims=True), 1e-6)
    blocks = (sample - mean) / deviation
    joint = np.float32(max(float(blocks.mean(axis=0).std()), 1e-6))
    ceilings = np.quantile(_with_mean(blocks, joint), _CEILING, axis=1).astype(np.float32)
    return _Units(mean[:, :, None], deviation[:, :, None], joint, ceilings)
