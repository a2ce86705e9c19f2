"""What only Decrypto forbids: the code's own numbers, and clues used before."""

from __future__ import annotations

import re
from functools import lru_cache

from cluebot.rules.en.compounds import content_tokens
from cluebot.rules.en.forms import inflections
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


def _plain(token: str) -> str:
    """Return a number word that hides behind digits (f0ur) as it is usually written."""
    usual = token.translate(_LEET)
    return usual if usual in _DIGITS and not token.isdigit() else token


@lru_cache(maxsize=8192)
def _gist(clue: str) -> tuple[frozenset[str], ...]:
    return tuple(inflections(w) for w in content_tokens(clue))


@lru_cache(maxsize=8192)
def repeats(clue: str, earlier: str) -> bool:
    """Tell whether a clue is an earlier one again: inflected, respelled or translated.

    >>> repeats("the big cats", "big cat"), repeats("big dog", "big cat")
    (True, False)
    """
    if squash(clue) == squash(earlier):
        return True
    now, before = _gist(clue), _gist(earlier)
    if len(now) == len(before) and all(a & b for a, b in zip(now, before, strict=True)):
        return True
    return bool(
        meanings(clue) & inflections(squash(earlier))
        or meanings(earlier) & inflections(squash(clue))
    )
