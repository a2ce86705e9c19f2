"""What only Decrypto forbids: the code itself, and a clue given before."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from cluebot.errors import Text
from cluebot.rules.legality import LegalityOptions, Reason, Ruling
from cluebot.rules.text import tokens
from cluebot.rules.zh.board import index
from cluebot.rules.zh.letters import letter_reasons
from cluebot.rules.zh.lexicon import entries, is_word
from cluebot.rules.zh.likeness import homophones
from cluebot.rules.zh.lists import lines
from cluebot.rules.zh.meaning import related
from cluebot.rules.zh.script import simplify

_NUMBERS = {
    said: str(number)
    for line in lines("decrypto", "slot_numbers")
    for number, said in enumerate(line.split(), 1)
} | {"两": "2", "俩": "2", "仨": "3", "貳": "2", "參": "3"}
_NUMBERS |= {digit: digit for digit in "1234"}
_NUMBERS |= {f"第{said}": number for said, number in _NUMBERS.items() if not said.isascii()}
_ONE_SLOT = re.compile(
    r"(?:第|no|nr|number|num|slot|编号|号码|数字)?[1-4](?:号|个|格|位|槽|槽位|词|关键词|条)*"
)
_COUNTED = re.compile(
    r"倒数第?[1-4][个位格]?(?:关键词|词)?|(?:最后1|头1)[个位格](?:关键词|词)?|首个(?:关键词|词)?"
)
_AND = re.compile(r"^and$|[和与跟及]|(?<=.)(?=第)")
_CODE = re.compile(r"[1-4]{3}")
_NAMED_CODE = re.compile(r"(?:密码|答案|代码|编码|顺序|号码|暗号)(?:是|为|就是|:)?([1-4]{3})$")
_BACK = re.compile(
    r"^(?:同上|同前|如上|照旧|同上一?[条个轮次])|"
    r"^(?:[和跟与同])?(?:上次|上回|刚才|之前|上一?[条个轮次]|前一?[条个轮次]|前面)(?:的)?(?:线索)?(?:一样|相同|那[个条])?$|"
    r"^(?:[和跟与同])(?:上次|上回|刚才|之前|上一?[条个轮次]|前一?[条个轮次]|前面).*(?:一样|相同)"
)
_STEMS = dict(zip("甲乙丙丁", "1234", strict=True))
_MAYBE = re.compile("[甲乙丙丁]|老[大二三四]|末尾|末位|最末|打头的?|中间[两2]个")
"""What may say a place in the row, or mean something else."""
_SUM = re.compile(r"(\d+)([加减乘])(?:以|上|去)?(\d+)")
_RECKON: Mapping[str, Callable[[int, int], int]] = {
    "加": operator.add,
    "减": operator.sub,
    "乘": operator.mul,
}
_LOOSE_ENDS = ("们", "的", "了", "啊", "呀", "哦", "嘛")
_WORD_ENDS = ("儿", "子")
_LEADS = re.compile(r"^(?:这是|就是|是|在)?(?:[一那这][个只条张位名座匹辆件朵片])?(?=..)")
_PLACES = ("上", "里", "中", "边")


def code_reasons(clue: str) -> list[Reason]:
    """Return the reasons against a clue that says the code or one of its digits.

    Numbers with a meaning of their own (24, 365, 三国, 1号线) pass; two or three digits kept
    apart (2 1, 3-4) do not.
    """
    if _tells_code(clue):
        return [_code("illegal")]
    return [_code("ask")] if _MAYBE.fullmatch(simplify(clue)) else []


@lru_cache(maxsize=16384)
def _tells_code(clue: str) -> bool:
    if _adds_up("".join(_NUMBERS.get(c, c) for c in clue if not c.isspace())):
        return True
    said = "".join(tokens(clue))
    if 1 < len(said) <= 3 and set(said) <= _STEMS.keys() and len(set(said)) == len(said):
        return True
    apart = tuple(word for token in tokens(clue) for word in _AND.sub(" ", token).split())
    if 1 < len(apart) <= 3 and all(word in _NUMBERS for word in apart):
        # Digits kept apart are no number with a meaning of its own (2 1, 3-4, 二、一).
        return len({_NUMBERS[word] for word in apart}) == len(apart)
    if re.fullmatch(r"\d+\.\d+", clue):
        return clue.rstrip("0").endswith(".") and clue[0] in "1234"  # 3.0, but not 3.14
    words = tokens(clue)
    if words and all(word in _NUMBERS for word in words):
        plain = "".join(_NUMBERS[word] for word in words)
    else:
        plain = "".join(_NUMBERS.get(c, c) for c in simplify(clue))
    if _ONE_SLOT.fullmatch(plain) or _COUNTED.fullmatch(plain):
        return True
    named = _NAMED_CODE.search(plain)
    code = named[1] if named else plain
    return bool(_CODE.fullmatch(code)) and len(set(code)) == 3


def _adds_up(plain: str) -> bool:
    """Tell whether a clue is nothing but a way to reckon a slot: 二加二, 5减1."""
    match = _SUM.fullmatch(plain)
    return match is not None and 1 <= _RECKON[match[2]](int(match[1]), int(match[3])) <= 4


def _code(ruling: Ruling) -> Reason:
    if ruling == "illegal":
        text = Text("It says the code or a slot number.", "直接说出了密码或槽位编号。")
    else:
        text = Text(
            "It may say a slot; ask the table what is meant.",
            "可能是在说槽位；请问问同桌是什么意思。",
        )
    return Reason("code", ruling, None, text)


def reuse_reasons(clue: str, used: tuple[str, ...]) -> list[Reason]:
    """Return the reasons against a clue that was given before in this game.

    Another script, punctuation, spaces, 一个 before it, endings such as 们, 儿, 子, 的, 了 and an
    English plural make no new clue; nor do its sound, its pinyin, its translation, or its
    characters backwards.
    """
    again = _said_otherwise(clue, used)
    alike = not _shapes(clue).isdisjoint(_shapes_of_all(used))  # hardly ever
    found = [
        Reason(
            "used_clue",
            "illegal",
            earlier,
            Text(
                f"“{earlier}” was given before in this game.",
                f"本局已经用过线索「{earlier}」。",
            ),
        )
        for earlier in used
        if earlier in again or (alike and _same_clue(clue, earlier))
    ]
    if _BACK.search(simplify(clue)):
        found.append(
            Reason(
                "used_clue",
                "illegal",
                None,
                Text(
                    "It points back at an earlier clue.",
                    "只是指回以前的线索。",
                ),
            )
        )
    return found


def _said_otherwise(clue: str, used: tuple[str, ...]) -> frozenset[str]:
    """Return the earlier clues that this one only sounds like, spells or translates."""
    if not used:
        return frozenset()
    before = index(used)
    found = homophones(clue, before)
    found += letter_reasons(clue, before, "decrypto", LegalityOptions())
    return frozenset(r.word for r in found if r.word is not None and r.ruling == "illegal")


def _same_clue(clue: str, earlier: str) -> bool:
    if _shapes(clue).isdisjoint(_shapes(earlier)):
        return False
    ours, theirs = _core(clue), _core(earlier)
    if ours == theirs or (ours == theirs[::-1] and not is_word(ours)):
        return True
    if not ours or not theirs or _stem(ours) != _stem(theirs):
        return False
    # 兔 and 兔子 are one clue, but 包 and 包子 are two words.
    return not (entries(ours) and entries(theirs)) or related(ours, theirs)


@lru_cache(maxsize=8192)
def _shapes(clue: str) -> frozenset[str]:
    """Return what two clues have in common if they may be one: nearly all pairs have nothing."""
    core = _core(clue)
    return frozenset({core, core[::-1], _stem(core)})


@lru_cache(maxsize=64)  # of up to 10 KB after a whole game
def _shapes_of_all(used: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*map(_shapes, used))


@lru_cache(maxsize=8192)
def _core(clue: str) -> str:
    text = simplify(clue)
    if text.isascii():
        return text[:-1] if len(text) > 3 and text.endswith("s") else text
    text = _LEADS.sub("", text)
    while len(text) > 1 and text.endswith(_LOOSE_ENDS):
        text = text[:-1]
    if len(text) > 2 and text.endswith(_PLACES) and not is_word(text) and is_word(text[:-1]):
        return text[:-1]
    return text


@lru_cache(maxsize=8192)
def _stem(text: str) -> str:
    return text[:-1] if len(text) > 1 and text.endswith(_WORD_ENDS) else text
