"""Latency and memory of the Codenames players on vectors.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python -m benchmarks.codenames_speed [--million]

Times are CPU milliseconds of this process (medians), so that other work on the machine shows
little; the first line gives the speed of a plain matrix product to compare machines by.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cluebot.players.base import Context
from cluebot.players.codenames import ClueTask, EmbeddingClueGiver, EmbeddingGuesser, GuessTask
from embeddings.blend import SpaceBlend, load_blend
from embeddings.index import FaissIndex, open_index
from wordlists.loader import load_wordlist


def milliseconds(action: Callable[[int], object], repeats: int) -> float:
    """Return the median CPU time of ``action(0)``, ``action(1)``, ..."""
    times = []
    for i in range(repeats):
        begun = time.process_time()
        action(i)
        times.append(1000 * (time.process_time() - begun))
    return statistics.median(times)


def resident() -> float:
    """Return the resident memory of this process in MB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 2**20


def boards(language: str, count: int) -> list[ClueTask]:
    """Return full boards of the shipped list."""
    words = load_wordlist(language, "codenames").words
    drawn = [random.Random(seed).sample(words, 25) for seed in range(count)]
    return [
        ClueTask(language, tuple(w[:9]), tuple(w[9:17]), tuple(w[17:24]), (w[24],)) for w in drawn
    ]


class Larger:
    """A blend whose vocabulary is filled up to a size with noisy copies of its words."""

    def __init__(self, blend: SpaceBlend, size: int) -> None:
        self._blend = blend
        copies = -(-size // len(blend.vocabulary))
        names = [f"{w}~{i}" if i else w for i in range(copies) for w in blend.vocabulary]
        self.language, self.blocks = blend.language, blend.blocks
        self.weights, self.version = blend.weights, blend.version
        self.vocabulary = tuple(names[:size])

    def similarities(
        self, clues: Sequence[str] | None, words: Sequence[str]
    ) -> NDArray[np.float32]:
        """Return what the blend gives for the word that was copied."""
        if clues is None:
            every = self._blend.similarities(None, words)
            copies = -(-len(self.vocabulary) // every.shape[1])
            return np.concatenate([every] * copies, axis=1)[:, : len(self.vocabulary)]
        return self._blend.similarities([c.partition("~")[0] for c in clues], words)

    def nearest(self, words: Sequence[str], count: int) -> NDArray[np.int64]:
        """Search all rows, as `SpaceBlend.nearest` does."""
        odds = np.tensordot(self.weights, self.similarities(None, words), axes=1).T
        return np.argpartition(-odds, count - 1, axis=1)[:, :count].astype(np.int64)


def players(language: str) -> None:
    """Print loading time and memory, and the time of a clue and of a guess."""
    begun = time.process_time()
    blend = load_blend(language)
    print(f"{language}: load {time.process_time() - begun:.2f} s, resident {resident():.0f} MB")
    tasks = boards(language, 20)
    for size in (len(blend.vocabulary), 50_000):
        larger = Larger(blend, size)
        giver = EmbeddingClueGiver(Context(language, lambda _, b=larger: b))  # type: ignore[misc]
        cold = milliseconds(lambda i, g=giver: g.rank(tasks[i], 1), len(tasks))  # type: ignore[misc]
        warm = milliseconds(lambda i, g=giver: g.rank(tasks[i], 1), len(tasks))  # type: ignore[misc]
        print(f"{language}: clue, {size} words: new board {cold:.1f} ms, warm {warm:.1f} ms")
    guesser = EmbeddingGuesser(Context(language, lambda _: blend))
    clues = blend.vocabulary[1000:1020]
    guess = milliseconds(
        lambda i: guesser.rank(GuessTask(language, tasks[i].words, clues[i], 2)), len(tasks)
    )
    print(f"{language}: guess {guess:.2f} ms; resident {resident():.0f} MB")


def million() -> None:
    """Print time and agreement of the index on a million synthetic words of 64 dimensions."""
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(4000, 64)).astype(np.float32)
    rows = centres[rng.integers(0, 4000, 1_000_000)]
    rows += 0.7 * rng.normal(size=rows.shape).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    index = open_index(rows, "benchmark-million", "seed-0")
    queries = rows[rng.integers(0, len(rows), (100, 9))]
    queries += 0.3 * rng.normal(size=queries.shape).astype(np.float32)

    def best(found: NDArray[np.int64], own: NDArray[np.float32]) -> int:
        ids = np.unique(found)
        odds = 10 * rows[ids] @ own.T
        return int(ids[np.exp(odds - 10).sum(axis=1).argmax()])

    def search(i: int) -> int:
        return best(index.search(queries[i], 300).ids, queries[i])

    exhaustive = [
        best(FaissIndex(rows).search(queries[i], 300).ids, queries[i]) for i in range(len(queries))
    ]
    same = np.mean([search(i) == exhaustive[i] for i in range(len(queries))])
    print(f"1M words: {milliseconds(search, len(queries)):.1f} ms, same best clue {same:.0%}")


def main() -> None:
    """Run everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--million", action="store_true")
    args = parser.parse_args()
    a = np.ones((2000, 512), dtype=np.float32)
    product = milliseconds(lambda _: a @ a[:512].T, 20)
    print(f"baseline: (2000, 512) @ (512, 512) takes {product:.1f} ms")
    for language in ("en", "zh"):
        players(language)
    if args.million:
        million()


if __name__ == "__main__":
    main()
