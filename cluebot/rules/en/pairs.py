"""A clue against one board word: form, compound, letters, sound, translation."""

from __future__ import annotations

from functools import cache
from typing import Final

from cluebot.errors import Text
from cluebot.rules.en import letters
from cluebot.rules.en.compounds import holds
from cluebot.rules.en.lexicon import STOPWORDS, data_lines
from cluebot.rules.en.sound import are_homophones
from cluebot.rules.en.translation import translates
from cluebot.rules.en.words import Words
from cluebot.rules.legality import Reason

# Particles and prefixes: two compounds that share one of them have no word in common.
_WEAK: Final = frozenset(
    """over under out up down off on in back by self some any every super auto mini mid through
    after fore pro counter grand step god one two half full way side""".split()
)


@cache
def _arguable() -> dict[frozenset[str], str]:
    """Two squashed words to ``"legal"`` or the rule that bars the pair."""
    rows = (line.split() for line in data_lines("arguable.txt"))
    return {frozenset((a, b)): ruling for a, b, ruling in rows}


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


def _sound(word: str) -> Reason:
    return _illegal(
        "sound",
        word,
        "Said aloud it is “{w}”; sound alone is no clue.",
        "读出来就是「{w}」；不能只靠读音提示。",
    )


_BY_RULE = {"word_form": _form, "compound": _compound, "letters": _letters, "sound": _sound}


def judge_pair(clue: Words, word: Words, *, translation: bool) -> list[Reason]:
    """Return every reason against ``clue`` that concerns one board word.

    The identical word is left to `check_clue`.
    """
    if not word.key or clue.key == word.key:
        return []
    ruling = _arguable().get(frozenset((clue.key, word.key)))
    if ruling is not None:
        return [] if ruling == "legal" else [_BY_RULE[ruling](word.text)]
    found: list[Reason] = []
    if clue.roots & word.roots:
        found.append(_form(word.text))
    elif _share_a_part(clue, word):
        found.append(_compound(word.text))
    if letters.abbreviates(clue.key, word.text) or _is_smuggled(clue, word, bool(found)):
        found.append(_letters(word.text))
    if are_homophones(clue.key, word.key) or (
        len(clue.tokens) > 1
        and any(are_homophones(t, word.key) for t in clue.tokens if t not in STOPWORDS)
    ):
        found.append(_sound(word.text))
    if translation and any(translates(t, word.key) for t in clue.foreign):
        found.append(
            _illegal(
                "translation",
                word.text,
                "It translates “{w}” into another language.",
                "它是「{w}」在另一种语言里的说法。",
            )
        )
    return found


def _share_a_part(clue: Words, word: Words) -> bool:
    if clue.parts & word.roots or word.parts & clue.roots:
        return True
    if (clue.parts & word.parts) - _WEAK:
        return True
    return any(holds(unknown, word.key) for unknown in clue.unknown)


def _is_smuggled(clue: Words, word: Words, already: bool) -> bool:
    return not already and any(letters.smuggles(u, word.key) for u in clue.unknown)
