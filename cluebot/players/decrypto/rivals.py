"""The interceptors that an encoder reckons with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluebot.players.decrypto.keywords import SURPRISE, KeywordModel
from cluebot.players.decrypto.posteriors import Floats

COMPARING = 25.0
"""Log-odds a unit of cosine for an interceptor who compares with earlier clues only: he names the
likeliest code, however small its lead."""

LIKELY, OTHERS = 50, 300
"""Of the keywords an interceptor may suspect those most like each true one are reckoned with, and a
sample of this size for all the others."""

_EVEN = 0.25
"""The share of the weight that stays spread evenly over the spaces: the rival may think in none."""


@dataclass(frozen=True, slots=True)
class Suspects:
    """The keywords that an interceptor may suspect of each slot, the true ones among them.

    Attributes:
        words: N suspected words, without the true keywords.
        prior: How likely each is, and then each true keyword, array (N + 4,).
        normalisers: Of the suspected words and then of the true ones, array (H, N + 4).
    """

    words: tuple[str, ...]
    prior: Floats
    normalisers: Floats


def suspects(model: KeywordModel, keywords: Sequence[str], table: Floats) -> Suspects:
    """Choose those that stand for all the keywords of ``model``.

    Args:
        model: All that may be suspected.
        keywords: The four true keywords.
        table: Similarities of the whole vocabulary to them, array (S, V, 4).

    Raises:
        UnknownWord: If a keyword has no vector.
    """
    other = np.array([word not in keywords for word in model.keywords], dtype=np.bool_)
    like = model.meanings.similarities(model.keywords, keywords)[-1]
    like[~other] = -np.inf
    size = min(LIKELY, int(other.sum()))
    near = np.unique(np.argsort(-like, axis=0, kind="stable")[:size])
    rest = np.setdiff1d(np.flatnonzero(other), near)
    sample = rest[:: max(1, len(rest) // OTHERS)]
    ids: NDArray[np.intp] = np.concatenate([near, sample])
    prior = np.ones(len(ids) + 4, dtype=np.float32)
    prior[len(near) : len(ids)] = len(rest) / max(1, len(sample))
    return Suspects(
        tuple(model.keywords[i] for i in ids),
        prior / prior.sum(),
        np.concatenate([model.normalisers[:, ids], model.means_over_clues(table)], axis=1),
    )


class Suspicion:
    """An interceptor who has drawn his conclusions from the public history, in every space.

    Args:
        prior: See `Suspects`.
        heard: For each slot and earlier clue how much likelier each suspected and then each true
            keyword makes it, arrays (H, N + 4).
    """

    def __init__(self, prior: Floats, heard: Sequence[Sequence[Floats]], hypotheses: int) -> None:
        self._beliefs = np.tile(prior, (hypotheses, 4, 1))
        evidence = np.zeros(hypotheses)
        for slot, clues in enumerate(heard):
            for ratios in clues:
                self._beliefs[:, slot] *= ratios
                total = self._beliefs[:, slot].sum(axis=1)
                evidence += np.log(total)
                self._beliefs[:, slot] /= total[:, None]
        weights = np.exp(evidence - evidence.max())
        even = _EVEN / hypotheses
        self.weights: Floats = ((1 - _EVEN) * weights / weights.sum() + even).astype(np.float32)

    def of(self, ratios: Floats, slot: int) -> tuple[Floats, Floats]:
        """Return what he makes of clues, and what they give away.

        Args:
            ratios: How much likelier the N suspected and then the four true keywords make C clues,
                array (H, C, N + 4).
            slot: The slot they stand for, from 0.

        Returns:
            His log-likelihoods, array (H, C, 4), and the mean growth of log P(true keyword of the
            slot), array (C,).
        """
        scores = np.log(np.maximum(ratios @ self._beliefs.transpose(0, 2, 1), SURPRISE))
        true = np.log(ratios[:, :, ratios.shape[2] - 4 + slot])
        growth: Floats = self.weights @ (true - scores[:, :, slot])
        return scores, growth
