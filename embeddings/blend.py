"""`Blend`: several spaces side by side, each one a different possible listener."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Blend(Protocol):
    """The vectors of one language."""

    @property
    def language(self) -> str:
        """The language code."""
        ...

    @property
    def blocks(self) -> tuple[str, ...]:
        """Names of the B spaces."""
        ...

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The V words that may be clues, most frequent first."""
        ...

    def similarities(
        self, clues: Sequence[str] | None, words: Sequence[str]
    ) -> NDArray[np.float32]:
        """Return calibrated similarities, one slice a block.

        Args:
            clues: C clue texts, or None for the whole vocabulary.
            words: W board words or keywords.

        Returns:
            Array (B, C, W) float32.

        Raises:
            UnknownWord: If a text has no vector in any block; names all of them.
        """
        ...
