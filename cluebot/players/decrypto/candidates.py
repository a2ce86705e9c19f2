"""Which clues the encoder considers: single words and phrases of two words for each slot.

A phrase is scored by linear composition. With z the standardised similarity and r the cosine of
its two words, the phrase "a b" has similarity ``(z_a + z_b) / sqrt(2 + 2 r)`` to anything. Two
words that share only their tie to the keyword name it more surely than either, to any listener.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluebot.players.decrypto.decoder import temperatures
from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.posteriors import Floats

Ids = NDArray[np.intp]

POOL = 240
"""Words considered for a slot."""

COMMON = 15_000
"""How many words of the vocabulary, the most frequent first, are given as clues: a team mate has
to know the word."""

_STEM = 4


@dataclass(frozen=True, slots=True)
class Pool:
    """The words considered for one slot, the best read first.

    Attributes:
        words: W words.
        keywords: Similarities to the four keywords, array (S, W, 4).
        cosines: Cosines of the words with each other, array (S, W, W).
        hidden: Similarities to the N keywords that the other side may suspect, array (S, W, N).
    """

    words: tuple[str, ...]
    keywords: Floats
    cosines: Floats
    hidden: Floats


@dataclass(frozen=True, slots=True)
class Phrases:
    """C candidates made of the words of a pool.

    Attributes:
        first: Number of the first word, array (C,).
        second: Number of the second word; the same as ``first`` for a single word.
        scale: What the sum of the two words' similarities is multiplied by, array (S, C).
    """

    first: Ids
    second: Ids
    scale: Floats

    def compose(self, table: Floats, chosen: Ids | slice = slice(None)) -> Floats:
        """Return similarities of candidates, array (S, C, K), from those of words (S, W, K)."""
        a, b = self.first[chosen], self.second[chosen]
        result: Floats = (table[:, a] + table[:, b]) * self.scale[:, chosen, None]
        return result

    def text(self, pool: Pool, candidate: int) -> str:
        """Return the clue as it is said."""
        a, b = int(self.first[candidate]), int(self.second[candidate])
        return pool.words[a] if a == b else f"{pool.words[a]} {pool.words[b]}"


def pools(
    meanings: Meanings, keywords: Sequence[str], hidden: Sequence[str]
) -> tuple[tuple[Pool, ...], Floats]:
    """Return the pool of each of the four slots, and all similarities to the keywords (S, V, 4).

    Words that plainly share their stem or a character with a keyword are left out beforehand;
    whether a clue is legal is decided later, for the few that are about to be given.

    Raises:
        UnknownWord: If a keyword has no vector.
    """
    vocabulary = meanings.blend.vocabulary
    table = meanings.similarities(None, keywords)
    scores = temperatures(meanings.spaces)[-1] * table[-1]
    reads = scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)
    plain = _Plain(meanings.language, keywords)
    chosen: list[list[int]] = []
    for slot in range(4):
        ids: list[int] = []
        for i in np.argsort(-reads[:COMMON, slot], kind="stable"):
            if plain(vocabulary[i]):
                ids.append(int(i))
                if len(ids) == POOL:
                    break
        chosen.append(ids)
    together = sorted({i for ids in chosen for i in ids})
    place = {i: n for n, i in enumerate(together)}
    hidden_table = meanings.similarities([vocabulary[i] for i in together], hidden)
    result = []
    for ids in chosen:
        words = tuple(vocabulary[i] for i in ids)
        among = meanings.similarities(words, words)
        own = np.sqrt(np.maximum(np.diagonal(among, axis1=1, axis2=2), 1e-6))
        cosines = np.clip(among / (own[:, :, None] * own[:, None, :]), -0.5, 1)
        rows = [place[i] for i in ids]
        result.append(Pool(words, table[:, ids], cosines, hidden_table[:, rows]))
    return tuple(result), table


def phrases(pool: Pool, words: Ids, *, pairs: bool = True) -> Phrases:
    """Return the single ``words`` of a pool and, with ``pairs``, every two of them."""
    first, second = words, words
    if pairs:
        a, b = np.triu_indices(len(words), k=1)
        first, second = np.concatenate([first, words[a]]), np.concatenate([second, words[b]])
    scale = 1 / np.sqrt(2 + 2 * pool.cosines[:, first, second])
    scale[:, : len(words)] = 0.5
    return Phrases(first, second, scale.astype(np.float32))


class _Plain:
    """Whether a word shares nothing obvious with the keywords."""

    def __init__(self, language: str, keywords: Sequence[str]) -> None:
        self._characters = frozenset("".join(keywords)) if language == "zh" else frozenset()
        parts = [part for word in keywords for part in re.findall(r"\w+", word.casefold())]
        self._parts = () if language == "zh" else tuple(part for part in parts if len(part) > 2)
        self._stems = tuple(part[: max(_STEM, len(part) - 3)] for part in self._parts)

    def __call__(self, word: str) -> bool:
        if self._characters:
            return self._characters.isdisjoint(word)
        return not word.startswith(self._stems) and not any(
            part in word or (len(word) > 2 and word in part) for part in self._parts
        )
