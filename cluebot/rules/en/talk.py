"""Clues that speak about the word instead of its meaning: letters, length, sound, place."""

from __future__ import annotations

import re

from cluebot.rules.text import fold, squash

_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_LETTER = r"(?:the |an? )?(?:letters? )?['\"]?[a-z]{1,2}['\"]?"
_COUNT = re.compile(
    rf"^(?:\w+ )*{_NUMBER}[ -]?(?:letters?|syllables?|vowels?|consonants?|characters?)\b"
)
_GLUED_COUNT = re.compile(rf"{_NUMBER}-?(?:letters?|syllables?)(?:words?)?")
_TALK_OF_LETTERS = tuple(
    re.compile(pattern)
    for pattern in (
        # All of them hold a blank: a single word is not searched for them.
        rf"\b(?:starts?|begins?|ends?|starting|beginning|ending) (?:with|in|on|by) {_LETTER}$",
        rf"\b(?:contains?|containing|has|with|without|minus|plus|drop|add|missing) {_LETTER}$",
        r"\bdouble [a-z]$",
        r"\b(?:first|second|third|last|middle|missing|silent|initial|same|capital) letters?\b",
        r"\b(?:first|second|third|last|middle|final|stressed|extra) syllables?\b",
        r"\bletters? of\b.*\b(?:word|keyword|name)s?\b",
        r"\b(?:anagram|abbreviation|acronym|initials|spelling|backwards?|reverse[ds]?) of\b",
        r"\bspel(?:t|led|ls|ling) (?:\w+ )*(?:backwards?|with|like|as|out|b?ackward)\b",
        r"\b(?:long|short)(?:er|est)? (?:key ?)?words?\b",
        r"^(?:the )?(?:longest|shortest) one$",
        r"\b(?:read|written) backwards?\b",
        r"^(?:no|two|three|only|all) (?:vowels?|consonants?)$",
    )
)
_TALK_OF_SOUND = tuple(
    re.compile(pattern)
    for pattern in (
        # These, too.
        r"\brhym(?:es|ing|e) (?:with|to)\b",
        r"\b(?:sounds|sounding|pronounced) (?:like|as|similar|the same)\b",
        r"\bhomo(?:phone|nym)s? (?:of|for|to|with)\b",
    )
)

_ROW = (
    r"(?:top|bottom|upper|lower|middle|cent(?:er|re)|left|right"
    r"|first|second|third|fourth|fifth|last)"
)
_CORNER = r"(?:top|bottom|upper|lower)[ -]?(?:left|right)"
_TALK_OF_PLACE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^(?:the |in |on |at )*{_ROW} (?:row|column|card)$",
        rf"^(?:the |in |on |at )*{_CORNER}(?: corner| card| word)?$",
        rf"^(?:row|column) {_NUMBER}(?: (?:row|column) {_NUMBER})?$",
        r"^(?:the )?(?:left|right|top|bottom)most$",
    )
)


def talks_of_letters(clue: str) -> bool:
    """Tell whether a clue describes spelling, length or letters instead of meaning."""
    text = re.sub(r"[^\w' ]+", " ", fold(clue)).strip()
    if _COUNT.search(text) or _GLUED_COUNT.fullmatch(squash(clue)):
        return True
    return " " in text and any(p.search(text) for p in _TALK_OF_LETTERS)


def talks_of_sound(clue: str) -> bool:
    """Tell whether a clue describes how a word sounds: "rhymes with", "sounds like"."""
    text = fold(clue)
    return " " in text and any(p.search(text) for p in _TALK_OF_SOUND)


def talks_of_place(clue: str) -> bool:
    """Tell whether a clue describes where a word lies: "top left", "second row".

    >>> talks_of_place("top-left"), talks_of_place("second row"), talks_of_place("front row")
    (True, True, False)
    """
    text = re.sub(r"[^\w]+", " ", fold(clue)).strip()
    return any(p.search(text) for p in _TALK_OF_PLACE)
