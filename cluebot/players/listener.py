"""The model of a listener: which word does someone touch next who hears a clue?

A listener gives each unrevealed word w a rate r_w = exp(s_w), s_w being the log-odds that a blend
assigns to the pair of clue and word, and touches words in the order of exponential clocks with
these rates. That is the Plackett-Luce model: the next word is w with probability
r_w / (sum of the rates left), and words are drawn without replacement.

Clocks make counting exact and cheap. Let the words that must not be touched have the total rate R.
The first of them rings at time T, exponential with rate R; given T, each own word i has rung before
with probability 1 - exp(-r_i T), independently of the others. So the number of own words touched
before the first bad one is a mixture over T of Poisson-binomial counts, and which bad word it is
does not depend on T. (Plackett 1975, Luce 1959; the clocks are Yellott's 1977 representation.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embeddings.blend import Blend

Floats = NDArray[np.float32]

LAPSE = 0.01
"""Share of the mean rate that every word gets besides its own: people see links nobody foresaw."""

SPREAD = 1.5
BETA = 2.6
"""How a guesser stretches log-odds, see `sharpen`; fitted to which words people's clues meant."""


def _nodes(count: int) -> tuple[Floats, Floats]:
    """Return log u and weights of a quadrature over u in (0, 1).

    Gauss-Legendre in v with u = v^2 (3 - 2 v), which puts nodes near both ends, where powers of u
    bend.
    """
    x, weights = np.polynomial.legendre.leggauss(count)
    v = (x + 1) / 2
    return (
        np.log(v * v * (3 - 2 * v)).astype(np.float32),
        (weights / 2 * 6 * v * (1 - v)).astype(np.float32),
    )


_LOG_U, _WEIGHTS = _nodes(12)


@dataclass(frozen=True, slots=True)
class Listener:
    """One way of hearing a clue: a combination of the blend's spaces.

    Attributes:
        name: A block's name, or ``"blend"``.
        weights: Array (B,): how much each slice of similarities counts.
        share: How probable it is that the teammate listens this way.
    """

    name: str
    weights: Floats
    share: float

    def log_odds(self, similarities: Floats) -> Floats:
        """Combine similarities (B, C, W) into log-odds (C, W)."""
        return weighted(self.weights, similarities)


def weighted(weights: Floats, slices: Floats) -> Floats:
    """Return weighted sums of slices: weights (..., B) and slices (B, ...) bring (..., ...).

    What `numpy.tensordot` does, which takes longer to find out what to do than to do it.
    """
    rows = np.dot(weights.reshape(-1, len(slices)), slices.reshape(len(slices), -1))
    out: Floats = rows.reshape(*weights.shape[:-1], *slices.shape[1:])
    return out


def listeners(blend: Blend, preferred: str | None = None) -> tuple[Listener, ...]:
    """Return the listeners a clue should work for: the joint one, and each space alone.

    Half of the belief goes to the joint listener and half to the single spaces in equal parts.
    A preferred listener gets half of everything.

    Raises:
        ValueError: If no listener has the preferred name.
    """
    count = len(blend.blocks)
    joint = Listener("blend", np.asarray(blend.weights, dtype=np.float32), 0.5)
    alone = [
        Listener(name, np.eye(count, dtype=np.float32)[i], 0.5 / count)
        for i, name in enumerate(blend.blocks)
    ]
    found = (joint, *alone) if count > 1 else (Listener("blend", joint.weights, 1.0),)
    if preferred is None:
        return found
    if preferred not in {listener.name for listener in found}:
        msg = f"no listener {preferred!r}; known: {', '.join(x.name for x in found)}"
        raise ValueError(msg)
    return tuple(
        Listener(x.name, x.weights, x.share / 2 + (0.5 if x.name == preferred else 0.0))
        for x in found
    )


def rates(log_odds: Floats, lapse: float = LAPSE) -> Floats:
    """Return clock rates (..., W) from log-odds (..., W), scaled to mean 1 before the lapse."""
    # The largest of each of many short rows is found sooner with the rows side by side.
    highest = np.maximum.reduce(np.ascontiguousarray(log_odds.T), axis=0).T
    out: Floats = log_odds - highest[..., None]
    np.exp(out, out=out)
    out /= np.add.reduce(out, axis=-1, keepdims=True) / out.shape[-1]
    out += np.float32(lapse)
    return out


def found_before(own: Floats, bad: Floats, most: int) -> Floats:
    """Return how many own words are touched before the first bad one.

    Args:
        own: Array (..., K): rates of the own words.
        bad: Array (...,): total rate of the words that must not be touched.
        most: Count at which the distribution is cut.

    Returns:
        Array (..., most + 1): probabilities of 0, 1, ..., most - 1 and of ``most`` or more.
    """
    if not (bad > 0).all():
        # Nothing can go wrong: everything is found.
        safe = found_before(own, np.where(bad > 0, bad, 1).astype(np.float32), most)
        certain = np.zeros(most + 1, dtype=np.float32)
        certain[-1] = 1.0
        out: Floats = np.where((bad > 0)[..., None], safe, certain)
        return out
    # With u = exp(-R T), uniform on (0, 1), exp(-r T) = u ** (r / R).
    ratio = (own / bad[..., None]).reshape(-1, own.shape[-1])
    # Words or counts, nodes, cases: what one step changes lies side by side in memory. Before the
    # i-th word no count above i is possible.
    late = np.multiply(ratio.T[:, None], _LOG_U[:, None], order="C")
    np.exp(late, out=late)
    gone = 1 - late
    counts = np.zeros((most + 1, len(_LOG_U), len(ratio)), dtype=np.float32)
    counts[0] = 1.0
    room = np.empty_like(counts)
    for i in range(own.shape[-1]):
        top = min(i, most) + 1
        moved = np.multiply(counts[:top], gone[i], out=room[:top])
        counts[:top] *= late[i]
        if i < most:
            counts[1 : top + 1] += moved
        else:
            counts[1:] += moved[:-1]
            counts[-1] += moved[-1]
    mixed = _WEIGHTS @ counts
    return np.ascontiguousarray(mixed.T).reshape(*own.shape[:-1], most + 1)


def comes_first(own: Floats, bad: Floats) -> Floats:
    """Return for each own word the chance of coming before all bad ones: r / (r + R).

    Args:
        own: Array (..., K): rates of the own words.
        bad: Array (...,): total rate of the bad words.
    """
    out: Floats = own / (own + bad[..., None])
    return out


def among_first(
    rate: Sequence[float] | NDArray[np.floating], count: float | Sequence[float]
) -> NDArray[np.float64]:
    """Return for each word the chance of being among the first ``count`` touched.

    The clocks are stopped at the time tau at which ``count`` words have rung on average; the
    chance of word w is 1 - exp(-r_w tau). Newton's method on a concave increasing function.

    Args:
        rate: Array (..., W): rates.
        count: Expected number of words, one for each row of rates; at least W means all.
    """
    rows = np.asarray(rate, dtype=np.float64)
    wanted = np.broadcast_to(np.asarray(count, dtype=np.float64), rows.shape[:-1])
    out = np.empty_like(rows)
    for place in np.ndindex(wanted.shape):
        out[place] = _rung(rows[place], float(wanted[place]))
    return out


def _rung(rate: NDArray[np.float64], count: float) -> NDArray[np.float64] | float:
    """Return `among_first` for one row of rates."""
    size = len(rate)
    if not 0 < count < size:
        return float(count > 0)
    tau, late, slopes = 0.0, np.ones_like(rate), rate.copy()
    slower = -rate
    for _ in range(200):
        # Plain numbers but for the words: rows are short, and calls of NumPy cost more than sums.
        rung = size - float(np.add.reduce(late))
        step = (count - rung) / max(float(np.add.reduce(slopes)), 1e-12)
        tau += step
        np.multiply(slower, tau, out=late)
        np.exp(late, out=late)
        np.multiply(rate, late, out=slopes)
        if abs(step) <= 1e-10 * tau:
            break
    return 1 - late


def sharpen(log_odds: Floats) -> Floats:
    """Return log-odds (..., W) as a guesser who trusts the clue reads them.

    People choose clues that point somewhere. So a guesser stretches the differences on the board
    to a common size, the more so the smaller they are: s -> BETA s / sqrt(var(s) + SPREAD^2).
    """
    size = log_odds.shape[-1]
    out: Floats = log_odds - np.add.reduce(log_odds, axis=-1, keepdims=True) / size
    square = np.add.reduce(out * out, axis=-1, keepdims=True) / size
    out *= BETA / np.sqrt(square + SPREAD**2)
    return out
