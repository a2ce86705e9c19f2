"""Which of the modelled interceptors the other side is, as far as its guesses tell.

Its guesses are read out before the code is shown, so the encoder knows them. After one or two of
them he need not guard against an interceptor who is not there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cluebot.games.decrypto.codes import ALL_CODES
from cluebot.games.decrypto.history import HistoryEntry
from cluebot.players.decrypto.baseline import Comparison
from cluebot.players.decrypto.posteriors import ANY_CODE, Floats, code_probabilities, softmax
from cluebot.players.decrypto.rivals import COMPARING, Suspicion

_ERROR = 0.1
"""How often an interceptor of either kind names any code: people do, and models are only models."""

_SHARPNESS = 2.0
"""He names the code that he holds for the likeliest, not one in proportion."""


class Rivals:
    """The interceptors, one who compares and one who suspects, and which of them is at the table.

    Args:
        comparison: How the first compares; None: there is none.
        suspicion: The second.
        words: The U words before them.
    """

    def __init__(
        self, comparison: Comparison | None, suspicion: Suspicion, words: Sequence[str]
    ) -> None:
        self._comparison = comparison
        self._suspicion = suspicion
        self._count = len(words)
        # Laid out for the product with four directions, which is taken every turn.
        self._columns = np.ascontiguousarray(comparison.rows(words).T) if comparison else None

    def weights(self, history: Sequence[HistoryEntry], *, repeat_codes: bool) -> Floats:
        """Return P(rival), array (1 + H,): who compares, and who suspects by each hypothesis.

        Args:
            history: What was sent so far, with the guesses.
            repeat_codes: Whether codes can come twice, as both sides know.
        """
        hypotheses = self._suspicion.weights(history, repeat_codes=repeat_codes)
        if self._comparison is None:
            return np.concatenate([np.zeros(1, dtype=np.float32), hypotheses])
        compares, suspects = softmax(
            self._odds(self._comparison, history, repeat_codes=repeat_codes)
        )
        return np.concatenate([[compares], suspects * hypotheses]).astype(np.float32)

    def compared(self, history: Sequence[HistoryEntry]) -> Floats:
        """Return P(slot | word) for who compares, array (4, U); if nobody does, all alike."""
        if self._comparison is None or self._columns is None:
            return np.full((4, self._count), 0.25, dtype=np.float32)
        cosines = self._directions(self._comparison, history) @ self._columns
        return softmax(np.float32(COMPARING) * cosines, axis=0)

    def _directions(self, comparison: Comparison, history: Sequence[HistoryEntry]) -> Floats:
        """Return the direction of each slot's earlier clues, array (4, d)."""
        return self._suspicion.remembered("directions", history, lambda: comparison.means(history))

    def _odds(
        self, comparison: Comparison, history: Sequence[HistoryEntry], *, repeat_codes: bool
    ) -> Floats:
        """Return log P(guesses | kind), array (2,)."""

        def reckon() -> Floats:
            if not history:
                return np.zeros(2, dtype=np.float32)
            earlier, last = history[:-1], history[-1]
            before = self._odds(comparison, earlier, repeat_codes=repeat_codes)
            if last.intercept is None or not earlier:
                return before
            expected = np.stack(
                [
                    self._named(comparison, last.clues, earlier),
                    self._suspected(last.clues, earlier, repeat_codes=repeat_codes),
                ]
            )
            sharp = expected**_SHARPNESS
            named = sharp[:, ALL_CODES.index(last.intercept)] / sharp.sum(axis=1)
            result: Floats = before + np.log((1 - _ERROR) * named + _ERROR / len(ALL_CODES))
            return result

        guesses = tuple(entry.intercept for entry in history)
        return self._suspicion.remembered((guesses, repeat_codes), history, reckon)

    def _named(
        self, comparison: Comparison, clues: Sequence[str], history: Sequence[HistoryEntry]
    ) -> Floats:
        """Return P(code) for who compares, array (24,)."""
        cosines = comparison.rows(clues) @ self._directions(comparison, history).T
        return code_probabilities(np.float32(COMPARING) * cosines, ANY_CODE)

    def _suspected(
        self, clues: Sequence[str], history: Sequence[HistoryEntry], *, repeat_codes: bool
    ) -> Floats:
        """Return P(code) for who suspects, array (24,)."""
        weights = self._suspicion.weights(history, repeat_codes=repeat_codes)
        result: Floats = weights @ self._suspicion.codes(clues, history, repeat_codes=repeat_codes)
        return result
