"""The team mates an encoder reckons with: each reads by one space of vectors, and only plain ties.

A team mate is a person, or a player on other vectors. What sets two faint similarities apart in
ours says nothing to them, so a tie between clue and keyword has to be strong by itself: beside it
stands what any two unrelated words may show.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cluebot.players.decrypto.posteriors import Floats, Mask, triple_probabilities

SHARPNESS = 1.1
"""Log-odds a unit of standardised similarity."""

UNRELATED = 2.3
"""The similarity (in deviations, about one pair of words in a hundred has it) below which a team
mate sees no tie: a clue with just this to one keyword and none to the others is read rightly two
times in five."""

CARELESS = 0.03
"""How often a team mate guesses among the 24 codes, whatever the clues."""


def readings(similarities: Floats) -> Floats:
    """Return the log-likelihood of clues under keywords for each team mate, array (L, C, 4).

    log(exp(t z) + exp(t z0)): the association, or the chance likeness of unrelated words.

    Args:
        similarities: Standardised similarities in every space, array (S, C, 4), the mean of the
            blocks last if there are several. The blocks are the team mates.
    """
    blocks = similarities[: max(1, len(similarities) - 1)]
    result: Floats = np.logaddexp(SHARPNESS * blocks, np.float32(SHARPNESS * UNRELATED))
    return result


def understood(scores: Sequence[Floats], code: Sequence[int], allowed: Mask) -> Floats:
    """Return the chance that the team finds the code, array (M1, M2, M3).

    Halfway between the mean team mate and the worst, for every choice of three candidates.

    Args:
        scores: `readings` of the candidates for each of the three clues, arrays (L, M_i, 4).
        code: The true code, slots from 0.
        allowed: Array (24,): codes that can be.
    """
    chances = [
        triple_probabilities([s[mate] for s in scores], code, allowed)
        for mate in range(len(scores[0]))
    ]
    worst = chances[0]
    for chance in chances[1:]:
        worst = np.minimum(worst, chance)
    mixed = 0.5 * np.add.reduce(chances) / len(chances) + 0.5 * worst
    result: Floats = (1 - CARELESS) * mixed + CARELESS / max(1, int(allowed.sum()))
    return result
