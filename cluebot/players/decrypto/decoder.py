"""The decoder: which code do these clues of the own team stand for?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cluebot.games.decrypto.codes import ALL_CODES
from cluebot.games.decrypto.history import HistoryEntry
from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.posteriors import (
    ANY_CODE,
    Floats,
    allowed_codes,
    best_code,
    code_probabilities,
    slot_probabilities,
    softmax,
)

TEMPERATURE = {"blend": 0.66, "block": 0.45}
"""Log-odds a unit of similarity: how far a clue giver who thinks in vectors of his own can be
trusted to mean the keyword that is nearest in ours. Fitted by predicting one space's choice among
four keywords from the others', on clues of all degrees of association. On an encoder's own clues it
is surer than the strangers it stands for: see the witnesses in docs/benchmarks-decrypto.md."""

BLEND_PRIOR = 0.7
HABIT = 0.1
HABIT_FROM = 1.5

_SLOTS = np.arange(4)[:, None]


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
    heard = _heard(meanings, tuple(keywords), tuple(clues), history)
    units = temperatures(meanings.spaces)[:, None, None]
    now = units * heard[:, :, :4]
    if history:
        now += _habits(heard[-1, :, 4:], history)
    weights = softmax(_trust(meanings, tuple(keywords), history))
    allowed = allowed_codes(() if repeat_codes else (entry.code for entry in history))
    probabilities: Floats = weights @ code_probabilities(now, allowed)
    return Decoding(
        ALL_CODES[best_code(probabilities)], probabilities, slot_probabilities(probabilities)
    )


def _heard(
    meanings: Meanings,
    keywords: tuple[str, ...],
    clues: tuple[str, ...],
    history: Sequence[HistoryEntry],
) -> Floats:
    """Return the similarity of clues to the keywords and to all earlier clues, (S, 3, 4 + 3 T)."""
    words = (*keywords, *(clue for entry in history for clue in entry.clues))
    return meanings.remembered((clues, words), lambda: meanings.similarities(clues, words))


def _trust(
    meanings: Meanings, keywords: tuple[str, ...], history: Sequence[HistoryEntry]
) -> Floats:
    """Return log P(space | past transmissions), array (S,), but for a constant.

    Only the latest transmission is new: what was concluded from the others is remembered.
    """
    spaces = len(meanings.spaces)
    if spaces == 1:
        return np.zeros(1, dtype=np.float32)
    if not history:
        shares = [(1 - BLEND_PRIOR) / (spaces - 1)] * (spaces - 1)
        return np.log([*shares, BLEND_PRIOR]).astype(np.float32)
    earlier, last = history[:-1], history[-1]

    def reckon() -> Floats:
        table = _heard(meanings, keywords, last.clues, earlier)[:, :, :4]
        scores = temperatures(meanings.spaces)[:, None, None] * table
        sent = code_probabilities(scores, ANY_CODE)[:, ALL_CODES.index(last.code)]
        result: Floats = _trust(meanings, keywords, earlier) + np.log(np.maximum(sent, 1e-30))
        return result

    key = keywords, tuple((entry.clues, entry.code) for entry in history)
    return meanings.remembered(key, reckon)


def _habits(likeness: Floats, history: Sequence[HistoryEntry]) -> Floats:
    """Return what likeness to earlier clues adds, array (3, 4).

    Args:
        likeness: Similarity of the three clues to all earlier ones, array (3, 3 * T).
        history: The T past transmissions.
    """
    slots = np.array([number - 1 for entry in history for number in entry.code])
    beyond = np.where(slots == _SLOTS, likeness[:, None], np.float32(HABIT_FROM))
    best: Floats = np.maximum.reduce(beyond, axis=2, initial=HABIT_FROM)
    return np.float32(HABIT) * (best - np.float32(HABIT_FROM))
