"""How Chinese words sound: readings, homophones, pinyin in Latin letters and its disguises."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache, lru_cache
from itertools import islice, product
from typing import Literal

from cluebot.errors import ResourceError, Text
from cluebot.rules.packages import package_folder
from cluebot.rules.text import is_han
from cluebot.rules.zh.lexicon import (
    english_words,
    entries,
    is_word,
    lexicon,
    references,
)
from cluebot.rules.zh.lists import words

Syllables = tuple[str, ...]

# Pairs of sounds that regional accents and careless typing exchange.
_INITIALS = {"zh": "z", "ch": "c", "sh": "s", "l": "n"}
_F_AND_H = {
    "fa": "hua", "fan": "huan", "fang": "huang", "fei": "hui", "fen": "hun", "feng": "hong",
    "fo": "huo", "fu": "hu",
}  # fmt: skip
_ENGLISH_SYLLABLES = words("letters", "english_syllables")
_MAX_SYLLABLES = 6
_MAX_SPELLED = 4
_TONES = {"\u0304": "1", "\u0301": "2", "\u030c": "3", "\u0300": "4"}


@lru_cache(maxsize=65536)
def readings(simplified: str) -> frozenset[Syllables]:
    """Return the toned readings of a word, syllable by syllable; empty without any character.

    CC-CEDICT knows words as wholes (银行 is yin2 hang2); pypinyin's table reads the rest, and
    single characters, whose rarer readings would make everything sound like everything.
    """
    if not simplified or not all(map(is_han, simplified)):
        return frozenset()
    if len(simplified) > 1:
        listed = {
            tuple(syllable.lower().replace("u:", "v") for syllable in entry.pinyin)
            for entry in entries(simplified)
        }
        listed = {reading for reading in listed if len(reading) == len(simplified)}
        if listed:
            return frozenset(listed)
    usual = tuple(_usual_reading(character) for character in simplified)
    if not all(usual):
        return frozenset()
    if 2 <= len(simplified) <= _MAX_SPELLED and not is_word(simplified):
        # A made-up string may be meant in any of the readings that its characters have.
        choices = (
            sorted({syllable, *_listed_readings(character)})
            for syllable, character in zip(usual, simplified, strict=True)
        )
        return frozenset({usual, *islice(product(*choices), 64)})
    return frozenset({usual})


@cache
def _pinyin_table() -> dict[str, str]:
    # pypinyin as a whole also loads its table of phrases, ten times the size of this one.
    path = package_folder("pypinyin") / "pinyin_dict.json"
    try:
        table: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ResourceError(
            Text(
                f"the table of pinyin cannot be read ({error}); reinstall pypinyin.",
                f"无法读取拼音表（{error}）；请重新安装 pypinyin。",
            )
        ) from error
    return table


@lru_cache(maxsize=8192)
def _usual_reading(character: str) -> str:
    """Return the most common reading of one character as a numbered syllable, or ``""``."""
    marked = _pinyin_table().get(str(ord(character)), "").split(",")[0]
    plain = unicodedata.normalize("NFD", marked)
    tone = next((_TONES[c] for c in plain if c in _TONES), "5")
    letters = "".join(c for c in plain.replace("u\u0308", "v") if c not in _TONES)
    return letters + tone if letters else ""


@lru_cache(maxsize=8192)
def _listed_readings(character: str) -> frozenset[str]:
    return frozenset(
        entry.pinyin[0].replace("u:", "v")
        for entry in entries(character)
        if len(entry.pinyin) == 1 and entry.pinyin[0].islower()
    )


@lru_cache(maxsize=65536)
def toneless(simplified: str) -> frozenset[Syllables]:
    """Return the readings of a word without tones.

    >>> toneless("火车")
    frozenset({('huo', 'che')})
    """
    return frozenset(
        tuple(syllable.rstrip("12345") for syllable in reading) for reading in readings(simplified)
    )


def blurred(syllables: Syllables) -> Syllables:
    """Return syllables with the sounds merged that are commonly mixed up (zh/z, ang/an, f/h)."""
    return tuple(_blur(syllable) for syllable in syllables)


@lru_cache(maxsize=4096)
def _blur(syllable: str) -> str:
    syllable = _F_AND_H.get(syllable, syllable)
    for initial, plain in _INITIALS.items():
        if syllable.startswith(initial):
            syllable = plain + syllable[len(initial) :]
            break
    return re.sub(r"(?<=[aei])ng$", "n", syllable)


Likeness = Literal["exact", "tone_differs", "near", "pun"]


@lru_cache(maxsize=65536)
def likeness(clue: str, word: str) -> Likeness | None:
    """Say how a clue sounds like a whole word, both in simplified form.

    Returns:
        ``"exact"``: the same syllables and tones; ``"tone_differs"``: the same syllables;
        ``"near"``: the same but for sounds commonly mixed up; ``"pun"``: CC-CEDICT explains the
        clue as a play on the word; None: not alike.

    >>> likeness("权利", "权力"), likeness("背景", "北京"), likeness("灰机", "飞机")
    ('exact', 'tone_differs', 'near')
    """
    if clue == word:
        return None
    for gloss, target in references(clue):
        if target == word and re.search(r"\bpun\b|homoph|sounds? like|sounding", gloss):
            return "pun"
    if not readings(clue) or not readings(word) or len(clue) != len(word):
        return None
    if readings(clue) & readings(word):
        return "exact"
    if toneless(clue) & toneless(word):
        return "tone_differs"
    if len(clue) > 1 and set(map(blurred, toneless(clue))) & set(map(blurred, toneless(word))):
        return "near"
    return None


def _spellings(syllable: str) -> tuple[str, ...]:
    return (
        (syllable, *(syllable.replace("v", x) for x in ("u", "yu")))
        if "v" in syllable
        else (syllable,)
    )


def _heads(syllable: str) -> tuple[str, ...]:
    return (syllable[0], syllable[:2]) if syllable[:2] in ("zh", "ch", "sh") else (syllable[0],)


LatinForm = Literal["pinyin", "pinyin_part", "initials", "code_point"]


@lru_cache(maxsize=16384)
def latin_forms(simplified: str) -> dict[str, LatinForm]:
    """Return every way of spelling a word in Latin letters, without tones, and what each is.

    >>> forms = latin_forms("火车")
    >>> forms["huoche"], forms["che"], forms["hc"], forms["hche"]
    ('pinyin', 'pinyin_part', 'initials', 'initials')
    """
    forms: dict[str, LatinForm] = {}
    for character in filter(is_han, simplified):
        for prefix in ("", "u", "ux", "0x"):
            forms[f"{prefix}{ord(character):x}"] = "code_point"
    for reading in toneless(simplified):
        count = len(reading)
        if count > _MAX_SYLLABLES:  # too long to be spelled in more than the plain ways
            for letter in ("v", "u", "yu"):
                forms["".join(reading).replace("v", letter)] = "pinyin"
            continue
        for start in range(count if count > 1 else 0):
            for end in range(start + 1, count + 1):
                for parts in product(*map(_spellings, reading[start:end])):
                    forms.setdefault("".join(parts), "pinyin_part")
        if count > 1:
            for parts in product(*((*_heads(s), s) for s in reading)):
                forms["".join(parts)] = "initials"
        for parts in product(*map(_spellings, reading)):
            forms["".join(parts)] = "pinyin"
    return forms


@cache
def _syllables() -> frozenset[str]:
    return lexicon().syllables()


@lru_cache(maxsize=16384)
def split_pinyin(letters: str) -> Syllables | None:
    """Return ``letters`` cut into pinyin syllables, or None when that does not work out.

    >>> split_pinyin("pingguo"), split_pinyin("window")
    (('ping', 'guo'), None)
    """
    if len(letters) > 6 * _MAX_SYLLABLES:
        return None
    known = _syllables()
    ends: dict[int, Syllables] = {0: ()}
    for start in range(len(letters)):
        if start not in ends:
            continue
        for end in range(start + 1, min(start + 6, len(letters)) + 1):
            if end not in ends and letters[start:end] in known:
                ends[end] = (*ends[start], letters[start:end])
    return ends.get(len(letters))


def is_english(letters: str) -> bool:
    """Tell whether Latin letters are an English word.

    CC-CEDICT's explanations decide, except for what is also a syllable of pinyin: there they are
    full of Chinese names.

    >>> is_english("window"), is_english("song"), is_english("feng")
    (True, True, False)
    """
    if letters in _syllables():
        return letters in _ENGLISH_SYLLABLES
    return letters in english_words()


@lru_cache(maxsize=16384)
def spelled_in_letters(clue_runs: tuple[str, ...], word: str) -> bool:
    """Tell whether Latin runs in a clue stand for characters of a word (hong色 for 红色)."""
    return len(word) <= _MAX_SYLLABLES and any(
        len(reading) == len(word) and _aligned(clue_runs, word, reading)
        for reading in toneless(word)
    )


def _aligned(clue_runs: tuple[str, ...], word: str, reading: Syllables) -> bool:
    if not clue_runs or not word:
        return not clue_runs and not word
    head, rest = clue_runs[0], clue_runs[1:]
    if is_han(head[0]):
        alike = head == word[0] or (reading[0],) in toneless(head)
        return alike and _aligned(rest, word[1:], reading[1:])
    return any(
        head in _block_forms(reading[:size]) and _aligned(rest, word[size:], reading[size:])
        for size in range(1, len(word) + 1)
    )


@lru_cache(maxsize=16384)
def _block_forms(reading: Syllables) -> frozenset[str]:
    choices = product(*((*_heads(s), *_spellings(s)) for s in reading))
    return frozenset("".join(parts) for parts in choices)


@lru_cache(maxsize=4096)
def bopomofo(simplified: str) -> tuple[str, ...]:
    """Return a word in Zhuyin signs, syllable by syllable, without tone marks."""
    from pypinyin import Style, lazy_pinyin

    if not simplified or not all(map(is_han, simplified)):
        return ()
    syllables = lazy_pinyin(simplified, style=Style.BOPOMOFO)
    return tuple(re.sub(r"[ˊˇˋ˙]", "", syllable) for syllable in syllables)
