"""Fitting a listener to human choices: conditional logit over the words of a board.

A person who hears a clue touches word w with probability softmax(x_w . theta) among the words
left, x_w being the word's features (McFadden 1974; one choice after another it is the
Plackett-Luce model). Fitted by Newton's method with a ridge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eval.human_games import HumanClue

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Choices:
    """E choices among at most W words.

    Attributes:
        clue: Array (E,): which clue each choice answers.
        open: Array (E, W) bool: words that could be chosen.
        chosen: Array (E, W): the chosen word; rows sum to 1 (several words in equal parts when
            their order is not known).
        weight: Array (E,): what each choice counts.
    """

    clue: NDArray[np.intp]
    open: NDArray[np.bool_]
    chosen: Array
    weight: Array

    def of(self, clues: NDArray[np.bool_]) -> Choices:
        """Return the choices that answer the clues selected by a mask."""
        keep = clues[self.clue]
        return Choices(self.clue[keep], self.open[keep], self.chosen[keep], self.weight[keep])


def choices(clues: Sequence[HumanClue], width: int) -> Choices:
    """Turn clues into choices: every person's picks in order, and the giver's targets at once.

    The people who answer one clue weigh 1 together, so that no board dominates; the giver
    counts as one more.
    """
    rows: list[tuple[int, list[int], list[int], float]] = []
    for i, clue in enumerate(clues):
        place = {word: j for j, word in enumerate(clue.board)}
        people = [p for p in clue.guesses if p]
        for person in people:
            picks = [place[w] for w in person]
            rows += [(i, [picks[k]], picks[:k], 1.0 / len(people)) for k in range(len(picks))]
        rows.append((i, [place[w] for w in clue.targets], [], 1.0))
    open_ = np.zeros((len(rows), width), dtype=np.bool_)
    chosen = np.zeros((len(rows), width))
    for e, (i, picks, gone, _) in enumerate(rows):
        open_[e, : len(clues[i].board)] = True
        open_[e, gone] = False
        chosen[e, picks] = 1 / len(picks)
    return Choices(
        np.array([r[0] for r in rows], dtype=np.intp),
        open_,
        chosen,
        np.array([r[3] for r in rows]),
    )


def fit(features: Array, data: Choices, ridge: float = 3.0) -> Array:
    """Return the weights theta (F,) of features (N clues, W, F).

    Raises:
        ValueError: If there are no choices.
    """
    if not len(data.clue):
        raise ValueError("there are no choices to fit")
    x = features[data.clue]
    theta = np.zeros(x.shape[2])
    for _ in range(50):
        p = _softmax(x @ theta, data.open)
        mean = np.einsum("ew,ewf->ef", p, x)
        gradient = (data.weight[:, None] * (np.einsum("ew,ewf->ef", data.chosen, x) - mean)).sum(0)
        gradient -= 2 * ridge * theta
        second = np.einsum("e,ew,ewf,ewg->fg", data.weight, p, x, x, optimize=True)
        second -= np.einsum("e,ef,eg->fg", data.weight, mean, mean)
        step = np.linalg.solve(second + 2 * ridge * np.eye(len(theta)), gradient)
        theta += step
        if np.abs(step).max() < 1e-8:
            break
    return theta


def log_likelihood(scores: Array, data: Choices) -> float:
    """Return the mean log-likelihood of the choices under scores (N, W)."""
    p = _softmax(scores[data.clue], data.open)
    each = (data.chosen * np.log(np.maximum(p, 1e-12))).sum(axis=1)
    return float((data.weight * each).sum() / data.weight.sum())


def _softmax(scores: Array, open_: NDArray[np.bool_]) -> Array:
    z = np.where(open_, scores, -np.inf)
    z -= z.max(axis=1, keepdims=True)
    out = np.exp(z)
    out /= out.sum(axis=1, keepdims=True)
    return out
