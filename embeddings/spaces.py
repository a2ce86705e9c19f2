"""One space of a blend: raw rows made comparable by cosine.

Raw vectors share a common direction and a few dominant ones that carry frequency rather than
meaning. Removing them (Mu and Viswanath, "All-but-the-top", ICLR 2018) and flattening the spectrum
a little (soft whitening) makes inner products agree better with people.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embeddings.build import load_block
from embeddings.cache import Cache, Recipe
from embeddings.sources import load_source
from embeddings.vectors import Rows, Source

_REMEMBERED = 4096
_FLOOR = 0.02


@dataclass(frozen=True, slots=True)
class SpaceSpec:
    """How the rows of a source become a space.

    Attributes:
        name: Name of the block.
        source: Name of the source.
        drop: How many principal components are removed.
        whiten: Exponent of the soft whitening: 0 keeps the spectrum, 1 flattens it.
        mix: Shares of the equal parts that a raw row consists of; most sources give one part.
    """

    name: str
    source: str
    drop: int = 1
    whiten: float = 0.0
    mix: tuple[float, ...] = (1.0,)


def unit(rows: NDArray[np.floating[Any]]) -> Rows:
    """Return rows of length 1; zero rows stay zero."""
    rows = np.asarray(rows, dtype=np.float32)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    out: Rows = rows / np.maximum(norms, 1e-9)
    return out


@dataclass(frozen=True, slots=True)
class Projection:
    """The map x -> unit((unit(x) - mean) @ axes).

    Attributes:
        mean: Array (d,).
        axes: Array (d, d).
    """

    mean: Rows
    axes: Rows

    @classmethod
    def fit(cls, rows: Rows, drop: int, whiten: float) -> Projection:
        """Fit on rows (n, d): centre, drop components, scale the others by variance^(-whiten/2).

        A small floor under the variances keeps noise directions from being blown up.
        """
        rows = unit(rows)
        mean = rows.mean(axis=0)
        centred = (rows - mean).astype(np.float64)
        variance, vectors = np.linalg.eigh(centred.T @ centred / len(rows))
        variance, vectors = variance[::-1], vectors[:, ::-1]
        scale = (variance + _FLOOR * variance.mean()) ** (-whiten / 2)
        scale[:drop] = 0.0
        scale /= scale.max()
        axes = (vectors * scale) @ vectors.T
        return cls(mean, np.ascontiguousarray(axes, dtype=np.float32))

    def apply(self, rows: Rows) -> Rows:
        """Map rows (n, d) to unit rows (n, d)."""
        return unit((unit(rows) - self.mean) @ self.axes)


@dataclass(frozen=True, slots=True)
class Space:
    """A space over the V words of a vocabulary, open to any other text.

    Attributes:
        spec: How it was made.
        rows: Array (V, d) float32 of unit rows, zero where the source knows nothing.
        known: Array (V,) bool.
        digest: Changes whenever the rows change.
    """

    spec: SpaceSpec
    rows: Rows
    known: NDArray[np.bool_]
    digest: str
    _source: Source
    _projections: tuple[Projection, ...]
    _memory: OrderedDict[str, tuple[Rows, bool]] = field(default_factory=OrderedDict)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to other processes without what the source has loaded; it is loaded there anew."""
        return _arrived, (self.spec, self.rows, self.known, self.digest, self._projections)

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return unit rows (n, d) for texts outside the vocabulary, and which are known (n,)."""
        missing = [t for t in dict.fromkeys(texts) if t not in self._memory]
        if missing:
            raw, known = self._source.encode(missing)
            for text, row, knows in zip(missing, self._finish(raw, known), known, strict=True):
                self._memory[text] = (row, bool(knows))
        rows = np.stack([self._memory[t][0] for t in texts])
        knows_all = np.array([self._memory[t][1] for t in texts], dtype=np.bool_)
        while len(self._memory) > max(_REMEMBERED, len(texts)):
            self._memory.popitem(last=False)
        return rows, knows_all

    def _finish(self, raw: Rows, known: NDArray[np.bool_]) -> Rows:
        return _mix(raw, known, self._projections, self.spec.mix)


def _arrived(
    spec: SpaceSpec,
    rows: Rows,
    known: NDArray[np.bool_],
    digest: str,
    projections: tuple[Projection, ...],
) -> Space:
    return Space(spec, rows, known, digest, load_source(spec.source), projections)


def load_space(language: str, spec: SpaceSpec, words: Sequence[str], cache: Cache) -> Space:
    """Return a space over ``words``, building what is missing in the cache.

    Raises:
        SourceError: If the source fails.
        CacheError: If the cache cannot be used.
    """
    source = load_source(spec.source)
    block = load_block(language, source, words, cache=cache, precision="float16")
    recipe = Recipe(
        f"{language}-space-{spec.name}",
        {"kind": "space", "block": block.digest, "floor": _FLOOR, **asdict(spec)},
    )

    def make(_: Path) -> Mapping[str, NDArray[Any]]:
        raw = np.asarray(block.rows, dtype=np.float32)
        parts = np.split(raw, len(spec.mix), axis=1)
        fitted = [Projection.fit(p[p.any(axis=1)], spec.drop, spec.whiten) for p in parts]
        arrays: dict[str, NDArray[Any]] = {"known": np.array(block.known)}
        arrays["rows"] = _mix(raw, block.known, fitted, spec.mix)
        for i, projection in enumerate(fitted):
            arrays |= {f"mean{i}": projection.mean, f"axes{i}": projection.axes}
        return arrays

    arrays = cache.fetch(recipe, make).arrays
    projections = tuple(
        Projection(arrays[f"mean{i}"], arrays[f"axes{i}"]) for i in range(len(spec.mix))
    )
    # Still mapped from the file, but as plain arrays: np.memmap is slow to index.
    rows, knows = np.asarray(arrays["rows"]), np.asarray(arrays["known"])
    return Space(spec, rows, knows, recipe.digest, source, projections)


def _mix(
    raw: Rows,
    known: NDArray[np.bool_],
    projections: Sequence[Projection],
    shares: Sequence[float],
) -> Rows:
    """Project each part of the raw rows and add them up; a missing part leaves the others."""
    parts = np.split(raw, len(shares), axis=1)
    total = np.zeros((len(raw), parts[0].shape[1]), dtype=np.float32)
    for part, projection, share in zip(parts, projections, shares, strict=True):
        present = part.any(axis=1, keepdims=True)
        total += share * projection.apply(part) * present
    total[~known] = 0.0
    return unit(total)
