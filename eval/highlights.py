"""The moments of a run from which most is learnt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cluebot.errors import Text
from cluebot.games.codenames.names import number_shown
from eval.playing import Line
from eval.results import Result

KEPT: Final = 3
"""Moments of each kind that a report shows, in each language."""

TITLES: Final[Mapping[str, Text]] = {
    "boldest_clue": Text("Boldest clues that worked", "最大胆且成功的线索"),
    "fatal_clue": Text("Clues that led to the assassin", "引向刺客的线索"),
    "misjudged": Text("Clues judged otherwise than by people", "与人工裁定不同的线索"),
    "misheard": Text("Clues heard otherwise than by people", "与真人听法不同的线索"),
    "miscommunication": Text("Worst miscommunications", "最严重的误传"),
    "read_by_both": Text("Codes that both sides read early", "很早就被双方读出的密码"),
}
"""The kinds of moments."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment.

    Attributes:
        weight: How instructive it is, greater first; then by game.
        line: The line of its game.
        text: What happened.
    """

    weight: tuple[float, ...]
    line: Line
    text: Text

    @property
    def game(self) -> str:
        """The id of its game."""
        return str(self.line["id"])


@dataclass(slots=True)
class Highlights:
    """The best few moments of each kind and language, whatever the order of the games."""

    moments: dict[tuple[str, str], list[Moment]] = field(default_factory=dict)

    def add(self, result: Result, line: Line) -> None:
        """Take in one side's game."""
        for kind, weight, text in _FINDERS.get(result.kind, _nothing)(result):
            listed = [*self.moments.get((result.language, kind), ()), Moment(weight, line, text)]
            listed.sort(key=lambda m: (tuple(-w for w in m.weight), m.game, m.text.en))
            # What happened alike on the same board between others teaches nothing more.
            told = {m.text: m for m in reversed(listed)}
            self.moments[result.language, kind] = [m for m in listed if told[m.text] is m][:KEPT]


Found = list[tuple[str, tuple[float, ...], Text]]


def _nothing(result: Result) -> Found:  # noqa: ARG001
    return []


def _codenames(result: Result) -> Found:
    found: Found = []
    for turn in result.turns:
        words = [touch["word"] for touch in turn["guessed"]]
        own = sum(touch["identity"] == result.side for touch in turn["guessed"])
        shown = f"{turn['clue']} {number_shown(turn['number'])}"
        if turn["end"] == "assassin":
            last = words[-1]
            text = Text(
                f"“{shown}”: {', '.join(words)} — {last} was the assassin.",
                f"「{shown}」：{'、'.join(words)}——{last} 是刺客。",
            )
            found.append(("fatal_clue", (-len(words),), text))
        elif isinstance(turn["number"], int) and 2 <= turn["number"] <= own:
            text = Text(f"“{shown}”: {', '.join(words)}.", f"「{shown}」：{'、'.join(words)}。")
            found.append(("boldest_clue", (turn["number"], own), text))
    return found


def _decrypto(result: Result) -> Found:
    found: Found = []
    screens = {screen["side"]: screen["keywords"] for screen in result.table["screens"]}
    keywords = screens[result.side]
    for turn in result.turns:
        if not turn["clues"] or turn["decode"] is None:
            continue
        wrong = sum(a != b for a, b in zip(turn["decode"], turn["code"], strict=True))
        if wrong:
            found.append(("miscommunication", (wrong, -turn["round"]), _told(turn, keywords)))
        elif turn["intercepted"]:
            found.append(("read_by_both", (-turn["round"],), _told(turn, keywords)))
    return found


def _legality(result: Result) -> Found:
    case = result.case
    if case["found"] == case["expected"]:
        return []
    reasons = ", ".join(case["reasons"]) or "-"
    text = Text(
        f"“{case['clue']}”: {case['found']} ({reasons}), by people {case['expected']}.",
        f"「{case['clue']}」：判为 {case['found']}（{reasons}），人工裁定为 {case['expected']}。",
    )
    return [("misjudged", ({case["found"], case["expected"]} == {"legal", "illegal"},), text)]


def _listeners(result: Result) -> Found:
    case = result.case
    first = [guess["word"] for guess in case["ranking"][: len(case["targets"])]]
    missed = len(set(case["targets"]) - set(first))
    if not missed:
        return []
    text = Text(
        f"“{case['clue']}” for {', '.join(case['targets'])}: {', '.join(first)}.",
        f"「{case['clue']}」指{'、'.join(case['targets'])}：听成{'、'.join(first)}。",
    )
    return [("misheard", (missed,), text)]


def _told(turn: Mapping[str, Any], keywords: list[str]) -> Text:
    """Tell a transmission: each clue with the keyword it meant, and who read what."""
    en = ", ".join(
        f"“{clue}” for {keywords[slot - 1]}"
        for clue, slot in zip(turn["clues"], turn["code"], strict=True)
    )
    zh = "，".join(
        f"「{clue}」指「{keywords[slot - 1]}」"
        for clue, slot in zip(turn["clues"], turn["code"], strict=True)
    )
    read = [keywords[slot - 1] for slot in turn["decode"]]
    return Text(
        f"Round {turn['round']}: {en}; read as {', '.join(read)}.",
        f"第 {turn['round']} 轮：{zh}；被读成{'、'.join(read)}。",
    )


_FINDERS: Final[Mapping[str, Callable[[Result], Found]]] = {
    "codenames": _codenames,
    "decrypto": _decrypto,
    "legality": _legality,
    "listeners": _listeners,
}
