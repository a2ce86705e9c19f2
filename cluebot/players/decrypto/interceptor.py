"""The interceptor: which code does the other side send, and what are its keywords?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cluebot.games.decrypto.codes import ALL_CODES
from cluebot.games.decrypto.history import HistoryEntry, sheet
from cluebot.players.decrypto.keywords import KeywordModel
from cluebot.players.decrypto.posteriors import (
    Floats,
    allowed_codes,
    best_code,
    code_log_probabilities,
    slot_probabilities,
)


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What past transmissions tell of the hidden keywords.

    Attributes:
        weights: P(hypothesis), array (H,).
        keywords: P(keyword of slot j | hypothesis), array (H, 4, N).
    """

    weights: Floats
    keywords: Floats

    @property
    def marginal(self) -> Floats:
        """P(keyword of slot j), array (4, N)."""
        result: Floats = np.tensordot(self.weights, self.keywords, axes=1)
        return result


@dataclass(frozen=True, slots=True)
class Interception:
    """What the other side may have sent.

    Attributes:
        code: The likeliest code, slots from 1.
        probabilities: P(code), array (24,), in the order of `ALL_CODES`.
        slots: P(clue i stands for slot j), array (3, 4).
        keywords: For each slot the likeliest keywords with their probabilities.
    """

    code: tuple[int, int, int]
    probabilities: Floats
    slots: Floats
    keywords: tuple[tuple[tuple[str, float], ...], ...]


def beliefs(model: KeywordModel, history: Sequence[HistoryEntry]) -> Beliefs:
    """Return the posterior over keywords and hypotheses after past transmissions.

    Slots are independent given the hypothesis.

    Raises:
        UnknownWord: If a clue has no vector.
    """
    slots = [model.posterior(clues) for clues in sheet(history)]
    state = np.stack([keywords for keywords, _ in slots], axis=1)
    evidence = np.sum([logs for _, logs in slots], axis=0)
    weights = np.exp(evidence - evidence.max())
    return Beliefs((weights / weights.sum()).astype(np.float32), state)


def intercept(
    model: KeywordModel,
    clues: Sequence[str],
    history: Sequence[HistoryEntry] = (),
    *,
    repeat_codes: bool = True,
    top: int = 5,
) -> Interception:
    """Return the posterior over the 24 codes, with the likeliest keywords of each slot.

    A clue's likelihood under a slot is its expected likelihood under the slot's keyword.

    Args:
        model: The possible keywords.
        clues: The three clues of the other side.
        history: Its past transmissions, oldest first.
        repeat_codes: Whether a code can come twice; if not, those in ``history`` are excluded.
        top: How many keywords to name for each slot.

    Raises:
        UnknownWord: If a clue has no vector.
    """
    known = beliefs(model, history)
    scores = np.log(model.ratios(clues) @ known.keywords.transpose(0, 2, 1))
    allowed = allowed_codes(() if repeat_codes else (entry.code for entry in history))
    by_hypothesis = np.exp(code_log_probabilities(scores, allowed))
    probabilities: Floats = (known.weights @ by_hypothesis).astype(np.float32)
    return Interception(
        ALL_CODES[best_code(probabilities)],
        probabilities,
        slot_probabilities(probabilities),
        likeliest(model, known, top),
    )


def likeliest(
    model: KeywordModel, known: Beliefs, top: int
) -> tuple[tuple[tuple[str, float], ...], ...]:
    """Return the ``top`` keywords of each slot with their probabilities, likeliest first."""
    rows = []
    for row in known.marginal:
        size = min(top, len(row))
        best = np.argpartition(-row, size - 1)[:size]
        pairs = [(model.keywords[i], float(row[i])) for i in best]
        rows.append(tuple(sorted(pairs, key=lambda pair: (-pair[1], pair[0]))))
    return tuple(rows)


def guess_keywords(model: KeywordModel, history: Sequence[HistoryEntry]) -> tuple[str, ...]:
    """Return a guess at the four keywords, slot 1 first, all different.

    Slots are served in the order of their certainty, each with the likeliest word still free.

    Raises:
        UnknownWord: If a clue has no vector.
    """
    ranked = likeliest(model, beliefs(model, history), 4)
    chosen: dict[int, str] = {}
    for slot in sorted(range(4), key=lambda s: (-ranked[s][0][1], s)):
        chosen[slot] = next(word for word, _ in ranked[slot] if word not in chosen.values())
    return tuple(chosen[slot] for slot in range(4))
