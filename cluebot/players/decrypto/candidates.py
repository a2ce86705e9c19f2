"""Which words the encoder considers for each slot: those that people would call related."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.posteriors import Floats
from cluebot.players.decrypto.teammates import readings

POOL = 120
"""Words considered for a slot."""

NEAR = 150
"""A word is near a keyword in a space if it is among this many nearest."""

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
        hidden: Similarities to the N keywords that the other side may suspect, array (S, W, N).
    """

    words: tuple[str, ...]
    keywords: Floats
    hidden: Floats


def pools(
    meanings: Meanings, keywords: Sequence[str], hidden: Sequence[str]
) -> tuple[tuple[Pool, ...], Floats]:
    """Return the pool of each of the four slots, and all similarities to the keywords (S, V, 4).

    A pool holds words near the keyword in two spaces (in the only one if there is one), and words
    near it in one space when these are too few for a game. Words that plainly share their stem or
    a character with a keyword are left out beforehand; whether a clue is legal is decided later,
    for the few that are about to be given.

    Raises:
        UnknownWord: If a keyword has no vector.
    """
    vocabulary = meanings.blend.vocabulary
    table = meanings.similarities(None, keywords)
    plain = _Plain(meanings.language, keywords)
    chosen = [
        [i for i in _related(table[:, :COMMON], slot) if plain(vocabulary[i])][:POOL]
        for slot in range(4)
    ]
    together = sorted({i for ids in chosen for i in ids})
    place = {i: n for n, i in enumerate(together)}
    hidden_table = meanings.similarities([vocabulary[i] for i in together], hidden)
    result = tuple(
        Pool(
            tuple(vocabulary[i] for i in ids),
            table[:, ids],
            hidden_table[:, [place[i] for i in ids]],
        )
        for ids in chosen
    )
    return result, table


def _related(table: Floats, slot: int) -> NDArray[np.intp]:
    """Return the words near a keyword: first those near in two spaces, each lot best read first."""
    blocks = table[: max(1, len(table) - 1), :, slot]
    place = max(0, blocks.shape[1] - NEAR)
    least = np.partition(blocks, place, axis=1)[:, place]
    spaces = (blocks >= least[:, None]).sum(axis=0)
    ids = np.flatnonzero(spaces)
    scores = readings(table[:, ids])
    reads = (scores[:, :, slot] - np.logaddexp.reduce(scores, axis=2)).mean(axis=0)
    faint = spaces[ids] < min(2, len(blocks))
    result: NDArray[np.intp] = ids[np.lexsort((-reads, faint))]
    return result


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
