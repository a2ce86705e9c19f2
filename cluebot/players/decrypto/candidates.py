"""Which words the encoder considers for each slot: those that people would call related."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.posteriors import Floats
from cluebot.players.decrypto.teammates import readings
from embeddings.blend import Partial

POOL = 240
"""Words considered for a slot."""

NEAR = 400
"""A word is near a keyword in a space if it is among this many nearest."""

COMMON = 15_000
"""How many words of the vocabulary, the most frequent first, are given as clues: a team mate has
to know the word."""

TIE = 1.0
"""The similarity (in deviations) that every space has to see between a clue and its keyword."""

MEAN_TIE = 2.0
"""The same for the mean of the spaces: a clue is to be related to its keyword, not only less
foreign to it than to the other three."""

_LEAST = 40
_STEM = 4


@dataclass(frozen=True, slots=True)
class Pool:
    """The words considered for one slot, the best read first.

    Attributes:
        words: W words.
        keywords: Similarities to the four keywords, array (S, W, 4).
    """

    words: tuple[str, ...]
    keywords: Floats


def pools(meanings: Meanings, keywords: Sequence[str]) -> tuple[tuple[Pool, ...], Floats]:
    """Return the pool of each of the four slots, and all similarities to the keywords (S, V, 4).

    A pool holds common words that all spaces know, near the keyword in one of them and tied to it
    in all; looser ones only when these are too few for a game. Words that plainly share their stem
    or a character with a keyword are left out beforehand; whether a clue is legal is decided later,
    for the few that are about to be given.

    Raises:
        UnknownWord: If a keyword has no vector.
    """
    blend, vocabulary = meanings.blend, meanings.blend.vocabulary
    table = meanings.similarities(None, keywords)
    common = np.arange(min(COMMON, len(vocabulary)))
    if isinstance(blend, Partial):
        common = common[blend.known[:, common].all(axis=0)]
    plain = _Plain(meanings.language, keywords)
    result = []
    for slot in range(4):
        ids: list[int] = []
        for place, firm in _related(table[:, common], slot):
            if len(ids) == POOL or (not firm and len(ids) >= _LEAST):
                break
            if plain(vocabulary[common[place]]):
                ids.append(int(common[place]))
        result.append(Pool(tuple(vocabulary[i] for i in ids), table[:, ids]))
    return tuple(result), table


def _related(table: Floats, slot: int) -> Iterator[tuple[int, bool]]:
    """Yield the words near a keyword, each with whether its tie is firm.

    Firm ties come first, each lot in the order in which a team mate reads them best.
    """
    blocks = table[: max(1, len(table) - 1), :, slot]
    place = max(0, blocks.shape[1] - NEAR)
    least = np.partition(blocks, place, axis=1)[:, place]
    near = (blocks >= least[:, None]).any(axis=0)
    ids = np.flatnonzero(near)
    scores = readings(table[:, ids])
    reads = scores[:, slot] - np.logaddexp.reduce(scores, axis=1)
    ties = blocks[:, ids]
    firm = (ties.min(axis=0) >= TIE) & (ties.mean(axis=0) >= MEAN_TIE)
    for i in np.lexsort((-reads, ~firm)):
        yield int(ids[i]), bool(firm[i])


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
