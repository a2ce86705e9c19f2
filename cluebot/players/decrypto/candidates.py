"""Which words the encoder considers for each slot: those that people would call related."""

from __future__ import annotations

from collections.abc import Sequence
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


def pools(model: KeywordModel, around: Sequence[Surroundings]) -> tuple[Pool, ...]:
    """Return the pool of each of the four slots.

    A pool is a choice of the words near its keyword and firmly tied to it; looser ones are among
    these only when they are too few for a game. Whether a clue is legal is decided later, for the
    few that are about to be given.

    Args:
        model: The spaces, and what likelihoods are in them.
        around: What the vocabulary says of each of the four keywords.
    """
    meanings = model.meanings
    vocabulary = meanings.blend.vocabulary
    bounds = np.cumsum([0, *(len(some.near) for some in around)])
    places = np.concatenate([some.near for some in around])
    blocks = np.stack([np.take(some.blocks, places, axis=1) for some in around], axis=1)
    # Similarities to the four keywords, array (S, P, 4).
    table = meanings.with_mean(blocks).swapaxes(1, 2)
    result = []
    for slot, own in enumerate(around):
        mine = table[:, bounds[slot] : bounds[slot + 1]]
        told = model.told(own.near, mine[:, :, slot], own.normalisers)
        lines = _ranked(mine, slot, told)
        chosen = lines[_spread(len(lines))]
        places = own.near[chosen]
        words = tuple(vocabulary[place] for place in places.tolist())
        result.append(Pool(words, places, mine[:, chosen]))
    return tuple(result)


def _ranked(table: Floats, slot: int, told: Floats) -> NDArray[np.intp]:
    """Return the lines of words that are firmly tied to a keyword, or of the best of the others.

    They come in the order of how well a team mate reads them and how little they tell.
    """
    reads = softmax(np.ascontiguousarray(joint_reading(table).T), axis=0)[slot]
    firm = firmly_tied(table[:, :, slot])
    order: NDArray[np.intp] = np.lexsort((np.float32(TELLING) * told - reads, ~firm))
    return order[: max(LEAST, int(np.count_nonzero(firm)))]


def _spread(count: int) -> NDArray[np.intp]:
    """Return `POOL` of so many ranks: the first ones, and others from all over the rest."""
    others = POOL - _BEST
    if count <= POOL:
        return np.arange(count)
    return np.concatenate([np.arange(_BEST), _BEST + np.arange(others) * (count - _BEST) // others])
