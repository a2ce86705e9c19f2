"""The forward pass of a BERT encoder in NumPy, for texts of a few tokens.

Post-norm transformer with learned positions and exact GELU; texts of equal length go through
together, so that no padding and no attention mask is needed. Devlin et al., NAACL 2019.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embeddings.vectors import Rows

_EPS = np.float32(1e-12)
_ROWS_IN_CACHE = 64


@dataclass(frozen=True, slots=True)
class Layer:
    """The weights of one transformer layer; matrices multiply rows from the right.

    Attributes:
        qkv: Queries, keys and values side by side, (d, 3d), and their bias (3d,).
        out: Output of the attention, (d, d) and (d,).
        up: First matrix of the feed-forward network, (d, f) and (f,).
        down: Second matrix of the feed-forward network, (f, d) and (d,).
        norm1: Gain and bias of the normalisation after the attention, (d,) each.
        norm2: Gain and bias of the normalisation after the feed-forward network.
    """

    qkv: tuple[Rows, Rows]
    out: tuple[Rows, Rows]
    up: tuple[Rows, Rows]
    down: tuple[Rows, Rows]
    norm1: tuple[Rows, Rows]
    norm2: tuple[Rows, Rows]


def erf(x: Rows) -> Rows:
    """Return the error function, to 1.5e-7 (Abramowitz and Stegun, 7.1.26).

    >>> [round(float(v), 4) for v in erf(np.float32([-0.5, 0, 2]))]
    [-0.5205, 0.0, 0.9953]
    """
    a = np.abs(x)
    t = 1 / (1 + np.float32(0.3275911) * a)
    series = np.full_like(t, 1.061405429)
    for c in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series *= t
        series += np.float32(c)
    series *= t
    np.multiply(a, -a, out=a)
    np.exp(a, out=a)
    series *= a
    return np.copysign(1 - series, x)


def _gelu(x: Rows) -> None:
    """Multiply by the Gaussian distribution function, in place."""
    for start in range(0, len(x), _ROWS_IN_CACHE):
        part = x[start : start + _ROWS_IN_CACHE]
        gate = erf(part * np.float32(np.sqrt(0.5)))
        gate += 1
        gate *= np.float32(0.5)
        part *= gate


def _normalise(x: Rows, norm: tuple[Rows, Rows]) -> None:
    """Layer normalisation over the last axis, in place."""
    x -= x.mean(axis=-1, keepdims=True)
    variance = np.einsum("...j,...j->...", x, x) / np.float32(x.shape[-1])
    x *= np.reciprocal(np.sqrt(variance + _EPS))[..., None]
    x *= norm[0]
    x += norm[1]


class Encoder:
    """A BERT encoder with mean pooling.

    Args:
        tensors: Arrays by the names that Hugging Face gives them, matrices as (out, in).
        heads: Number of attention heads.
    """

    def __init__(self, tensors: Mapping[str, Rows], heads: int) -> None:
        def norm(name: str) -> tuple[Rows, Rows]:
            return tensors[f"{name}.LayerNorm.weight"], tensors[f"{name}.LayerNorm.bias"]

        def dense(*names: str) -> tuple[Rows, Rows]:
            matrix = np.concatenate([tensors[f"{n}.weight"] for n in names]).T
            return np.ascontiguousarray(matrix), np.concatenate(
                [tensors[f"{n}.bias"] for n in names]
            )

        self._words = tensors["embeddings.word_embeddings.weight"]
        self._places = (
            tensors["embeddings.position_embeddings.weight"]
            + tensors["embeddings.token_type_embeddings.weight"][0]
        )
        self._norm = norm("embeddings")
        self._heads = heads
        self._layers: list[Layer] = []
        while f"encoder.layer.{len(self._layers)}.output.dense.weight" in tensors:
            at = f"encoder.layer.{len(self._layers)}"
            self._layers.append(
                Layer(
                    qkv=dense(*(f"{at}.attention.self.{n}" for n in ("query", "key", "value"))),
                    out=dense(f"{at}.attention.output.dense"),
                    up=dense(f"{at}.intermediate.dense"),
                    down=dense(f"{at}.output.dense"),
                    norm1=norm(f"{at}.attention.output"),
                    norm2=norm(f"{at}.output"),
                )
            )

    def pooled(self, ids: NDArray[np.int64]) -> Rows:
        """Encode n texts of L tokens each; return the mean of the last states, (n, d)."""
        n, length = ids.shape
        x: Rows = self._words[ids] + self._places[:length]
        _normalise(x, self._norm)
        x = x.reshape(n * length, -1)
        for layer in self._layers:
            x = self._run(x, layer, n, length)
        pooled: Rows = x.reshape(n, length, -1).mean(axis=1)
        return pooled

    def _run(self, x: Rows, layer: Layer, n: int, length: int) -> Rows:
        d = x.shape[1]
        qkv = x @ layer.qkv[0]
        qkv += layer.qkv[1]
        split = qkv.reshape(n, length, 3, self._heads, d // self._heads)
        query, key, value = np.ascontiguousarray(split.transpose(2, 0, 3, 1, 4))
        scores = query @ key.swapaxes(-1, -2)
        scores *= np.float32((d // self._heads) ** -0.5)
        scores -= scores.max(axis=-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=-1, keepdims=True)
        mixed = (scores @ value).swapaxes(1, 2).reshape(n * length, d)
        attended = mixed @ layer.out[0]
        attended += layer.out[1]
        attended += x
        _normalise(attended, layer.norm1)
        hidden = attended @ layer.up[0]
        hidden += layer.up[1]
        _gelu(hidden)
        out: Rows = hidden @ layer.down[0]
        out += layer.down[1]
        out += attended
        _normalise(out, layer.norm2)
        return out
