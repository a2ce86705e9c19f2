"""Vectors that the user added, kept in the cache under a name: files and sentence encoders.

A file is converted once (`embeddings.adding`); of a sentence encoder only its place is kept, since
it has a row for any text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embeddings.cache import Artefact, Cache
from embeddings.errors import CacheError, SourceError
from embeddings.packed import unpack_words

PREFIX = "added-"
"""Begins the name of every such entry of the cache."""
NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Added:
    """One added file or sentence encoder.

    Attributes:
        name: Its name; the source is ``added:NAME``.
        version: Checksum of the file, or of the model as it was added.
        origin: Path of the file, or ``transformers:`` and the place of the model.
        is_model: Whether it is a sentence encoder.
        count: Number V of words; 0 for a sentence encoder.
        repeated: Rows left out because their word stood in the file before.
        blank: Rows left out because they held nothing but zeros.
        rows: Array (V, d) float32, memory-mapped.
        text: Array of bytes, memory-mapped: the words in UTF-8, a line feed between them.
    """

    name: str
    version: str
    origin: str
    is_model: bool
    count: int
    repeated: int
    blank: int
    rows: NDArray[np.float32]
    text: NDArray[np.uint8]

    def read_words(self) -> list[str]:
        """Return the V words."""
        return unpack_words(self.text)


def find_added(name: str, *, cache: Cache | None = None) -> Added:
    """Return the vectors added under ``name``.

    Raises:
        SourceError: If there are none.
        CacheError: If they are damaged.
    """
    cache = cache or Cache()
    stored = cache.find(f"{PREFIX}{name}") if NAME.fullmatch(name) else None
    if stored is None:
        known = ", ".join(added.name for added in list_added(cache=cache))
        raise SourceError(
            en=f"no vectors were added under the name {name!r}; "
            + (f"known: {known}" if known else "run: cluebot vectors add PATH"),
            zh=f"没有以“{name}”为名添加的向量；"
            + (f"已有：{known}" if known else "请运行 cluebot vectors add 文件"),
        )
    return describe(stored)


def list_added(*, cache: Cache | None = None) -> Iterator[Added]:
    """Yield what was added and is in order, by name."""
    cache = cache or Cache()
    for path, manifest in cache.entries():
        if path.name.startswith(PREFIX) and not isinstance(manifest, Exception):
            stored = cache.find(manifest.name)
            if stored is not None:
                yield describe(stored)


def remove_vectors(name: str, *, cache: Cache | None = None) -> None:
    """Remove what was added under ``name``, damaged or not, and all that was built from it.

    Raises:
        SourceError: If there is nothing of that name.
        CacheError: If it cannot be removed.
    """
    cache = cache or Cache()
    with suppress(CacheError):
        find_added(name, cache=cache)
    itself = re.compile(rf"{PREFIX}{re.escape(name)}-[0-9a-f]+")
    cache.remove(
        path
        for path, manifest in list(cache.entries())
        if itself.fullmatch(path.name)
        or (
            not isinstance(manifest, CacheError)
            and manifest.inputs.get("source") == f"added:{name}"
        )
    )


def describe(stored: Artefact) -> Added:
    """Return what an entry of the cache holds."""
    inputs: dict[str, Any] = dict(stored.manifest.inputs)
    model = inputs.get("model")
    return Added(
        stored.manifest.name.removeprefix(PREFIX),
        inputs["sha256"][:16],
        model or inputs["file"],
        model is not None,
        inputs.get("count", 0),
        inputs.get("repeated", 0),
        inputs.get("blank", 0),
        stored.arrays["rows"],
        stored.arrays["words"],
    )
