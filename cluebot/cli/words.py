"""Words on the command line: with commas between them, or one option each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cluebot.cli.common import errors, interface_language
from cluebot.errors import bad_input
from cluebot.rules.text import has_han, squash

MANY = 3
"""From so many parts on, what no dictionary has is held to be a list without commas."""

Given = Sequence[str] | None
"""The values of an option that may be repeated."""


def split_words(given: Given, option: str) -> list[str]:
    """Split at commas; Chinese ones count too, blanks around words do not.

    Args:
        given: The values of the option.
        option: Its name, for messages.

    Raises:
        InputError: If no word stands before or after a comma, or several words without a comma.

    >>> split_words(["ice cream, 火车，月亮、star"], "own")
    ['ice cream', '火车', '月亮', 'star']
    >>> split_words(["ice cream", "star,moon"], "own")
    ['ice cream', 'star', 'moon']
    """
    values = [value for value in given or () if value]
    if len(values) == 1:
        _look_for_commas(values[0], option)
    return [word for value in values for word in _split(value, option)]


def split_clues(given: Given) -> list[str]:
    """Split the clues; semicolons, when there are any, leave commas inside a clue alone.

    Raises:
        InputError: As `split_words`.

    >>> split_clues(["to be, or not; moon；white"])
    ['to be, or not', 'moon', 'white']
    >>> split_clues(["to be, or not", "moon", "white"])
    ['to be, or not', 'moon', 'white']
    """
    values = [value for value in given or () if value]
    if len(values) == 1 and re.search("[;；]", values[0]):
        return [part.strip() for part in re.split("[;；]", values[0])]
    return values if len(values) == 3 else split_words(values, "clues")


def _split(text: str, option: str) -> list[str]:
    words = [word.strip() for word in re.split("[,，、]", text)]
    if not all(words):
        last = not words[-1]
        raise bad_input(
            option,
            text,
            en=f"a word is missing {'after the last comma' if last else 'before a comma'}; "
            "write it or remove the comma",
            zh=f"{'最后一个逗号后面' if last else '逗号前面'}缺少词语；请补上，或删去逗号",
        )
    return words


def _look_for_commas(text: str, option: str) -> None:
    """Refuse what looks like several words without commas; else say how they were read."""
    parts = text.split()
    if len(parts) < 2 or re.search("[,，、]", text) or _is_phrase(text):
        return
    listed = ",".join(parts)
    if all(map(has_han, parts)) or (len(parts) >= MANY and not _joined(parts)):
        raise bad_input(
            option, text,
            en=f"is read as one word; write commas between words: --{option} {listed}",
            zh=f"会当作一个词；请用逗号分隔各词：--{option} {listed}",
        )  # fmt: skip
    zh = interface_language() == "zh"
    errors.print(
        f"提示：「{text}」当作一个词；若是几个词，请用逗号分隔：--{option} {listed}" if zh
        else f"Note: “{text}” is read as one word; if it is several: --{option} {listed}",
        style="yellow", markup=False, soft_wrap=True,
    )  # fmt: skip


def _joined(parts: Sequence[str]) -> bool:
    """Whether words that only join others are among them, as in ``lily of the valley``."""
    from cluebot.rules.en.lexicon import STOPWORDS

    return any(part.lower() in STOPWORDS for part in parts)


def _is_phrase(text: str) -> bool:
    """Whether WordNet or a word list of the project has the text as one entry."""
    from cluebot.rules.en.lexicon import glosses
    from wordlists.loader import load_wordlist

    sought = squash(text)
    if glosses(sought):
        return True
    lists = (load_wordlist("en", game).words for game in ("codenames", "decrypto"))
    return any(squash(word) == sought for words in lists for word in words)
