"""Homophones, and board words written with their characters taken apart."""

from __future__ import annotations

from cluebot.errors import Text
from cluebot.rules.legality import Reason
from cluebot.rules.text import is_han
from cluebot.rules.zh.board import Board
from cluebot.rules.zh.glyph import composes, unfolded
from cluebot.rules.zh.lexicon import is_word, lexicon, references
from cluebot.rules.zh.meaning import related
from cluebot.rules.zh.script import simplify
from cluebot.rules.zh.sound import blurred, likeness, toneless


def homophones(clue: str, board: Board) -> list[Reason]:
    """Return the reasons against a clue that only sounds like a board word.

    A listed word counts when its tones agree as well; what is no word counts as soon as it can
    be heard as one. Where the dictionary shows a link in meaning, the table is asked.
    """
    simple = simplify(clue)
    if not simple or (not any(map(is_han, simple)) and not references(simple)):
        return []
    listed = is_word(simple)
    sounds = toneless(simple)
    candidates = dict.fromkeys(
        word
        for syllables in sorted(sounds)
        for word in (
            *board.by_sound.get(syllables),
            *(() if listed else board.by_blurred_sound.get(blurred(syllables))),
        )
    )
    for _, target in references(simple):
        candidates.update(dict.fromkeys(board.by_spelling.get(target)))
    found = []
    for word in candidates:
        plain = board.plain[word]
        how = likeness(simple, plain)
        if how is None or (listed and how in ("tone_differs", "near")):
            continue
        if how == "exact" and listed and related(simple, plain):
            found.append(_homophone(word, linked=True))
        else:
            found.append(_homophone(word, linked=False))
    return found


def _homophone(word: str, *, linked: bool) -> Reason:
    if linked:
        return Reason(
            "sound",
            "ask",
            word,
            Text(
                f"It sounds like “{word}”, but the meanings may be linked.",
                f"与「{word}」同音，但词义似有联系，请与同桌商定。",
            ),
        )
    return Reason(
        "sound",
        "illegal",
        word,
        Text(
            f"It only sounds like “{word}”; the meanings are not linked.",
            f"只是与「{word}」谐音，词义并无联系。",
        ),
    )


def taken_apart(clue: str, board: Board) -> list[Reason]:
    """Return the reasons against a clue whose characters compose one on the board (王元: 玩).

    A word of the dictionary (日月 for 明) is asked about when it makes the whole board word, and
    passes otherwise.
    """
    simple = simplify(clue)
    if not any(map(is_han, simple)):
        return []
    written = f"+{simple}" if "+" in clue else simple
    made = composes(written, board.by_parts.get)
    if not made:
        return []
    described = unfolded(written)[1]
    real = lexicon().in_cedict(simple) and not described
    return [
        _composition(word, whole, doubtful=real)
        for word, whole in made
        if (not real or whole == board.plain[word])
        and whole not in simple
        and not set(simple) >= set(board.plain[word])
    ]


def _composition(word: str, whole: str, *, doubtful: bool) -> Reason:
    if doubtful:
        return Reason(
            "taken_apart",
            "ask",
            word,
            Text(
                f"Its characters put together make “{whole}”, but it is a word of its own.",
                f"几个字合起来是「{whole}」，但它也是常用词，请与同桌商定。",
            ),
        )
    return Reason(
        "taken_apart",
        "illegal",
        word,
        Text(
            f"Its characters put together make “{whole}” of “{word}”.",
            f"把「{word}」的「{whole}」拆开来写了。",
        ),
    )
