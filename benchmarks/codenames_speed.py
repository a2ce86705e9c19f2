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
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cluebot.players.base import Context
from cluebot.players.codenames import ClueTask, EmbeddingClueGiver, EmbeddingGuesser, GuessTask
from embeddings.cache import Cache
from embeddings.index import FaissIndex, open_index
from embeddings.settings import read_settings
from embeddings.space_blend import SpaceBlend
from embeddings.spaces import load_space, unit
from embeddings.standard import load_blend
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


def larger(language: str, size: int) -> SpaceBlend:
    """Return a blend whose vocabulary is filled up to a size with noisy copies of its words."""
    blend = load_blend(language)
    settings = read_settings(language)
    copies = -(-size // len(blend.vocabulary))
    names = [f"{w}~{i}" if i else w for i in range(copies) for w in blend.vocabulary][:size]
    rng = np.random.default_rng(0)
    spaces = []
    for entry in settings:
        space = load_space(language, entry.space, blend.vocabulary, Cache())
        rows = np.concatenate([space.rows] * copies)[:size]
        rows += (0.3 / rows.shape[1] ** 0.5) * rng.normal(size=rows.shape).astype(np.float32)
        known = np.concatenate([space.known] * copies)[:size]
        spaces.append(replace(space, rows=unit(rows) * known[:, None], known=known))
    return SpaceBlend(language, names, spaces, settings)


def clue(blend: SpaceBlend, name: str) -> None:
    """Print the time of a clue: on words never seen before, and on other boards of known words."""
    tasks = boards(blend.language, 60)
    giver = EmbeddingClueGiver(Context(blend.language, lambda _: blend))
    cold = milliseconds(lambda i: giver.rank(tasks[i], 1), 10)
    for task in tasks:
        giver.rank(task, 1)
    warm = milliseconds(lambda i: giver.rank(tasks[i], 1), len(tasks))
    print(f"{name}: clue, {len(blend.vocabulary)} words: new {cold:.1f} ms, warm {warm:.1f} ms")


def players(language: str) -> None:
    """Print loading time and memory, and the time of a clue and of a guess."""
    begun = time.process_time()
    blend = load_blend(language)
    print(f"{language}: load {time.process_time() - begun:.2f} s")
    clue(blend, language)
    guesser = EmbeddingGuesser(Context(language, lambda _: blend))
    tasks = boards(language, 60)
    clues = blend.vocabulary[1000:1060]
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
    for language in ("en", "zh"):
        clue(larger(language, 50_000), language)
    if args.million:
        million()


if __name__ == "__main__":
    main()
