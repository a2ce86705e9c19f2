"""From the word lists of a request to a checked board: language decided, every defect named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cluebot.errors import Defect, InputError, Language, Text, shorten
from cluebot.rules.same import written_twice
from cluebot.rules.text import MAX_WORDS, detect_language, is_han, squash, word_list

Groups = dict[str, tuple[str, ...]]


def resolve_language(asked: str, words: Sequence[str], field: str) -> Language:
    """Return the language asked for, or for ``auto`` the one that the words' script tells.

    Raises:
        InputError: If the words are of both languages, or not of the language asked for.
    """
    if asked == "auto":
        return detect_language(words, field)
    chinese = [word for word in words if any(map(is_han, word))]
    if asked == "en" and chinese:
        message = Text(
            "Chinese words on an English board; replace them or set language to zh",
            "英文词卡里有中文词；请换掉，或把 language 设为 zh",
        )
        raise InputError(Defect(field, shorten(", ".join(chinese)), message))
    if asked == "zh" and not chinese:
        message = Text(
            "no Chinese word on a Chinese board; replace the words or set language to en",
            "中文词卡里没有一个中文词；请换词，或把 language 设为 en",
        )
        raise InputError(Defect(field, shorten(", ".join(words)), message))
    return "zh" if asked == "zh" else "en"


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
