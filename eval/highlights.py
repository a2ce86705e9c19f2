"""The moments of a run from which most is learnt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cluebot.errors import Text, shorten
from cluebot.games.codenames.names import number_shown
from eval.playing import Line
from eval.results import Result
from eval.terms import term

KEPT: Final = 3
"""Moments of each kind that a report shows, in each language."""

TITLES: Final[Mapping[str, Text]] = {
    "boldest_clue": Text("Boldest clues that worked", "最大胆的成功线索"),
    "fatal_clue": Text("Clues that led to the assassin", "引向刺客的线索"),
    "misjudged": Text("Clues judged otherwise than by people", "与人工裁定不同的线索"),
    "misheard": Text("Clues heard otherwise than by people", "与真人理解不同的线索"),
    "miscommunication": Text("Worst miscommunications", "最严重的误传"),
    "read_by_both": Text(
        "Codes that both sides read, the earliest first", "双方都读对的密码，按轮次先后"
    ),
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
            text = Text(
                f"“{shown}”: {', '.join(words)} — the last one was the assassin.",
                f"「{shown}」：{'、'.join(words)}——最后一个是刺客。",
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
    en, zh = (f" ({', '.join(case['reasons'])})", f"（{'、'.join(case['reasons'])}）")
    if not case["reasons"]:
        en = zh = ""
    clue = shorten(case["clue"])
    text = Text(
        f"“{clue}”: {case['found']}{en}, by people {case['expected']}.",
        f"「{clue}」：判为{term(case['found'], 'zh')}{zh}，"
        f"人工裁定为{term(case['expected'], 'zh')}。",
    )
    return [("misjudged", ({case["found"], case["expected"]} == {"legal", "illegal"},), text)]


def _listeners(result: Result) -> Found:
    case = result.case
    touches = Counter(word for person in case["people"] for word in person)
    ranked = [guess["word"] for guess in case["ranking"]]
    if not touches or not ranked or ranked[0] in touches:
        return []
    # The more people touched what the listener thinks of late, the more there is to learn.
    word, times = touches.most_common(1)[0]
    place = ranked.index(word) + 1 if word in ranked else len(ranked) + 1
    clue = shorten(case["clue"])
    text = Text(
        f"“{clue}”: people touched {word}, the listener thought of {ranked[0]} first.",
        f"「{clue}」：真人触碰「{word}」，听者首先想到「{ranked[0]}」。",
    )
    return [("misheard", (times / len(case["people"]), place), text)]


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
    both = not turn["missed"]
    return Text(
        f"Round {turn['round']}, {turn['side']}: {en}; "
        + ("both sides read it." if both else f"read as {', '.join(read)}."),
        f"第 {turn['round']} 轮，{term(turn['side'], 'zh')}：{zh}；"
        + ("双方都读对了。" if both else f"被读成{'、'.join(f'「{word}」' for word in read)}。"),
    )


_FINDERS: Final[Mapping[str, Callable[[Result], Found]]] = {
    "codenames": _codenames,
    "decrypto": _decrypto,
    "legality": _legality,
    "listeners": _listeners,
}
