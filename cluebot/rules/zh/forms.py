"""What a Chinese clue shares with a board word: the word itself, its forms, its characters."""

from __future__ import annotations

from functools import lru_cache

from cluebot.errors import Text
from cluebot.rules.legality import LegalityOptions, Reason
from cluebot.rules.text import is_han, squash
from cluebot.rules.zh.board import Board
from cluebot.rules.zh.glyph import anagram
from cluebot.rules.zh.lexicon import is_word, references
from cluebot.rules.zh.lists import words
from cluebot.rules.zh.meaning import translations, variants
from cluebot.rules.zh.script import runs, shared, simplify
from cluebot.rules.zh.sound import readings, toneless

_SUFFIXES = words("forms", "suffixes")
_PREFIXES = words("forms", "prefixes")


def overlaps(clue: str, board: Board, options: LegalityOptions) -> list[Reason]:
    """Return the reasons that come from what clue and board words are made of."""
    simple = simplify(clue)
    touched = dict.fromkeys(word for run in runs(simple) for word in board.by_character.get(run))
    found: list[Reason] = []
    inside: list[str] = []
    for word in touched:
        common = shared(clue, word)
        if not common and simple != board.plain[word]:
            continue
        found += _overlap(clue, word, common, options)
        if board.plain[word] in simple and simple != board.plain[word]:
            inside.append(word)
    if len(inside) > 1 and not _listed(simple):
        found += [_invented(word) for word in inside]
    found += _variants(simple, board)
    return found


def _overlap(clue: str, word: str, common: str, options: LegalityOptions) -> list[Reason]:
    ours, theirs = simplify(clue), simplify(word)
    if ours == theirs:
        if squash(clue) == squash(word):
            return []  # the rule of all languages has said so
        return [_same(word)]
    if anagram(ours, theirs):
        return [
            Reason(
                "word_form",
                "illegal",
                word,
                Text(
                    f"It is “{word}” with its characters in another order.",
                    f"只是把「{word}」的字换了顺序。",
                ),
            )
        ]
    if theirs in ours or ours in theirs:
        return [_form(word) if _is_form(ours, theirs) else _contained(word)]
    found = []
    if _is_short_form(ours, theirs):
        found.append(_form(word))
    if len(theirs) > 1 and len(ours) > 2 and set(theirs) <= set(ours) and not _listed(ours):
        found.append(_invented(word))
    if options.shared_character:
        found.append(
            Reason(
                "shared_character",
                "illegal",
                word,
                Text(
                    f"It shares {common} with “{word}”.",
                    f"与「{word}」共用「{common}」字。",
                ),
            )
        )
    return found


def _is_form(clue: str, word: str) -> bool:
    longer, shorter = max(clue, word, key=len), min(clue, word, key=len)
    if longer.startswith(shorter) and longer[len(shorter) :] in _SUFFIXES:
        return True
    return longer.endswith(shorter) and longer[: -len(shorter)] in _PREFIXES


def _is_short_form(clue: str, word: str) -> bool:
    """Tell whether a clue abbreviates a word (北大 for 北京大学), or the other way round."""
    short, full = sorted((clue, word), key=len)
    if len(short) < 2 or len(full) < len(short) + 1:
        return False
    if any(target == full and "abbr" in gloss for gloss, target in references(short)):
        return True
    position = iter(full)
    return len(full) >= 4 and short[0] == full[0] and all(c in position for c in short)


@lru_cache(maxsize=16384)
def _listed(simplified: str) -> bool:
    return is_word(simplified) or is_word(simplified.upper())


def _variants(simple: str, board: Board) -> list[Reason]:
    """Return the reasons against what is only another spelling of a board word."""
    named = (
        word
        for spelling in sorted({simple} | variants(simple))
        for word in board.by_spelling.get(spelling)
    )
    alike = (
        word
        for syllables in sorted(toneless(simple))
        for word in board.by_sound.get(syllables)
        if _one_word(simple, board.plain[word])
    )
    return [_same(word) for word in dict.fromkeys((*named, *alike)) if board.plain[word] != simple]


@lru_cache(maxsize=65536)
def _one_word(clue: str, word: str) -> bool:
    """Tell whether two words of the same length sound alike and mean the same (其它, 其他)."""
    return (
        len(clue) == len(word) > 1
        and all(map(is_han, clue + word))
        and bool(readings(clue) & readings(word))
        and bool(translations(clue) & translations(word))
    )


def _same(word: str) -> Reason:
    return Reason(
        "same_word",
        "illegal",
        word,
        Text(
            f"It is “{word}” itself in another script or spelling.",
            f"就是「{word}」，只是换了简繁体或写法。",
        ),
    )


def _form(word: str) -> Reason:
    return Reason(
        "word_form",
        "illegal",
        word,
        Text(
            f"It is a form of “{word}”: an affix, a measure word or a short form.",
            f"是「{word}」加减词缀、量词或缩略而来，仍算这个词。",
        ),
    )


def _contained(word: str) -> Reason:
    return Reason(
        "compound",
        "illegal",
        word,
        Text(
            f"One of the clue and “{word}” contains the other.",
            f"与「{word}」互相包含，是它的一部分或由它构成的词。",
        ),
    )


def _invented(word: str) -> Reason:
    return Reason(
        "invented_compound",
        "illegal",
        word,
        Text(
            f"It is no word but a compound made up around “{word}”.",
            f"词典里没有这个词，是拿「{word}」拼凑出来的。",
        ),
    )
