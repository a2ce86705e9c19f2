"""`Blend`: several spaces side by side, each one a different possible listener."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


class Blend(Protocol):
    """The vectors of one language.

    A slice of similarities is calibrated on human choices: softmax over the board words of one
    slice is how a listener chooses who knows nothing but that space. The weighted sum of the
    slices is how people choose. Blends do not change and are told apart as objects.
    """

    def __hash__(self) -> int: ...

    @property
    def language(self) -> str:
        """The language code."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the vectors or their calibration change."""
        ...

    @property
    def blocks(self) -> tuple[str, ...]:
        """Names of the B spaces."""
        ...

    @property
    def weights(self) -> NDArray[np.float32]:
        """Array (B,): what each slice counts in the joint listener."""
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
            Array (B, C, W) float32. Where a block does not know a text, the mean of the blocks
            that do stands in.

        Raises:
            UnknownWord: If a text has no vector in any block; names all of them.
        """
        ...


@runtime_checkable
class Searchable(Protocol):
    """A blend that finds neighbours faster than by all similarities."""

    def nearest(self, words: Sequence[str], count: int) -> NDArray[np.int64]:
        """Return the clue words that the joint listener puts nearest to each word.

        Args:
            words: W words.
            count: How many neighbours; at most V.

        Returns:
            Array (W, count): places in the vocabulary, in no particular order. Beyond some
            200,000 clue words nearly, not certainly, the nearest.

        Raises:
            UnknownWord: If a word has no vector in any block; names all of them.
        """
        ...

    def similarities_at(
        self, places: NDArray[np.int64], words: Sequence[str]
    ) -> NDArray[np.float32]:
        """Return what `Blend.similarities` does for clue words given by their places.

        Args:
            places: Array (C,): places in the vocabulary.
            words: W words.

        Returns:
            Array (B, C, W) float32.

        Raises:
            UnknownWord: If a text has no vector in any block; names all of them.
        """
        ...


@runtime_checkable
class Partial(Protocol):
    """A blend whose blocks tell which clue words they know, and where others stand in for them."""

    @property
    def known(self) -> NDArray[np.bool_]:
        """Array (B, V): which words of the vocabulary each block knows."""
        ...
