"""The decoder: which code do these clues of the own team stand for?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cluebot.games.decrypto.codes import ALL_CODES
from cluebot.games.decrypto.history import HistoryEntry, sheet
from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.posteriors import (
    Floats,
    allowed_codes,
    best_code,
    code_log_probabilities,
    slot_probabilities,
)

TEMPERATURE = {"blend": 0.66, "block": 0.45}
"""Log-odds a unit of similarity: how far a clue giver who thinks in vectors of his own can be
trusted to mean the keyword that is nearest in ours. Fitted by predicting one space's choice among
four keywords from the others', on clues of all degrees of association. On an encoder's own clues it
is surer than the strangers it stands for: see the witnesses in docs/benchmarks-decrypto.md."""

BLEND_PRIOR = 0.7
HABIT = 0.1
HABIT_FROM = 1.5


@dataclass(frozen=True, slots=True)
class Decoding:
    """What the clues may mean.

    Attributes:
        code: The likeliest code, slots from 1.
        probabilities: P(code), array (24,), in the order of `ALL_CODES`.
        slots: P(clue i stands for slot j), array (3, 4).
    """

    code: tuple[int, int, int]
    probabilities: Floats
    slots: Floats


def temperatures(spaces: Sequence[str]) -> Floats:
    """Return the log-odds a unit of similarity in each of S spaces."""
    several = len(spaces) > 1
    return np.array(
        [TEMPERATURE["blend" if several and s == "blend" else "block"] for s in spaces],
        dtype=np.float32,
    )


def decode(
    meanings: Meanings,
    keywords: Sequence[str],
    clues: Sequence[str],
    history: Sequence[HistoryEntry] = (),
    *,
    repeat_codes: bool = True,
) -> Decoding:
    """Return the exact posterior over the 24 codes.

    Each space is a way the encoder may think; past transmissions, whose codes are known, tell
    which one is his. Within a space the log-odds of a slot grow with the similarity of the clue to
    its keyword, and a little with that to an earlier clue of the slot (the encoder's habits).

    Args:
        meanings: The spaces.
        keywords: The team's four keywords, slot 1 first.
        clues: The three clues.
        history: The team's own past transmissions, oldest first.
        repeat_codes: Whether a code can come twice; if not, those in ``history`` are excluded.

    Raises:
        UnknownWord: If a clue or keyword has no vector.
    """
    past = [clue for entry in history for clue in entry.clues]
    table = meanings.similarities([*clues, *past], keywords)
    scores = temperatures(meanings.spaces)[:, None, None] * table
    weights = _weights(scores[:, len(clues) :], history)
    now = scores[:, : len(clues)] + _habits(meanings, clues, history)
    allowed = allowed_codes(() if repeat_codes else (entry.code for entry in history))
    by_space = np.exp(code_log_probabilities(now, allowed))
    probabilities: Floats = (weights @ by_space).astype(np.float32)
    return Decoding(
        ALL_CODES[best_code(probabilities)], probabilities, slot_probabilities(probabilities)
    )


def _weights(scores: Floats, history: Sequence[HistoryEntry]) -> Floats:
    """Return P(space | past transmissions), array (S,), from the scores of their clues."""
    spaces = scores.shape[0]
    if spaces == 1:
        return np.ones(1, dtype=np.float32)
    logs = np.log(np.full(spaces, (1 - BLEND_PRIOR) / (spaces - 1)))
    logs[-1] = np.log(BLEND_PRIOR)
    if history:
        by_turn = scores.reshape(spaces, len(history), 3, 4)
        codes = code_log_probabilities(by_turn, allowed_codes(()))
        sent = [ALL_CODES.index(entry.code) for entry in history]
        logs = logs + codes[:, np.arange(len(history)), sent].sum(axis=1)
    weights: Floats = np.exp(logs - logs.max())
    weights /= weights.sum()
    return weights


def _habits(meanings: Meanings, clues: Sequence[str], history: Sequence[HistoryEntry]) -> Floats:
    """Return what likeness to earlier clues adds, array (S, 3, 4); the same for all blocks."""
    result = np.zeros((1, 3, 4), dtype=np.float32)
    past = sheet(history)
    flat = [clue for column in past for clue in column]
    if not flat:
        return result
    likeness = meanings.similarities(clues, flat)[-1]
    start = 0
    for slot, column in enumerate(past):
        if column:
            best = likeness[:, start : start + len(column)].max(axis=1)
            result[0, :, slot] = HABIT * np.maximum(0, best - HABIT_FROM)
        start += len(column)
    return result
