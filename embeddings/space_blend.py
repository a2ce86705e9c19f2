"""`SpaceBlend`: the blend of some spaces over one vocabulary."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from embeddings.cache import Cache
from embeddings.errors import UnknownWord
from embeddings.index import EXACT_ROWS, VectorIndex, open_index
from embeddings.listed import NEIGHBOURS, listed_neighbours
from embeddings.settings import BlockSettings
from embeddings.spaces import Space
from embeddings.vectors import refuse_string

_LONG, _LONG_LISTS = 256, 4
_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of a product.

    Attributes:
        rows: In every space unit rows of n texts, array (n, d).
        known: For every space which of them it knows, array (n,); none when all know all.
    """

    rows: list[NDArray[np.float32]]
    known: list[NDArray[np.bool_]]


class SpaceBlend:
    """A blend of spaces over one vocabulary; see `Blend`.

    Args:
        language: The language code.
        words: The V words of the vocabulary.
        spaces: B spaces over these words, and over those beyond.
        settings: Their calibration, in the same order.
        beyond: Words that are no clues but have rows too, after the V words.
        cache: Where the index of a very large vocabulary is kept; the default folder when None.
    """

    def __init__(
        self,
        language: str,
        words: Sequence[str],
        spaces: Sequence[Space],
        settings: Sequence[BlockSettings],
        beyond: Sequence[str] = (),
        cache: Cache | None = None,
    ) -> None:
        refuse_string(words)
        refuse_string(beyond)
        self.language = language
        self.vocabulary = tuple(words)
        self._beyond = tuple(beyond)
        self._cache = cache
        self.blocks = tuple(s.spec.name for s in spaces)
        self.weights = np.array([s.weight for s in settings], dtype=np.float32)
        self.weights.flags.writeable = False
        self._spaces = tuple(spaces)
        self._slopes = [np.float32(s.slope) for s in settings]
        self._listed: Mapping[str, NDArray[np.int64]] = {}
        self._near: dict[tuple[str, int], NDArray[np.int64]] = {}
        self._long: dict[tuple[str, ...], _Side] = {}

    @cached_property
    def version(self) -> str:
        """Changes whenever the vectors or their calibration change."""
        parts = [
            *(space.digest for space in self._spaces),
            *(f"{slope:.4g}" for slope in self._slopes),
            *(f"{weight:.4g}" for weight in self.weights),
        ]
        return f"{self.language}-" + hashlib.sha256(" ".join(parts).encode()).hexdigest()[:12]

    @cached_property
    def known(self) -> NDArray[np.bool_]:
        """See `Partial.known`."""
        return np.stack([space.known[: len(self.vocabulary)] for space in self._spaces])

    def similarities(
        self, clues: Sequence[str] | None, words: Sequence[str]
    ) -> NDArray[np.float32]:
        """See `Blend.similarities`."""
        refuse_string(words)
        columns = self._columns(words)
        if clues is None:
            size = len(self.vocabulary)
            lines = self._side([space.rows[:size] for space in self._spaces], slice(size))
        else:
            refuse_string(clues)
            lines = self._rows(clues)
            self._refuse_unknown((clues, lines), (words, columns))
        return self._products(lines, columns, words)

    def similarities_at(
        self, places: NDArray[np.int64], words: Sequence[str]
    ) -> NDArray[np.float32]:
        """See `Searchable.similarities_at`."""
        refuse_string(words)
        lines = self._at(places)
        self._refuse_unknown((map(self.vocabulary.__getitem__, places.tolist()), lines))
        return self._products(lines, self._columns(words), words)

    def _products(self, lines: _Side, columns: _Side, words: Sequence[str]) -> NDArray[np.float32]:
        if lines.known or columns.known:
            self._refuse_unknown((words, columns))
        count = len(lines.rows[0])
        out = np.empty((len(self._spaces), count, len(words)), dtype=np.float32)
        for i, (left, right) in enumerate(zip(lines.rows, columns.rows, strict=True)):
            if count < len(words):
                # The long side first and the other in rows: BLAS takes a quarter of the time.
                out[i] = (right @ np.ascontiguousarray((left * self._slopes[i]).T)).T
            else:
                np.matmul(left, (right * self._slopes[i]).T, out=out[i])
        if lines.known or columns.known:
            self._fill_gaps(out, lines, columns)
        return out

    def nearest(self, words: Sequence[str], count: int) -> NDArray[np.int64]:
        """See `Searchable.nearest`."""
        refuse_string(words)
        listed = self._listed if count == NEIGHBOURS else {}
        others = [word for word in dict.fromkeys(words) if word not in listed]
        missing = [word for word in others if (word, count) not in self._near]
        if missing:
            found = self._search(missing, count)
            self._near |= {(word, count): ids for word, ids in zip(missing, found, strict=True)}
        out = np.stack([listed[w] if w in listed else self._near[w, count] for w in words])
        while len(self._near) > _REMEMBERED:
            self._near.pop(next(iter(self._near)), None)
        return out

    def learn_neighbours(self, words: Sequence[str], cache: Cache) -> None:
        """Keep the neighbours of words that boards are often dealt from, made once in the cache.

        Raises:
            CacheError: If the cache cannot be used.
        """
        if len(self.vocabulary) >= NEIGHBOURS:
            self._listed = listed_neighbours(
                self.language, self.version, words, self._search, cache
            )

    def _search(self, words: Sequence[str], count: int) -> NDArray[np.int64]:
        size = len(self.vocabulary)
        if count >= size:
            return np.tile(np.arange(size, dtype=np.int64), (len(words), 1))
        if size <= EXACT_ROWS:
            odds = np.tensordot(self.weights, self.similarities(None, words), axes=1).T
            return np.argpartition(-odds, count - 1, axis=1)[:, :count].astype(np.int64)
        rows = self._rows(words)
        self._refuse_unknown((words, rows))
        return self._index.search(self._joined(rows.rows), count).ids

    @cached_property
    def _index(self) -> VectorIndex:
        size = len(self.vocabulary)
        rows = self._joined([space.rows[:size] for space in self._spaces])
        return open_index(rows, f"{self.language}-blend-index", self.version, cache=self._cache)

    def _joined(self, rows: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
        """Return rows (n, sum of d) whose inner products are the joint log-odds."""
        scales = np.sqrt(self.weights * np.array(self._slopes))
        if len(rows) == 1:
            return np.ascontiguousarray(rows[0], dtype=np.float32)
        return np.concatenate([x * s for x, s in zip(rows, scales, strict=True)], axis=1)

    def subset(self, blocks: Sequence[str]) -> SpaceBlend:
        """Return a blend of some of the blocks, as a player has it who knows only those.

        A single block gets the weight 1, which its slope was fitted for; between that and all
        blocks the sum of the weights grows evenly.

        Raises:
            ValueError: If a block is unknown or none is named.
        """
        refuse_string(blocks)
        unknown = sorted(set(blocks) - set(self.blocks))
        if unknown or not blocks:
            msg = f"no block {unknown[0]!r}" if unknown else "name at least one block"
            raise ValueError(msg)
        chosen = [self.blocks.index(name) for name in blocks]
        share = (len(chosen) - 1) / max(1, len(self.blocks) - 1)
        total = float(self.weights.sum()) ** share / float(self.weights[chosen].sum())
        settings = [
            BlockSettings(
                self._spaces[i].spec, float(self._slopes[i]), float(self.weights[i]) * total
            )
            for i in chosen
        ]
        return SpaceBlend(
            self.language,
            self.vocabulary,
            [self._spaces[i] for i in chosen],
            settings,
            self._beyond,
            self._cache,
        )

    def _columns(self, words: Sequence[str]) -> _Side:
        """Return `_rows` of every space; the latest long lists, which come again, are kept."""
        if len(words) < _LONG:
            return self._rows(words)
        key = tuple(words)
        found = self._long.pop(key, None)
        if found is None:
            found = self._rows(key)
        self._long[key] = found
        while len(self._long) > _LONG_LISTS:
            self._long.pop(next(iter(self._long)), None)
        return found

    def _rows(self, texts: Sequence[str]) -> _Side:
        """Return the rows of texts in every space, and which texts it knows."""
        # Most texts are lower-case clue words, which need no other form to be found.
        found = [self._ids.get(text, -1) for text in texts]
        if -1 in found:
            found = [self._ids.get(text.lower(), -1) for text in texts]
        ids = np.array(found, dtype=np.intp)
        if -1 not in found:
            return self._at(ids)
        outside = np.flatnonzero(ids < 0)
        new = [texts[i].lower() for i in outside.tolist()]
        side = _Side([], [])
        for space in self._spaces:
            rows, known = space.rows.take(ids, axis=0), space.known[ids]
            rows[outside], known[outside] = space.encode(new)
            side.rows.append(rows)
            side.known.append(known)
        return side

    def _at(self, places: NDArray[np.int64]) -> _Side:
        """Return the rows at places of the vocabulary, or beyond it."""
        return self._side([space.rows.take(places, axis=0) for space in self._spaces], places)

    def _side(self, rows: list[NDArray[np.float32]], places: NDArray[np.int64] | slice) -> _Side:
        """Return rows of the vocabulary, and which texts every space knows of these places."""
        if self._all_known[places].all():
            return _Side(rows, [])
        return _Side(rows, [space.known[places] for space in self._spaces])

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {word.lower(): i for i, word in enumerate((*self.vocabulary, *self._beyond))}

    @cached_property
    def _all_known(self) -> NDArray[np.bool_]:
        """Which of the words with rows every space knows."""
        result: NDArray[np.bool_] = np.all([space.known for space in self._spaces], axis=0)
        return result

    def _known(self, side: _Side) -> list[NDArray[np.bool_]]:
        return side.known or [np.ones(len(rows), dtype=np.bool_) for rows in side.rows]

    def _refuse_unknown(self, *groups: tuple[Iterable[str], _Side]) -> None:
        unknown: dict[str, None] = {}
        for texts, side in groups:
            if side.known:
                some = np.logical_or.reduce(side.known)
                unknown |= dict.fromkeys(t for t, k in zip(texts, some, strict=True) if not k)
        if unknown:
            raise UnknownWord(tuple(unknown))

    def _fill_gaps(self, out: NDArray[np.float32], lines: _Side, columns: _Side) -> None:
        """Where a block knows nothing, let the mean of the others stand in."""
        left, right = np.stack(self._known(lines)), np.stack(self._known(columns))
        # Few texts have gaps: for the others nothing is to be done.
        some = np.flatnonzero(~(left.all(axis=0) & right.all()))
        knows = left[:, some, None] & right[:, None]
        part = out[:, some]
        others = (part * knows).sum(axis=0) / np.maximum(knows.sum(axis=0), 1)
        out[:, some] = np.where(knows, part, others)
