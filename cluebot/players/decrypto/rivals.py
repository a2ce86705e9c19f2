"""The interceptors that an encoder reckons with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cluebot.games.decrypto.history import HistoryEntry, sheet
from cluebot.players.decrypto.candidates import Pool
from cluebot.players.decrypto.keywords import SURPRISE, KeywordModel
from cluebot.players.decrypto.posteriors import Floats

DECISIVENESS = 4.0
"""An interceptor names the likeliest code, however small its lead: his modelled log-odds are
multiplied by this."""

LIKENESS = 3.0
"""Log-odds a unit of similarity for an interceptor who compares with earlier clues only."""


class Rivals:
    """Two interceptors who have seen the public history, in every space.

    One suspects keywords, as `interceptor.intercept` does; a sample stands for all he may suspect,
    and the true keywords are among them. The other compares with the mean of a slot's earlier
    clues.

    Args:
        model: The sampled keywords and the spaces.
        population: How many keywords they stand for.
        normalisers: Of the sampled and then the four true keywords, array (H, N + 4).
        keywords: The true keywords, slot 1 first.
        history: The team's past transmissions.
    """

    def __init__(
        self,
        model: KeywordModel,
        population: int,
        normalisers: Floats,
        keywords: Sequence[str],
        history: Sequence[HistoryEntry],
    ) -> None:
        self._model = model
        self._normalisers = normalisers
        self._sheet = sheet(history)
        self._past = [clue for column in self._sheet for clue in column]
        sample = len(model.keywords)
        prior = np.ones(sample + 4, dtype=np.float32)
        prior[:sample] = max(1.0, population / sample)
        self._beliefs = np.tile(prior / prior.sum(), (model.hypotheses, 4, 1))
        evidence = np.zeros(model.hypotheses)
        if self._past:
            true = model.meanings.similarities(self._past, keywords)
            own = model.from_similarities(true, normalisers[:, sample:])
            ratios = np.concatenate([model.ratios(self._past), own], axis=2)
            slots = [slot for slot, column in enumerate(self._sheet) for _ in column]
            for i, slot in enumerate(slots):
                self._beliefs[:, slot] *= ratios[:, i]
                total = self._beliefs[:, slot].sum(axis=1)
                evidence += np.log(total)
                self._beliefs[:, slot] /= total[:, None]
        weights = np.exp(evidence - evidence.max())
        # Half the weight stays spread evenly: the rival may think in no space of ours.
        self.weights = 0.5 * weights / weights.sum() + 0.5 / len(weights)

    def likeness(self, pool: Pool) -> Floats:
        """Return the log-odds of the rival who compares clues, array (S, W, 4).

        They are the similarities of a pool's words to the mean earlier clue of each slot times
        `LIKENESS`; a slot without clues is similar to nothing.
        """
        meanings = self._model.meanings
        result = np.zeros((len(meanings.spaces), len(pool.words), 4), dtype=np.float32)
        if not self._past:
            return result
        similar = meanings.similarities(pool.words, self._past)
        among = meanings.similarities(self._past, self._past)
        own = np.sqrt(np.maximum(np.diagonal(among, axis1=1, axis2=2), 1e-6))
        cosines = among / (own[:, :, None] * own[:, None, :])
        start = 0
        for slot, column in enumerate(self._sheet):
            if column:
                part = slice(start, start + len(column))
                length = np.sqrt(np.maximum(cosines[:, part, part].sum(axis=(1, 2)), 1e-6))
                result[:, :, slot] = similar[:, :, part].sum(axis=2) / length[:, None]
            start += len(column)
        return LIKENESS * result

    def suspicion(self, ratios: Floats, slot: int) -> tuple[Floats, Floats]:
        """Return what clues tell the rival who suspects keywords.

        Args:
            ratios: How much likelier the N sampled and then the four true keywords make C clues,
                array (H, C, N + 4).
            slot: The slot they stand for, from 0.

        Returns:
            His log-likelihoods, array (H, C, 4), times `DECISIVENESS`; and the mean growth of
            log P(true keyword of the slot), array (C,).
        """
        scores = np.log(np.maximum(ratios @ self._beliefs.transpose(0, 2, 1), SURPRISE))
        true = np.log(ratios[:, :, ratios.shape[2] - 4 + slot])
        growth: Floats = self.weights @ (true - scores[:, :, slot])
        return DECISIVENESS * scores, growth
