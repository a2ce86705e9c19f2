"""Likelihood ratios of common clues under many keywords, reckoned once and kept in the cache.

Each takes one byte, which tells where it lies between `SURPRISE` and the largest of its hypothesis
on the scale of the bit patterns of floating-point numbers. That scale is nearly logarithmic (a step
is a tenth or less, so that rounding changes a ratio by a twentieth at most), and reading it takes
no table: the pattern is a multiple of the byte. The file is mapped, so that only the rows of clues
that come up are in memory.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cluebot.players.decrypto.posteriors import Floats

SURPRISE = 0.02
"""How probable it is that a clue giver says anything at all: the least that a ratio can be."""

_MOST = 255
_ROWS = 16
_LEAST = np.float32(SURPRISE).view(np.uint32)

Codes = NDArray[np.uint8]
Steps = NDArray[np.uint32]


class RatioTable:
    """Ratios of the C common words of a vocabulary as clues under N keywords and H hypotheses.

    Args:
        clues: The C words, distinct.
        codes: The bytes, array (C, H, N).
        steps: What each counts, array (H,); see `steps_to`.
        means: Mean over the keywords of each clue's ratios, array (C, H).
    """

    def __init__(self, clues: Sequence[str], codes: Codes, steps: Steps, means: Floats) -> None:
        self.means = means
        self._places = {clue: i for i, clue in enumerate(clues)}
        self._codes = codes
        self._steps = steps

    def find(self, clues: Sequence[str]) -> Floats | None:
        """Return the ratios of C clues, array (H, C, N); None: the table does not have them all."""
        places = [self._places.get(clue, -1) for clue in clues]
        return None if -1 in places else _read(self._codes[places], self._steps).swapaxes(0, 1)

    def select(self, places: NDArray[np.intp], columns: NDArray[np.intp]) -> Floats:
        """Return the ratios of U clues under some keywords, array (H, U, n).

        Args:
            places: Places of the clues in the vocabulary.
            columns: Places of n keywords.
        """
        codes = np.empty((len(places), len(self._steps), len(columns)), dtype=np.uint8)
        # A few rows at a time, so that they are still in the processor's cache.
        for start in range(0, len(places), _ROWS):
            some = slice(start, start + _ROWS)
            codes[some] = self._codes[places[some]].take(columns, axis=2)
        return _read(codes, self._steps).swapaxes(0, 1)


def steps_to(highest: Floats) -> Steps:
    """Return what a byte counts, array (H,), where the ratios of a hypothesis reach so high."""
    tops = np.maximum(highest, 2 * SURPRISE).astype(np.float32)
    steps: Steps = (tops.view(np.uint32) - _LEAST + np.uint32(_MOST - 1)) // np.uint32(_MOST)
    return steps


def encode(ratios: Floats, steps: Steps) -> Codes:
    """Return the nearest bytes to ratios, array (c, H, N).

    Args:
        ratios: Array (H, c, N), which is written to.
        steps: See `steps_to`.
    """
    patterns = ratios.view(np.uint32)
    np.maximum(patterns, _LEAST, out=patterns)
    patterns -= _LEAST
    patterns += steps[:, None, None] // 2
    patterns //= steps[:, None, None]
    np.minimum(patterns, _MOST, out=patterns)
    return patterns.astype(np.uint8).swapaxes(0, 1)


def _read(codes: Codes, steps: Steps) -> Floats:
    """Return the ratios that bytes stand for, arrays (..., H, N)."""
    patterns = codes.astype(np.uint32)
    patterns *= steps[:, None]
    patterns += _LEAST
    return patterns.view(np.float32)
