"""A clue against one board word: form, compound, letters, sound, translation."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from cluebot.errors import Text
from cluebot.rules.en import letters
from cluebot.rules.en.compounds import holds, weak_parts
from cluebot.rules.en.lexicon import data_lines
from cluebot.rules.en.sound import by_sound_alone, sounds
from cluebot.rules.en.words import Words
from cluebot.rules.legality import Reason


@cache
def _arguable() -> dict[str, dict[str, str]]:
    """Squashed word to its reviewed partners, each with ``"legal"``, ``"ask"`` or a rule."""
    table: dict[str, dict[str, str]] = defaultdict(dict)
    for line in data_lines("arguable.txt"):
        a, b, ruling = line.split()
        table[a][b] = table[b][a] = ruling
    return dict(table)


def _illegal(rule: str, word: str, en: str, zh: str) -> Reason:
    return Reason(rule, "illegal", word, Text(en.format(w=word), zh.format(w=word)))


def _form(word: str) -> Reason:
    return _illegal(
        "word_form",
        word,
        "It is a form of “{w}” (inflected, derived or spelled another way).",
        "它是「{w}」的变形（词形变化、派生或另一种拼法）。",
    )


def _compound(word: str) -> Reason:
    return _illegal(
        "compound",
        word,
        "It shares a part with “{w}”: compounds and their parts are barred either way.",
        "它与「{w}」含有同一个构词成分：复合词及其组成部分互不可用。",
    )


def _letters(word: str) -> Reason:
    return _illegal(
        "letters",
        word,
        "It points at the letters of “{w}”, not at its meaning.",
        "它提示的是「{w}」的字母或拼写，而不是词义。",
    )


def _namesake(word: str) -> Reason:
    text = Text(
        f"One of it and “{word}” is named after the other; ask the table whether that is a form.",
        f"它与「{word}」有一个得名于另一个；是否算同一个词的变形，请问问同桌。",
    )
    return Reason("word_form", "ask", word, text)


def _sound(word: str) -> Reason:
    return _illegal(
        "sound",
        word,
        "Said aloud it is “{w}”; sound alone is no clue.",
        "读出来就是「{w}」；不能只靠读音提示。",
    )


def _translation(word: str) -> Reason:
    return _illegal(
        "translation",
        word,
        "It translates “{w}” into another language.",
        "它是「{w}」在另一种语言里的说法。",
    )


_BY_RULE = {
    "ask": _namesake,
    "word_form": _form,
    "compound": _compound,
    "letters": _letters,
    "sound": _sound,
}


def judge_pair(clue: Words, word: Words, *, translation: bool) -> list[Reason]:
    """Return every reason against ``clue`` that concerns one board word.

    The identical word is left to `check_clue`.
    """
    if clue.key == word.key or not word.key:
        return []
    if clue.key in _arguable() and word.key in _arguable()[clue.key]:
        ruling = _arguable()[clue.key][word.key]
        return [] if ruling == "legal" else [_BY_RULE[ruling](word.text)]
    if clue.marks.isdisjoint(word.marks) and not (
        clue.unknown or clue.spoken or clue.meanings or clue.key in word.shorts
    ):
        return []
    found: list[Reason] = []
    if not clue.roots.isdisjoint(word.roots):
        found.append(_form(word.text))
    elif _share_a_part(clue, word):
        found.append(_compound(word.text))
    elif any(letters.smuggles(unknown, word.key) for unknown in clue.unknown):
        found.append(_letters(word.text))
    if clue.key in word.shorts:
        found.append(_letters(word.text))
    if not found and _is_said_alike(clue, word):
        found.append(_sound(word.text))
    if translation and not clue.meanings.isdisjoint(word.roots):
        found.append(_translation(word.text))
    return found


def _share_a_part(clue: Words, word: Words) -> bool:
    if not (clue.parts.isdisjoint(word.roots) and word.parts.isdisjoint(clue.roots)):
        return True
    if clue.parts and word.parts and (clue.parts & word.parts) - weak_parts():
        return True
    return any(holds(unknown, word.key) for unknown in clue.unknown)


def _is_said_alike(clue: Words, word: Words) -> bool:
    if not clue.sounds.isdisjoint(word.sounds) and by_sound_alone(clue.key, word.key):
        return True
    return any(
        not sounds(heard).isdisjoint(word.sounds) and by_sound_alone(heard, word.key)
        for heard in clue.spoken
    )
