"""Simplified and traditional characters: one form for comparison, and what the two really share.

Comparing on the simplified form catches 車站 for 火车, but it also merges characters that a
traditional reader keeps apart: 發 (emit) and 髮 (hair) are both written 发. `shared` therefore
compares two words as the board word is written.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, lru_cache

from cluebot.rules.conversion import to_simplified, to_traditional
from cluebot.rules.text import squash
from cluebot.rules.zh.lexicon import entries, is_word, lexicon
from cluebot.rules.zh.lists import words

_SENSE = {
    character: f"{simplified}{number}"
    for group in sorted(words("script", "merged"))
    for simplified, _, senses in [group.partition(":")]
    for number, sense in enumerate(senses.split("|"))
    for character in sense
}
_VARIANT = re.compile(r"(?:\w+ )*variants? of (?:[^|\[\s]\|)?([^|\[\s])(?:\[[^\]]*\])?")


@cache
def _variants() -> dict[int, str]:
    """Return a table of characters that are nothing but another way of writing a usual one."""
    living = frozenset("".join(word for word in lexicon().words() if len(word) > 1))
    singles = lexicon().single_entries()
    simplified: dict[str, set[str]] = defaultdict(set)
    glosses: dict[str, list[str]] = defaultdict(list)
    for entry in singles:
        simplified[entry.traditional].add(entry.simplified)
        glosses[entry.simplified] += entry.glosses
    table: dict[int, str] = {}
    for character, forms in simplified.items():
        if character not in living and to_simplified(character) == character and len(forms) == 1:
            table[ord(character)] = min(forms)
    for character, texts in glosses.items():
        matches = [_VARIANT.fullmatch(text) for text in texts]
        targets = {to_simplified(match[1]) for match in matches if match}
        if character not in living and all(matches) and len(targets) == 1:
            table[ord(character)] = targets.pop()
    return table


@lru_cache(maxsize=65536)
def simplify(text: str) -> str:
    """Return the folded letters and digits of ``text`` in simplified characters.

    >>> simplify("火 車"), simplify("山峯"), simplify("卡拉ＯＫ"), simplify("乾坤")
    ('火车', '山峰', '卡拉ok', '乾坤')
    >>> simplify("活著"), simplify("著名")
    ('活着', '著名')
    """
    plain = squash(text)
    if plain.isascii():
        return plain
    text = to_simplified(plain).translate(_variants())
    if "著" in text and not is_word(text):
        # Taiwan writes 著 for 着 too (看著), which OpenCC cannot tell from 著 in 著名.
        usual = text.replace("著", "着")
        return usual if is_word(usual) else text
    return text


@lru_cache(maxsize=65536)
def _traditional_at(simplified: str, place: int) -> frozenset[str]:
    """Return the characters that a traditional writer may mean at one place of a simplified word.

    OpenCC knows which writing of a longer word is the usual one (台风 is 颱風); a single
    character may be any. Empty when nothing is known.
    """
    if len(simplified) > 1 and is_word(simplified):
        form = to_traditional(simplified)
        if len(form) == len(simplified):
            return frozenset(form[place])
    forms = [entry.traditional for entry in entries(simplified)]
    return frozenset(form[place] for form in forms if len(form) == len(simplified))


def _kept_apart(
    clue: str, place: int, clue_plain: str, word: str, word_plain: str, at: int
) -> bool:
    """Tell whether two characters that simplify alike differ for a reader of the board word."""
    ours, theirs = clue_plain[place], word_plain[at]
    if ours == theirs or theirs not in _SENSE:
        return False
    merged = word[at]
    if theirs == merged and word_plain == word:
        return False  # nothing shows that the board is traditional
    if ours != clue[place]:
        return _SENSE.get(ours) != _SENSE[theirs]
    senses = {_SENSE.get(c) for c in _traditional_at(clue, place)}
    return bool(senses) and None not in senses and _SENSE[theirs] not in senses


@lru_cache(maxsize=65536)
def shared(clue: str, word: str) -> str:
    """Return the characters that a clue has in common with a board word, as the board writes them.

    Latin letters and digits count as whole runs: T恤 shares nothing with TV.

    >>> shared("车站", "火車"), shared("發展", "頭髮"), shared("發展", "头发")
    ('车', '', '发')
    """
    ours, theirs = simplify(clue), simplify(word)
    ours_plain, theirs_plain = squash(clue), squash(word)
    common = set(runs(ours)) & set(runs(theirs))
    if len(ours) == len(ours_plain) and len(theirs) == len(theirs_plain):
        common = {
            c
            for c in common
            if len(c) > 1
            or not all(
                _kept_apart(ours, i, ours_plain, theirs, theirs_plain, j)
                for i in _places(ours, c)
                for j in _places(theirs, c)
            )
        }
    return "".join(sorted(common, key=theirs.index))


def _places(text: str, character: str) -> list[int]:
    return [i for i, c in enumerate(text) if c == character]


@lru_cache(maxsize=65536)
def runs(text: str) -> tuple[str, ...]:
    """Split folded text into Chinese characters and whole runs of Latin letters or digits.

    >>> runs("卡拉ok"), runs("3d打印")
    (('卡', '拉', 'ok'), ('3', 'd', '打', '印'))
    """
    return tuple(re.findall(r"[0-9]+|[a-z]+|[^0-9a-z]", text))
