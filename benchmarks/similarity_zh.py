"""How well the Chinese blend agrees with people's judgements of similarity.

    python -m benchmarks.similarity_zh --data DIR

DIR holds ``similarity_zh_*.tsv``: two words and a score a line below a heading. Prints Spearman's
rho of the joint listener and of each space.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embeddings.standard import load_blend


def ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ranks, the mean rank for equal values."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    out: NDArray[np.float64] = (last - (counts - 1) / 2)[inverse]
    return out


def spearman(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Return Spearman's rank correlation."""
    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


def main() -> None:
    """Print one line a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    args = parser.parse_args()
    blend = load_blend("zh")
    for path in sorted(args.data.glob("similarity_zh_*.tsv")):
        rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
        people = np.array([float(score) for _, _, score in rows])
        slices = np.array([blend.similarities([a], [b])[:, 0, 0] for a, b, _ in rows])
        alone = {
            name: round(spearman(slices[:, i], people), 3) for i, name in enumerate(blend.blocks)
        }
        print(f"{path.stem}: rho {spearman(slices @ blend.weights, people):.3f} {alone}")


if __name__ == "__main__":
    main()
