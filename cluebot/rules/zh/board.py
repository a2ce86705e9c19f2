"""An index of the board, so that judging a clue does not walk through every word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from cluebot.rules.text import is_han, script_of
from cluebot.rules.zh.glyph import word_parts
from cluebot.rules.zh.meaning import nationalities, translations, variants
from cluebot.rules.zh.script import runs, simplify
from cluebot.rules.zh.sound import LatinForm, Syllables, blurred, latin_forms, toneless

K = TypeVar("K")
V = TypeVar("V")


class Shared(Generic[K, V]):
    """What the words of a board have of one kind, found word by word.

    A board changes with every card, its words do not. Asking each word's own table costs less
    than putting the tables of all words together, as few things are asked of a board.

    Args:
        tables: For each word its table.
    """

    def __init__(self, tables: Iterable[Mapping[K, V]]) -> None:
        self._tables = tuple(tables)

    def get(self, key: K) -> list[V]:
        """Return what the words have for a key, in their order."""
        return [table[key] for table in self._tables if key in table]


class Board:
    """The words that bind, by everything a clue may share with them.

    Args:
        words: The words as given.
    """

    def __init__(self, words: tuple[str, ...]) -> None:
        self.plain = {word: simplify(word) for word in words}
        """Their simplified forms, in the same order."""

    @cached_property
    def latin(self) -> tuple[str, ...]:
        """The words in Latin letters alone."""
        return tuple(word for word in self.plain if script_of(word) == "latin")

    @cached_property
    def by_spelling(self) -> Shared[str, str]:
        """Simplified form or variant spelling -> words."""
        return Shared(map(_spellings, self.plain))

    @cached_property
    def by_character(self) -> Shared[str, str]:
        """Simplified character or Latin run -> words."""
        return Shared(map(_characters, self.plain))

    @cached_property
    def by_sound(self) -> Shared[Syllables, str]:
        """Toneless syllables -> words."""
        return Shared(map(_sounds, self.plain))

    @cached_property
    def by_blurred_sound(self) -> Shared[Syllables, str]:
        """The same with sounds merged that are commonly mixed up."""
        return Shared(map(_blurred_sounds, self.plain))

    @cached_property
    def by_letters(self) -> Shared[str, tuple[str, LatinForm]]:
        """Spelling in Latin letters -> (word, what the spelling is)."""
        return Shared(map(_letters, self.plain))

    @cached_property
    def by_parts(self) -> Shared[str, tuple[str, str]]:
        """Parts of a character in sorted order -> (word, what they compose)."""
        return Shared(map(_compositions, self.plain))

    @cached_property
    def by_translation(self) -> Mapping[str, Sequence[str]]:
        """Squashed English translation -> words."""
        table: dict[str, list[str]] = {}
        for word, simple in self.plain.items():
            for english in translations(simple) | nationalities(simple):
                table.setdefault(english, []).append(word)
        return table


@lru_cache(maxsize=512)
def index(words: tuple[str, ...]) -> Board:
    """Return the index of a board; kept for the next clue on the same board."""
    return Board(words)


@lru_cache(maxsize=4096)
def _spellings(word: str) -> Mapping[str, str]:
    simple = simplify(word)
    return dict.fromkeys((simple, *variants(simple)), word)


@lru_cache(maxsize=4096)
def _characters(word: str) -> Mapping[str, str]:
    return dict.fromkeys(runs(simplify(word)), word)


@lru_cache(maxsize=4096)
def _sounds(word: str) -> Mapping[Syllables, str]:
    return dict.fromkeys(toneless(simplify(word)), word)


@lru_cache(maxsize=4096)
def _blurred_sounds(word: str) -> Mapping[Syllables, str]:
    return dict.fromkeys(map(blurred, toneless(simplify(word))), word)


@lru_cache(maxsize=4096)
def _letters(word: str) -> Mapping[str, tuple[str, LatinForm]]:
    return {spelling: (word, kind) for spelling, kind in latin_forms(simplify(word)).items()}


@lru_cache(maxsize=4096)
def _compositions(word: str) -> Mapping[str, tuple[str, str]]:
    simple = simplify(word)
    if not all(map(is_han, simple)):
        return {}
    return {bag: (word, whole) for bag, whole in word_parts(simple).items()}
