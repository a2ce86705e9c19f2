"""Adding vectors of one's own: a file is read and converted, a sentence encoder is tried out."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embeddings.added import NAME, PREFIX, Added, describe
from embeddings.cache import Arrays, Cache, Recipe
from embeddings.errors import CacheError, SourceError
from embeddings.formats import read_vector_file
from embeddings.packed import pack_words
from embeddings.sources import load_source
from embeddings.sources.data_files import sha256_of

MODEL = "transformers:"
"""Begins what is added when it is a sentence encoder."""
_MODEL_FILE = "modules.json"
"""Every folder of a sentence-transformers model has one."""
_TRIAL = "piano"


def add_vectors(
    origin: str | Path,
    name: str | None = None,
    *,
    replace: bool = False,
    cache: Cache | None = None,
) -> Added:
    """Keep a file of vectors, or the place of a sentence encoder, in the cache.

    Args:
        origin: A file that `embeddings.formats.read_vector_file` reads; or a sentence-transformers
            model, as its folder or as ``transformers:`` and a name on the hub or a folder.
        name: Name to keep it under; made from the origin's name when None.
        replace: Whether it may take the place of something else added under the same name.
        cache: Where to keep it; the default folder when None.

    Raises:
        SourceError: If the file is wrong or holds no vector but zeros, the model cannot be loaded,
            the name is not of lower-case letters, digits and ``_ . -``, or it is taken.
        CacheError: If the cache cannot be written.
    """
    cache = cache or Cache()
    text = str(origin)
    model = text.removeprefix(MODEL) if text.startswith(MODEL) else ""
    if not model and (Path(text) / _MODEL_FILE).is_file():
        model = text
    step = f"{PREFIX}{_checked(name if name is not None else _made_up(model or text))}"
    cache.report(step, 0, 3)
    if model:
        recipe, arrays = _from_model(step, model)
    else:
        recipe, arrays = _from_file(step, Path(text))
    cache.report(step, 2, 3)
    if not replace:
        _refuse_taken(recipe, cache)
    stored = cache.fetch(recipe, lambda _: arrays)
    cache.report(step, 3, 3)
    return describe(stored)


def _made_up(origin: str) -> str:
    stem = Path(origin).name.lower().removesuffix(".gz")
    if Path(origin).is_file():
        stem = stem.rsplit(".", 1)[0]
    return re.sub(r"[^a-z0-9_.-]+", "-", stem).strip("-._")[:40]


def _checked(name: str) -> str:
    if not NAME.fullmatch(name):
        raise SourceError(
            en=f"name {name!r}: use 1 to 40 lower-case letters, digits, '-', '_' or '.'",
            zh=f"名称“{name}”不可用；请用 1 至 40 个小写字母、数字或“-”“_”“.”，并以字母或数字开头",
        )
    return name


def _from_model(step: str, model: str) -> tuple[Recipe, Arrays]:
    """Return what to keep of a sentence encoder, which must have a row for a common word."""
    folder = Path(model).expanduser()
    source = load_source(f"{MODEL}{folder.resolve() if folder.is_dir() else model}")
    rows, _ = source.encode([_TRIAL])
    inputs = {"kind": "added", "sha256": source.version, "model": source.name}
    nothing = np.zeros(0, dtype=np.uint8)
    return Recipe(step, inputs, keep=0), {"rows": rows[:0], "words": nothing}


def _from_file(step: str, path: Path) -> tuple[Recipe, Arrays]:
    """Return the words and rows of a file, less those of nothing but zeros."""
    file = read_vector_file(path)
    filled: NDArray[np.bool_] = np.asarray(file.rows.any(axis=1))
    if not filled.any():
        raise SourceError(
            en=f"{path} holds nothing but zeros; check how it was written",
            zh=f"{path} 的数值全为零；请检查文件是怎样生成的",
        )
    words = [word for word, has in zip(file.words, filled, strict=True) if has]
    recipe = Recipe(
        step,
        {
            "kind": "added",
            "sha256": sha256_of(path),
            "file": str(path),
            "count": len(words),
            "repeated": file.repeated,
            "blank": len(file.words) - len(words),
        },
        keep=0,
    )
    return recipe, {
        "rows": file.rows if len(words) == len(file.words) else file.rows[filled],
        "words": pack_words(words),
    }


def _refuse_taken(recipe: Recipe, cache: Cache) -> None:
    try:
        taken = cache.find(recipe.name)
    except CacheError:
        return  # what is damaged may be replaced
    if taken is not None and taken.manifest.inputs["sha256"] != recipe.inputs["sha256"]:
        name, origin = recipe.name.removeprefix(PREFIX), describe(taken).origin
        raise SourceError(
            en=f"the name {name!r} is taken by {origin}; choose another --name, or give --replace",
            zh=f"名称“{name}”已用于 {origin}；请用 --name 换个名称，或加上 --replace 覆盖",
        )
