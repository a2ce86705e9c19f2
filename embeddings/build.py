"""Blocks: the rows that one source gives for the words of one language, made once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from embeddings.cache import Arrays, Artefact, Cache, Recipe
from embeddings.errors import SourceError
from embeddings.sources import load_source
from embeddings.vectors import Source, refuse_string

Precision = Literal["float32", "float16"]

_WORDS_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class Block:
    """Raw rows of one source for a vocabulary.

    Attributes:
        language: The language code.
        source: The source's name.
        version: The source's version.
        words: The V words.
        rows: Array (V, d) float32 or float16, as the source gives it: not normalised, zero where
            the source does not know the word. Read-only and memory-mapped.
        known: Array (V,) bool: whether the source knows the word or could compose it.
        digest: Changes whenever the rows change; for the recipe of what is derived from them.
    """

    language: str
    source: str
    version: str
    words: tuple[str, ...]
    rows: NDArray[np.floating[Any]]
    known: NDArray[np.bool_]
    digest: str


def words_checksum(words: Sequence[str]) -> str:
    """Return a checksum of the words and their order."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


def block_recipe(
    language: str, source: Source, words: Sequence[str], precision: Precision = "float32"
) -> Recipe:
    """Return name and inputs of a block."""
    safe = re.sub(r"[^a-z0-9_.-]+", "-", source.name.lower()).strip("-")
    if safe != source.name or len(safe) > 40:
        safe = f"{safe[-30:].strip('-._')}-{hashlib.sha256(source.name.encode()).hexdigest()[:8]}"
    return Recipe(
        f"{language}-{safe}",
        {
            "kind": "block",
            "language": language,
            "source": source.name,
            "source_version": source.version,
            "words": words_checksum(words),
            "count": len(words),
            "precision": precision,
        },
    )


def load_blocks(
    language: str,
    specs: Sequence[str],
    words: Sequence[str],
    *,
    cache: Cache | None = None,
    precision: Precision = "float32",
) -> tuple[Block, ...]:
    """Return the rows of several sources for a vocabulary, building what is missing.

    Args:
        language: The language code.
        specs: Names of sources; see `embeddings.sources.load_source`.
        words: V distinct words; a block is kept as long as words and order stay the same.
        cache: Where blocks are kept and progress is reported; the default folder when None.
        precision: ``"float16"`` halves the files at 3 decimal digits.

    Raises:
        SourceError: If a source is unknown, missing, damaged or gives rows of a wrong shape.
        CacheError: If the cache cannot be used.
    """
    refuse_string(specs)
    refuse_string(words)
    cache = cache or Cache()
    return tuple(
        load_block(language, load_source(spec), words, cache=cache, precision=precision)
        for spec in specs
    )


def load_block(
    language: str,
    source: Source,
    words: Sequence[str],
    *,
    cache: Cache,
    precision: Precision = "float32",
) -> Block:
    """Return the rows of one source for a vocabulary; see `load_blocks`."""
    refuse_string(words)
    words = tuple(words)
    if len(set(words)) != len(words):
        raise SourceError(en="the vocabulary holds a word twice", zh="词表中有重复的词")
    recipe = block_recipe(language, source, words, precision)

    def make(_: Path) -> Arrays:
        return _encode(recipe.name, source, words, precision, cache)

    stored: Artefact = cache.fetch(recipe, make)
    rows, known = stored.arrays["rows"], stored.arrays["known"]
    return Block(language, source.name, source.version, words, rows, known, recipe.digest)


def _encode(
    step: str, source: Source, words: tuple[str, ...], precision: Precision, cache: Cache
) -> Arrays:
    total = len(words)
    rows = np.zeros((total, source.dims), dtype=precision)
    known = np.zeros(total, dtype=np.bool_)
    cache.report(step, 0, total)
    for start in range(0, total, _WORDS_AT_ONCE):
        part = slice(start, min(total, start + _WORDS_AT_ONCE))
        got, knows = source.encode(words[part])
        expected = (part.stop - part.start, source.dims)
        if got.shape != expected or knows.shape != expected[:1]:
            raise SourceError(
                en=f"source {source.name} gave rows of shape {got.shape}, expected {expected}",
                zh=f"来源“{source.name}”给出的矩阵形状为 {got.shape}，应为 {expected}",
            )
        if not np.isfinite(got).all():
            raise SourceError(
                en=f"source {source.name} gave a number that is not finite",
                zh=f"来源“{source.name}”给出了非有限数值",
            )
        rows[part] = got
        known[part] = knows
        cache.report(step, part.stop, total)
    return {"rows": rows, "known": known}
