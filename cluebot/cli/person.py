"""The person at the terminal: sees the table, is asked for a move, may ask what can be typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from rich.console import RenderableType

from cluebot.cli.common import console
from cluebot.errors import Language, Text
from cluebot.rules.text import normalise

Draw = Callable[[Any], RenderableType]

_HELP_WORDS = frozenset(("?", "help", "帮助"))
_LAST = Text(
    "? or help shows this; Ctrl-C ends the game.", "输入 ? 或「帮助」再看这些；Ctrl-C 结束游戏。"
)
HELP: Mapping[tuple[str, str], Text] = {
    ("codenames", "clue"): Text(
        "WORD NUMBER gives a clue for so many cards; WORD unlimited sets no limit.\n"
        "The word may not be on the board, nor be a form or a part of a word there.",
        "「词语 数字」给出线索和张数；「词语 无限」不限张数。\n"
        "线索不能是棋盘上未翻开的词，也不能与它们同字或同源。",
    ),
    ("codenames", "guess"): Text(
        "A word of the board, or the number before it, touches that card.\n"
        "stop ends the turn, once you have touched a card.",
        "输入棋盘上的词，或词前的编号，即触碰这张词卡。\n「停」结束本回合（至少先猜一张）。",
    ),
    ("codenames", "ruling"): Text(
        "accept lets the clue stand; cover WORD or no cover holds it to be invalid.",
        "「接受」认可这条线索；「覆盖 词语」或「不覆盖」判它无效。",
    ),
    ("decrypto", "encode"): Text(
        "Three clues in the order of the code, with ; between them. A clue hints at\n"
        "its keyword by meaning, and may not be used twice in a game.",
        "按密码的次序写三条线索，用「；」隔开。线索只能提示词义，一局里不能重复使用。",
    ),
    ("decrypto", "code"): Text(
        "Three different digits, such as 4 2 1: the keywords the clues point to.",
        "三个不同的数字，如 4 2 1：三条线索所指关键词的编号。",
    ),
    ("codebreaker", "code"): Text(
        "The digits of your code, without blanks; digits may repeat.",
        "连写密码的各位数字；数字可以重复。",
    ),
    ("codebreaker", "act"): Text(
        "elementary @2 1=5  player 2 has a 5 in position 1 (costs an A fragment)\n"
        "precise @2 1=5     the same for a B fragment\n"
        "ultimate @2 1=5 3=4  two positions for a C fragment\n"
        "play CARD ...      with what it asks for: A or B, @player, #position, digit\n"
        "exchange FRAGMENT  discard it and draw a card\n"
        "give FRAGMENT @2   hand it to player 2\n"
        "emergency FRAGMENT CARD  two such fragments for a card among the discards\n"
        "end                end the turn\n"
        "Against one opponent @2 may be left out.",
        "初级 @2 1=5    猜玩家2 的第 1 位是 5（付 A级情报）\n"
        "精准 @2 1=5    同上，付 B级情报；终极 @2 1=5 3=4 一次猜两位，付 C级情报\n"
        "打出 牌名 …    按牌面补上：甲或乙、@玩家、#位置、数字\n"
        "换牌 情报      弃掉它，摸一张牌；传递 情报 @2 把它交给玩家2\n"
        "紧急 情报 牌名 两张同级情报换弃牌堆里的一张牌\n"
        "结束           结束回合。只有一名对手时可不写 @2。",
    ),
    ("codebreaker", "counter"): Text(
        "counter CARD answers what has just happened (encryption: #position;\n"
        "interception: the card to take); pass lets it be.",
        "「反制 牌名」应对刚才的事（双重加密写 #位置，情报截获写要拿的牌）；\n「放弃」则不管。",
    ),
    ("codebreaker", "discard"): Text(
        "discard CARD, a card of your hand.", "「弃 牌名」弃一张手牌。"
    ),
    ("codebreaker", "swap"): Text(
        "accept CARD swaps that card of yours; pass refuses.",
        "「同意 牌名」拿出这张手牌交换；「放弃」则拒绝。",
    ),
}  # fmt: skip
"""What can be typed, by game and task."""
_NUMBER = re.compile(r"((?:guess|touch|猜|指认) ?)?([0-9]{1,2})", re.IGNORECASE)


class Person:
    """Shows views at the terminal and asks; answers a call for help itself.

    Args:
        game: The name of the game.
        language: The language to speak.
        draw: Draws a view.
    """

    def __init__(self, game: str, language: Language, draw: Draw) -> None:
        self._game = game
        self._language = language
        self._draw = draw
        self._view: Any = None

    def draw(self, view: Any) -> RenderableType:
        """Draw a view, which the next questions are about."""
        self._view = view
        return self._draw(view)

    def show(self, view: Any) -> None:
        """Draw a view at the terminal."""
        console.print()
        console.print(self.draw(view))

    def ask(self, question: str) -> str:
        """Put a question; what stands before its last line was wrong with the last answer."""
        *problems, prompt = question.split("\n")
        for problem in problems:
            console.print(problem, style="red", markup=False)
        while True:
            console.print(prompt, markup=False)
            typed = console.input("> ")
            if not self._is_help(typed):
                return self._word_of(typed)
            for text in (HELP.get((self._game, self._task)), _LAST):
                if text is not None:
                    console.print(text.to(self._language), style="cyan", markup=False)

    @property
    def _task(self) -> str:
        if self._game == "codenames":
            return str(self._view.phase)
        task = str(self._view.task)
        return "code" if task in ("decode", "intercept") else task

    def _words(self) -> tuple[str, ...]:
        return getattr(self._view, "words", ())

    def _is_help(self, typed: str) -> bool:
        word = normalise(typed[:20]).casefold()
        return word in _HELP_WORDS and word not in map(str.casefold, self._words())

    def _word_of(self, typed: str) -> str:
        """Return the word of the card whose number was typed; anything else as it is."""
        words = self._words()
        match = _NUMBER.fullmatch(normalise(typed[:40]))
        if match is None or self._task != "guess" or match[2] in words:
            return typed
        place = int(match[2])
        return (match[1] or "") + words[place - 1] if 1 <= place <= len(words) else typed
