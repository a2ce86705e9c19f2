"""A small world of themes: keywords, clue words, and vectors for both."""

from __future__ import annotations

import numpy as np

from cluebot.games.decrypto import ALL_CODES, HistoryEntry
from embeddings.errors import UnknownWord

THEMES = (
    *("animal", "boat", "cloud", "drink", "engine", "flower"),
    *("game", "house", "insect", "jewel", "kitchen", "light"),
)
NAMES = [a + b for a in "bdfgklmnprstvz" for b in ("ako", "elu", "imo")]
VOCABULARY = tuple(f"{name}{theme[:2]}" for name in NAMES[:24] for theme in THEMES)
KEYWORDS = ("animal", "boat", "cloud", "drink")


def theme_of(word):
    return next((t for t in THEMES if t == word or word.endswith(t[:2])), None)


class ToyBlend:
    """Two spaces; a word is its theme plus noise, a phrase the mean of its words."""

    language = "en"
    version = "toy-1"
    blocks = ("one", "two")
    vocabulary = VOCABULARY

    def __init__(self):
        rng = np.random.default_rng(5)
        self._axes = [rng.normal(size=(len(THEMES), 24)) for _ in self.blocks]
        self._rows = [
            {w: self._row(axes, w, rng) for w in (*VOCABULARY, *THEMES)} for axes in self._axes
        ]

    @staticmethod
    def _row(axes, word, rng):
        noise = rng.normal(size=24) * (0.3 if word in THEMES else 0.9)
        return axes[THEMES.index(theme_of(word))] + noise

    def _encode(self, block, texts):
        known = self._rows[block]
        unknown = tuple(t for t in texts if any(w not in known for w in t.split()))
        if unknown:
            raise UnknownWord(unknown)
        rows = np.array([np.mean([known[w] for w in t.split()], axis=0) for t in texts])
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

    def similarities(self, clues, words):
        clues = self.vocabulary if clues is None else clues
        return np.stack([5 * self._encode(b, clues) @ self._encode(b, words).T for b in range(2)])


class ToySource:
    """The first space of a toy blend."""

    name, version, dims = "toy", "1", 24

    def __init__(self, blend):
        self._blend = blend

    def encode(self, texts):
        known = np.array([text in self._blend._rows[0] for text in texts])
        rows = np.zeros((len(texts), self.dims), dtype=np.float32)
        for i in np.flatnonzero(known):
            rows[i] = self._blend._rows[0][texts[i]]
        return rows, known


def entry(code, *clues):
    return HistoryEntry(clues=clues, code=code)


def clue(theme, number):
    return f"{NAMES[number]}{theme[:2]}"


def transmissions(count, start=0):
    """Return past transmissions of plain clues."""
    return tuple(
        entry(
            ALL_CODES[i],
            *(clue(KEYWORDS[slot - 1], start + 3 * i + n) for n, slot in enumerate(ALL_CODES[i])),
        )
        for i in range(count)
    )


def plainly(theme_code, number=20):
    return tuple(clue(KEYWORDS[slot - 1], number) for slot in theme_code)
