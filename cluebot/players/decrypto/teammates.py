"""The team mates an encoder reckons with: nobody knows what vectors they think in.

One weighs all the spaces together, each of the others trusts a single space. Clues that all of them
read rightly are read rightly by strangers, too.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from cluebot.players.decrypto.posteriors import Floats

TRUST = {1: 0.9, 2: 0.8, 3: 0.6}
"""Log-odds a unit of standardised similarity, in each of so many spaces taken together.

Predicting one space's choice among four keywords from the others' asks for two thirds of this. With
more the encoder strives less for more than enough, and wins more games with no more misses.
"""

ALONE = {1: 1.2, 2: 1.2, 3: 1.8}
"""The same for a team mate who trusts one of so many spaces: he is to be left no doubt, or
strangers who think somewhat like him have too many."""

_CENTRE, _REACH = np.float32(2.5), np.float32(3.5)
"""Beyond this many deviations from the similarity of a middling tie more says less: it may be the
whim of one space, as words that only look alike are to one that reads letters."""


def joint_reading(similarities: Floats) -> Floats:
    """Return the log-likelihood of clues under keywords in all spaces together, array (C, 4).

    Args:
        similarities: Standardised similarities in every space, array (S, C, 4), the mean of the
            blocks last if there are several.
    """
    return _joint(_bounded(similarities))


def readings(similarities: Floats) -> Floats:
    """Return the log-likelihood of clues under keywords by each team mate, array (L, C, 4).

    Args:
        similarities: As for `joint_reading`, which is the first of the L readings; those in each
            single space follow.
    """
    bounded = _bounded(similarities)
    return np.concatenate([_joint(bounded)[None], _by_number(ALONE, bounded) * bounded])


def _bounded(similarities: Floats) -> Floats:
    blocks = similarities[: max(1, len(similarities) - 1)]
    result: Floats = _REACH * np.tanh((blocks - _CENTRE) / _REACH)
    return result


def _joint(bounded: Floats) -> Floats:
    result: Floats = _by_number(TRUST, bounded) * bounded.sum(axis=0)
    return result


def _by_number(table: Mapping[int, float], bounded: Floats) -> np.float32:
    return np.float32(table[min(len(bounded), max(table))])
