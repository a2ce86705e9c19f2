"""Which words the encoder considers for each slot: those that people would call related."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluebot.players.decrypto.keywords import KeywordModel
from cluebot.players.decrypto.posteriors import Floats, softmax
from cluebot.players.decrypto.survey import LEAST, Surroundings, firmly_tied
from cluebot.players.decrypto.teammates import joint_reading

POOL = 80
"""Words considered for a slot."""

_BEST = POOL // 2
"""So many of them are the best read; the others are spread evenly over all that are tied to the
keyword, for what misleads an interceptor lies anywhere among these. Spread like that, 80 words win
as many games as the 120 best read."""

TELLING = 0.03
"""What a unit of log-likelihood that a word gives its keyword costs in being considered: among
words that are all read well those are worth a look that tell the other side less."""

_STEM = 4


@dataclass(frozen=True, slots=True)
class Pool:
    """The words considered for one slot, the best read first.

    Attributes:
        words: W words, at most `POOL`.
        places: Theirs in the vocabulary, array (W,).
        keywords: Similarities to the four keywords, array (S, W, 4).
    """

    words: tuple[str, ...]
    places: NDArray[np.intp]
    keywords: Floats


def pools(
    model: KeywordModel, keywords: Sequence[str], around: Sequence[Surroundings]
) -> tuple[Pool, ...]:
    """Return the pool of each of the four slots.

    A pool is a choice of the words near its keyword and firmly tied to it; looser ones are among
    these only when they are too few for a game. Words that plainly share their stem or a character
    with a keyword are left out beforehand; whether a clue is legal is decided later, for the few
    that are about to be given.

    Args:
        model: The spaces, and what likelihoods are in them.
        keywords: The four keywords.
        around: What the vocabulary says of each of them.
    """
    meanings = model.meanings
    vocabulary = meanings.blend.vocabulary
    plain = _plain(meanings.language, keywords)
    bounds = np.cumsum([0, *(len(some.near) for some in around)])
    places = np.concatenate([some.near for some in around])
    blocks = np.stack([np.take(some.blocks, places, axis=1) for some in around], axis=1)
    # Similarities to the four keywords, array (S, P, 4).
    table = meanings.with_mean(blocks).swapaxes(1, 2)
    result = []
    for slot, own in enumerate(around):
        mine = table[:, bounds[slot] : bounds[slot + 1]]
        told = model.told(own.near, mine[:, :, slot], own.normalisers)
        tied: list[int] = []
        for line, place, firm in _best(mine, slot, told, own.near):
            if not firm and len(tied) >= LEAST:
                break
            if plain(vocabulary[place]):
                tied.append(line)
        chosen = _spread(tied)
        places = own.near[chosen]
        words = tuple(vocabulary[place] for place in places.tolist())
        result.append(Pool(words, places, mine[:, chosen]))
    return tuple(result)


def _best(
    table: Floats, slot: int, told: Floats, near: NDArray[np.intp]
) -> Iterator[tuple[int, int, bool]]:
    """Yield the lines of words near a keyword, with their places and whether their tie is firm.

    Firm ties come first, each lot in the order of how well a team mate reads them and how little
    they tell.
    """
    reads = softmax(np.ascontiguousarray(joint_reading(table).T), axis=0)[slot]
    firm = firmly_tied(table[:, :, slot])
    order = np.lexsort((np.float32(TELLING) * told - reads, ~firm))
    return zip(order.tolist(), near[order].tolist(), firm[order].tolist(), strict=True)


def _spread(ranked: list[int]) -> list[int]:
    """Return `POOL` of the lines: the first ones, and others from all over the rest."""
    if len(ranked) <= POOL:
        return ranked
    others = POOL - _BEST
    step = (len(ranked) - _BEST) / others
    return ranked[:_BEST] + [ranked[_BEST + int(i * step)] for i in range(others)]


def _plain(language: str, keywords: Sequence[str]) -> Callable[[str], bool]:
    """Return what says whether a word shares nothing obvious with the keywords."""
    if language == "zh":
        return frozenset("".join(keywords)).isdisjoint
    parts = [part for word in keywords for part in re.findall(r"\w+", word.casefold())]
    parts = [part for part in parts if len(part) > 2]
    stems = tuple(part[: max(_STEM, len(part) - 3)] for part in parts)
    # All that lies within the keywords, from three letters on.
    within = {p[i:j] for p in parts for i in range(len(p)) for j in range(i + 3, len(p) + 1)}
    # A compiled alternation would judge faster, but is not made in the time that all this takes.
    return lambda word: (
        word not in within and not word.startswith(stems) and not any(map(word.__contains__, parts))
    )
