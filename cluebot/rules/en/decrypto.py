"""What only Decrypto forbids: the code's own numbers, and clues used before."""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cluebot.rules.en.compounds import content_tokens
from cluebot.rules.en.forms import inflections
from cluebot.rules.en.letters import smuggles
from cluebot.rules.en.lexicon import is_known
from cluebot.rules.en.translation import meanings
from cluebot.rules.text import fold, squash, tokens

_DIGITS = {
    **{d: d for d in "1234"},
    **dict(zip(("one", "two", "three", "four"), "1234", strict=True)),
    **dict(zip(("first", "second", "third", "fourth"), "1234", strict=True)),
    **dict(zip(("1st", "2nd", "3rd", "4th"), "1234", strict=True)),
    **dict(zip(("i", "ii", "iii", "iv"), "1234", strict=True)),
    **dict(zip("一二三四", "1234", strict=True)),
    **dict(zip(("uno", "dos", "tres", "cuatro"), "1234", strict=True)),
    **dict(zip(("un", "deux", "trois", "quatre"), "1234", strict=True)),
    **dict(zip(("eins", "zwei", "drei", "vier"), "1234", strict=True)),
}
_ORDINAL = r"(?:[1-4]|first|second|third|fourth|last|1st|2nd|3rd|4th|one|two|three|four|top|bottom)"
_PLACE = r"(?:slots?|position|numbers?|no|nr|screen|digit|keywords?|cards?|word|column|row|clue)"
_SLOT = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^(?:the |our |my |in |at |on )*{_PLACE} ?(?:is |number |no )?{_ORDINAL}$",
        rf"^(?:the |our |my |in |at |on )*{_ORDINAL} {_PLACE}(?: again)?$",
        rf"\b{_ORDINAL} (?:slot|position|keyword)\b",
        r"^(?:the |our |my )?(?:last|top|bottom) one$",
        r"\b(?:left|right)most (?:one|slot|key ?word|card|word|clue)\b",
        rf"\b(?:slot|position|keyword) (?:number )?{_ORDINAL}\b",
        r"\bcode(?: is)?(?: [1-4]){3}$",
        r"\bcode(?: is)? [1-4]{3}$",
    )
)
_MAYBE = re.compile(
    r"(?:the |our |my )?(?:penultimate|last but one|"
    r"(?:second|third|next|one) (?:to|from) (?:the )?last|to|too|for)"
)
"""A place in the row, or a number by its sound, that may be meant otherwise."""
_SUM = re.compile(r"(\w+) ?(\+|-|\*|x|plus|minus|times) ?(\w+)")
_RECKON: Mapping[str, Callable[[int, int], int]] = {
    **dict.fromkeys(("+", "plus"), operator.add),
    **dict.fromkeys(("-", "minus"), operator.sub),
    **dict.fromkeys(("*", "x", "times"), operator.mul),
}
_BACK = re.compile(
    r"(?:ditto|(?:once )?again|same (?:again|here|thing|one)|see above|as (?:before|above)|"
    r"(?:the )?same (?:clue )?as (?:before|above|last time|the last(?: one)?)|"
    r"(?:the |our |my )?(?:same|previous|last|earlier) clue(?: again)?)"
)
"""Clues that say no more than that an earlier one is meant."""
_LEET = str.maketrans("013579", "oiestg")
CODE_LENGTH = 3
_AMBIGUOUS = frozenset({"second", "i"})
_LEADS = ("the", "our", "my", "your")
_LINKS = frozenset({"and", "then"})


@lru_cache(maxsize=8192)
def spells_code(clue: str) -> str | None:
    """Return ``"illegal"`` or ``"ask"`` when a clue stands for a slot or a code, else None.

    A single number from 1 to 4 in any writing names a slot; three different ones are a code.
    Other numbers (1984, 8, 747) and numbers inside a phrase (four legs) carry a meaning.

    >>> spells_code("4-2-1"), spells_code("second"), spells_code("1984"), spells_code("four legs")
    ('illegal', 'ask', None, None)
    >>> spells_code("the fourth"), spells_code("2 then 1"), spells_code("the four seasons")
    ('illegal', 'illegal', None)
    """
    clue = "".join(str(unicodedata.digit(c)) if c.isdecimal() else c for c in clue)
    if _adds_up(fold(clue)):
        return "illegal"
    words = [_plain(w) for w in tokens(re.sub(r"[-_.,/]", " ", clue)) if w not in _LINKS]
    while len(words) > 1 and words[0] in _LEADS:
        words = words[1:]
    if len(words) == 1 and words[0] in _DIGITS:
        return "ask" if words[0] in _AMBIGUOUS else "illegal"
    digits = words[0] if len(words) == 1 and len(words[0]) == CODE_LENGTH else words
    if 1 < len(digits) <= CODE_LENGTH and all(d in _DIGITS for d in digits):
        values = {_DIGITS[d] for d in digits}
        if len(values) == len(digits):
            return "illegal"
    text = re.sub(r"[^\w#]+", " ", fold(clue)).strip()
    if any(p.search(text) for p in _SLOT):
        return "illegal"
    return "ask" if _MAYBE.fullmatch(text) else None


def _adds_up(text: str) -> bool:
    """Tell whether a clue is nothing but a way to reckon a slot: two plus one, 5-1, 3.0."""
    if re.fullmatch(r"[1-4]\.0+", text):
        return True
    match = _SUM.fullmatch(text.strip())
    if match is None:
        return False
    left, sign, right = (_DIGITS.get(part, part) for part in match.groups())
    if not (left.isdecimal() and right.isdecimal()):
        return False
    a, b = int(left), int(right)
    if sign == "-" and a <= 4:
        return False  # a code told with dashes, which is judged as one
    return 1 <= _RECKON[sign](a, b) <= 4


def _plain(token: str) -> str:
    """Return a number word that hides behind digits (f0ur) as it is usually written."""
    usual = token.translate(_LEET)
    return usual if usual in _DIGITS and not token.isdigit() else token


@lru_cache(maxsize=8192)
def points_back(clue: str) -> bool:
    """Tell whether a clue says no more than that an earlier one is meant.

    >>> points_back("same as last time"), points_back("the same river")
    (True, False)
    """
    return bool(_BACK.fullmatch(re.sub(r"[^\w]+", " ", fold(clue)).strip()))


@dataclass(frozen=True, slots=True)
class _Given:
    """A clue as one that was given or is about to be; words are folded and squashed.

    Attributes:
        key: The whole of it squashed.
        singular: The same without an s at its end.
        unknown: Whether it is no word.
        gist: The dictionary forms of each word without little words.
        forms: The dictionary forms of the whole.
        meanings: What it translates.
        marks: All these forms and meanings together: clues without a common mark are two.
    """

    key: str
    singular: str
    unknown: bool
    gist: tuple[frozenset[str], ...]
    forms: frozenset[str]
    meanings: frozenset[str]
    marks: frozenset[str]


@lru_cache(maxsize=8192)
def _given(clue: str) -> _Given:
    key = squash(clue)
    gist = tuple(inflections(w) for w in content_tokens(clue))
    forms, meant = inflections(key), meanings(clue)
    marks = forms.union(meant, *gist)
    return _Given(key, key.removesuffix("s"), not is_known(key), gist, forms, meant, marks)


def repeated(clue: str, used: Sequence[str]) -> list[str]:
    """Return the earlier clues that a clue is again: inflected, respelled or translated.

    >>> repeated("the big cats", ["big cat", "dog"]), repeated("c0wboy", ["cowboy"])
    (['big cat'], ['cowboy'])
    """
    ours, before = _given(clue), _earlier(tuple(used))
    new = before.keys.isdisjoint((ours.key, ours.singular)) and not ours.unknown
    if new and ours.marks.isdisjoint(before.marks):
        return []  # nearly always
    return [earlier for earlier in used if _repeats(ours, _given(earlier))]


@dataclass(frozen=True, slots=True)
class _Earlier:
    """What the clues given earlier hold all together; see `_Given`."""

    keys: frozenset[str]
    marks: frozenset[str]


@lru_cache(maxsize=64)  # of up to 20 KB after a whole game, 1 MB
def _earlier(used: tuple[str, ...]) -> _Earlier:
    given = [_given(clue) for clue in used]
    return _Earlier(frozenset(g.key for g in given), frozenset().union(*(g.marks for g in given)))


def _repeats(ours: _Given, theirs: _Given) -> bool:
    if theirs.key in (ours.key, ours.singular):
        return True
    if ours.unknown and smuggles(ours.key, theirs.key):
        return True
    if ours.marks.isdisjoint(theirs.marks):
        return False
    # In any order: "lake frozen" says "frozen lake" again.
    now, before = ours.gist, theirs.gist
    if len(now) == len(before) and all(any(a & b for b in before) for a in now):
        return True
    return not (ours.meanings.isdisjoint(theirs.forms) and theirs.meanings.isdisjoint(ours.forms))
