"""Reads the moves of Code Breaker as people type them, in either language at any table.

| move | English | Chinese |
|---|---|---|
| code | ``4279`` | ``4279`` |
| guess | ``elementary @2 1=5`` | ``初级 @2 1=5`` |
| | ``ultimate @2 2=5 3=4`` | ``终极 @2 2=5 3=4`` |
| card | ``play frequency analyser @2 7``, ``play scan @2 #3`` | ``打出 频率分析仪 @2 7`` |
| | ``play mirror A @2 #1`` | ``打出 双面镜 甲 @2 #1`` |
| fragments | ``exchange A fragment`` | ``换牌 A级情报`` |
| | ``give frag_a @2`` | ``传递 A级情报 @2`` |
| | ``emergency frag_b wall`` | ``紧急 B级情报 铁壁防御`` |
| others | ``end``, ``discard freq`` | ``结束``、``弃 频率分析仪`` |
| | ``counter reset``, ``pass`` | ``反制 密码重置``、``放弃`` |
| swap | ``accept frag_a``, ``pass`` | ``同意 A级情报``、``放弃`` |

``@2`` is player 2, ``#3`` position 3; a bare digit is a digit. Cards go by id or by their name,
with blanks or hyphens. Where there is but one player to name, he may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cluebot.errors import InputError, Text, bad_input
from cluebot.games.codebreaker.cards import CARDS
from cluebot.games.codebreaker.moves import (
    MOVE,
    Move,
)
from cluebot.games.codebreaker.views import CodebreakerView
from cluebot.games.codebreaker.writing import VERBS
from cluebot.games.codec import parse
from cluebot.registry import nearest
from cluebot.rules.text import normalise

_BY_WORD = {
    word: verb for verb, text in VERBS.items() for word in (text.en, text.zh)
} | {"弃牌": "discard", "不用": "pass", "拒绝": "pass", "refuse": "pass"}  # fmt: skip


def _joined(words: str) -> str:
    """Return a name of a card as it is looked up: without blanks, hyphens and capitals."""
    return re.sub(r"[-_ ]", "", words).lower()


_CARD_BY_NAME = {
    _joined(name): card.id
    for card in CARDS.values()
    for name in (card.id, card.name.en, card.name.zh)
} | {"a级": "frag_a", "b级": "frag_b", "c级": "frag_c"}
_LONGEST_NAME = max(1 + len(re.findall("[-_]", card.name.en)) for card in CARDS.values())
_EFFECTS = {"a": "A", "b": "B", "甲": "A", "乙": "B"}
_EXTREMES = {"max": "max", "min": "min", "最大": "max", "最小": "min"}
_PLAYER = re.compile(r"(?:@|player\.?|玩家)(\d)")
_POSITION = re.compile(r"(?:#|第)(\d)位?")
_PAIR = re.compile(r"#?(\d)=(\d)")

_VERBS_OF: Mapping[str, tuple[str, ...]] = {
    "code": ("code",),
    "act": (
        "elementary", "precise", "ultimate", "play", "exchange", "give", "emergency", "end",
        "counter",
    ),
    "counter": ("counter", "pass"),
    "discard": ("discard",),
    "swap": ("accept", "pass"),
    "wait": (),
}  # fmt: skip
"""What may be done in each task: nothing else is suggested."""

_FIELDS_ZH: Mapping[str, str] = {
    "move": "这一步", "target": "目标", "second": "第二名玩家", "card": "牌", "code": "密码",
    "positions": "位置", "position": "位置", "digits": "数字", "digit": "数字", "effect": "效果",
    "pay": "要付的牌", "take": "要拿的牌", "offer": "给出的牌",
}  # fmt: skip

_HOW = {
    "code": Text(
        "Your code: {length} digits, such as {code}",
        "设定你的密码：{length} 个数字，如 {code}",
    ),
    "act": Text(
        "Your move: elementary @2 1=5 | precise @2 1=5 | ultimate @2 1=5 3=4 | play CARD [A or B] "
        "[@player] [#position] [digit] | exchange FRAGMENT | give FRAGMENT @player | "
        "emergency FRAGMENT CARD (two for one of the discards) | end",
        "轮到你：初级 @2 1=5｜精准 @2 1=5｜终极 @2 1=5 3=4｜打出 牌名 [甲或乙] [@玩家] "
        "[#位置] [数字]｜换牌 情报｜传递 情报 @玩家｜紧急 情报 牌名（两张情报换一张弃牌）｜结束",
    ),
    "counter": Text("Play a counter (counter CARD) or pass", "打出反制卡（反制 牌名），或放弃"),
    "discard": Text("Discard a card: discard CARD", "弃一张牌：弃 牌名"),
    "swap": Text(
        "Swap a card with {other}? accept CARD, or pass", "与{other}各换一张牌？同意 牌名，或放弃"
    ),
    "wait": Text("Nothing to do now; wait for the others", "现在没有要做的事，请等其他人"),
}


def prompt(view: CodebreakerView) -> Text:
    """Ask the seat of ``view`` for its move and show how one is written."""
    length = view.options.length
    other = view.pending.seat if view.pending else ""
    text = _HOW[view.task]
    known = {"length": length, "code": "42790"[:length], "other": other}
    return Text(text.en.format(**known), text.zh.format(**known))


def read(text: str, view: CodebreakerView) -> Move:
    """Parse what a person typed at the seat of ``view``.

    Raises:
        InputError: If the text is no move; the message shows how one is written.
    """
    clean = normalise(text[:200]).replace("，", " ").replace(",", " ")
    words = clean.lower().split()
    if len(words) == 1 and words[0].isascii() and words[0].isdigit() and view.task == "code":
        words = ["code", *words]
    verb = _BY_WORD.get(words[0]) if words else None
    if verb is None:
        first = words[0] if words else ""
        fitting = [word for word, does in _BY_WORD.items() if does in _VERBS_OF[view.task]]
        close = nearest(first, fitting) if first else None
        how = prompt(view)
        hint = (
            Text("", "")
            if close is None
            else Text(f"did you mean {close!r}? ", f"是否想写 {close}？")
        )
        raise bad_input("move", text, en=f"{hint.en}{how.en}.", zh=f"{hint.zh}{how.zh}。")
    try:
        return parse(MOVE, _Reader(words[1:], text, view).data(verb), "move")
    except InputError as error:
        how = prompt(view)
        raise bad_input(
            "move", text, en=f"{error.to('en')} {how.en}.", zh=f"{_in_chinese(error)}{how.zh}。"
        ) from None


def _in_chinese(error: InputError) -> str:
    """Write defects with Chinese names for the parts of a move."""
    told = []
    for defect in error.defects:
        name = next((part for part in defect.field.split(".") if part in _FIELDS_ZH), "move")
        value = f"「{defect.value}」" if defect.value else ""
        told.append(f"{_FIELDS_ZH[name]}{value}：{defect.message.zh.rstrip('。')}")
    return "；".join(told) + "。"


class _Reader:
    """Sorts the words after the verb into the fields of a move."""

    def __init__(self, words: list[str], text: str, view: CodebreakerView) -> None:
        self.text = text
        self.view = view
        self.players: list[str] = []
        self.positions: list[int] = []
        self.digits: list[int] = []
        self.cards: list[str] = []
        self.effect: str | None = None
        self.extreme: str | None = None
        while words:
            taken = self._take_card(words)
            if not taken:
                self._sort(words[0])
            words = words[taken or 1 :]

    def _take_card(self, words: list[str]) -> int:
        """Take the longest name of a card that the words begin with; return how many it has."""
        for count in range(min(_LONGEST_NAME, len(words)), 0, -1):
            name = _joined("".join(words[:count]))
            if name in _CARD_BY_NAME:
                self.cards.append(_CARD_BY_NAME[name])
                return count
        return 0

    def _sort(self, word: str) -> None:
        if word in _EFFECTS:
            self.effect = _EFFECTS[word]
        elif word in _EXTREMES:
            self.extreme = _EXTREMES[word]
        elif pair := _PAIR.fullmatch(word):
            self.positions.append(int(pair[1]))
            self.digits.append(int(pair[2]))
        elif player := _PLAYER.fullmatch(word):
            self.players.append(f"player.{player[1]}")
        elif position := _POSITION.fullmatch(word):
            self.positions.append(int(position[1]))
        elif word.isascii() and word.isdigit() and len(word) <= 8:
            self.digits += map(int, word)
        else:
            raise bad_input(
                "move", word,
                en="is neither a card nor @player, #position or a digit.",
                zh="既不是牌名，也不是 @玩家、#位置或数字。",
            )  # fmt: skip

    def data(self, verb: str) -> dict[str, Any]:
        """Return the fields of the move; what does not belong to it is refused."""
        match verb:
            case "elementary" | "precise" | "ultimate":
                data: dict[str, Any] = {
                    "kind": "guess", "grade": verb, "target": self._player(self._opponents()),
                    "positions": self._all(self.positions), "digits": self._all(self.digits),
                }  # fmt: skip
            case "code":
                data = {"kind": "code", "code": self._all(self.digits)}
            case "play":
                data = self._play()
            case "give":
                others = tuple(player.seat for player in self.view.others())
                data = {"kind": "give", "card": self._card(), "target": self._player(others)}
            case "emergency":
                data = {"kind": "emergency", "pay": self._card(), "take": self._card()}
            case "counter":
                data = {"kind": "counter", "card": self._card()}
                if self.positions:
                    data["position"] = self.positions.pop(0)
                if self.cards:
                    data["take"] = self.cards.pop(0)
            case "end" | "pass":
                data = {"kind": verb}
            case _:
                data = {"kind": verb, "card": self._card()}
        if (
            self.players
            or self.positions
            or self.digits
            or self.cards
            or self.effect
            or self.extreme
        ):
            raise bad_input("move", self.text, en="names too much.", zh="写得太多。")
        return data

    def _play(self) -> dict[str, Any]:
        card = self._card()
        data: dict[str, Any] = {"kind": "play", "card": card, "effect": self.effect}
        asks = {name for names in CARDS[card].asks.values() for name in names}
        if self.effect in CARDS[card].asks:
            asks = set(CARDS[card].asks[self.effect])  # type: ignore[index]
        self.effect = None
        if self.players:
            data["target"] = self.players.pop(0)
        elif "target" in asks and "second" not in asks and len(self._opponents()) == 1:
            data["target"] = self._opponents()[0]
        if self.players:
            data["second"] = self.players.pop(0)
        if self.positions and "positions" in asks:
            data["positions"] = self._all(self.positions)
        elif self.positions:
            data["position"] = self.positions.pop(0)
        if self.digits:
            data["digit"] = self.digits.pop(0)
        if self.cards:
            data["offer" if "offer" in asks else "take"] = self.cards.pop(0)
        data["extreme"], self.extreme = self.extreme, None
        return data

    @staticmethod
    def _all(items: list[int]) -> list[int]:
        found = list(items)
        items.clear()
        return found

    def _opponents(self) -> tuple[str, ...]:
        return tuple(player.seat for player in self.view.opponents())

    def _player(self, possible: tuple[str, ...]) -> str:
        """Take the player that is named, or the only possible one."""
        if not self.players and len(possible) == 1:
            return possible[0]
        if not self.players:
            raise bad_input(
                "target", self.text, en="name a player, such as @2.", zh="请写出玩家，如 @2。"
            )
        return self.players.pop(0)

    def _card(self) -> str:
        if not self.cards:
            raise bad_input(
                "card",
                self.text,
                en="name a card, such as frequency analyser.",
                zh="请写出牌名，如 频率分析仪。",
            )
        return self.cards.pop(0)
