"""Some blocks of a blend, for players that think in vectors of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cluebot.registry import unknown_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from embeddings.space_blend import SpaceBlend


class PartialBlend:
    """Some blocks of a blend; see `embeddings.blend.Blend`.

    No single space knows every word. As in the whole blend, where a block does not know a text,
    the mean of all blocks that do stands in: a player must not fail a board because of one rare
    word on it.

    Args:
        whole: The blend.
        blocks: Names of the blocks.

    Raises:
        InputError: If the blend has no such block.
    """

    def __init__(self, whole: SpaceBlend, blocks: Sequence[str]) -> None:
        for block in blocks:
            if block not in whole.blocks:
                raise unknown_name("vectors", block, whole.blocks)
        self._whole = whole
        self._part = whole.subset(blocks)
        self._places = [whole.blocks.index(block) for block in blocks]
        self.language = whole.language
        self.vocabulary = whole.vocabulary
        self.blocks = self._part.blocks
        self.weights = self._part.weights
        self.version = f"{whole.version}/{'+'.join(blocks)}"

    def similarities(
        self, clues: Sequence[str] | None, words: Sequence[str]
    ) -> NDArray[np.float32]:
        """See `Blend.similarities`."""
        return self._similar(lambda blend: blend.similarities(clues, words))

    def similarities_at(
        self, places: NDArray[np.int64], words: Sequence[str]
    ) -> NDArray[np.float32]:
        """See `embeddings.blend.Searchable.similarities_at`."""
        return self._similar(lambda blend: blend.similarities_at(places, words))

    def nearest(self, words: Sequence[str], count: int) -> NDArray[np.int64]:
        """See `embeddings.blend.Searchable.nearest`."""
        from embeddings.errors import UnknownWord

        try:
            return self._part.nearest(words, count)
        except UnknownWord:
            return self._whole.nearest(words, count)

    def _similar(self, ask: Callable[[SpaceBlend], NDArray[np.float32]]) -> NDArray[np.float32]:
        """Ask the blocks; where they do not know a text, the whole blend in their place."""
        from embeddings.errors import UnknownWord

        try:
            return ask(self._part)
        except UnknownWord:
            return ask(self._whole)[self._places]
