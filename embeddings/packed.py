"""Lists of words as arrays, which is what the cache keeps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def pack_words(words: Sequence[str]) -> NDArray[np.uint8]:
    """Return words without line feeds as one array of bytes, UTF-8 with a line feed between them.

    >>> unpack_words(pack_words(["月亮", "ice cream"]))
    ['月亮', 'ice cream']
    """
    return np.frombuffer("\n".join(words).encode(), dtype=np.uint8)


def unpack_words(packed: NDArray[np.uint8]) -> list[str]:
    """Return the words that `pack_words` put together."""
    return packed.tobytes().decode().split("\n")
