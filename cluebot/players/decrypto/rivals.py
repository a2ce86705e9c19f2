"""The interceptors that an encoder reckons with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cluebot.games.decrypto.history import HistoryEntry, sheet
from cluebot.players.decrypto.interceptor import beliefs, opinions
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

_NOBODY: NDArray[np.intp] = np.empty(0, dtype=np.intp)


def suspects(model: KeywordModel, keywords: Sequence[str], normalisers: Floats) -> KeywordModel:
    """Return the keywords that stand for all those of ``model``, the four true ones last.

    Args:
        model: All that may be suspected.
        keywords: The four true keywords.
        normalisers: Theirs, array (H, 4).

    Raises:
        UnknownWord: If a keyword has no vector.
    """
    true = frozenset(keywords)
    other = np.array([word not in true for word in model.keywords], dtype=np.bool_)
    like = model.meanings.similarities(model.keywords, keywords)[-1]
    like[~other] = -np.inf
    size = min(LIKELY, int(other.sum()))
    near = np.unique(np.argpartition(-like, size - 1, axis=0)[:size]) if size else _NOBODY
    rest = np.setdiff1d(np.flatnonzero(other), near)
    sample = rest[:: max(1, len(rest) // OTHERS)]
    ids: NDArray[np.intp] = np.concatenate([near, sample])
    prior = np.ones(len(ids) + 4, dtype=np.float32)
    prior[len(near) : len(ids)] = len(rest) / max(1, len(sample))
    return KeywordModel(
        model.meanings,
        (*(model.keywords[i] for i in ids), *keywords),
        sharpness=model.sharpness,
        prior=prior / prior.sum(),
        normalisers=np.concatenate([model.normalisers[:, ids], normalisers], axis=1),
    )


class Suspicion:
    """An interceptor who has drawn his conclusions from the public history, in every space.

    Args:
        model: What he suspects, the four true keywords last.
        history: What was sent so far.
        repeat_codes: Whether he knows that a code can come twice.
    """

    def __init__(
        self, model: KeywordModel, history: Sequence[HistoryEntry], *, repeat_codes: bool
    ) -> None:
        known = beliefs(model, history, repeat_codes=repeat_codes)
        even = np.float32(_EVEN / model.hypotheses)
        self.weights: Floats = np.float32(1 - _EVEN) * known.weights + even
        self._keywords = np.ascontiguousarray(known.keywords.transpose(0, 2, 1))
        self._past = sheet(history)

    def of(self, ratios: Floats, likeness: Floats, slot: int) -> tuple[Floats, Floats]:
        """Return what he makes of clues, and what they give away.

        Args:
            ratios: How much likelier each suspected keyword makes C clues, array (H, C, N).
            likeness: Their mean similarity to the earlier clues of each slot, array (H, C, 4).
            slot: The slot they stand for, from 0.

        Returns:
            His log-odds, array (H, C, 4), and the mean growth of log P(true keyword of the slot),
            array (C,).
        """
        likelihoods = np.log(np.maximum(ratios @ self._keywords, SURPRISE))
        true = np.log(ratios[:, :, ratios.shape[2] - 4 + slot])
        growth: Floats = self.weights @ (true - likelihoods[:, :, slot])
        return opinions(likelihoods, likeness, self._past), growth
