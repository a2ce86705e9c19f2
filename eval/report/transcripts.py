"""A game turn by turn, or a case, as a report tells it: what was there and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from cluebot.errors import Language, Text
from cluebot.games.codenames.names import IDENTITIES, TURN_ENDS, number_shown
from cluebot.games.seat_names import seat_name
from eval.case_shown import show_case
from eval.cases import Cases
from eval.games import Games
from eval.plan import Cell
from eval.playing import Line
from eval.report.document import Block, Items, Table
from eval.results import label_of, tasks_of
from eval.terms import term

NOTHING: Final = "–"
"""What stands for a move that was not made."""


def transcript(work: Games | Cases, line: Line, language: Language) -> tuple[Block, ...]:
    """Tell a finished game of Codenames or Decrypto, or a case.

    Args:
        work: What the line is a piece of.
        line: The line.
        language: The reader's: all but the game's own words is told in it.
    """
    colon = "：" if language == "zh" else ": "
    if isinstance(work, Cases):
        return (_facts(show_case(work, line, language).facts, colon),)
    header, *_, end = line["game"]["record"]
    cell = work.cell(line["id"])
    players = [
        (seat_name(seat, language), _played(cell, seat, language)) for seat in header["players"]
    ]
    facts, told = _TELLERS[header["game"]](end["table"], language)
    outcome = end["outcome"]["text"]["zh" if language == "zh" else "en"]
    return _facts([*players, *facts], colon), *told, outcome


def _played(cell: Cell, seat: str, language: Language) -> str:
    """Return who had a seat; several who shared it, each with its task."""
    tasks = tasks_of(cell, seat).items()
    return (
        _listed((f"{term(task, language)} {label}" for task, label in tasks), language)
        if tasks
        else label_of(cell, seat)
    )


def _facts(facts: Iterable[tuple[str, str]], colon: str) -> Items:
    return Items(tuple(f"{heading}{colon}{text}" for heading, text in facts))


def _glossed(word: str, gloss: str, language: Language) -> str:
    return f"{word}（{gloss}）" if language == "zh" else f"{word} ({gloss})"


def _listed(words: Iterable[str], language: Language) -> str:
    return ("、" if language == "zh" else ", ").join(words) or NOTHING


Told = tuple[list[tuple[str, str]], tuple[Block, ...]]
"""What lay on the table, as headings and words; the turns, and how a tie was broken."""


def _codenames(table: Mapping[str, Any], language: Language) -> Told:
    cards = list(zip(table["words"], table["identities"], strict=True))
    facts = [
        (name.to(language), _listed((word for word, kind in cards if kind == identity), language))
        for identity, name in IDENTITIES.items()
        if any(kind == identity for _, kind in cards)
    ]
    rows = tuple(
        (
            IDENTITIES[turn["side"]].to(language),
            NOTHING if turn["clue"] is None else f"{turn['clue']} {number_shown(turn['number'])}",
            _listed(
                (
                    _glossed(t["word"], IDENTITIES[t["identity"]].to(language), language)
                    for t in turn["guessed"]
                ),
                language,
            ),
            TURN_ENDS[turn["end"]].to(language) if turn["end"] else NOTHING,
        )
        for turn in table["history"]
    )
    columns = ("队", "线索", "触碰", "结束") if language == "zh" else (
        "side", "clue", "touched", "end",
    )  # fmt: skip
    return facts, (Table("", columns, rows, labels=len(columns)),)


def _decrypto(table: Mapping[str, Any], language: Language) -> Told:
    keywords = {screen["side"]: screen["keywords"] for screen in table["screens"]}
    facts = [
        (
            term(side, language),
            _listed((f"{slot} {word}" for slot, word in enumerate(words, 1)), language),
        )
        for side, words in keywords.items()
    ]
    rows = tuple(
        (
            str(turn["round"]),
            term(turn["side"], language),
            _meant(turn, keywords[turn["side"]], language),
            _code(turn["code"]),
            _read(turn["decode"], turn["code"]),
            _read(turn["intercept"], turn["code"]),
        )
        for turn in table["record"]
    )
    columns = ("轮", "队", "线索", "密码", "己方读成", "对方读成") if language == "zh" else (
        "round", "side", "clues", "code", "decoded", "intercepted",
    )  # fmt: skip
    turns = Table("", columns, rows, labels=len(columns))
    if not table["keyword_guesses"]:
        return facts, (turns,)
    return facts, (
        turns,
        Items(tuple(_tied(guess, language) for guess in table["keyword_guesses"])),
    )


def _tied(guess: Mapping[str, Any], language: Language) -> str:
    """Tell a side's guess at the other one's keywords."""
    words, side, right = _listed(guess["words"], language), guess["side"], guess["correct"]
    return Text(
        f"{side} guessed the keywords {words}: {right} right",
        f"{term(side, 'zh')}猜对方的关键词：{words}，猜中 {right} 个",
    ).to(language)


def _meant(turn: Mapping[str, Any], keywords: Sequence[str], language: Language) -> str:
    """Return the clues, each with the keyword it meant."""
    pairs = zip(turn["clues"] or (), turn["code"], strict=False)
    return _listed((_glossed(clue, keywords[slot - 1], language) for clue, slot in pairs), language)


def _code(code: Sequence[int]) -> str:
    return "-".join(map(str, code))


def _read(guess: Sequence[int] | None, code: Sequence[int]) -> str:
    if guess is None:
        return NOTHING
    return f"{_code(guess)} {'✓' if guess == code else '✗'}"


_TELLERS: Final[Mapping[str, Callable[[Mapping[str, Any], Language], Told]]] = {
    "codenames": _codenames,
    "decrypto": _decrypto,
}
"""The games of which `eval.highlights` finds moments."""
