"""Which keyword may a slot hide: likelihoods of clues under every possible keyword.

A clue giver who has keyword k and thinks in space s says clue c with probability proportional to
``exp(t * z_s(c, k))``, z being the standardised similarity; now and then, with probability
`SURPRISE`, anything at all. Beyond a ceiling more similarity makes a clue no likelier: forms of
the keyword itself lie there, which may not be said, and clue givers choose freely among near
words. Each pair of a space and a sharpness t is one hypothesis of how the other side thinks.
Likelihoods are divided by those of a clue drawn at random, so that 1 means the clue says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property, lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.memory import Memory
from cluebot.players.decrypto.posteriors import Floats
from cluebot.players.decrypto.ratio_table import SURPRISE, RatioTable, encode, steps_to
from embeddings.build import words_checksum
from embeddings.cache import Arrays, Cache, Recipe

SHARPNESS = (2.0,)
OPEN_SIZE = 3000
"""Keywords considered when none are given: the most frequent nouns of the clue vocabulary."""

COMMON = 15_000
"""How many words of the vocabulary, the most frequent first, are given as clues: a team mate has
to know the word."""

_REMEMBERED = 200
_HEARD = 64
_CHUNK = 250
_SAMPLE = 4000
_TABLE = "decrypto-ratios"


class Known(Protocol):
    """Ratios that were reckoned beforehand."""

    def find(self, clues: Sequence[str]) -> Floats | None:
        """Return the ratios of C clues, array (H, C, N); None: not of all of them."""
        ...


class KeywordModel:
    """Likelihood ratios of clues under N possible keywords and H hypotheses.

    Args:
        meanings: The spaces.
        keywords: The N possible keywords, distinct.
        cache: Where the normalisers and the ratios of common clues are kept between runs; None:
            computed anew, and for the clues that come up alone.
        sharpness: How closely clue givers may stick to what is most similar.
        prior: How likely each keyword is before any clue, array (N,); None: all alike.
        normalisers: See `means_over_clues`; None: computed when needed.
        known: Ratios that need not be reckoned; None: those of the cache, if there is one.
    """

    def __init__(
        self,
        meanings: Meanings,
        keywords: Sequence[str],
        cache: Cache | None = None,
        sharpness: Sequence[float] = SHARPNESS,
        *,
        prior: Floats | None = None,
        normalisers: Floats | None = None,
        known: Known | None = None,
    ) -> None:
        self.meanings = meanings
        self.keywords = tuple(keywords)
        self.sharpness = tuple(sharpness)
        self._cache = cache
        self._ids = {keyword: i for i, keyword in enumerate(self.keywords)}
        self._heard: Memory[Floats] = Memory(_HEARD)
        self._prior = prior
        self._normalisers = normalisers
        self._known = known
        self._memory: Memory[Floats] = Memory(_REMEMBERED)

    @property
    def hypotheses(self) -> int:
        """Their number H: every space at every sharpness."""
        return len(self.sharpness) * len(self.meanings.spaces)

    @cached_property
    def prior(self) -> Floats:
        """P(keyword | hypothesis) before any clue, array (H, N)."""
        count = len(self.keywords)
        if self._prior is None:
            return np.full((self.hypotheses, count), 1 / count, dtype=np.float32)
        return np.tile(self._prior, (self.hypotheses, 1))

    def place(self, keyword: str) -> int | None:
        """Return a keyword's place among the N; None: it is not possible."""
        return self._ids.get(keyword)

    def ratios(self, clues: Sequence[str]) -> Floats:
        """Return P(clue | keyword) / P(clue), array (H, C, N); asked again it costs nothing.

        Raises:
            UnknownWord: If a clue has no vector.
        """
        key = tuple(clues)
        return self._heard.recall(key, lambda: self._look_up(key))

    def _look_up(self, clues: tuple[str, ...]) -> Floats:
        known = self._known or self.table
        if not known:
            return self._reckon(clues)
        found = known.find(clues)
        if found is not None:
            return found
        rows = [known.find((clue,)) for clue in clues]
        reckoned = self._reckon([c for c, row in zip(clues, rows, strict=True) if row is None])
        new = iter(np.split(reckoned, reckoned.shape[1], axis=1))
        return np.concatenate([next(new) if row is None else row for row in rows], axis=1)

    def _reckon(self, clues: Sequence[str]) -> Floats:
        """Return ratios by the vectors, array (H, C, N)."""
        similar = self.meanings.similarities(clues, self.keywords)
        ratios = self.from_similarities(similar, self.normalisers)
        for i, clue in enumerate(clues):
            if clue in self._ids:
                ratios[:, i, self._ids[clue]] = SURPRISE  # no clue is its own keyword
        return ratios

    def among(self, places: NDArray[np.intp], columns: NDArray[np.intp]) -> Floats:
        """Return the ratios of U common words under n of the keywords, array (H, U, n).

        Args:
            places: The places of the words in the vocabulary.
            columns: The places of these keywords among the N.
        """
        if self.table:
            return self.table.select(places, columns)
        part = KeywordModel(
            self.meanings,
            [self.keywords[i] for i in columns.tolist()],
            sharpness=self.sharpness,
            normalisers=self.normalisers[:, columns],
        )
        vocabulary = self.meanings.blend.vocabulary
        return part._reckon([vocabulary[i] for i in places.tolist()])

    def told(self, places: NDArray[np.intp], similarities: Floats, normalisers: Floats) -> Floats:
        """Return how much likelier common words make a keyword than the average one, array (U,).

        Args:
            places: The places of the words in the vocabulary.
            similarities: Theirs to the keyword, array (S, U).
            normalisers: Array (H,) of the keyword.

        Returns:
            The mean over the hypotheses of the logarithm. Without a table what is average does
            not count.
        """
        ratios = self.from_similarities(similarities[:, :, None], normalisers[:, None])[:, :, 0]
        if self.table:
            ratios /= self.table.means[places].T
        result: Floats = np.log(ratios).mean(axis=0)
        return result

    def remembered(self, key: Hashable, reckon: Callable[[], Floats]) -> Floats:
        """Return what an interceptor has reckoned by this model; see `Memory.recall`."""
        return self._memory.recall(key, reckon)

    def by_hypothesis(self, spaces: Floats) -> Floats:
        """Return an array (S, ...) as (H, ...): each space stands for all its sharpnesses."""
        return np.concatenate([spaces] * len(self.sharpness))

    def from_similarities(self, similarities: Floats, normalisers: Floats) -> Floats:
        """Return the ratios (H, C, N) for standardised similarities (S, C, N).

        Args:
            similarities: Of C clues to N keywords, in every space.
            normalisers: Array (H, N) of these keywords; see `means_over_clues`.
        """
        ratios = self._weights(similarities)
        ratios /= normalisers[:, None, :]
        ratios *= 1 - SURPRISE
        ratios += SURPRISE
        return ratios

    def means_over_clues(self, similarities: Floats) -> Floats:
        """Return the normalisers, array (H, N), from the whole vocabulary's similarities."""
        means: Floats = self._weights(similarities).mean(axis=1)
        return means

    def _weights(self, similarities: Floats) -> Floats:
        powers = self._powers(similarities)
        return np.exp(powers, out=powers)

    def _powers(self, similarities: Floats) -> Floats:
        """Return ``t * z`` up to the ceilings, array (H, C, N)."""
        capped = np.minimum(similarities, self.meanings.ceilings[:, None, None])
        powers = [np.multiply(capped, np.float32(t)) for t in self.sharpness]
        return powers[0] if len(powers) == 1 else np.concatenate(powers)

    @cached_property
    def normalisers(self) -> Floats:
        """The mean over clues from all over the vocabulary of ``exp(t * z)``, array (H, N)."""
        if self._normalisers is not None:
            return self._normalisers
        if self._cache is None:
            return self._normalise()
        recipe = Recipe(f"{self.meanings.language}-decrypto-keywords", self._inputs)
        arrays = self._cache.fetch(recipe, lambda _: {"means": self._normalise()}).arrays
        return np.array(arrays["means"])

    @property
    def _inputs(self) -> dict[str, Any]:
        """What the normalisers follow from."""
        return {
            "vectors": self.meanings.blend.version,
            "keywords": words_checksum(self.keywords),
            "sharpness": self.sharpness,
            "ceilings": [round(float(c), 4) for c in self.meanings.ceilings],
        }

    @cached_property
    def table(self) -> RatioTable | None:
        """The ratios of the `COMMON` words; None without a cache."""
        cache = self._cache
        if cache is None:
            return None
        common = self.meanings.blend.vocabulary[:COMMON]
        recipe = Recipe(
            f"{self.meanings.language}-{_TABLE}",
            {**self._inputs, "clues": words_checksum(common), "surprise": SURPRISE},
            keep=1,
        )
        arrays = cache.fetch(recipe, lambda _: self._tabulate(common, cache)).arrays
        # np.memmap is slow to index.
        codes, steps, means = (np.asarray(arrays[name]) for name in ("codes", "steps", "means"))
        return RatioTable(common, codes, steps, means)

    def _tabulate(self, common: Sequence[str], cache: Cache) -> Arrays:
        shape = len(self.meanings.spaces), 1, len(self.keywords)
        ceilings = np.broadcast_to(self.meanings.ceilings[:, None, None], shape)
        steps = steps_to(self.from_similarities(ceilings, self.normalisers).max(axis=(1, 2)))
        codes = np.empty((len(common), self.hypotheses, len(self.keywords)), dtype=np.uint8)
        means = np.empty(codes.shape[:2], dtype=np.float32)
        for start in range(0, len(common), _CHUNK):
            cache.report(f"{self.meanings.language}-{_TABLE}", start, len(common))
            chunk = slice(start, start + _CHUNK)
            ratios = self._reckon(common[chunk])
            means[chunk] = ratios.mean(axis=2).T
            codes[chunk] = encode(ratios, steps)
        cache.report(f"{self.meanings.language}-{_TABLE}", len(common), len(common))
        return {"codes": codes, "steps": steps, "means": means}

    def _normalise(self) -> Floats:
        vocabulary = self.meanings.blend.vocabulary
        sample = vocabulary[:: max(1, len(vocabulary) // _SAMPLE)]
        parts = []
        for start in range(0, len(self.keywords), _CHUNK):
            chunk = self.keywords[start : start + _CHUNK]
            parts.append(self.means_over_clues(self.meanings.similarities(sample, chunk)))
        return np.concatenate(parts, axis=1)


def open_keywords(language: str, vocabulary: Sequence[str]) -> tuple[str, ...]:
    """Return the words a hidden keyword may be when nothing is known of the cards.

    Args:
        language: ``"en"`` or ``"zh"``.
        vocabulary: The clue vocabulary, most frequent first.

    Returns:
        At most `OPEN_SIZE` words in the order of the vocabulary; any words if it has no nouns.
    """
    return _nouns(language, tuple(vocabulary))


@lru_cache(maxsize=4)
def _nouns(language: str, vocabulary: tuple[str, ...]) -> tuple[str, ...]:
    noun = _NOUN[language]()
    found = []
    for word in vocabulary:
        if noun(word):
            found.append(word)
            if len(found) == OPEN_SIZE:
                break
    return tuple(found) or tuple(vocabulary[:OPEN_SIZE])


def _english_noun() -> Callable[[str], bool]:
    from lemminflect import getAllLemmas

    return lambda word: len(word) > 2 and word in getAllLemmas(word, upos="NOUN").get("NOUN", ())


def _chinese_noun() -> Callable[[str], bool]:
    import jieba.posseg

    tags = jieba.posseg.dt.word_tag_tab
    if not tags:
        jieba.posseg.dt.initialize()
        tags = jieba.posseg.dt.word_tag_tab
    return lambda word: len(word) > 1 and tags.get(word, "n").startswith(("n", "i", "l", "vn", "s"))


_NOUN: dict[str, Callable[[], Callable[[str], bool]]] = {
    "en": _english_noun,
    "zh": _chinese_noun,
}
