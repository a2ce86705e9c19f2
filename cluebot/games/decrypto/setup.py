"""How a table is set up: the presets, the seats, and what cannot be played."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

from cluebot.errors import Defect, InputError, Language, Text, shorten
from cluebot.games.base import Frozen, Seat
from cluebot.games.decrypto.codes import ALL_CODES, SLOTS
from cluebot.games.decrypto.history import collect, parse_keywords
from cluebot.games.decrypto.words import word_key
from cluebot.rules.legality import LegalityOptions
from cluebot.rules.text import MAX_WORDS, word_list

Side = Literal["white", "black", "interceptor"]

MAX_SEATS = 4
"""Most seats of one team; eight players are the most a table takes."""

MAX_POOL = 5_000
"""Most words in a pool."""

INTERCEPTOR = Seat("interceptor")
"""The seat of the lone interceptor."""


class Setup(Frozen):
    """A table before the first round. The defaults are those of the ``official`` preset."""

    language: Language
    """The language of the keywords and clues."""

    words: tuple[str, ...] = ()
    """The pool from which keywords are drawn for the teams whose keywords are not fixed."""

    white_keywords: tuple[str, ...] | None = None
    """White's four keywords, slot 1 first; None: drawn from the pool."""

    black_keywords: tuple[str, ...] | None = None
    """Black's four keywords, slot 1 first; None: drawn from the pool."""

    white_seats: int = 2
    """Players of the white team, 2 to 4."""

    black_seats: int = 2
    """Players of the black team, 2 to 4; 0: a lone interceptor plays against white."""

    rotation: bool = True
    """Whether the encoder changes every round. Without it (lone interceptor only) the seats are
    ``white.encoder`` and ``white.decoder``."""

    rounds: int = 8
    """The game ends after this round at the latest."""

    first_interception: int = 2
    """The first round in which codes may be intercepted."""

    repeat_codes: bool = True
    """Whether used codes go back among the 24 before the next round."""

    miss_is_interception: bool = False
    """Lone interceptor: whether a decoding miss gives him an interception token instead of
    giving the team a miscommunication token."""

    clue_seconds: float | None = None
    """The sandglass: seconds the second encoder has once the other one has written his clues;
    None: no limit. The box holds a glass of 30 seconds."""

    legality: LegalityOptions = LegalityOptions()
    """What the table has agreed on about clues."""

    @property
    def teams(self) -> tuple[Side, ...]:
        """The sides that transmit codes, in the order in which they do."""
        return ("white", "black") if self.black_seats else ("white",)

    @property
    def sides(self) -> tuple[Side, ...]:
        """All sides of the game."""
        return ("white", "black") if self.black_seats else ("white", "interceptor")

    def opponent(self, side: Side) -> Side:
        """Return the side that intercepts the codes of ``side``."""
        first, second = self.sides
        return second if side == first else first

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """Return the seats of one side, in a fixed order."""
        if side == "interceptor":
            return (INTERCEPTOR,)
        if not self.rotation:
            return (Seat(f"{side}.encoder"), Seat(f"{side}.decoder"))
        count = self.white_seats if side == "white" else self.black_seats
        return tuple(Seat(f"{side}.{i}") for i in range(1, count + 1))

    def seats(self) -> tuple[Seat, ...]:
        """Return all seats, in a fixed order."""
        return tuple(seat for side in self.sides for seat in self.seats_of(side))

    def encoder(self, side: Side, round_number: int) -> Seat:
        """Return the seat that encodes for ``side`` in a round; the first round is 1."""
        seats = self.seats_of(side)
        return seats[(round_number - 1) % len(seats)] if self.rotation else seats[0]


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "official": {
        "white_seats": 2,
        "black_seats": 2,
        "rotation": True,
        "rounds": 8,
        "first_interception": 2,
        "repeat_codes": True,
        "miss_is_interception": False,
    },
    "three_player": {
        "white_seats": 2,
        "black_seats": 0,
        "rotation": True,
        "rounds": 5,
        "first_interception": 2,
        "repeat_codes": True,
        "miss_is_interception": True,
    },
    "research": {
        "white_seats": 2,
        "black_seats": 0,
        "rotation": False,
        "rounds": 8,
        "first_interception": 1,
        "repeat_codes": False,
        "miss_is_interception": False,
    },
}
"""Setup fields by preset; ``research`` is the protocol of Lupu, Willi and Foerster (2025)."""


def side_of(seat: Seat) -> Side:
    """Return the side of a seat."""
    name = seat.partition(".")[0]
    return "white" if name == "white" else "black" if name == "black" else "interceptor"


def role_of(seat: Seat) -> str:
    """Return the role of a seat, as far as its name fixes one.

    A rotating seat plays every role in turn and is an ``"agent"``; its view's ``task`` says
    which role it plays now.

    >>> role_of(Seat("black.2")), role_of(Seat("white.decoder")), role_of(INTERCEPTOR)
    ('agent', 'decoder', 'interceptor')
    """
    part = seat.rpartition(".")[2]
    return "agent" if part.isdigit() else part


def checked(setup: Setup) -> tuple[Setup, tuple[str, ...]]:
    """Return the setup with its keywords in normal form, and the pool to draw from.

    The pool is without the words that are fixed keywords.

    Raises:
        InputError: If the setup cannot be played; lists every defect.
    """
    defects = _number_defects(setup)
    pool = collect(defects, partial(_pool, setup.words)) or ()
    fixed: dict[str, tuple[str, ...]] = {}
    for team in setup.teams:
        given = getattr(setup, f"{team}_keywords")
        if given is not None:
            field = f"{team}_keywords"
            words = collect(defects, partial(parse_keywords, given, field))
            if words is not None:
                fixed[field] = words
    if not setup.black_seats and setup.black_keywords is not None:
        defects.append(
            Defect(
                "black_keywords",
                shorten(setup.black_keywords),
                Text(
                    "a lone interceptor has no keywords; leave them out.",
                    "单人拦截者没有关键词；请删去。",
                ),
            )
        )
    defects += _shared_keywords(fixed)
    taken = {word_key(word) for words in fixed.values() for word in words}
    pool = tuple(word for word in pool if word_key(word) not in taken)
    wanted = sum(getattr(setup, f"{team}_keywords") is None for team in setup.teams) * len(SLOTS)
    if len(pool) < wanted and not any(d.field == "words" for d in defects):
        defects.append(
            Defect(
                "words",
                shorten(f"{len(pool)}"),
                Text(
                    f"{wanted} keywords must be drawn; give at least as many words.",
                    f"需要抽取 {wanted} 个关键词，词库至少要有这么多词。",
                ),
            )
        )
    if defects:
        raise InputError(defects)
    return setup.model_copy(update=fixed), pool


def _number_defects(setup: Setup) -> list[Defect]:
    seats = Text(f"a team has 2 to {MAX_SEATS} players.", f"每队人数只能是 2 到 {MAX_SEATS}。")
    least = Text("must be at least 1.", "不能小于 1。")
    most = len(ALL_CODES)
    lone = setup.black_seats == 0
    checks: list[tuple[str, bool, Text]] = [
        ("white_seats", 2 <= setup.white_seats <= MAX_SEATS, seats),
        ("black_seats", lone or 2 <= setup.black_seats <= MAX_SEATS, seats),
        (
            "white_seats",
            not lone or setup.white_seats == 2 or not 2 <= setup.white_seats <= MAX_SEATS,
            Text(
                "against a lone interceptor a team has 2 players.", "对单人拦截者时，队伍为 2 人。"
            ),
        ),
        ("rounds", 1 <= setup.rounds <= most, Text(f"1 to {most} rounds.", f"1 到 {most} 轮。")),
        ("first_interception", setup.first_interception >= 1, least),
        (
            "rotation",
            setup.rotation or lone,
            Text(
                "only a team against a lone interceptor may keep its encoder.",
                "只有对单人拦截者的队伍可以固定加密者。",
            ),
        ),
        (
            "miss_is_interception",
            lone or not setup.miss_is_interception,
            Text("needs a lone interceptor.", "仅用于单人拦截者的玩法。"),
        ),
        (
            "clue_seconds",
            setup.clue_seconds is None
            or (math.isfinite(setup.clue_seconds) and setup.clue_seconds > 0),
            Text("must be a positive number of seconds.", "应为正的秒数。"),
        ),
        (
            "clue_seconds",
            setup.clue_seconds is None or not lone,
            Text(
                "the sandglass needs two encoders; leave it out.",
                "只有一名加密者时不用沙漏；请删去。",
            ),
        ),
    ]
    return [
        Defect(field, shorten(repr(getattr(setup, field))), message)
        for field, good, message in checks
        if not good
    ]


def _pool(words: tuple[str, ...]) -> tuple[str, ...]:
    if len(words) > MAX_POOL:
        message = Text(f"at most {MAX_POOL} words are allowed.", f"最多 {MAX_POOL} 个词。")
        raise InputError(Defect("words", str(len(words)), message))
    defects: list[Defect] = []
    normal: list[str] = []
    for start in range(0, len(words), MAX_WORDS):
        part = words[start : start + MAX_WORDS]
        normal += collect(defects, partial(word_list, "words", part)) or ()
    seen: dict[str, str] = {}
    for word in normal:
        if word_key(word) in seen:
            message = Text("stands twice in the pool; remove one.", "在词库中重复；请删去一个。")
            defects.append(Defect("words", shorten(word), message))
        seen[word_key(word)] = word
    if defects:
        raise InputError(defects)
    return tuple(normal)


def _shared_keywords(fixed: Mapping[str, tuple[str, ...]]) -> list[Defect]:
    if len(fixed) < 2:
        return []
    white, black = fixed.values()
    keys = {word_key(word) for word in white}
    message = Text("is a keyword of both teams; replace it.", "同时是两队的关键词；请换掉一个。")
    return [
        Defect("black_keywords", shorten(word), message) for word in black if word_key(word) in keys
    ]
