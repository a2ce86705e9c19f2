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
from embeddings.errors import CacheError, SourceError
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
        blank: Rows left out because they held nothing but zeros.
        rows: Array (V, d) float32, memory-mapped.
        text: Array of bytes, memory-mapped: the words in UTF-8, a line feed between them.
    """

    name: str
    version: str
    file: str
    count: int
    repeated: int
    blank: int
    rows: NDArray[np.float32]
    text: NDArray[np.uint8]

    def read_words(self) -> list[str]:
        """Return the V words."""
        return self.text.tobytes().decode("utf-8").split("\n")


def add_vectors(
    path: Path, name: str | None = None, *, replace: bool = False, cache: Cache | None = None
) -> Added:
    """Read a vector file and keep it in the cache.

    Args:
        path: A file that `embeddings.formats.read_vector_file` reads.
        name: Name to keep it under; made from the file's name when None.
        replace: Whether it may take the place of another file added under the same name.
        cache: Where to keep it; the default folder when None.

    Raises:
        SourceError: If the file is wrong or holds no vector but zeros, the name is not of
            lower-case letters, digits and ``_ . -``, or it is taken by another file.
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
    if not replace:
        _refuse_taken(step, checksum, cache)
    filled: NDArray[np.bool_] = np.asarray(file.rows.any(axis=1))
    if not filled.any():
        raise SourceError(
            en=f"{path} holds nothing but zeros; check how it was written",
            zh=f"{path} 的数值全为零；请检查文件是怎样生成的",
        )
    words = [word for word, has in zip(file.words, filled, strict=True) if has]
    rows = file.rows if len(words) == len(file.words) else file.rows[filled]
    recipe = Recipe(
        step,
        {
            "kind": "added",
            "sha256": checksum,
            "file": str(path),
            "count": len(words),
            "repeated": file.repeated,
            "blank": len(file.words) - len(words),
        },
        keep=0,
    )

    def make(_: Path) -> Arrays:
        text = np.frombuffer("\n".join(words).encode("utf-8"), dtype=np.uint8)
        return {"rows": rows, "words": text}

    stored = cache.fetch(recipe, make)
    cache.report(step, 3, 3)
    return _describe(stored)


def _refuse_taken(step: str, checksum: str, cache: Cache) -> None:
    try:
        taken = cache.find(step)
    except CacheError:
        return  # what is damaged may be replaced
    if taken is not None and taken.manifest.inputs["sha256"] != checksum:
        name, file = step.removeprefix(_PREFIX), taken.manifest.inputs["file"]
        raise SourceError(
            en=f"the name {name!r} is taken by {file}; choose another --name, or give --replace",
            zh=f"名称“{name}”已用于 {file}；请用 --name 换个名称，或加上 --replace 覆盖",
        )


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
        inputs.get("blank", 0),
        stored.arrays["rows"],
        stored.arrays["words"],
    )
