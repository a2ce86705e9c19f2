"""The neighbours of the words on the shipped lists: most boards are dealt from these."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embeddings.build import words_checksum
from embeddings.cache import Cache, Recipe

NEIGHBOURS = 200
"""How many clue words near each own word a clue giver looks at."""

_AT_ONCE = 128


def listed_neighbours(
    language: str,
    version: str,
    words: Sequence[str],
    search: Callable[[Sequence[str], int], NDArray[np.int64]],
    cache: Cache,
) -> Mapping[str, NDArray[np.int64]]:
    """Return the places of the clue words nearest to each word, building them if need be.

    Looking for all of them at once takes as long as a few boards, which have nine words each.

    Args:
        language: The language code.
        version: The version of the vectors.
        words: W words.
        search: Finds the neighbours, as `Searchable.nearest` does.
        cache: Where they are kept.

    Returns:
        For each word an array (`NEIGHBOURS`,).

    Raises:
        CacheError: If the cache cannot be used.
    """
    recipe = Recipe(
        f"{language}-neighbours",
        {
            "kind": "neighbours",
            "blend": version,
            "words": words_checksum(words),
            "count": NEIGHBOURS,
        },
    )

    def make(_: Path) -> dict[str, NDArray[np.int32]]:
        starts = range(0, len(words), _AT_ONCE)
        found = [search(words[i : i + _AT_ONCE], NEIGHBOURS) for i in starts]
        return {"ids": np.concatenate(found).astype(np.int32)}

    ids = np.asarray(cache.fetch(recipe, make).arrays["ids"]).astype(np.int64)
    return dict(zip(words, ids, strict=True))
