"""The team mate an encoder reckons with: one who thinks in vectors of his own.

What he makes of a clue is estimated from all the spaces together.
"""

from __future__ import annotations

import numpy as np

from cluebot.players.decrypto.posteriors import Floats

TRUST = {1: 0.9, 2: 0.8, 3: 0.6}
"""Log-odds a unit of standardised similarity, in each of so many spaces.

Predicting one space's choice among four keywords from the others' asks for two thirds of this. With
more the encoder strives less for more than enough, and wins more games with no more misses.
"""

_CENTRE, _REACH = np.float32(2.5), np.float32(3.5)
"""Beyond this many deviations from the similarity of a middling tie more says less: it may be the
whim of one space, as words that only look alike are to one that reads letters."""


def readings(similarities: Floats) -> Floats:
    """Return the team mate's log-likelihood of clues under keywords, array (C, 4).

    Args:
        similarities: Standardised similarities in every space, array (S, C, 4), the mean of the
            blocks last if there are several.
    """
    blocks = similarities[: max(1, len(similarities) - 1)]
    bounded = _REACH * np.tanh((blocks - _CENTRE) / _REACH)
    trust = np.float32(TRUST[min(len(blocks), max(TRUST))])
    result: Floats = trust * bounded.sum(axis=0)
    return result
