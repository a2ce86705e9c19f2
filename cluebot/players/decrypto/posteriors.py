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

_PLACES = {tuple(code): i for i, code in enumerate(ALL_CODES)}
_NUMBERS = np.arange(1, 5)[:, None]

_SPREAD: Floats = (CODES[:, :, None] == np.arange(4)).reshape(24, 12).astype(np.float32)
"""Which slot each clue of each code stands for, array (24, 3 * 4)."""


ANY_CODE: Mask = np.ones(24, dtype=np.bool_)


def softmax(scores: Floats, axis: int = -1) -> Floats:
    """Return probabilities along an axis from log-odds.

    NumPy is ten times slower along a last axis of four than along another one.
    """
    powers = scores - np.maximum.reduce(scores, axis=axis, keepdims=True)
    np.exp(powers, out=powers)
    powers /= np.add.reduce(powers, axis=axis, keepdims=True)
    result: Floats = powers
    return result


def slot_means(codes: Iterable[Sequence[int]]) -> Floats:
    """Return the matrix that takes the mean over each slot's clues, array (4, 3 T); 0 for none.

    Args:
        codes: The T codes that the clues were given for, slots from 1.
    """
    slots = np.array([number for code in codes for number in code])
    chosen = (slots == _NUMBERS).astype(np.float32)
    result: Floats = chosen / np.maximum(np.add.reduce(chosen, axis=1, keepdims=True), 1)
    return result


def allowed_codes(used: Iterable[Sequence[int]]) -> Mask:
    """Return an array (24,) that is False for the codes in ``used`` (slots from 1).

    When all 24 are used, all are allowed again.
    """
    mask = ANY_CODE.copy()
    mask[[_PLACES[tuple(code)] for code in used]] = False
    return mask if mask.any() else ~mask


def code_probabilities(scores: Floats, allowed: Mask) -> Floats:
    """Return P(code) for scores that add up over the clues of a code.

    Args:
        scores: Array (..., 3, 4): log-likelihood of each clue under each slot.
        allowed: Array (24,).

    Returns:
        Array (..., 24); 0 where a code is not allowed.
    """
    return softmax(_totals(scores, allowed))


def code_log_probabilities(scores: Floats, allowed: Mask) -> Floats:
    """Return log P(code); minus infinity where a code is not allowed. See `code_probabilities`."""
    total = _totals(scores, allowed)
    total -= total.max(axis=-1, keepdims=True)
    logs: Floats = total - np.log(np.exp(total).sum(axis=-1, keepdims=True))
    return logs


def _totals(scores: Floats, allowed: Mask) -> Floats:
    """Return the sums of scores along each code, array (..., 24)."""
    total = scores.reshape(*scores.shape[:-2], 12) @ _SPREAD.T
    result: Floats = np.where(allowed, total, -np.inf)
    return result


def slot_probabilities(codes: Floats) -> Floats:
    """Return P(clue i stands for slot j), array (3, 4), from P(code), array (24,)."""
    table: Floats = (codes @ _SPREAD).reshape(3, 4).astype(np.float32)
    return table


def best_code(probabilities: Floats) -> int:
    """Return the number of the likeliest code; ties go to the code that comes first.

    Rounding makes ties of what differs only by the order of floating-point sums.
    """
    return int(np.argmax(np.round(probabilities, 6)))
