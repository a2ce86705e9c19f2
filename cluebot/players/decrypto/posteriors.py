"""Exact probabilities over the 24 codes, from one score for each clue and slot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from cluebot.games.decrypto.codes import ALL_CODES

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

CODES: NDArray[np.intp] = np.array(ALL_CODES, dtype=np.intp) - 1
"""The 24 codes with slots counted from 0, array (24, 3), in the order of `ALL_CODES`."""

_ROWS = np.arange(3)

_SPREAD: Floats = (CODES[:, :, None] == np.arange(4)).reshape(24, 12).astype(np.float32)
"""Which slot each clue of each code stands for, array (24, 3 * 4)."""


def allowed_codes(used: Iterable[Sequence[int]]) -> Mask:
    """Return an array (24,) that is False for the codes in ``used`` (slots from 1).

    When all 24 are used, all are allowed again.
    """
    gone = {tuple(code) for code in used}
    mask = np.array([code not in gone for code in ALL_CODES], dtype=np.bool_)
    return mask if mask.any() else ~mask


def code_log_probabilities(scores: Floats, allowed: Mask) -> Floats:
    """Return log P(code), normalised, for scores that add up over the clues of a code.

    Args:
        scores: Array (..., 3, 4): log-likelihood of each clue under each slot.
        allowed: Array (24,).

    Returns:
        Array (..., 24); minus infinity where a code is not allowed.
    """
    total = scores[..., _ROWS, CODES].sum(axis=-1)
    total = np.where(allowed, total, -np.inf)
    total = total - total.max(axis=-1, keepdims=True)
    logs: Floats = total - np.log(np.exp(total).sum(axis=-1, keepdims=True))
    return logs


def slot_probabilities(codes: Floats) -> Floats:
    """Return P(clue i stands for slot j), array (3, 4), from P(code), array (24,)."""
    table: Floats = (codes @ _SPREAD).reshape(3, 4).astype(np.float32)
    return table


def best_code(probabilities: Floats) -> int:
    """Return the number of the likeliest code; ties go to the code that comes first.

    Rounding makes ties of what differs only by the order of floating-point sums.
    """
    return int(np.argmax(np.round(probabilities, 6)))


def triple_probabilities(scores: Sequence[Floats], code: Sequence[int], allowed: Mask) -> Floats:
    """Return P(code | clues) for every choice of one candidate a clue.

    The sum over the 24 codes is a product of matrices, so that thousands of triples cost little.

    Args:
        scores: For each of the three clues an array (..., M_i, 4) of log-likelihoods by slot; the
            readers that lead are the same for all three.
        code: The true code, slots from 0.
        allowed: Array (24,).

    Returns:
        Array (..., M_1, M_2, M_3).
    """
    first, second, third = (np.exp(s - s.max(axis=-1, keepdims=True)) for s in scores)
    cube = np.zeros((4, 4, 4), dtype=np.float32)
    cube[tuple(CODES[allowed].T)] = 1
    by_third = (first @ cube.reshape(4, 16)).reshape(*first.shape[:-1], 4, 4)
    by_second = by_third @ np.swapaxes(third, -1, -2)[..., None, :, :]  # (..., M1, 4, M3)
    total = second[..., None, :, :] @ by_second
    a, b, c = code
    pairs = first[..., :, a, None] * second[..., None, :, b]
    result: Floats = pairs[..., None] * third[..., None, None, :, c]
    result /= np.maximum(total, 1e-30, out=total)
    return result
