"""An index of the board, so that judging a clue does not walk through every word."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from cluebot.rules.text import is_han, script_of
from cluebot.rules.zh.glyph import word_parts
from cluebot.rules.zh.meaning import nationalities, translations, variants
from cluebot.rules.zh.script import runs, simplify
from cluebot.rules.zh.sound import LatinForm, Syllables, blurred, latin_forms, toneless

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Board:
    """The words that bind, by everything a clue may share with them.

    Attributes:
        words: The words as given.
        plain: Their simplified forms, in the same order.
        latin: The words in Latin letters alone.
        by_spelling: Simplified form or variant spelling -> words.
        by_character: Simplified character or Latin run -> words.
        by_sound: Toneless syllables -> words.
        by_blurred_sound: The same with sounds merged that are commonly mixed up.
        by_letters: Spelling in Latin letters -> (word, what the spelling is).
        by_translation: Squashed English translation -> words.
        by_parts: Parts of a character in sorted order -> (word, what they compose).
    """

    words: tuple[str, ...]
    plain: dict[str, str]
    latin: tuple[str, ...]
    by_spelling: dict[str, tuple[str, ...]]
    by_character: dict[str, tuple[str, ...]]
    by_sound: dict[Syllables, tuple[str, ...]]
    by_blurred_sound: dict[Syllables, tuple[str, ...]]
    by_letters: dict[str, tuple[tuple[str, LatinForm], ...]]
    by_translation: dict[str, tuple[str, ...]]
    by_parts: dict[str, tuple[tuple[str, str], ...]]


@lru_cache(maxsize=512)
def index(words: tuple[str, ...]) -> Board:
    """Build the index of a board; kept for the next clue on the same board."""
    plain = {word: simplify(word) for word in words}
    spellings: dict[str, list[str]] = defaultdict(list)
    characters: dict[str, list[str]] = defaultdict(list)
    sounds: dict[Syllables, list[str]] = defaultdict(list)
    blurs: dict[Syllables, list[str]] = defaultdict(list)
    letters: dict[str, list[tuple[str, LatinForm]]] = defaultdict(list)
    english: dict[str, list[str]] = defaultdict(list)
    parts: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for word in words:
        simple = plain[word]
        for spelling in sorted({simple} | variants(simple)):
            spellings[spelling].append(word)
        for run in dict.fromkeys(runs(simple)):
            characters[run].append(word)
        for syllables in sorted(toneless(simple)):
            sounds[syllables].append(word)
            blurs[blurred(syllables)].append(word)
        for spelling, kind in latin_forms(simple).items():
            letters[spelling].append((word, kind))
        for key in translations(simple) | nationalities(simple):
            english[key].append(word)
        if all(map(is_han, simple)):
            for bag, whole in word_parts(simple).items():
                parts[bag].append((word, whole))
    return Board(
        words,
        plain,
        latin=tuple(word for word in words if script_of(word) == "latin"),
        by_spelling=_frozen(spellings),
        by_character=_frozen(characters),
        by_sound=_frozen(sounds),
        by_blurred_sound=_frozen(blurs),
        by_letters=_frozen(letters),
        by_translation=_frozen(english),
        by_parts=_frozen(parts),
    )


def _frozen(table: dict[K, list[V]]) -> dict[K, tuple[V, ...]]:
    return {key: tuple(found) for key, found in table.items()}
