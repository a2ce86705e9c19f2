"""What the whole vocabulary says of a keyword, which is the same in every game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cluebot.players.decrypto.keywords import COMMON, KeywordModel
from cluebot.players.decrypto.memory import Memory
from cluebot.players.decrypto.posteriors import Floats, Mask
from cluebot.players.decrypto.stems import STEM, strange_to
from embeddings.blend import Partial
from embeddings.build import words_checksum
from embeddings.cache import Arrays, Cache, Recipe
from embeddings.errors import UnknownWord

NEAR = 400
"""A word is near a keyword in a space if it is among this many nearest."""

TIE = 1.0
"""The similarity (in deviations) that every space has to see between a clue and its keyword."""

MEAN_TIE = 2.0
"""The same for the mean of the spaces: a clue is to be related to its keyword, not only less
foreign to it than to the other three."""

LEAST = 40
"""Words tied less firmly to a keyword are considered when there are fewer others for it."""

_CHUNK = 64
_REMEMBERED = 16


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the vocabulary says of one keyword.

    Attributes:
        near: Places in the vocabulary of the common words that all spaces know, that one of them
            puts near the keyword and all of them tie to it firmly, rising; without words that
            plainly share something with it. Where these are few, also of such as are near but tied
            less firmly.
        normalisers: See `KeywordModel.means_over_clues`, array (H,).
        blocks: Standardised similarities of the common words to the keyword in the B blocks, array
            (B, C); half precision, and mapped from a file where they are kept.
    """

    near: NDArray[np.intp]
    normalisers: Floats
    blocks: NDArray[np.float16]


def firmly_tied(similarities: Floats) -> Mask:
    """Return which words people would call related to a keyword, array (W,).

    Args:
        similarities: Of W words to it, array (S, W), the mean of the blocks last if there are
            several.
    """
    ties = similarities[: max(1, len(similarities) - 1)]
    result: Mask = (ties.min(axis=0) >= TIE) & (ties.mean(axis=0) >= MEAN_TIE)
    return result


class Survey:
    """Looks keywords up in the whole vocabulary, each once.

    Args:
        model: The spaces, and how likelihoods are reckoned in them.
        listed: Keywords that games are often dealt from; they are looked up together, and what was
            found is kept in the cache. Those without a vector are passed over.
        cache: Where that is kept; None: ``listed`` is looked up like any other.
    """

    def __init__(
        self, model: KeywordModel, listed: Sequence[str] = (), cache: Cache | None = None
    ) -> None:
        self._model = model
        self._listed = tuple(listed) if cache else ()
        self._cache = cache
        self._recent: Memory[list[Surroundings]] = Memory(_REMEMBERED)

    def of(self, keywords: Sequence[str]) -> tuple[Surroundings, ...]:
        """Return the surroundings of each keyword.

        Raises:
            UnknownWord: If a keyword has no vector.
        """
        others = tuple(dict.fromkeys(word for word in keywords if word not in self._known))
        found = dict(zip(others, self._others(others), strict=True)) if others else {}
        return tuple(found.get(word) or self._known[word] for word in keywords)

    def likeness(self, keywords: Sequence[str], around: Sequence[Surroundings]) -> Floats:
        """Return how similar all keywords of the model are to W words, array (W, N).

        Args:
            keywords: The W words.
            around: Their surroundings.
        """
        meanings = self._model.meanings
        if self._suspected is None:
            return np.asarray(meanings.similarities(keywords, self._model.keywords)[-1])
        blocks = [np.take(some.blocks, self._suspected, axis=1) for some in around]
        return np.asarray(meanings.with_mean(np.stack(blocks, axis=1))[-1])

    @cached_property
    def _suspected(self) -> NDArray[np.intp] | None:
        """The places of the model's keywords in the vocabulary if they are all common, (N,)."""
        common = {w: i for i, w in enumerate(self._model.meanings.blend.vocabulary[:COMMON])}
        places = [common.get(word) for word in self._model.keywords]
        return None if None in places else np.array(places, dtype=np.intp)

    def _others(self, words: tuple[str, ...]) -> list[Surroundings]:
        """Return the surroundings of words that are not listed.

        The product for one word rounds otherwise than that for two. What is asked for together is
        remembered together, so that no answer depends on what was asked before.
        """
        return self._recent.recall(words, lambda: self._look_up(words))

    @cached_property
    def _common(self) -> NDArray[np.intp]:
        blend = self._model.meanings.blend
        common = np.arange(min(COMMON, len(blend.vocabulary)))
        if isinstance(blend, Partial):
            common = common[blend.known[:, common].all(axis=0)]
        return common

    def _look_up(self, words: Sequence[str]) -> list[Surroundings]:
        table = self._model.meanings.similarities(None, words)
        normalisers = self._model.means_over_clues(table)
        blocks = table[: max(1, len(table) - 1)]
        halves = blocks[:, :COMMON].astype(np.float16)
        place = max(0, len(self._common) - NEAR)
        language, vocabulary = self._model.meanings.language, self._model.meanings.blend.vocabulary
        result = []
        for i, word in enumerate(words):
            columns = np.ascontiguousarray(blocks[:, self._common, i])
            least = np.partition(columns, place, axis=1)[:, place]
            near: Mask = np.logical_or.reduce(columns >= least[:, None], axis=0)
            strange = strange_to(language, word)
            for line in np.flatnonzero(near).tolist():
                near[line] = strange(vocabulary[self._common[line]])
            firm = near & firmly_tied(table[:, self._common, i])
            # Some of them may prove illegal.
            places = self._common[firm if firm.sum() >= 2 * LEAST else near]
            result.append(
                Surroundings(
                    places,
                    normalisers[:, i].copy(),
                    np.ascontiguousarray(halves[:, :, i]),
                )
            )
        return result

    @cached_property
    def _known(self) -> dict[str, Surroundings]:
        """The surroundings of the listed words that have vectors."""
        if self._cache is None or not self._listed:
            return {}
        meanings = self._model.meanings
        words = words_checksum(self._listed)
        recipe = Recipe(
            f"{meanings.language}-decrypto-surroundings",
            {
                "vectors": meanings.blend.version,
                "words": words,
                "sharpness": self._model.sharpness,
                "ceilings": [round(float(c), 4) for c in meanings.ceilings],
                "near": NEAR,
                "common": COMMON,
                "ties": (TIE, MEAN_TIE, LEAST),
                "stem": STEM,
                "blocks": "float16",
            },
        )
        arrays = self._cache.fetch(recipe, lambda _: self._survey()).arrays
        near = np.split(np.array(arrays["near"]), np.cumsum(arrays["sizes"])[:-1])
        normalisers = np.array(arrays["normalisers"])
        blocks = np.asarray(arrays["blocks"])  # np.memmap is slow to index
        return {
            word: Surroundings(*parts)
            for word, *parts in zip(self._listed, near, normalisers, blocks, strict=True)
            if len(parts[0])
        }

    def _survey(self) -> Arrays:
        found: dict[str, Surroundings] = {}
        for start in range(0, len(self._listed), _CHUNK):
            words = self._listed[start : start + _CHUNK]
            try:
                looked_up = self._look_up(words)
            except UnknownWord as error:
                words = tuple(word for word in words if word not in error.words)
                looked_up = self._look_up(words) if words else []
            found |= zip(words, looked_up, strict=True)
        meanings = self._model.meanings
        shape = len(meanings.blend.blocks), min(COMMON, len(meanings.blend.vocabulary))
        nothing = Surroundings(
            np.empty(0, dtype=np.intp),
            np.zeros(self._model.hypotheses, dtype=np.float32),
            np.zeros(shape, dtype=np.float16),
        )
        rows = [found.get(word, nothing) for word in self._listed]
        return {
            "near": np.concatenate([row.near for row in rows]),
            "sizes": np.array([len(row.near) for row in rows], dtype=np.int64),
            "normalisers": np.stack([row.normalisers for row in rows]),
            "blocks": np.stack([row.blocks for row in rows]),
        }
