"""Reference opponents: nearest neighbours in one space of word vectors.

Re-implemented from the description of the embedding baselines in Lupu, Willi and Foerster, "The
Decrypto Benchmark for Multi-Agent Reasoning and Theory of Mind" (2025). They use plain cosines,
ignore the interceptor when encoding and the own history when decoding.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache

import numpy as np

from cluebot.errors import Forfeit, Text
from cluebot.games.decrypto.codes import ALL_CODES
from cluebot.games.decrypto.history import HistoryEntry, sheet
from cluebot.players.decrypto.posteriors import CODES, Floats, slot_means
from embeddings.build import words_checksum
from embeddings.cache import Cache, Recipe
from embeddings.errors import UnknownWord
from embeddings.sources import load_source
from embeddings.vectors import Source

VOCABULARY = 10_000
NEIGHBOURS = 16

_NO_CLUE = Text(
    "The baseline encoder found no legal clue among the neighbours of a keyword.",
    "基线加密者在关键词的近邻中找不到合法的线索。",
)


class Comparison:
    """Clues beside the earlier clues of each slot, by plain cosine.

    Args:
        source: The space; its rows are used as they are, only scaled to length 1.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._ids: dict[str, int] = {}
        self._learnt: Floats = np.empty((0, source.dims), dtype=np.float32)

    def learn(self, words: Sequence[str], cache: Cache) -> None:
        """Have the rows of words that are often asked for at hand, made once in the cache.

        Raises:
            CacheError: If the cache cannot be used.
        """
        words = tuple(words)
        recipe = Recipe(
            f"{self._source.name}-decrypto-rows",
            {
                "source": self._source.version,
                "words": words_checksum(words),
            },
        )
        arrays = cache.fetch(recipe, lambda _: {"rows": self._read(words)}).arrays
        self._learnt = np.asarray(arrays["rows"])
        self._ids = {word: i for i, word in enumerate(words)}

    def rows(self, clues: Sequence[str]) -> Floats:
        """Return unit rows of clues; of a phrase only the words it knows, zeros if there are none.

        The published players meet single words of their own vocabulary only; ours may hear more.
        """
        places = [self._ids.get(clue, -1) for clue in clues]
        if -1 not in places:
            return self._learnt[places]
        return self._read(clues)

    def _read(self, clues: Sequence[str]) -> Floats:
        texts = [clue.casefold() for clue in clues]
        rows, known = self._source.encode(texts)
        for i in np.flatnonzero(~known):
            parts, some = self._source.encode(texts[i].split())
            rows[i] = parts[some].mean(axis=0) if some.any() else 0
        return _unit(rows)

    def means(self, history: Sequence[HistoryEntry]) -> Floats:
        """Return the direction of each slot's earlier clues, array (4, d); zero without any."""
        if not history:
            return np.zeros((4, self._source.dims), dtype=np.float32)
        rows = self.rows([clue for entry in history for clue in entry.clues])
        return _unit(slot_means(entry.code for entry in history) @ rows)


@lru_cache(maxsize=4)
def comparison_in(name: str) -> Comparison:
    """Return what compares clues in the space of a source; a process reads its table once.

    Raises:
        SourceError: If the name is unknown.
    """
    return Comparison(load_source(name))


class Baseline:
    """The three reference players as functions of what they see.

    Args:
        source: The space; its rows are used as they are, only scaled to length 1.
        vocabulary: The words that may be clues, most frequent first; the first `VOCABULARY` of
            those known to the source are used.
        neighbours: How many words an encoder considers for a keyword that was not clued before.
    """

    def __init__(
        self, source: Source, vocabulary: Sequence[str], neighbours: int = NEIGHBOURS
    ) -> None:
        self._neighbours = neighbours
        self._source = source
        self._comparison = Comparison(source)
        self._words = tuple(vocabulary)

    @cached_property
    def _clues(self) -> tuple[tuple[str, ...], Floats]:
        rows, known = self._source.encode(self._words[: 2 * VOCABULARY])
        kept = np.flatnonzero(known)[:VOCABULARY]
        return tuple(self._words[i] for i in kept), _unit(rows[kept])

    def encode(
        self,
        keywords: Sequence[str],
        code: Sequence[int],
        history: Sequence[HistoryEntry],
        rng: random.Random,
        legal: Callable[[str], bool] = lambda _: True,
    ) -> tuple[str, ...]:
        """Return three clues.

        For each slot of the code: the k nearest clue words of its keyword, k = ``neighbours`` plus
        the times the slot was clued before; without the keywords, the slot's earlier clues and what
        is not ``legal``; in random order. The first that is nearer to its keyword than to the other
        three is given, else a random one of the first ``neighbours``.

        Raises:
            Forfeit: If nothing is left for a slot.
            UnknownWord: If a keyword has no vector.
        """
        words, rows = self._clues
        targets = self._rows(keywords)
        similar = rows @ targets.T
        past = sheet(history)
        barred = {word.casefold() for word in keywords}
        given: list[str] = []
        for slot in code:
            column, earlier = slot - 1, past[slot - 1]
            order = np.argsort(-similar[:, column], kind="stable")
            nearest = [
                int(i)
                for i in order[: self._neighbours + len(earlier)]
                if words[i] not in barred and words[i] not in earlier and words[i] not in given
            ]
            nearest = [i for i in nearest if legal(words[i])]
            if not nearest:
                raise Forfeit(_NO_CLUE)
            closest = nearest[: self._neighbours]
            rng.shuffle(nearest)
            clear = (i for i in nearest if similar[i].argmax() == column)
            chosen = next(clear, None)
            given.append(words[rng.choice(closest) if chosen is None else chosen])
        return tuple(given)

    def decode(self, keywords: Sequence[str], clues: Sequence[str]) -> tuple[int, int, int]:
        """Return the code with the largest sum of cosines of clues and keywords.

        Raises:
            UnknownWord: If a keyword has no vector.
        """
        cosines = self._comparison.rows(clues) @ self._rows(keywords).T
        return ALL_CODES[int(_sums(cosines).argmax())]

    def intercept(
        self, clues: Sequence[str], history: Sequence[HistoryEntry], rng: random.Random
    ) -> tuple[int, int, int]:
        """Return the code with the largest sum of cosines of clues and mean earlier clues.

        A slot without clues has the mean zero; codes with the same sum are drawn from evenly.
        """
        sums = _sums(self._comparison.rows(clues) @ self._comparison.means(history).T)
        best = np.flatnonzero(sums >= sums.max() - 1e-6)
        return ALL_CODES[int(rng.choice(list(best)))]

    def nearest_keyword(self, earlier: Sequence[str], barred: Sequence[str]) -> str:
        """Return the clue word nearest to the mean of a slot's earlier clues."""
        words, rows = self._clues
        if not earlier:
            return next(word for word in words if word not in barred)
        order = np.argsort(-(rows @ self._comparison.rows(earlier).mean(axis=0)), kind="stable")
        nearest: str = next(words[i] for i in order if words[i] not in (*earlier, *barred))
        return nearest

    def _rows(self, texts: Sequence[str]) -> Floats:
        rows, known = self._source.encode([text.casefold() for text in texts])
        if not known.all():
            raise UnknownWord(tuple(t for t, k in zip(texts, known, strict=True) if not k))
        return _unit(rows)


def _unit(rows: Floats) -> Floats:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    result: Floats = (rows / np.maximum(lengths, 1e-9)).astype(np.float32)
    return result


def _sums(cosines: Floats) -> Floats:
    """Return the sum of an array (3, 4) along each code, array (24,)."""
    sums: Floats = cosines[np.arange(3), CODES].sum(axis=1)
    return sums
