"""How a game of Decrypto is set up: the options, the seats, the deal."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field

from cluebot.errors import Defect, InputError, Language, Text, shorten
from cluebot.games.base import Frozen, Seat
from cluebot.games.decrypto.codes import ALL_CODES, SLOTS
from cluebot.games.decrypto.history import MAX_ROUNDS, parse_keywords
from cluebot.games.decrypto.words import word_key
from cluebot.rules.legality import LegalityOptions
from cluebot.rules.text import MAX_WORDS, is_han, word_list

Side = Literal["white", "black", "interceptor"]

SIDE_NAMES: Mapping[Side, Text] = {
    "white": Text("White", "白队"),
    "black": Text("Black", "黑队"),
    "interceptor": Text("The interceptor", "拦截者"),
}

_ONE_TEAM: tuple[Side, Side] = ("white", "interceptor")
_LONE_TEAM: tuple[Side, ...] = ("white",)
_TWO_TEAMS: tuple[Side, Side] = ("white", "black")

INTERCEPTOR = Seat("interceptor")
"""The seat of the lone interceptor."""

MAX_POOL = 20_000
"""Most words the keywords may be drawn from."""

RoundNumber = Annotated[int, Field(strict=True, ge=1, le=MAX_ROUNDS)]


class DecryptoOptions(Frozen):
    """What the table has agreed on; part of every view.

    Attributes:
        rounds: The game ends after this round at the latest.
        first_interception: The first round in which codes may be intercepted.
        repeat_codes: Whether used codes go back among the 24 before the next round.
        miss_is_interception: Lone interceptor: whether a decoding miss gives him an
            interception token, instead of giving the team a miscommunication token.
        clue_seconds: The sandglass: once one encoder has written, the other has so many seconds
            left; None: no limit. The glass in the box runs 30 seconds.
        legality: What the check of clues goes by.
    """

    rounds: RoundNumber = 8
    first_interception: RoundNumber = 2
    repeat_codes: bool = True
    miss_is_interception: bool = False
    clue_seconds: Annotated[float, Field(ge=1, le=3600, allow_inf_nan=False)] | None = None
    legality: LegalityOptions = LegalityOptions()


class DecryptoSetup(DecryptoOptions):
    """A game of Decrypto before the deal.

    Attributes:
        language: The language of keywords and clues.
        words: The pool from which the keywords of a team are drawn unless they are given.
        white_keywords: White's four keywords, slot 1 first; None: drawn.
        black_keywords: Black's four keywords, slot 1 first; None: drawn.
        players: Seats in all, 3 to 8. From 4 on two teams play and white gets the odd player;
            with 3 the white team plays against a lone interceptor.
        rotation: Whether the encoder changes every round. With three players he may stay.
    """

    language: Language
    words: tuple[str, ...] = ()
    white_keywords: tuple[str, ...] | None = None
    black_keywords: tuple[str, ...] | None = None
    players: Annotated[int, Field(strict=True, ge=3, le=8)] = 4
    rotation: bool = True

    @property
    def options(self) -> DecryptoOptions:
        """The part of the setup that every seat may know."""
        return _options(tuple(getattr(self, name) for name in _OPTION_NAMES))

    @property
    def lone(self) -> bool:
        """Whether a lone interceptor plays in place of a second team."""
        return self.players == 3

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides, white first."""
        return _ONE_TEAM if self.lone else _TWO_TEAMS

    @property
    def teams(self) -> tuple[Side, ...]:
        """The sides that transmit codes, in the order in which they do so in every round."""
        return _LONE_TEAM if self.lone else _TWO_TEAMS

    def other(self, side: Side) -> Side:
        """Return the opposing side."""
        first, second = self.sides
        return second if side == first else first


_OPTION_NAMES = tuple(DecryptoOptions.model_fields)


@lru_cache(maxsize=64)
def _options(values: tuple[Any, ...]) -> DecryptoOptions:
    """Return options by the values of their fields; asked for with every view."""
    return DecryptoOptions(**dict(zip(_OPTION_NAMES, values, strict=True)))


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "official": {},
    "sandglass": {"clue_seconds": 30.0},
    "six": {"players": 6},
    "eight": {"players": 8},
    "three_player": {"players": 3, "rounds": 5, "miss_is_interception": True},
    "research": {
        "players": 3,
        "rotation": False,
        "first_interception": 1,
        "repeat_codes": False,
    },
}
"""``official``: two teams of two. ``sandglass``: the same against the clock. ``six``, ``eight``:
larger teams. ``three_player``: a team of two against a lone interceptor, five rounds.
``research``: the protocol of Lupu, Willi and Foerster (2025) for comparison runs: three fixed
roles, eight rounds, interception from the first round on, codes never repeat."""


@cache
def _seats_of(side: Side, players: int, rotation: bool) -> tuple[Seat, ...]:
    """Return the seats of one side, in a fixed order."""
    if side == "interceptor":
        return (INTERCEPTOR,)
    if not rotation:
        return (Seat(f"{side}.encoder"), Seat(f"{side}.decoder"))
    count = 2 if players == 3 else (players + (side == "white")) // 2
    return tuple(Seat(f"{side}.{i}") for i in range(1, count + 1))


def seats(setup: DecryptoSetup) -> tuple[Seat, ...]:
    """Return all seats: ``white.1``, ``white.2`` ..., then those of the other side."""
    return _seats(setup.players, setup.rotation, setup.sides)


@cache
def _seats(players: int, rotation: bool, sides: tuple[Side, Side]) -> tuple[Seat, ...]:
    return tuple(seat for side in sides for seat in _seats_of(side, players, rotation))


def in_turn(setup: DecryptoSetup, side: Side, number: int) -> tuple[Seat, ...]:
    """Return the seats of a side for round ``number`` (from 1): encoder first, then in rotation."""
    return _in_turn(side, setup.players, setup.rotation, number)


@cache
def _in_turn(side: Side, players: int, rotation: bool, number: int) -> tuple[Seat, ...]:
    own = _seats_of(side, players, rotation)
    first = (number - 1) % len(own) if rotation else 0
    return (*own[first:], *own[:first])


def encoders(setup: DecryptoSetup, number: int) -> tuple[Seat, ...]:
    """Return who encodes in round ``number`` (from 1), one seat for each transmitting team."""
    return _encoders(setup.teams, setup.players, setup.rotation, number)


@cache
def _encoders(
    teams: tuple[Side, ...], players: int, rotation: bool, number: int
) -> tuple[Seat, ...]:
    return tuple(_in_turn(team, players, rotation, number)[0] for team in teams)


@lru_cache(maxsize=256)
def side_of(seat: Seat) -> Side:
    """Return the side of a seat."""
    match seat.split(".")[0]:
        case "white":
            return "white"
        case "black":
            return "black"
        case _:
            return "interceptor"


def role_of(seat: Seat) -> str:
    """Return the role of a seat, as far as its name fixes one.

    A seat in rotation plays all roles by turns: it is an ``"agent"``, and the ``task`` of its
    view says which role it plays now.

    >>> role_of(Seat("black.2")), role_of(Seat("white.decoder")), role_of(INTERCEPTOR)
    ('agent', 'decoder', 'interceptor')
    """
    part = seat.split(".")[-1]
    return "agent" if part.isdigit() else part


@dataclass(frozen=True, slots=True)
class Secrets:
    """What one team hides from the other side.

    Attributes:
        keywords: Its four keywords, slot 1 first.
        codes: Its codes of all rounds; those to come are hidden from everybody.
    """

    keywords: tuple[str, ...]
    codes: tuple[tuple[int, int, int], ...]


def deal(setup: DecryptoSetup, rng: random.Random) -> tuple[Secrets, ...]:
    """Draw the keywords and all codes, for each transmitting team.

    Raises:
        InputError: If the setup cannot be played; lists every defect.
    """
    pool, given, defects = _checked_words(setup)
    defects += _option_defects(setup)
    if defects:
        raise InputError(defects)
    drawn = rng.sample(pool, len(SLOTS) * (len(setup.teams) - len(given)))
    dealt = []
    for team in setup.teams:
        keywords = given.get(team) or tuple(drawn.pop() for _ in SLOTS)
        if setup.repeat_codes:
            codes = tuple(rng.choice(ALL_CODES) for _ in range(setup.rounds))
        else:
            codes = tuple(rng.sample(ALL_CODES, setup.rounds))
        dealt.append(Secrets(keywords, codes))
    return tuple(dealt)


def _checked_words(
    setup: DecryptoSetup,
) -> tuple[tuple[str, ...], dict[Side, tuple[str, ...]], list[Defect]]:
    """Return the pool without the given keywords, these by team, and all that is wrong."""
    pool, defects = _checked_pool(setup)
    given: dict[Side, tuple[str, ...]] = {}
    wanted = 0
    for team in setup.teams:
        words = setup.white_keywords if team == "white" else setup.black_keywords
        if words is None:
            wanted += len(SLOTS)
            continue
        try:
            given[team] = parse_keywords(words, f"{team}_keywords")
        except InputError as error:
            defects += error.defects
        else:
            defects += _language_defects(setup.language, f"{team}_keywords", given[team])
    defects += _shared_defects(given)
    taken = {word_key(word) for words in given.values() for word in words}
    free = tuple(word for word in pool if word_key(word) not in taken)
    if len(free) < wanted and not any(d.field == "words" for d in defects):
        message = Text(
            f"{wanted} keywords are to be drawn; give at least so many words.",
            f"要抽 {wanted} 个关键词，词库至少要有这么多词。",
        )
        defects.append(Defect("words", str(len(free)), message))
    return free, given, defects


def _checked_pool(setup: DecryptoSetup) -> tuple[tuple[str, ...], list[Defect]]:
    pool = setup.words
    if len(pool) > MAX_POOL:
        message = Text(
            f"too many words; at most {MAX_POOL} are allowed.", f"词语太多，最多 {MAX_POOL} 个。"
        )
        return (), [Defect("words", str(len(pool)), message)]
    defects: list[Defect] = []
    words: list[str] = []
    for i in range(0, len(pool), MAX_WORDS):
        try:
            words += word_list("words", pool[i : i + MAX_WORDS])
        except InputError as error:
            defects += error.defects
    seen: set[str] = set()
    message = Text("the word appears more than once; remove one.", "这个词重复出现；请去掉一个。")
    for word in words:
        if word_key(word) in seen:
            defects.append(Defect("words", shorten(word), message))
        seen.add(word_key(word))
    return tuple(words), defects + _language_defects(setup.language, "words", words)


def _language_defects(language: Language, field: str, words: Sequence[str]) -> list[Defect]:
    chinese = [word for word in words if any(map(is_han, word))]
    if language == "en" and chinese:
        message = Text(
            "Chinese words in an English game; replace them or set language to zh.",
            "英文游戏里有中文词；请换掉，或把 language 设为 zh。",
        )
        return [Defect(field, shorten(", ".join(chinese)), message)]
    if language == "zh" and words and not chinese:
        message = Text(
            "no Chinese word in a Chinese game; replace the words or set language to en.",
            "中文游戏里没有一个中文词；请换词，或把 language 设为 en。",
        )
        return [Defect(field, shorten(", ".join(words)), message)]
    return []


def _shared_defects(given: Mapping[Side, tuple[str, ...]]) -> list[Defect]:
    white = {word_key(word) for word in given.get("white", ())}
    message = Text("is a keyword of both teams; replace one.", "同时是两队的关键词；请换掉一个。")
    return [
        Defect("black_keywords", shorten(word), message)
        for word in given.get("black", ())
        if word_key(word) in white
    ]


def _option_defects(setup: DecryptoSetup) -> list[Defect]:
    needs_team = Text("needs two teams; leave it out.", "需要两队对战；请删去。")
    needs_three = Text("needs three players; leave it out.", "仅用于三人游戏；请删去。")
    refused = {
        "black_keywords": (setup.lone and setup.black_keywords is not None, needs_team),
        "clue_seconds": (setup.lone and setup.clue_seconds is not None, needs_team),
        "rotation": (not setup.lone and not setup.rotation, needs_three),
        "miss_is_interception": (not setup.lone and setup.miss_is_interception, needs_three),
    }
    return [
        Defect(name, shorten(getattr(setup, name)), message)
        for name, (wrong, message) in refused.items()
        if wrong
    ]
