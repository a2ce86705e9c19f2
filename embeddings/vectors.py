"""`WordVectors`: words and their unit rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from embeddings.errors import SourceError

Rows = NDArray[np.float32]


def refuse_string(words: Sequence[str]) -> None:
    """Raise TypeError if ``words`` is one string: its characters would pass for words."""
    if isinstance(words, str):
        raise TypeError("words must be a sequence of words, not one string")


@dataclass(frozen=True, slots=True)
class WordVectors:
    """Words beside a read-only matrix of unit rows.

    Attributes:
        words: V distinct words.
        rows: Array (V, d) float32, C-contiguous, read-only; row i belongs to word i and has
            length 1. It may be memory-mapped.
    """

    words: tuple[str, ...]
    rows: Rows
    _ids: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        refuse_string(self.words)
        if self.rows.ndim != 2 or len(self.words) != self.rows.shape[0]:
            raise SourceError(
                en=f"{len(self.words)} words but rows of shape {self.rows.shape}",
                zh=f"{len(self.words)} 个词，但矩阵形状为 {self.rows.shape}",
            )
        ids = {word: i for i, word in enumerate(self.words)}
        if len(ids) != len(self.words):
            raise SourceError(en="a word appears twice", zh="有重复的词")
        if self.rows.flags.writeable:
            self.rows.flags.writeable = False
        object.__setattr__(self, "_ids", ids)

    def id_of(self, word: str) -> int | None:
        """Return the row number of ``word``, or None."""
        return self._ids.get(word)

    def __contains__(self, word: object) -> bool:
        return word in self._ids

    def __len__(self) -> int:
        return len(self.words)


class Source(Protocol):
    """Something that gives vectors; one implementation a file in ``embeddings/sources``.

    A source is cheap to construct and loads its data on first use.
    """

    @property
    def name(self) -> str:
        """The name in the table of sources and in the manifest of a build."""
        ...

    @property
    def version(self) -> str:
        """Package version or file checksum: whatever changes when the vectors change."""
        ...

    @property
    def dims(self) -> int:
        """Length d of a row."""
        ...

    def encode(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        """Return raw rows for ``texts``.

        Multi-word and unknown texts are composed from their parts where that makes sense.

        Returns:
            An array (n, d) float32 (not normalised, rows of unknown texts zero), and an array
            (n,) that is True where the source knows the text or could compose it.

        Raises:
            SourceError: If the data is missing or damaged.
        """
        ...
