"""Vector files that the user added: converted once, kept in the cache under a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embeddings.cache import Arrays, Artefact, Cache, Recipe
from embeddings.errors import SourceError
from embeddings.formats import read_vector_file
from embeddings.sources.data_files import sha256_of

_PREFIX = "added-"
_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Added:
    """One added file.

    Attributes:
        name: Its name; the source is ``added:NAME``.
        version: Checksum of the file it came from.
        file: Path it came from.
        count: Number V of words.
        repeated: Rows left out because their word stood in the file before.
        rows: Array (V, d) float32, memory-mapped.
        text: Array of bytes, memory-mapped: the words in UTF-8, a line feed between them.
    """

    name: str
    version: str
    file: str
    count: int
    repeated: int
    rows: NDArray[np.float32]
    text: NDArray[np.uint8]

    def read_words(self) -> list[str]:
        """Return the V words."""
        return self.text.tobytes().decode("utf-8").split("\n")


def add_vectors(path: Path, name: str | None = None, *, cache: Cache | None = None) -> Added:
    """Read a vector file and keep it in the cache; replaces what was added under the same name.

    Args:
        path: A file that `embeddings.formats.read_vector_file` reads.
        name: Name to keep it under; made from the file's name when None.
        cache: Where to keep it; the default folder when None.

    Raises:
        SourceError: If the file is wrong, or the name is not of lower-case letters, digits and
            ``_ . -``.
        CacheError: If the cache cannot be written.
    """
    cache = cache or Cache()
    if name is None:
        stem = path.name.lower().removesuffix(".gz").rsplit(".", 1)[0]
        name = re.sub(r"[^a-z0-9_.-]+", "-", stem).strip("-._")[:40]
    if not _NAME.fullmatch(name):
        raise SourceError(
            en=f"name {name!r}: use 1 to 40 lower-case letters, digits, '-', '_' or '.'",
            zh=f"名称“{name}”不可用；请用 1 至 40 个小写字母、数字或“-”“_”“.”，并以字母或数字开头",
        )
    step = f"{_PREFIX}{name}"
    cache.report(step, 0, 3)
    file = read_vector_file(path)
    cache.report(step, 1, 3)
    checksum = sha256_of(path)
    cache.report(step, 2, 3)
    recipe = Recipe(
        step,
        {
            "kind": "added",
            "sha256": checksum,
            "file": str(path),
            "count": len(file.words),
            "repeated": file.repeated,
        },
    )

    def make(_: Path) -> Arrays:
        text = np.frombuffer("\n".join(file.words).encode("utf-8"), dtype=np.uint8)
        return {"rows": file.rows, "words": text}

    stored = cache.fetch(recipe, make)
    cache.report(step, 3, 3)
    return _describe(stored)


def find_added(name: str, *, cache: Cache | None = None) -> Added:
    """Return the vectors added under ``name``.

    Raises:
        SourceError: If there are none.
        CacheError: If they are damaged.
    """
    cache = cache or Cache()
    stored = cache.find(f"{_PREFIX}{name}") if _NAME.fullmatch(name) else None
    if stored is None:
        known = ", ".join(added.name for added in list_added(cache=cache))
        raise SourceError(
            en=f"no vectors were added under the name {name!r}; "
            + (f"known: {known}" if known else "run: cluebot vectors add PATH"),
            zh=f"没有以“{name}”为名添加的向量；"
            + (f"已有：{known}" if known else "请运行 cluebot vectors add 文件"),
        )
    return _describe(stored)


def list_added(*, cache: Cache | None = None) -> Iterator[Added]:
    """Yield what was added and is in order, by name."""
    cache = cache or Cache()
    for path, manifest in cache.entries():
        if path.name.startswith(_PREFIX) and not isinstance(manifest, Exception):
            stored = cache.find(manifest.name)
            if stored is not None:
                yield _describe(stored)


def _describe(stored: Artefact) -> Added:
    inputs: dict[str, Any] = dict(stored.manifest.inputs)
    return Added(
        stored.manifest.name.removeprefix(_PREFIX),
        inputs["sha256"][:16],
        inputs["file"],
        inputs["count"],
        inputs["repeated"],
        stored.arrays["rows"],
        stored.arrays["words"],
    )
