"""From the word lists of a request to a checked board: language decided, every defect named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from cluebot.errors import Defect, InputError, Language, Text, shorten
from cluebot.rules.same import written_twice
from cluebot.rules.text import (
    MAX_WORDS,
    detect_language,
    has_han,
    script_of,
    squash,
    word_list,
)

Groups = dict[str, tuple[str, ...]]


def resolve_language(
    asked: str,
    words: Sequence[str],
    field: str,
    earlier: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Language:
    """Return the language asked for, or for ``auto`` the one that the words' script tells.

    Args:
        asked: ``"auto"``, ``"en"`` or ``"zh"``.
        words: The words that decide.
        field: What they are called.
        earlier: Words that belong to them, by what they are called; they decide where ``words`` are
            of neither script (007).

    Raises:
        InputError: If the words are of both languages, or not of the language asked for.
    """
    groups = {field: words, **earlier}
    if asked == "auto":
        telling = next((name for name, group in groups.items() if any(map(_tells, group))), field)
        language = detect_language(groups[telling], telling)
        strange = _in_script("latin" if language == "zh" else "han", groups)
        message = Text(
            f"not in the language of {telling}; replace these, or name the language",
            f"与 {telling} 不是同一种语言；请换掉这些词，或指明语言",
        )
        if strange:
            raise InputError([Defect(name, shorten(w), message) for name, w in strange.items()])
        return language
    chinese = _in_script("han", groups)
    if asked == "en" and chinese:
        message = Text(
            "Chinese words on an English board; replace them or set language to zh",
            "英文词卡里有中文词；请换掉，或把 language 设为 zh",
        )
        raise InputError([Defect(name, shorten(w), message) for name, w in chinese.items()])
    if asked == "zh" and not chinese:
        message = Text(
            "no Chinese word on a Chinese board; replace the words or set language to en",
            "中文词卡里没有一个中文词；请换词，或把 language 设为 en",
        )
        raise InputError(Defect(field, shorten(", ".join(words)), message))
    return "zh" if asked == "zh" else "en"


def _tells(word: str) -> bool:
    """Whether a word's script tells its language."""
    return has_han(word) or script_of(word) == "latin"


def _in_script(
    script: Literal["han", "latin"], groups: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """Return the words with Chinese characters, or those in Latin letters alone; by their names."""
    found = {
        name: [w for w in group if _tells(w) and has_han(w) == (script == "han")]
        for name, group in groups.items()
    }
    return {name: group for name, group in found.items() if group}


def checked_groups(groups: Mapping[str, Sequence[str]], needed: str) -> Groups:
    """Return all words in normal form.

    Args:
        groups: The words by the name of their field.
        needed: The field that may not be empty.

    Raises:
        InputError: Lists every empty, over-long or repeated word, words that stand in two
            groups, and a board of more than `MAX_WORDS` words.
    """
    defects: list[Defect] = []
    clean: Groups = {}
    for field, words in groups.items():
        try:
            clean[field] = word_list(field, words)
        except InputError as error:
            defects += error.defects
    if not groups[needed]:
        defects.append(
            Defect(needed, "", Text("is empty; give at least one word", "是空的；至少给一个词"))
        )
    total = sum(len(words) for words in groups.values())
    if total > MAX_WORDS:
        message = Text(
            f"the board has {total} words; at most {MAX_WORDS} are allowed",
            f"词卡共有 {total} 个，最多 {MAX_WORDS} 个",
        )
        defects.append(Defect("board", "", message))
    places = [(field, word) for field, words in clean.items() for word in words]
    for later, earlier in written_twice([word for _, word in places]).items():
        field, word = places[later]
        defects.append(Defect(field, shorten(word), _twice(field, word, *places[earlier])))
    if defects:
        raise InputError(list(dict.fromkeys(defects)))
    return clean


def _twice(field: str, word: str, earlier: str, spelled: str) -> Text:
    """Say that a word stands somewhere else too, and how if it is in the other script there."""
    alias = "" if squash(spelled) == squash(word) else shorten(spelled)
    if earlier == field:
        return Text(
            f"is there twice{f', the other time as {alias}' if alias else ''}; remove one",
            f"重复出现{f'，与「{alias}」是同一个词' if alias else ''}；请去掉一个",
        )
    return Text(
        f"stands in {earlier} too{f', as {alias}' if alias else ''}; a word has one place",
        f"在 {earlier} 里也有这个词{f'，写作「{alias}」' if alias else ''}；一个词只能放一处",
    )
