"""Which texts have a vector of their own, and which are composed of pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from embeddings.blend import Blend
from embeddings.sources import load_source
from embeddings.vectors import Source, refuse_string

_TABLES = {"en": "glove50", "zh": "zh200"}
"""A source of each language that lists words; sentence encoders have a vector for any letters."""


@cache
def _table(language: str) -> Source:
    return load_source(_TABLES[language])


def composed(blend: Blend, texts: Sequence[str]) -> tuple[str, ...]:
    """Return the texts that no list of words has, in their order, each once.

    Their vectors are composed of pieces of words by a sentence encoder, which says little of a
    word that does not exist. Words joined to a phrase count as listed when every one is.

    Raises:
        SourceError: If the source that lists the words of the language is damaged.
    """
    refuse_string(texts)
    vocabulary = frozenset(blend.vocabulary)
    outside = [text for text in dict.fromkeys(texts) if text.lower() not in vocabulary]
    if not outside or blend.language not in _TABLES:
        return ()
    _, listed = _table(blend.language).encode(outside)
    return tuple(text for text, known in zip(outside, listed, strict=True) if not known)
