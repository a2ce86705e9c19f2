"""Whether a Codenames clue is one word, and what the table has to agree on: names, new words."""

from __future__ import annotations

import re
from functools import lru_cache

from cluebot.errors import Text
from cluebot.rules.legality import Reason
from cluebot.rules.text import is_han, script_of
from cluebot.rules.zh.lexicon import Entry, entries, is_word, lexicon
from cluebot.rules.zh.lists import words
from cluebot.rules.zh.script import simplify

_PRODUCTIVE = words("single", "productive")
_SURNAMES = words("single", "surnames")
_LIFE = re.compile(r"\((?:c\. ?|ca\. ?|b\. ?)?\d{3,4}(?: BC)?[-–]|\(born ")
_FULL_NAME = re.compile(r"[A-Z]\w+(?: [A-Z]\w+)*,? [^ ·]+·")
_NO_PERSON = re.compile(
    r"\b(?:war|wars|earthquake|dynasty|movement|treaty|period|era|reign|reform|uprising|incident|"
    r"county|city|district|prefecture|township|town|river|island|mountain|lake|province|bridge|"
    r"capital|country|region|ocean|sea|state|continent|revolution|Asia|Pacific)\b",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\b(?:poet|emperor|novelist|physicist|composer|singer|actor|actress|footballer|politician|"
    r"writer|painter|philosopher|protagonist|heroine|hero|character)\b|\(name\)"
)
_WORK = re.compile(
    r"\b(?:novels?|film|movie|TV series|fairy tale|play by|video game|comic|manga|symphony|"
    r"anthology|book by|magazine|newspaper)\b|\(opera\)|\bopera by\b",
    re.IGNORECASE,
)
_PERSON_TAGS = frozenset({"nr", "nrt", "nrfg"})


@lru_cache(maxsize=65536)
def one_word(clue: str) -> tuple[Reason, ...]:
    """Return what has to be asked about a Chinese clue: several words, a person, a title.

    Single place names are ordinary clues; the rules want an agreement for names of persons and
    titles of works, which consist of several words.

    >>> one_word("巴黎"), [reason.rule for reason in one_word("西游记")]
    ((), ['proper_name'])
    """
    if not any(map(is_han, clue)):
        words = [word for word in clue.split() if any(map(str.isalnum, word))]
        return (_several(),) if len(words) > 1 else ()
    if "·" in clue or "・" in clue:
        return (_name(),)
    pieces = [piece for piece in re.split(r"[\s、，,;；/。.!！?？:：+&]+", clue) if piece]
    if len(pieces) > 1 and sum(any(map(is_han, piece)) for piece in pieces) > 1:
        return (_several(),)
    word = simplify(clue)
    if len(word) > 1 and _is_name(word):
        return (_name(),)
    if len(word) < 2 or is_word(word) or is_word(word.upper()) or _derived(word):
        return ()
    if script_of(word) == "mixed" and len(word) <= 2:
        return ()
    return (_unlisted(),)


def _is_name(word: str) -> bool:
    """Tell whether a word is in the first place the name of a person or the title of a work."""
    tag = lexicon().tag(word)
    known = entries(word)
    if not known:
        surname = len(word) == 3 and word[0] in _SURNAMES and not is_word(word[1:])
        return tag in _PERSON_TAGS and (surname or (tag == "nrt" and len(word) > 2))
    names = [entry for entry in known if entry.pinyin and entry.pinyin[0][:1].isupper()]
    if len(names) < len(known) and tag not in _PERSON_TAGS:
        return False  # an ordinary word that is also somebody's name (黎明)
    return any(_names_person_or_work(entry, tag) for entry in names)


def _names_person_or_work(entry: Entry, tag: str) -> bool:
    text = " / ".join(entry.glosses)
    if _WORK.search(text) and tag != "ns":
        return True
    lived = _LIFE.search(text) or _PERSON.search(text)
    other = tag in ("t", "ns") or _NO_PERSON.search(text)
    if tag in _PERSON_TAGS:
        full = sum(syllable[:1].isupper() for syllable in entry.pinyin) > 1
        return bool(lived or (full and not other))
    return bool(_FULL_NAME.match(text) or (lived and not other))


def _derived(word: str) -> bool:
    return 3 <= len(word) <= 4 and word[-1] in _PRODUCTIVE and is_word(word[:-1])


def _several() -> Reason:
    return Reason(
        "several_words",
        "ask",
        None,
        Text(
            "It consists of several words; the table decides.",
            "不止一个词，是否算一条线索请与同桌商定。",
        ),
    )


def _unlisted() -> Reason:
    return Reason(
        "unknown_word",
        "ask",
        None,
        Text(
            "The dictionaries do not list it: several words, a made-up one or a new one.",
            "词典里没有收录，可能是几个词、生造词或新词，请与同桌商定。",
        ),
    )


def _name() -> Reason:
    return Reason(
        "proper_name",
        "ask",
        None,
        Text(
            "Names of persons and titles have to be agreed on at the table.",
            "人名、作品名等专名须事先约定，请与同桌商定。",
        ),
    )
