"""Which words of a list are one word written twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from cluebot.rules.text import has_han, squash


def written_twice(words: Sequence[str]) -> dict[int, int]:
    """Return the place of each word that stands in the list before, with the place of that.

    Case, accents, spaces and hyphens make no other word; nor does the other Chinese script,
    unless it writes two words that only simplified characters merge.

    Args:
        words: Words in normal form.

    >>> written_twice(["ice cream", "moon", "Ice-Cream", "moon"])
    {2: 0, 3: 1}
    >>> written_twice(["头发", "月亮", "頭髮"])
    {2: 0}
    """
    alike: dict[str, list[int]] = defaultdict(list)
    found: dict[int, int] = {}
    for i, word in enumerate(words):
        before = alike[_key(word)]
        first = next((j for j in before if _is_same(words[j], word)), None)
        if first is not None:
            found[i] = first
        before.append(i)
    return found


def _key(word: str) -> str:
    if not has_han(word):
        return squash(word)
    from cluebot.rules.zh.script import simplify  # dictionaries load only for Chinese words

    return simplify(word)


def _is_same(one: str, other: str) -> bool:
    if squash(one) == squash(other):
        return True
    from cluebot.rules.zh.script import runs, shared, simplify

    return set(runs(simplify(other))) <= set(runs(shared(one, other)))
