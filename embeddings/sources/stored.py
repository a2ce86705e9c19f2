"""Tables of words that take seconds to read out of their package, kept ready in the cache."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embeddings.cache import Arrays, Cache, Recipe
from embeddings.packed import pack_words, unpack_words

Table = tuple[list[str], Mapping[str, NDArray[Any]]]
"""Words without line feeds, and arrays that go with them."""

_WORDS = "words"


def stored_table(name: str, version: str, read: Callable[[], Table]) -> Table:
    """Return what ``read`` returns, reading it only when the cache has not got it.

    Args:
        name: Name of the source; one table is kept of each.
        version: Changes when the data do.
        read: Reads the table out of its package.

    Raises:
        SourceError: If the data are missing or damaged.
        CacheError: If the cache cannot be used.
    """

    def make(_: Path) -> Arrays:
        words, arrays = read()
        return {_WORDS: pack_words(words), **arrays}

    recipe = Recipe(f"table-{name}", {"kind": "table", "source": name, "source_version": version})
    kept = dict(Cache().fetch(recipe, make).arrays)
    words = unpack_words(kept.pop(_WORDS))
    return words, {key: np.asarray(rows) for key, rows in kept.items()}
