"""Batches of equal token count, so that encoders need neither padding nor masks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from embeddings.vectors import Rows

MANY = 16
"""Batches that are worth threads of their own."""


def run_by_length(
    sequences: Sequence[Sequence[int]],
    tokens_at_once: int,
    dims: int,
    run: Callable[[NDArray[np.int64]], Rows],
    threads: int = 1,
) -> Rows:
    """Encode token sequences in batches of one length each.

    Args:
        sequences: n sequences of token ids; the row of an empty one stays zero.
        tokens_at_once: About how many tokens a batch may hold.
        dims: Length d of a row.
        run: Encodes ids (m, L) to rows (m, d).
        threads: How many batches may run at a time where there are `MANY` of them, as in a build;
            each batch is the same whichever runs beside it.

    Returns:
        Array (n, d) in the order of ``sequences``.
    """
    out = np.zeros((len(sequences), dims), dtype=np.float32)
    by_length: dict[int, list[int]] = defaultdict(list)
    for i, sequence in enumerate(sequences):
        if sequence:
            by_length[len(sequence)].append(i)
    batches = list(_batches(by_length, tokens_at_once))

    def encode(at: list[int]) -> None:
        out[at] = run(np.array([sequences[i] for i in at], dtype=np.int64))

    if threads > 1 and len(batches) >= MANY:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(encode, batches))
    else:
        for at in batches:
            encode(at)
    return out


def _batches(by_length: Mapping[int, list[int]], tokens_at_once: int) -> Iterator[list[int]]:
    for length, members in sorted(by_length.items()):
        step = max(1, tokens_at_once // length)
        for start in range(0, len(members), step):
            yield members[start : start + step]
