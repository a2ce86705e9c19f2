"""Which words the encoder considers for each slot: those that people would call related."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.posteriors import Floats
from cluebot.players.decrypto.survey import LEAST, firmly_tied
from cluebot.players.decrypto.teammates import readings

POOL = 240
"""Words considered for a slot."""

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


def pools(
    meanings: Meanings, keywords: Sequence[str], near: Sequence[NDArray[np.int32]]
) -> tuple[Pool, ...]:
    """Return the pool of each of the four slots.

    A pool holds words near its keyword and firmly tied to it; looser ones only when these are too
    few for a game. Words that plainly share their stem or a character with a keyword are
    left out beforehand; whether a clue is legal is decided later, for the few that are about to be
    given.

    Args:
        meanings: The spaces.
        keywords: The four keywords.
        near: For each of them the places in the vocabulary of words that come into question; see
            `survey.Surroundings`.

    Raises:
        UnknownWord: If a keyword has no vector.
    """
    vocabulary = meanings.blend.vocabulary
    places = np.unique(np.concatenate(near))
    table = meanings.similarities([vocabulary[i] for i in places], keywords)
    plain = _Plain(meanings.language, keywords)
    result = []
    for slot in range(4):
        lines = np.searchsorted(places, near[slot])
        chosen: list[int] = []
        for line, firm in _best(table[:, lines], slot):
            if len(chosen) == POOL or (not firm and len(chosen) >= LEAST):
                break
            if plain(vocabulary[near[slot][line]]):
                chosen.append(line)
        words = tuple(vocabulary[i] for i in near[slot][chosen])
        result.append(Pool(words, table[:, lines[chosen]]))
    return tuple(result)


def _best(table: Floats, slot: int) -> Iterator[tuple[int, bool]]:
    """Yield the lines of words near a keyword, each with whether its tie is firm.

    Firm ties come first, each lot in the order in which a team mate reads them best.
    """
    scores = readings(table)
    reads = scores[:, slot] - np.logaddexp.reduce(scores, axis=1)
    firm = firmly_tied(table[:, :, slot])
    order = np.lexsort((-reads, ~firm))
    yield from zip(order.tolist(), firm[order].tolist(), strict=True)


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
