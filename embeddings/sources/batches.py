"""Batches of equal token count, so that encoders need neither padding nor masks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from embeddings.vectors import Rows


def run_by_length(
    sequences: Sequence[Sequence[int]],
    tokens_at_once: int,
    dims: int,
    run: Callable[[NDArray[np.int64]], Rows],
) -> Rows:
    """Encode token sequences in batches of one length each.

    Args:
        sequences: n sequences of token ids; the row of an empty one stays zero.
        tokens_at_once: About how many tokens a batch may hold.
        dims: Length d of a row.
        run: Encodes ids (m, L) to rows (m, d).

    Returns:
        Array (n, d) in the order of ``sequences``.
    """
    out = np.zeros((len(sequences), dims), dtype=np.float32)
    by_length: dict[int, list[int]] = defaultdict(list)
    for i, sequence in enumerate(sequences):
        if sequence:
            by_length[len(sequence)].append(i)
    for length, members in sorted(by_length.items()):
        step = max(1, tokens_at_once // length)
        for start in range(0, len(members), step):
            at = members[start : start + step]
            out[at] = run(np.array([sequences[i] for i in at], dtype=np.int64))
    return out
