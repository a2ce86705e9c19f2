"""A blend with one more space: vectors that the user added beside the standard ones."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embeddings.added import find_added
from embeddings.blend import Blend
from embeddings.build import load_block
from embeddings.cache import Cache
from embeddings.errors import SourceError
from embeddings.sources import load_source
from embeddings.spaces import Space, SpaceSpec, load_space
from embeddings.vectors import Rows, refuse_string

LEAST_SHARE = 0.05
"""Share of the clue words that added vectors must know to be of any use."""

_SAMPLE_CLUES, _SAMPLE_WORDS = 2_000, 200


class ExtendedBlend:
    """Another blend's slices, and one more; see `embeddings.blend.Blend`.

    Nobody has chosen words by the added vectors, so they cannot be calibrated on choices. Their
    slope is the one that spreads their log-odds as widely as those of the other spaces; they weigh
    as much as the others do on the average, and the sum of the weights stays.

    Args:
        base: The blend to extend.
        space: A space over the base's vocabulary.

    Raises:
        SourceError: If the space tells no word from another.
    """

    def __init__(self, base: Blend, space: Space) -> None:
        name = space.spec.name
        self._base = base
        self._space = space
        self.language = base.language
        self.vocabulary = base.vocabulary
        self.blocks = (*base.blocks, name)
        count = len(base.blocks)
        self.weights = np.append(base.weights, base.weights.mean()) * np.float32(
            count / (count + 1)
        )
        self.weights.flags.writeable = False
        self._ids = {word: i for i, word in enumerate(base.vocabulary)}
        self._slope = self._fitting_slope()
        digest = hashlib.sha256(f"{space.digest} {self._slope:.4g}".encode()).hexdigest()
        self.version = f"{base.version}+{digest[:8]}"

    def similarities(
        self, clues: Sequence[str] | None, words: Sequence[str]
    ) -> NDArray[np.float32]:
        """See `Blend.similarities`; a text that only the added vectors know is unknown."""
        refuse_string(words)
        others = self._base.similarities(clues, words)
        left, left_known = self._all() if clues is None else self._rows(clues)
        right, right_known = self._rows(words)
        mine = left @ (right * self._slope).T
        np.copyto(mine, others.mean(axis=0), where=~(left_known[:, None] & right_known))
        return np.concatenate([others, mine[None]])

    def _all(self) -> tuple[Rows, NDArray[np.bool_]]:
        size = len(self.vocabulary)
        return self._space.rows[:size], self._space.known[:size]

    def _rows(self, texts: Sequence[str]) -> tuple[Rows, NDArray[np.bool_]]:
        ids = np.array([self._ids.get(text.lower(), -1) for text in texts], dtype=np.intp)
        rows, known = self._space.rows[ids], self._space.known[ids]
        outside = np.flatnonzero(ids < 0)
        if outside.size:
            rows[outside], known[outside] = self._space.encode([texts[i] for i in outside.tolist()])
        return rows, known

    def _fitting_slope(self) -> np.float32:
        known = np.flatnonzero(self._space.known[: len(self.vocabulary)])
        clues = known[:: max(1, len(known) // _SAMPLE_CLUES)][:_SAMPLE_CLUES]
        words = known[1 :: max(1, len(known) // _SAMPLE_WORDS)][:_SAMPLE_WORDS]
        rows = self._space.rows
        mine = float((rows[clues] @ rows[words].T).std()) if words.size else 0.0
        if mine < 1e-6:
            raise SourceError(
                en=f"the added vectors {self._space.spec.name!r} are alike for all words",
                zh=f"添加的向量“{self._space.spec.name}”对所有词都一样，没有用处",
            )
        names = [self.vocabulary[i] for i in clues], [self.vocabulary[i] for i in words]
        others = self._base.similarities(*names).std(axis=(1, 2))
        return np.float32(float(others.mean()) / mine)


def suits(base: Blend, name: str, cache: Cache | None = None) -> bool:
    """Tell whether the vectors added under ``name`` know enough clue words of the blend.

    Raises:
        SourceError: If nothing was added under the name.
        CacheError: If the cache cannot be used.
    """
    cache = cache or Cache()
    find_added(name, cache=cache)
    return _suffices(*_coverage(base, SpaceSpec(name, f"added:{name}"), cache))


def _coverage(base: Blend, spec: SpaceSpec, cache: Cache) -> tuple[int, int]:
    """Return how many clue words the source of ``spec`` knows, and how many there are."""
    source = load_source(spec.source)
    # The block that `load_space` builds on, so it is built once.
    block = load_block(base.language, source, base.vocabulary, cache=cache, precision="float16")
    return int(block.known.sum()), len(block.known)


def _suffices(known: int, total: int) -> bool:
    return known >= max(2.0, LEAST_SHARE * total)


def extend(base: Blend, name: str, cache: Cache | None = None) -> ExtendedBlend:
    """Return a blend with the vectors that were added under ``name`` as one more space.

    Raises:
        SourceError: If nothing was added under the name, a space of ``base`` has it, or the
            vectors know hardly any clue word or are all alike.
        CacheError: If the cache cannot be used.
    """
    cache = cache or Cache()
    find_added(name, cache=cache)  # tells which names there are
    if name in (*base.blocks, "blend"):
        raise SourceError(
            en=f"the name {name!r} is taken by a space of the standard vectors; add the file "
            "under another --name",
            zh=f"名称“{name}”已被内置向量占用；请用 --name 换个名称重新添加",
        )
    spec = SpaceSpec(name, f"added:{name}")
    known, total = _coverage(base, spec, cache)
    if not _suffices(known, total):
        raise SourceError(
            en=f"the added vectors {name!r} know {known:,} of the {total:,} clue words of "
            f"language {base.language!r}, and {LEAST_SHARE:.0%} are needed; add a file with more "
            "words, or use them in the language they are made for",
            zh=f"添加的向量“{name}”只认识语言 {base.language} 的 {total:,} 个线索词中的 "
            f"{known:,} 个，至少要认识 {LEAST_SHARE:.0%}；请添加词更多的文件，或用于它所属的语言",
        )
    return ExtendedBlend(base, load_space(base.language, spec, base.vocabulary, cache))
