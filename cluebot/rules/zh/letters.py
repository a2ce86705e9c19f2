"""Clues with Latin letters on a Chinese board: pinyin, initials, translations, other languages."""

from __future__ import annotations

import re

from cluebot.errors import Text
from cluebot.rules.legality import GameName, LegalityOptions, Reason
from cluebot.rules.text import fold, has_tone_mark, is_han, script_of, squash
from cluebot.rules.zh.board import Board
from cluebot.rules.zh.lexicon import is_word
from cluebot.rules.zh.lists import words
from cluebot.rules.zh.meaning import english_forms, translated_by, translations
from cluebot.rules.zh.script import runs, simplify
from cluebot.rules.zh.sound import (
    LatinForm,
    blurred,
    bopomofo,
    is_english,
    spelled_in_letters,
    split_pinyin,
)

_SETTLED = words("letters", "settled")


def letter_reasons(
    clue: str, board: Board, game: GameName, options: LegalityOptions
) -> list[Reason]:
    """Return the reasons that come from letters in the clue; none when it has none."""
    if any("\u3105" <= c <= "\u312f" or "\u31a0" <= c <= "\u31bf" for c in clue):
        return _zhuyin(clue, board)
    script = script_of(clue)
    plain = squash(clue)
    if script == "han" or plain.isdigit():
        return []
    latin = re.findall(r"[a-z]+", fold(clue)) if script == "mixed" else []
    found = _translations(" ".join(latin) if latin else clue, board, game, options)
    if script == "mixed" and any(map(is_han, clue)):
        return found + _mixed(clue, board)
    if not plain.isascii():
        return [*found, _foreign()]
    found += _spelled(clue, board)
    if not found and not clue.isupper() and _looks_like_pinyin(plain):
        return [_romanised()]
    if all(reason.ruling == "ask" for reason in found):
        found += _unknown(clue, game)
    return found


def _looks_like_pinyin(letters: str) -> bool:
    bare = re.sub(r"[1-5]", "", letters)
    return not is_english(bare) and len(split_pinyin(bare) or ()) > 1


def _spelled(clue: str, board: Board) -> list[Reason]:
    """Return the reasons against pinyin and initials of board words."""
    plain = squash(clue)
    toned = re.fullmatch(r"(?:[a-z]+[1-5])+", plain) is not None
    bare = re.sub(r"[1-5]", "", plain) if toned else plain
    marked = has_tone_mark(clue)
    found: list[Reason] = []
    for word, kind in (*board.by_letters.get(plain), *board.by_letters.get(bare)):
        if len(bare) < 2:
            continue
        doubtful = not (toned or marked) and (
            (kind == "pinyin_part" and is_english(bare))
            or (kind == "initials" and (bare in _SETTLED or is_english(bare)))
        )
        reason = _spelling(word, kind, doubtful)
        if reason not in found:
            found.append(reason)
    syllables = None if found or is_english(bare) else split_pinyin(bare)
    if syllables and len(syllables) > 1:
        near = dict.fromkeys(
            word
            for order in (syllables, syllables[::-1])
            for word in board.by_blurred_sound.get(blurred(order))
        )
        found += [_spelling(word, "pinyin", False) for word in near]
    return found


def _spelling(word: str, kind: LatinForm, doubtful: bool) -> Reason:
    rule = "pinyin" if kind in ("pinyin", "pinyin_part") else "letters"
    if doubtful:
        return Reason(
            rule,
            "ask",
            word,
            Text(
                f"It is a word of its own but also spells “{word}” or a part of it.",
                f"它自身有含义，但恰好也是「{word}」的拼音或声母，请与同桌商定。",
            ),
        )
    names = {
        "pinyin": Text(f"It is the pinyin of “{word}”.", f"是「{word}」的拼音。"),
        "pinyin_part": Text(
            f"It is the pinyin of a part of “{word}”.", f"是「{word}」中一部分的拼音。"
        ),
        "initials": Text(
            f"It abbreviates the pinyin of “{word}”.", f"是「{word}」的拼音首字母或缩写。"
        ),
        "code_point": Text(
            f"It is the character code of a part of “{word}”.", f"是「{word}」中某字的字符编码。"
        ),
    }
    return Reason(rule, "illegal", word, names[kind])


def _romanised() -> Reason:
    return Reason(
        "pinyin",
        "ask",
        None,
        Text(
            "It looks like pinyin; a Chinese clue is given in characters.",
            "像是拼音；中文线索应当用汉字，请与同桌商定。",
        ),
    )


def _mixed(clue: str, board: Board) -> list[Reason]:
    """Return the reasons against letters that stand for characters (hong色 for 红色)."""
    simple = simplify(clue)
    if is_word(simple) or is_word(simple.upper()):
        return []
    pieces = tuple(run for run in runs(simple) if not run.isdigit())
    hidden = dict.fromkeys(
        word for word, plain in board.plain.items() if spelled_in_letters(pieces, plain)
    )
    for piece in pieces:
        if len(piece) > 1 and piece not in _SETTLED and split_pinyin(piece):
            for word, kind in board.by_letters.get(piece):
                if kind in ("pinyin", "pinyin_part"):
                    hidden[word] = None
    return [
        Reason(
            "pinyin",
            "illegal",
            word,
            Text(
                f"Its letters stand for characters of “{word}”.",
                f"用字母代替了「{word}」里的字。",
            ),
        )
        for word in hidden
    ]


def _zhuyin(clue: str, board: Board) -> list[Reason]:
    bare = re.sub(r"[\s\u02c7\u02ca\u02cb\u02d9]", "", clue)
    found = [
        Reason(
            "pinyin",
            "illegal",
            word,
            Text(f"It spells “{word}” in Zhuyin.", f"是「{word}」的注音。"),
        )
        for word, plain in board.plain.items()
        if (sounds := bopomofo(plain)) and (bare == "".join(sounds) or bare in sounds)
    ]
    return found or [_romanised()]


def _translations(
    text: str, board: Board, game: GameName, options: LegalityOptions
) -> list[Reason]:
    if game == "codenames" and not options.translation:
        return []
    keys = translated_by(text)
    forms = english_forms(text)
    words = dict.fromkeys(
        word
        for key, translated in board.by_translation.items()
        if key in keys or key in forms or not keys.isdisjoint(english_forms(key))
        for word in translated
    )
    return [_translation(word) for word in words]


def translated_latin(
    clue: str, board: Board, game: GameName, options: LegalityOptions
) -> list[Reason]:
    """Return the reasons against a Chinese clue that translates a board word in Latin letters."""
    if game == "codenames" and not options.translation:
        return []
    if not board.latin:
        return []
    meant = translations(simplify(clue))
    return [
        _translation(word)
        for word in board.latin
        if board.plain[word] in meant and squash(clue) != board.plain[word]
    ]


def _translation(word: str) -> Reason:
    return Reason(
        "translation",
        "illegal",
        word,
        Text(
            f"It translates “{word}” into another language.",
            f"是「{word}」在另一种语言里的译文。",
        ),
    )


def _unknown(clue: str, game: GameName) -> list[Reason]:
    """Return what has to be asked about a Latin clue that means something of its own."""
    plain = squash(clue)
    if plain in _SETTLED or any(c.isdigit() for c in plain):
        return []
    if len(plain) == 1:
        text = Text(
            "A single letter has to carry a meaning of its own; ask the table.",
            "单个字母须自身有含义，请与同桌商定。",
        )
        return [Reason("letters", "ask", None, text)]
    compact = clue.replace(".", "").replace("&", "")
    if compact.isupper() and compact.isalpha() and 2 <= len(compact) <= 6:
        if game == "decrypto":
            return []
        return [
            Reason(
                "abbreviation",
                "ask",
                None,
                Text(
                    "Abbreviations have to be agreed on at the table.",
                    "缩写须事先约定，请与同桌商定。",
                ),
            )
        ]
    if game == "decrypto" and any(c.isupper() for c in clue[1:]):
        return []  # a brand such as iPhone
    return [_foreign()]


def _foreign() -> Reason:
    return Reason(
        "foreign",
        "ask",
        None,
        Text(
            "It is in another language than the board.",
            "与牌面不是同一种语言，请与同桌商定。",
        ),
    )
