"""The interceptors that an encoder reckons with."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cluebot.games.decrypto.history import HistoryEntry, sheet
from cluebot.players.decrypto.interceptor import (
    codes_by,
    expected,
    history_key,
    opinions,
    prior_trust,
    suspected,
    trust_after,
)
from cluebot.players.decrypto.keywords import KeywordModel
from cluebot.players.decrypto.memory import Memory
from cluebot.players.decrypto.posteriors import (
    Floats,
    allowed_codes,
    code_probabilities,
    slot_means,
    softmax,
)

COMPARING = 25.0
"""Log-odds a unit of cosine for an interceptor who compares with earlier clues only: he names the
likeliest code, however small its lead."""

LIKELY, OTHERS = 50, 75
"""Of the keywords an interceptor may suspect those most like each true one are reckoned with, and a
sample of this size for all the others."""

_EVEN = 0.25
"""The share of the weight that stays spread evenly over the spaces: the rival may think in none."""

_REMEMBERED = 16


@dataclass(frozen=True, slots=True)
class Suspects:
    """The keywords that stand for all an interceptor may suspect, but for the four true ones.

    Attributes:
        ids: Their places among all that may be suspected, array (n,).
        prior: How likely each of them is, and each of the four true ones last, array (n + 4,).
    """

    ids: NDArray[np.intp]
    prior: Floats


def suspects(model: KeywordModel, keywords: Sequence[str], like: Floats) -> Suspects:
    """Return the keywords that stand for all those of ``model``.

    Args:
        model: All that may be suspected, N keywords.
        keywords: The four true keywords.
        like: How similar all are to these, array (4, N).
    """
    other = np.ones(len(model.keywords), dtype=np.bool_)
    other[[i for i in map(model.place, keywords) if i is not None]] = False
    size = min(LIKELY, int(other.sum()))
    near = np.zeros_like(other)
    if size:
        farness = np.where(other, -like, np.float32(np.inf))
        near[np.argpartition(farness, size - 1, axis=1)[:, :size]] = True
    rest = np.flatnonzero(other & ~near)
    sample = rest[:: max(1, len(rest) // OTHERS)]
    ids: NDArray[np.intp] = np.concatenate([np.flatnonzero(near), sample])
    prior = np.ones(len(ids) + 4, dtype=np.float32)
    prior[len(ids) - len(sample) : len(ids)] = len(rest) / max(1, len(sample))
    return Suspects(ids, prior / prior.sum())


class Suspicion:
    """An interceptor who suspects keywords, before all the words an encoder considers for a game.

    What he makes of them after a history follows from that history alone, and is remembered.

    Args:
        model: What he suspects, N keywords, the four true ones last.
        words: The U words.
        ratios: How much likelier each suspected keyword makes each word, array (H, U, N).
    """

    def __init__(self, model: KeywordModel, words: Sequence[str], ratios: Floats) -> None:
        self._model = model
        self._words = tuple(words)
        self._ratios = ratios
        self._places = {word: i for i, word in enumerate(words)}
        self._heard: Memory[Floats] = Memory(_REMEMBERED)
        self._views: Memory[tuple[Floats, Floats]] = Memory(_REMEMBERED)

    def weights(self, history: Sequence[HistoryEntry], *, repeat_codes: bool) -> Floats:
        """Return P(hypothesis), array (H,).

        Args:
            history: What was sent so far.
            repeat_codes: Whether he knows that a code can come twice.
        """
        certain = softmax(self._trust(history, repeat_codes=repeat_codes))
        return np.float32(1 - _EVEN) * certain + np.float32(_EVEN / len(certain))

    def view(self, history: Sequence[HistoryEntry]) -> tuple[Floats, Floats]:
        """Return what he makes of the words after a history.

        Returns:
            Their log-likelihoods under each slot and his log-odds, arrays (H, 4, U).
        """

        def reckon() -> tuple[Floats, Floats]:
            likelihoods = expected(suspected(self._model, history), self._ratios)
            return likelihoods, opinions(likelihoods, self._likeness(history), sheet(history))

        return self._views.recall(history_key(history), reckon)

    def codes(
        self, clues: Sequence[str], history: Sequence[HistoryEntry], *, repeat_codes: bool
    ) -> Floats:
        """Return P(code | clues, hypothesis), array (H, 24)."""
        lines = [self._places.get(clue, -1) for clue in clues]
        if -1 in lines:
            return codes_by(self._model, clues, history, repeat_codes=repeat_codes)
        allowed = allowed_codes(() if repeat_codes else (entry.code for entry in history))
        return code_probabilities(self.view(history)[1][:, :, lines].swapaxes(1, 2), allowed)

    def remembered(
        self, question: Hashable, history: Sequence[HistoryEntry], reckon: Callable[[], Floats]
    ) -> Floats:
        """Return what was concluded from a history; see `KeywordModel.remembered`."""
        return self._model.remembered(("rival", question, history_key(history)), reckon)

    def _trust(self, history: Sequence[HistoryEntry], *, repeat_codes: bool) -> Floats:
        """Return log P(hypothesis), array (H,), but for a constant."""

        def reckon() -> Floats:
            if not history:
                return prior_trust(self._model)
            earlier, last = history[:-1], history[-1]
            codes = self.codes(last.clues, earlier, repeat_codes=repeat_codes)
            return trust_after(self._trust(earlier, repeat_codes=repeat_codes), codes, last.code)

        return self.remembered(("trust", repeat_codes), history, reckon)

    def _likeness(self, history: Sequence[HistoryEntry]) -> Floats:
        """Return the mean similarity of the words to each slot's earlier clues, (H, 4, U)."""
        meanings = self._model.meanings
        if not history:
            nothing = np.zeros((len(meanings.spaces), 4, len(self._words)), dtype=np.float32)
            return self._model.by_hypothesis(nothing)
        parts = [
            self._heard.recall(
                entry.clues, partial(meanings.similarities, entry.clues, self._words)
            )
            for entry in history
        ]
        means = slot_means(entry.code for entry in history)
        return self._model.by_hypothesis(means @ np.concatenate(parts, axis=1))
