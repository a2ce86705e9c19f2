"""Which keyword may a slot hide: likelihoods of clues under every possible keyword.

A clue giver who has keyword k and thinks in space s says clue c with probability proportional to
``exp(t * z_s(c, k))``, z being the standardised similarity; now and then, with probability
`SURPRISE`, anything at all. Beyond a ceiling more similarity makes a clue no likelier: forms of
the keyword itself lie there, which may not be said, and clue givers choose freely among near
words. Each pair of a space and a sharpness t is one hypothesis of how the other side thinks.
Likelihoods are divided by those of a clue drawn at random, so that 1 means the clue says nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property, lru_cache

import numpy as np

from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.posteriors import Floats
from embeddings.build import words_checksum
from embeddings.cache import Cache, Recipe

SHARPNESS = (2.0,)
SURPRISE = 0.02
OPEN_SIZE = 3000
"""Keywords considered when none are given: the most frequent nouns of the clue vocabulary."""

_REMEMBERED = 400
_CHUNK = 250
_SAMPLE = 4000


class KeywordModel:
    """Likelihood ratios of clues under N possible keywords and H hypotheses.

    Args:
        meanings: The spaces.
        keywords: The N possible keywords, distinct.
        cache: Where the normalisers are kept between runs; None: computed anew.
        sharpness: How closely clue givers may stick to what is most similar.
        prior: How likely each keyword is before any clue, array (N,); None: all alike.
        normalisers: See `means_over_clues`; None: computed when needed.
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
    ) -> None:
        self.meanings = meanings
        self.keywords = tuple(keywords)
        self.sharpness = tuple(sharpness)
        self._cache = cache
        self._ids = {keyword: i for i, keyword in enumerate(self.keywords)}
        self._recent: OrderedDict[str, Floats] = OrderedDict()
        self._posteriors: OrderedDict[tuple[str, ...], Floats] = OrderedDict()
        self._prior = prior
        self._normalisers = normalisers
        self._reckoned: OrderedDict[Hashable, Floats] = OrderedDict()

    @property
    def hypotheses(self) -> int:
        """Their number H: every space at every sharpness."""
        return len(self.sharpness) * len(self.meanings.spaces)

    def ratios(self, clues: Sequence[str]) -> Floats:
        """Return P(clue | keyword) / P(clue), array (H, C, N); clues heard of late cost nothing.

        Raises:
            UnknownWord: If a clue has no vector.
        """
        new = [clue for clue in dict.fromkeys(clues) if clue not in self._recent]
        if new:
            similar = self.meanings.similarities(new, self.keywords)
            rows = self.from_similarities(similar, self.normalisers)
            for i, clue in enumerate(new):
                self.learn(clue, rows[:, i])
        for clue in clues:
            self._recent.move_to_end(clue)
        result = np.stack([self._recent[clue] for clue in clues], axis=1)
        while len(self._recent) > _REMEMBERED:
            self._recent.popitem(last=False)
        return result

    def learn(self, clue: str, ratios: Floats) -> None:
        """Remember a clue's ratios, array (H, N), which somebody has reckoned already."""
        ratios = np.array(ratios)
        if clue in self._ids:
            ratios[:, self._ids[clue]] = SURPRISE
        self._recent[clue] = ratios

    def posterior(self, clues: Sequence[str]) -> Floats:
        """Return P(keyword | clues for it, hypothesis), array (H, N), by Bayes' rule.

        Raises:
            UnknownWord: If a clue has no vector.
        """
        key = tuple(clues)
        known = self._posteriors.pop(key, None)
        if known is None:
            if key:
                known = self.posterior(key[:-1]) * self.ratios(key[-1:])[:, 0]
                known /= known.sum(axis=1, keepdims=True)
            elif self._prior is None:
                count = len(self.keywords)
                known = np.full((self.hypotheses, count), 1 / count, dtype=np.float32)
            else:
                known = np.tile(self._prior, (self.hypotheses, 1))
        self._posteriors[key] = known
        while len(self._posteriors) > _REMEMBERED:
            self._posteriors.popitem(last=False)
        return known

    def remembered(self, key: Hashable, reckon: Callable[[], Floats]) -> Floats:
        """Return what an interceptor has reckoned by this model, reckoned now if need be."""
        found = self._reckoned.pop(key, None)
        if found is None:
            found = reckon()
        self._reckoned[key] = found
        while len(self._reckoned) > _REMEMBERED:
            self._reckoned.popitem(last=False)
        return found

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
        capped = np.minimum(similarities, self.meanings.ceilings[:, None, None])
        powers = [np.multiply(capped, np.float32(t)) for t in self.sharpness]
        for power in powers:
            np.exp(power, out=power)
        return powers[0] if len(powers) == 1 else np.concatenate(powers)

    @cached_property
    def normalisers(self) -> Floats:
        """The mean over clues from all over the vocabulary of ``exp(t * z)``, array (H, N)."""
        if self._normalisers is not None:
            return self._normalisers
        if self._cache is None:
            return self._normalise()
        words = words_checksum(self.keywords)
        recipe = Recipe(
            f"{self.meanings.language}-decrypto-keywords",
            {
                "vectors": self.meanings.blend.version,
                "keywords": words,
                "sharpness": self.sharpness,
                "ceilings": [round(float(c), 4) for c in self.meanings.ceilings],
            },
        )
        arrays = self._cache.fetch(recipe, lambda _: {"means": self._normalise()}).arrays
        return np.array(arrays["means"])

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
