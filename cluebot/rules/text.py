"""Text as the rules see it: normal form, folding, scripts, tokens, language detection.

Text from outside passes `normalise` once, at the edge; everything behind it assumes that.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from cluebot.errors import Defect, InputError, Language, Text, bad_input, shorten

Script = Literal["latin", "han", "mixed", "other"]

MAX_WORDS = 100
MAX_WORD_LENGTH = 100

# Letters that Unicode does not decompose into a base letter and an accent.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ŋ": "ng"}
)
_HAN = (
    (0x3400, 0x4DBF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
_TONE_MARKS = re.compile("[\u0300\u0301\u0304\u030c]")
_LATIN = (
    (0x0041, 0x024F),
    (0x1E00, 0x1EFF),
    (0x2C60, 0x2C7F),
    (0xA720, 0xA7FF),
    (0xAB30, 0xAB6F),
)
_BLANKS = re.compile(r"[ \t\r\n\u3000]+")
_SEPARATORS = re.compile(r"[\W_]+")
_TOKENS = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def normalise(text: str) -> str:
    """Return the normal form: Unicode NFKC, runs of spaces made one, ends trimmed.

    Case and accents are kept, since they are shown; `fold` removes them for comparison.
    Control characters other than the ASCII blanks are kept too, so that they can be reported.

    >>> normalise("  ＩＣＥ   cream ")
    'ICE cream'
    """
    return _BLANKS.sub(" ", unicodedata.normalize("NFKC", text)).strip(" ")


def fold(text: str) -> str:
    """Return ``text`` for comparison: without case, accents and width.

    >>> fold("Café"), fold("Ｂｅａｒ"), fold("STRASSE") == fold("straße")
    ('cafe', 'bear', True)
    """
    # Whole definitions pass here; remembering them would cost more than lowering them again.
    return text.lower() if text.isascii() else _fold(text)


@lru_cache(maxsize=65536)
def _fold(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold().translate(_PLAIN)
    if text.isascii():
        return text
    # Only the Latin/Greek combining marks: removing all marks would change Japanese kana.
    parts = (c for c in unicodedata.normalize("NFD", text) if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", "".join(parts))


@lru_cache(maxsize=65536)
def squash(text: str) -> str:
    """Return the folded letters and digits of ``text`` alone: no spaces, hyphens, dots.

    Two spellings of one word (ICE CREAM, ice-cream, icecream, i.c.e.c.r.e.a.m) squash alike.

    >>> squash("Ice-Cream"), squash("O'Neill"), squash("—")
    ('icecream', 'oneill', '')
    """
    return _SEPARATORS.sub("", fold(text))


def tokens(text: str) -> tuple[str, ...]:
    """Split folded ``text`` at everything that is neither letter, digit nor apostrophe.

    >>> tokens("New-York's 2nd café")
    ('new', "york's", '2nd', 'cafe')
    """
    return tuple(_TOKENS.findall(fold(text).replace("’", "'")))


def is_han(character: str) -> bool:
    """Tell whether one character is a Chinese one."""
    code = ord(character)
    if code < 0x3005:
        return False
    if 0x4E00 <= code <= 0x9FFF:  # nearly all of them
        return True
    return code in (0x3005, 0x3007) or any(low <= code <= high for low, high in _HAN)


def is_latin(character: str) -> bool:
    """Tell whether one character is a Latin letter."""
    if character.isascii():
        return character.isalpha()
    code = ord(character)
    return character.isalpha() and any(low <= code <= high for low, high in _LATIN)


def has_tone_mark(text: str) -> bool:
    """Tell whether a text holds a letter with the mark of a tone of pinyin.

    >>> has_tone_mark("mǎ"), has_tone_mark("naïve")
    (True, False)
    """
    return bool(_TONE_MARKS.search(unicodedata.normalize("NFD", text)))


def has_han(text: str) -> bool:
    """Tell whether a text holds any Chinese character."""
    return not text.isascii() and any(map(is_han, text))


@lru_cache(maxsize=65536)
def script_of(text: str) -> Script:
    """Return the script of the letters of ``text``.

    ``"mixed"`` means letters of several scripts; ``"other"`` means another single script or
    no letters at all. Digits and signs have no script.

    >>> script_of("bear"), script_of("火车"), script_of("卡拉OK"), script_of("007")
    ('latin', 'han', 'mixed', 'other')
    """
    if text.isascii():
        return "latin" if any(map(str.isalpha, text)) else "other"
    kinds = {
        "han" if is_han(c) else "latin" if is_latin(c) else "other"
        for c in text
        if c.isalpha() or is_han(c)
    }
    if len(kinds) > 1:
        return "mixed"
    if kinds == {"han"}:
        return "han"
    return "latin" if kinds == {"latin"} else "other"


def control_characters(text: str) -> tuple[str, ...]:
    r"""Return what must not be in a word, as code points in order of appearance, each once.

    That is every control, format (zero width, direction), surrogate, private-use, unassigned
    and line-separator character.

    >>> control_characters("be\u200bar\x07")
    ('U+200B', 'U+0007')
    """
    if text.isascii() and text.isprintable():
        return ()
    found = (
        c for c in text if (c != " " and unicodedata.category(c)[0] == "C") or c in "\u2028\u2029"
    )
    return tuple(dict.fromkeys(f"U+{ord(c):04X}" for c in found))


def word_list(field: str, words: Iterable[str]) -> tuple[str, ...]:
    """Return ``words`` in normal form.

    Args:
        field: The name of the input, for messages.
        words: The words; any number up to `MAX_WORDS`, none included.

    Raises:
        InputError: For a bare string (its characters would pass as words), something that is
            no text, an empty word, control characters, a word over `MAX_WORD_LENGTH`
            characters or more than `MAX_WORDS` words. Lists every defect.
    """
    if isinstance(words, str | bytes):
        raise bad_input(
            field,
            words,
            en="expected a list of words, got one text; put it in a list.",
            zh="应为词语列表，却只收到一段文字；请放进列表里。",
        )
    return _normal_words(field, tuple(words))


@lru_cache(maxsize=1024)
def _normal_words(field: str, words: tuple[str, ...]) -> tuple[str, ...]:
    if len(words) > MAX_WORDS:
        raise bad_input(
            field,
            len(words),
            en=f"too many words; at most {MAX_WORDS} are allowed.",
            zh=f"词语太多，最多 {MAX_WORDS} 个。",
        )
    found = [*map(_normal_word, words)]
    normal = tuple(word for word in found if isinstance(word, str))
    if len(normal) < len(words):
        pairs = zip(words, found, strict=True)
        raise InputError(
            [Defect(field, shorten(word), why) for word, why in pairs if not isinstance(why, str)]
        )
    return normal


@lru_cache(maxsize=8192)
def _normal_word(word: object) -> str | Text:
    """Return a word in normal form, or what is wrong with it."""
    if not isinstance(word, str):
        return Text("a word must be text.", "词语必须是文字。")
    if len(word) > MAX_WORD_LENGTH:
        return Text(
            f"the word has {len(word)} characters; at most {MAX_WORD_LENGTH} are allowed.",
            f"这个词有 {len(word)} 个字符，最多 {MAX_WORD_LENGTH} 个。",
        )
    normal = normalise(word)
    if not normal:
        return Text("the word is empty; remove it.", "空词；请删去。")
    hidden = control_characters(normal)
    if hidden:
        codes = ", ".join(hidden)
        return Text(f"remove the control characters {codes}.", f"请去掉控制字符 {codes}。")
    if not squash(word):
        return Text(
            "there are neither letters nor digits in it; write what it shows as a word.",
            "其中没有文字，也没有数字；请把它表示的东西写成词语。",
        )
    return normal


def detect_language(words: Sequence[str], field: str = "board") -> Language:
    """Decide the language of a board by its script, as ``--language auto`` does.

    A word with any Chinese character is Chinese (卡拉OK); one with Latin letters only is
    English; one without either (007) goes with the others, and a board of such words alone
    counts as English.

    Raises:
        InputError: If words of both languages stand together; names the rarer ones, or all when
            there are as many of both. Also for everything `word_list` refuses.
    """
    normal = word_list(field, words)
    chinese = [w for w in normal if has_han(w)]
    english = [w for w in normal if script_of(w) == "latin"]
    if chinese and english:
        rarer = chinese if len(chinese) < len(english) else english
        named = ", ".join(normal if len(chinese) == len(english) else rarer)
        raise bad_input(
            field,
            named,
            en="the words are in both languages; replace these, or name the language.",
            zh="中英文词语混在一起；请换掉这些词，或指明语言。",
        )
    return "zh" if chinese else "en"
