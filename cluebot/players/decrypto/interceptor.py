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
from cluebot.players.decrypto.keywords import KeywordModel
from cluebot.players.decrypto.posteriors import (
    Floats,
    allowed_codes,
    best_code,
    code_probabilities,
    slot_means,
    slot_probabilities,
    softmax,
)
from cluebot.players.decrypto.ratio_table import SURPRISE

LIKELIHOOD, LIKENESS, NEW = 0.5, 1.4, 2.5
"""Log-odds for a unit of log-likelihood, for a deviation of mean similarity to the earlier clues of
a slot, and for a slot without any, as if a clue were like them by `NEW` / `LIKENESS` deviations.
Fitted by the likelihood of the codes of simulated games."""

STATIC = {"glove50": 6.0, "zh200": 6.0}
"""Spaces of counted words weigh more than the others at first: programs mostly think in them."""

_STRETCHES = 10

_LEAST = np.float32(np.exp(-14.0))
"""A hypothesis that holds a code for less likely than this is not trusted less for it."""


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
        result: Floats = self.weights @ self.keywords.reshape(len(self.weights), -1)
        return result.reshape(self.keywords.shape[1:])


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
    trust = _trust(model, history, repeat_codes=repeat_codes)
    return Beliefs(softmax(trust), suspected(model, history))


def suspected(model: KeywordModel, history: Sequence[HistoryEntry]) -> Floats:
    """Return P(keyword of slot j | hypothesis), array (H, 4, N), by Bayes' rule.

    Only the latest transmission is new: what was concluded from the others is remembered.

    Raises:
        UnknownWord: If a clue has no vector.
    """

    def reckon() -> Floats:
        if not history:
            return np.repeat(model.prior[:, None], 4, axis=1)
        last = history[-1]
        before, ratios = suspected(model, history[:-1]), model.ratios(last.clues)
        result = before.copy()
        for clue, number in enumerate(last.code):
            told = result[:, number - 1]
            told *= ratios[:, clue]
            told /= np.add.reduce(told, axis=1, keepdims=True)
        return result

    return model.remembered(("keywords", history_key(history)), reckon)


def prior_trust(model: KeywordModel) -> Floats:
    """Return log P(hypothesis) before any code, array (H,), but for a constant."""
    shares = [STATIC.get(space, 1.0) for space in model.meanings.spaces]
    return model.by_hypothesis(np.log(shares).astype(np.float32))


def trust_after(before: Floats, codes: Floats, sent: Sequence[int]) -> Floats:
    """Return log P(hypothesis), array (H,), once a code is known.

    Args:
        before: The same before.
        codes: P(code) by each hypothesis, array (H, 24).
        sent: The code.
    """
    found = np.log(np.maximum(codes[:, ALL_CODES.index(tuple(sent))], _LEAST))
    result: Floats = before + found
    return result


def opinions(likelihoods: Floats, likeness: Floats, past: Sequence[Sequence[str]]) -> Floats:
    """Return an interceptor's log-odds of clues under slots, array (H, 4, C).

    Args:
        likelihoods: Logarithms of the clues' expected likelihood ratios, array (H, 4, C).
        likeness: Their mean similarity to the earlier clues of each slot, array (H, 4, C); 0 where
            there are none.
        past: The earlier clues of each slot.
    """
    new = np.array([[0 if clues else NEW] for clues in past], dtype=np.float32)
    result: Floats = np.float32(LIKENESS) * likeness
    result += np.float32(LIKELIHOOD) * likelihoods
    result += new
    return result


def expected(keywords: Floats, ratios: Floats) -> Floats:
    """Return the logarithms of clues' expected likelihood ratios under slots, array (H, 4, C).

    Args:
        keywords: P(keyword of the slot), array (H, 4, N).
        ratios: How much likelier each keyword makes each clue, array (H, C, N).
    """
    if ratios.shape[1] > keywords.shape[1]:
        # The long side first and the other in rows: BLAS takes a sixth of the time.
        columns = np.ascontiguousarray(keywords.swapaxes(1, 2))
        means: Floats = np.ascontiguousarray((ratios @ columns).swapaxes(1, 2))
    else:
        means = keywords @ ratios.swapaxes(1, 2)
    np.maximum(means, SURPRISE, out=means)
    return np.log(means, out=means)


def _trust(model: KeywordModel, history: Sequence[HistoryEntry], *, repeat_codes: bool) -> Floats:
    """Return log P(hypothesis | codes sent), array (H,), but for a constant."""

    def reckon() -> Floats:
        if not history:
            return prior_trust(model)
        earlier, last = history[:-1], history[-1]
        codes = codes_by(model, last.clues, earlier, repeat_codes=repeat_codes)
        return trust_after(_trust(model, earlier, repeat_codes=repeat_codes), codes, last.code)

    return model.remembered(("trust", repeat_codes, history_key(history)), reckon)


def codes_by(
    model: KeywordModel,
    clues: Sequence[str],
    history: Sequence[HistoryEntry],
    *,
    repeat_codes: bool,
) -> Floats:
    """Return P(code | clues, hypothesis), array (H, 24)."""

    def reckon() -> Floats:
        likelihoods = expected(suspected(model, history), model.ratios(clues))
        likeness = np.zeros((len(model.meanings.spaces), 4, len(clues)), dtype=np.float32)
        if history:
            flat = [clue for entry in history for clue in entry.clues]
            similar = model.meanings.similarities(clues, flat)
            likeness = slot_means(entry.code for entry in history) @ similar.swapaxes(1, 2)
        scores = opinions(likelihoods, model.by_hypothesis(likeness), sheet(history))
        allowed = allowed_codes(() if repeat_codes else (entry.code for entry in history))
        return code_probabilities(scores.swapaxes(1, 2), allowed)

    # What was reckoned to find a code tells afterwards whom to trust.
    return model.remembered(("codes", repeat_codes, tuple(clues), history_key(history)), reckon)


def history_key(history: Sequence[HistoryEntry]) -> tuple[object, ...]:
    """Return what a history is remembered by."""
    return tuple((entry.clues, entry.code) for entry in history)


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
    codes = codes_by(model, clues, history, repeat_codes=repeat_codes)
    probabilities: Floats = known.weights @ codes
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
    marginal = known.marginal
    size = min(top, marginal.shape[1])
    # So many stretches reach the least of the highest peaks that few keywords do beside theirs.
    step = max(1, marginal.shape[1] // (_STRETCHES * size))
    peaks = np.maximum.reduceat(marginal, np.arange(0, marginal.shape[1], step), axis=1)
    least = np.partition(peaks, -size, axis=1)[:, -size, None]
    rows = []
    for row, high in zip(marginal, marginal >= least, strict=True):
        places = np.flatnonzero(high)
        if len(places) > size:
            places = places[np.argpartition(-row[places], size - 1)[:size]]
        pairs = [(model.keywords[i], float(row[i])) for i in places.tolist()]
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
