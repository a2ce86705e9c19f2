"""How a game of Codenames is set up: the options, the seats, the deal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field

from cluebot.errors import Defect, InputError, Language, Text, shorten
from cluebot.games.base import Frozen, Seat
from cluebot.rules.legality import LegalityOptions
from cluebot.rules.same import written_twice
from cluebot.rules.text import MAX_WORDS, is_han, normalise, word_list

Side = Literal["red", "blue"]
Identity = Literal["red", "blue", "neutral", "assassin"]

SIDES: tuple[Side, Side] = ("red", "blue")
SIDE_NAMES: Mapping[Side, Text] = {"red": Text("Red", "红队"), "blue": Text("Blue", "蓝队")}

MAX_POOL = 20_000
"""Most words a board may be drawn from."""

Count = Annotated[int, Field(strict=True, ge=0, le=MAX_WORDS)]
ClueNumber = Annotated[int, Field(strict=True, ge=0, le=9)]


def other(side: Side) -> Side:
    """Return the opposing side."""
    return "blue" if side == "red" else "red"


class CodenamesOptions(Frozen):
    """What the table has agreed on; part of every view.

    Attributes:
        opponent: ``"team"``: two teams play. In the two one-team modes red plays alone, on the
            same key: ``"passive"``: after each of its turns the other side covers one of its
            own words; ``"none"``: the other side does nothing.
        illegal_clue: ``"reject"``: an illegal clue is refused and the spymaster thinks again.
            ``"penalty"``: a clue once said is said. If the check does not find it plainly
            legal, the opposing spymaster rules on it (see `Accept` and `Cover`); in the
            one-team modes an illegal one ends the turn at once.
        min_number: Smallest number a clue may carry; 0 admits the clue "none of these".
        max_number: Largest number a clue may carry.
        unlimited: Whether "unlimited" may stand in place of a number.
        legality: What the check of clues goes by.
    """

    opponent: Literal["team", "passive", "none"] = "team"
    illegal_clue: Literal["reject", "penalty"] = "reject"
    min_number: ClueNumber = 0
    max_number: ClueNumber = 9
    unlimited: bool = True
    legality: LegalityOptions = LegalityOptions()


class CodenamesSetup(CodenamesOptions):
    """A game of Codenames before the deal.

    Attributes:
        language: The language of the words.
        words: The pool from which the board is drawn; with ``key`` the board itself, in order.
        key: The identity of each word; None: dealt at random.
        starts: The side that starts and has ``first`` words; None: drawn at random (always red
            in the one-team modes).
        first: Words of the side that starts.
        second: Words of the other side.
        neutral: Innocent bystanders.
        assassin: Assassins.
        players: Seats in all, 2 to 8 (two teams: from 4); None: 4, or 2 for one team. Each
            team has one spymaster; red gets the odd operative.
    """

    language: Language
    words: tuple[str, ...]
    key: tuple[Identity, ...] | None = None
    starts: Side | None = None
    first: Annotated[Count, Field(ge=1)] = 9
    second: Count = 8
    neutral: Count = 7
    assassin: Count = 1
    players: Annotated[int, Field(strict=True, ge=2, le=8)] | None = None

    @property
    def size(self) -> int:
        """Number of cards on the board."""
        return self.first + self.second + self.neutral + self.assassin

    @property
    def options(self) -> CodenamesOptions:
        """The part of the setup that every seat may know."""
        return _options(tuple(getattr(self, name) for name in _OPTION_NAMES))


_OPTION_NAMES = tuple(CodenamesOptions.model_fields)


@lru_cache(maxsize=64)
def _options(values: tuple[Any, ...]) -> CodenamesOptions:
    """Return options by the values of their fields; asked for with every view."""
    return CodenamesOptions(**dict(zip(_OPTION_NAMES, values, strict=True)))


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "standard": {},
    "penalty": {"illegal_clue": "penalty"},
    "six": {"players": 6},
    "eight": {"players": 8},
    "passive": {"opponent": "passive"},
    "solo": {"opponent": "none"},
    "small": {"first": 6, "second": 5, "neutral": 4},
}
"""``standard``: two teams of two on 25 cards, illegal clues refused. ``penalty``: the same by the
letter of the rules, with the ruling on illegal clues. ``six``, ``eight``: more operatives.
``passive``, ``solo``: one team for 2 or 3 people and for research, with and without an opponent
that makes progress. ``small``: 16 cards."""


def seats(setup: CodenamesSetup) -> tuple[Seat, ...]:
    """Return the seats: ``red.spymaster``, ``red.operative.1`` ..., then blue's.

    Raises:
        InputError: If two teams are to play with fewer than four people.
    """
    defects = _seat_defects(setup)
    if defects:
        raise InputError(defects)
    if setup.opponent == "team":
        return _seats(setup.players or 4, teams=2)
    return _seats(setup.players or 2, teams=1)


@cache
def _seats(players: int, teams: int) -> tuple[Seat, ...]:
    if teams == 2:
        operatives = {"red": (players - 1) // 2, "blue": (players - 2) // 2}
    else:
        operatives = {"red": players - 1}
    return tuple(
        Seat(f"{side}.{role}")
        for side, count in operatives.items()
        for role in ("spymaster", *(f"operative.{i}" for i in range(1, count + 1)))
    )


@dataclass(frozen=True, slots=True)
class Deal:
    """What the random generator decides; all of it before the first move.

    Attributes:
        words: The board, row by row.
        key: The identity of each card.
        starts: The side that moves first.
        passive_order: Card positions in the order in which a passive opponent covers those
            that are its own.
    """

    words: tuple[str, ...]
    key: tuple[Identity, ...]
    starts: Side
    passive_order: tuple[int, ...]


def deal(setup: CodenamesSetup, rng: random.Random) -> Deal:
    """Draw board, key and starting side.

    The generator is asked the same questions whatever the options say, so that one seed gives
    the same board to every mode of play.

    Raises:
        InputError: If the setup cannot be played; lists every defect.
    """
    words, defects = _checked_words(setup)
    defects += _key_defects(setup) + _option_defects(setup) + _seat_defects(setup)
    if defects:
        raise InputError(defects)
    drawn: Side = rng.choice(SIDES)
    board = tuple(rng.sample(words, setup.size))
    shuffled = list(range(setup.size))
    rng.shuffle(shuffled)
    order = list(range(setup.size))
    rng.shuffle(order)
    starts = setup.starts or ("red" if setup.opponent != "team" else drawn)
    if setup.key is None:
        counts: tuple[tuple[Identity, int], ...] = (
            (starts, setup.first),
            (other(starts), setup.second),
            ("neutral", setup.neutral),
            ("assassin", setup.assassin),
        )
        identities = [kind for kind, count in counts for _ in range(count)]
        key = tuple(identities[i] for i in shuffled)
    else:
        board, key = words, setup.key
        if setup.starts is None and setup.first != setup.second:
            starts = "red" if key.count("red") == setup.first else "blue"
    return Deal(board, key, starts, tuple(order))


def _checked_words(setup: CodenamesSetup) -> tuple[tuple[str, ...], list[Defect]]:
    """Return the pool in normal form and everything that is wrong with it."""
    pool = setup.words
    if len(pool) > MAX_POOL:
        message = Text(
            f"too many words; at most {MAX_POOL} are allowed.", f"词语太多，最多 {MAX_POOL} 个。"
        )
        return pool, [Defect("words", str(len(pool)), message)]
    defects: list[Defect] = []
    for i in range(0, len(pool), MAX_WORDS):
        try:
            word_list("words", pool[i : i + MAX_WORDS])
        except InputError as error:
            defects += error.defects
    if setup.size > MAX_WORDS:
        message = Text(
            f"a board has at most {MAX_WORDS} cards; lower first, second, neutral or assassin.",
            f"一局最多 {MAX_WORDS} 张词卡；请减少 first、second、neutral 或 assassin。",
        )
        defects.append(Defect("size", str(setup.size), message))
    if defects:
        return pool, defects
    words = tuple(normalise(word) for word in pool)
    if len(words) < setup.size or (setup.key is not None and len(words) != setup.size):
        message = Text(
            f"{len(words)} words for a board of {setup.size}; give more words, or a smaller board.",
            f"只有 {len(words)} 个词，而词卡要 {setup.size} 张；请增加词语或减少词卡。",
        )
        if len(words) > setup.size:
            message = Text(
                f"with a key the words are the board: {setup.size} are needed, got {len(words)}.",
                f"给出 key 时，words 就是整张棋盘：应为 {setup.size} 个词，现有 {len(words)} 个。",
            )
        defects.append(Defect("words", "", message))
    message = Text("the word appears more than once; remove one.", "这个词重复出现；请去掉一个。")
    doubles = dict.fromkeys(words[at] for pair in written_twice(words).items() for at in pair)
    defects += [Defect("words", shorten(word), message) for word in doubles]
    return words, defects + _language_defects(setup.language, words)


def _language_defects(language: Language, words: tuple[str, ...]) -> list[Defect]:
    chinese = [word for word in words if any(map(is_han, word))]
    if language == "en" and chinese:
        message = Text(
            "Chinese words on an English board; replace them or set language to zh.",
            "英文词卡里有中文词；请换掉，或把 language 设为 zh。",
        )
        return [Defect("words", shorten(", ".join(chinese)), message)]
    if language == "zh" and words and not chinese:
        message = Text(
            "no Chinese word on a Chinese board; replace the words or set language to en.",
            "中文词卡里没有一个中文词；请换词，或把 language 设为 en。",
        )
        return [Defect("words", shorten(", ".join(words)), message)]
    return []


def _key_defects(setup: CodenamesSetup) -> list[Defect]:
    if setup.key is None:
        return []
    found = Counter(setup.key)
    sides = sorted(found[side] for side in SIDES)
    wanted = sorted((setup.first, setup.second))
    counts = (*sides, found["neutral"], found["assassin"])
    starts_right = setup.starts is None or found[setup.starts] == setup.first
    if counts == (*wanted, setup.neutral, setup.assassin) and starts_right:
        return []
    message = Text(
        f"the key must hold {setup.first} words of the side that starts, {setup.second} of the "
        f"other, {setup.neutral} neutral and {setup.assassin} assassin; change the key or first, "
        "second, neutral, assassin, starts.",
        f"key 应含先手 {setup.first} 张、后手 {setup.second} 张、路人 {setup.neutral} 张、"
        f"刺客 {setup.assassin} 张；请改 key，或改 first、second、neutral、assassin、starts。",
    )
    return [Defect("key", ", ".join(f"{k}: {found[k]}" for k in sorted(found)), message)]


def _option_defects(setup: CodenamesSetup) -> list[Defect]:
    defects = []
    if setup.min_number > setup.max_number:
        message = Text(
            f"must not exceed max_number ({setup.max_number}).",
            f"不能大于 max_number（{setup.max_number}）。",
        )
        defects.append(Defect("min_number", str(setup.min_number), message))
    if setup.opponent != "team" and setup.starts == "blue":
        message = Text(
            "only red plays in the one-team modes; set red, or leave it out.",
            "单队模式只有红队行动；请设为 red 或不填。",
        )
        defects.append(Defect("starts", "blue", message))
    if setup.opponent != "none" and setup.second == 0:
        message = Text(
            "the other side needs words of its own; give it at least one, or set opponent to none.",
            "对方至少要有一个词；请增加，或把 opponent 设为 none。",
        )
        defects.append(Defect("second", "0", message))
    return defects


def _seat_defects(setup: CodenamesSetup) -> list[Defect]:
    if setup.opponent != "team" or setup.players is None or setup.players >= 4:
        return []
    message = Text(
        "two teams need at least 4 players; with fewer, set opponent to passive or none.",
        "两队对战至少 4 人；人数不足时请把 opponent 设为 passive 或 none。",
    )
    return [Defect("players", str(setup.players), message)]
