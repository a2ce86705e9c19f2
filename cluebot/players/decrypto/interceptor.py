"""The interceptor: which code does the other side send, and what are its keywords?

He puts a clue to a slot for two reasons: the keywords that the slot may hide make it likely, and it
is like the slot's earlier clues. The second holds even when the keyword is none that he suspects.
Both are weighed in every space, and the spaces by how well each would have told the past codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cluebot.games.decrypto.codes import ALL_CODES
from cluebot.games.decrypto.history import HistoryEntry, sheet
from cluebot.players.decrypto.keywords import SURPRISE, KeywordModel
from cluebot.players.decrypto.posteriors import (
    Floats,
    allowed_codes,
    best_code,
    code_log_probabilities,
    slot_probabilities,
)

LIKELIHOOD, LIKENESS, NEW = 0.5, 1.4, 2.5
"""Log-odds for a unit of log-likelihood, for a deviation of mean similarity to the earlier clues of
a slot, and for a slot without any, as if a clue were like them by `NEW` / `LIKENESS` deviations.
Fitted by the likelihood of the codes of simulated games."""

STATIC = {"glove50": 6.0, "zh200": 6.0}
"""Spaces of counted words weigh more than the others at first: programs mostly think in them."""

_LEAST = -14.0


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


def beliefs(
    model: KeywordModel, history: Sequence[HistoryEntry], *, repeat_codes: bool = True
) -> Beliefs:
    """Return the posterior over keywords and hypotheses after past transmissions.

    Slots are independent given the hypothesis. A hypothesis is as likely as it would have made the
    codes that were sent.

    Raises:
        UnknownWord: If a clue has no vector.
    """
    state = np.stack([model.posterior(clues) for clues in sheet(history)], axis=1)
    trust = _trust(model, history, repeat_codes=repeat_codes)
    weights = np.exp(trust - trust.max())
    return Beliefs(weights / weights.sum(), state)


def opinions(likelihoods: Floats, likeness: Floats, past: Sequence[Sequence[str]]) -> Floats:
    """Return an interceptor's log-odds of clues under slots, array (H, C, 4).

    Args:
        likelihoods: Logarithms of the clues' expected likelihood ratios, array (H, C, 4).
        likeness: Their mean similarity to the earlier clues of each slot, array (H, C, 4).
        past: The earlier clues of each slot; where there are none ``likeness`` is not read.
    """
    heard = np.array([bool(clues) for clues in past])
    result: Floats = LIKELIHOOD * likelihoods
    result += np.where(heard, np.float32(LIKENESS) * likeness, np.float32(NEW))
    return result


def _trust(model: KeywordModel, history: Sequence[HistoryEntry], *, repeat_codes: bool) -> Floats:
    """Return log P(hypothesis | codes sent), array (H,), but for a constant."""

    def reckon() -> Floats:
        if not history:
            prior = np.log([STATIC.get(space, 1.0) for space in model.meanings.spaces])
            return model.by_hypothesis(prior.astype(np.float32))
        earlier, last = history[:-1], history[-1]
        allowed = allowed_codes(() if repeat_codes else (entry.code for entry in earlier))
        codes = code_log_probabilities(_scores(model, last.clues, earlier), allowed)
        before = _trust(model, earlier, repeat_codes=repeat_codes)
        result: Floats = before + np.maximum(codes[:, ALL_CODES.index(last.code)], _LEAST)
        return result

    return model.remembered((repeat_codes, _key(history)), reckon)


def _scores(model: KeywordModel, clues: Sequence[str], history: Sequence[HistoryEntry]) -> Floats:
    """Return the log-odds of clues under slots, array (H, C, 4)."""
    past = sheet(history)

    def reckon() -> Floats:
        state = np.stack([model.posterior(column) for column in past], axis=1)
        expected = model.ratios(clues) @ state.transpose(0, 2, 1)
        likelihoods = np.log(np.maximum(expected, SURPRISE))
        flat = [clue for column in past for clue in column]
        likeness = np.zeros((len(model.meanings.spaces), len(clues), 4), dtype=np.float32)
        if flat:
            similar = model.meanings.similarities(clues, flat)
            start = 0
            for slot, column in enumerate(past):
                if column:
                    likeness[:, :, slot] = similar[:, :, start : start + len(column)].mean(axis=2)
                start += len(column)
        return opinions(likelihoods, model.by_hypothesis(likeness), past)

    # What was reckoned to find a code tells afterwards whom to trust.
    return model.remembered((tuple(clues), _key(history)), reckon)


def _key(history: Sequence[HistoryEntry]) -> tuple[tuple[tuple[str, ...], tuple[int, ...]], ...]:
    return tuple((tuple(entry.clues), tuple(entry.code)) for entry in history)


def intercept(
    model: KeywordModel,
    clues: Sequence[str],
    history: Sequence[HistoryEntry] = (),
    *,
    repeat_codes: bool = True,
    top: int = 5,
) -> Interception:
    """Return the posterior over the 24 codes, with the likeliest keywords of each slot.

    Args:
        model: The possible keywords.
        clues: The three clues of the other side.
        history: Its past transmissions, oldest first.
        repeat_codes: Whether a code can come twice; if not, those in ``history`` are excluded.
        top: How many keywords to name for each slot.

    Raises:
        UnknownWord: If a clue has no vector.
    """
    known = beliefs(model, history, repeat_codes=repeat_codes)
    scores = _scores(model, clues, history)
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
