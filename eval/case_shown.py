"""One case of a run, to be looked at: what was asked, and what was made of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cluebot.errors import Language, Text, shorten
from eval.cases import Cases, LegalityCase
from eval.human_games import HumanClue
from eval.playing import Line
from eval.terms import GAME_NAMES, term

LONGEST_CLUE = 500
"""Most characters of a clue that are shown; its control characters are told, not sent."""

MOST_ORDERS = 10
"""Most orders of people's touches that are shown, the commonest first."""


@dataclass(frozen=True, slots=True)
class CaseShown:
    """A case.

    Attributes:
        title: Its id.
        facts: What there is to say of it: headings and texts in the reader's language.
    """

    title: str
    facts: tuple[tuple[str, str], ...]


def show_case(cases: Cases, line: Line, language: Language) -> CaseShown:
    """Return what is known of a case: from its line, and its words from the file of the cases."""
    found = line["game"]["case"]
    cell, case = cases.find(line["id"])
    zh = language == "zh"
    words = Text("board", "棋盘")
    if isinstance(case, LegalityCase) and case.game == "decrypto":
        words = Text("keywords", "关键词")
    facts = [
        ("线索" if zh else "clue", shorten(found["clue"], LONGEST_CLUE)),
        (words.to(language), _listed(case.board, zh)),
    ]
    if isinstance(case, LegalityCase):
        facts += _ruling(case, found, zh)
    else:
        facts += _heard(case, found, cell.label, zh)
    return CaseShown(line["id"], tuple(facts))


def _ruling(case: LegalityCase, found: Mapping[str, Any], zh: bool) -> list[tuple[str, str]]:
    language = "zh" if zh else "en"
    listed = _listed(found["reasons"], zh)
    reasons = (f"（{listed}）" if zh else f" ({listed})") if listed else ""
    used = [("用过的线索" if zh else "used clues", _listed(case.used, zh))] if case.used else []
    return [
        ("游戏" if zh else "game", GAME_NAMES[case.game].to(language)),
        *used,
        ("规则判定" if zh else "by the rules", term(found["found"], language) + reasons),
        ("人工裁定" if zh else "by people", term(found["expected"], language)),
    ]


def _heard(
    case: HumanClue, found: Mapping[str, Any], label: str, zh: bool
) -> list[tuple[str, str]]:
    ranking = [
        guess["word"] + (f" {guess['probability']:.0%}" if "probability" in guess else "")
        for guess in found["ranking"]
    ]
    orders = Counter(person for person in case.guesses if person)
    told = [
        " → ".join(order) + (f" (×{count})" if count > 1 else "")
        for order, count in orders.most_common(MOST_ORDERS)
    ]
    more = "…" if len(orders) > MOST_ORDERS else ""
    nothing = "什么也没选" if zh else "nothing"
    between = "；" if zh else "; "
    return [
        ("本意" if zh else "meant", _listed(case.targets, zh)),
        (label, _listed(ranking, zh) or nothing),
        ("真人" if zh else "people", between.join(told) + more or nothing),
    ]


def _listed(words: Sequence[str], zh: bool) -> str:
    return ("、" if zh else ", ").join(words)
