"""How a game of Code Breaker is set up: the rulings a table has agreed on, the seats, the deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from cluebot.errors import Defect, InputError, Language, Text, shorten
from cluebot.games.base import Frozen, Seat
from cluebot.games.codebreaker.cards import full_deck
from cluebot.games.codec import refused

Variant = Literal["base", "three_way", "coop", "lightning", "expert"]
StarSource = Literal["scan", "ghost", "mirror", "search"]
Small = Annotated[int, Field(strict=True, ge=0, le=20)]

PLAYER_COUNTS: Mapping[str, tuple[int, ...]] = {
    "base": (2, 3, 4),
    "three_way": (3,),
    "coop": (3, 4),
    "lightning": (2, 3, 4),
    "expert": (2,),
}
"""For each variant how many can play it."""

MAX_INTEL = 20
"""The end of the intel track."""

COOP_ROUNDS = 10
"""Rounds that the agents have to crack the villain."""


def _digits(value: object) -> tuple[int, ...]:
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = [int(c) for c in value]
    if (
        isinstance(value, str | bytes)
        or not isinstance(value, list | tuple)
        or not all(type(d) is int and 0 <= d <= 9 for d in value)
        or not 3 <= len(value) <= 5
    ):
        en = "a code is a list of 4 digits (lightning 3, expert 5), each 0 to 9, as in [4, 2, 7, 9]"
        zh = "密码应为 4 个 0 到 9 的数字（闪电 3 个，专家 5 个），例如 [4, 2, 7, 9]"
        raise refused(Text(f"{en}.", f"{zh}。"))
    return tuple(value)


Code = Annotated[tuple[int, ...], BeforeValidator(_digits)]
"""The digits of a code, position 1 first."""


class CodebreakerOptions(Frozen):
    """What the table has agreed on; part of every view.

    Attributes:
        variant: ``"three_way"`` plays as the base game with three; ``"coop"`` is a villain
            (player 1) against agents; ``"lightning"`` has 3 digits and 1 action; ``"expert"`` has
            5 digits, no direction after a wrong guess, and a second mirror and chaos key.
        scan_intel: Intel lost by a scan.
        star_sources: Cards whose exact digit is marked with a star.
        intel_gain: ``"precise_transfer"``: a precise hit brings the guesser 1 intel.
        accel_free: Whether the accelerator costs no action.
        emergency: Whether two equal fragments may be turned into a discard, for an action.
        ult_partial: Whether an ultimate guess with one right digit stars that one.
        answer_visibility: Who hears the answers to tools and agents.
        intercept_count: How many of the discarded cards an interception takes.
        encrypt_limit: Whether double encryption is limited to one a player, or one a game.
        immune_scan: Whether an immune position can still be scanned.
        search_self: Whether the searcher states a digit too.
        destroy_intel: Intel lost by a file destruction.
        pact_b: What effect B of the pact does: intel to zero, minus three, or nothing at all.
        spy_exile: Whether double spies leave the game once played.
        max_rounds: Rounds after which most stars win.
        reshuffle_limit: How often the discards may become the deck again; None: any number.
        start_intel: Intel at the start; in ``"coop"`` one more for the villain, one less for the
            agents.
        hand_limit: Cards kept at the end of a turn.
        ask: Who is asked for a counter: ``"all"`` who might hold one as far as the table can
            know, so that asking tells nothing; or only its ``"holders"``, which is faster.
    """

    variant: Variant = "base"
    scan_intel: Small = 1
    star_sources: tuple[StarSource, ...] = ("scan", "ghost")
    intel_gain: Literal["none", "precise_transfer"] = "none"
    accel_free: bool = True
    emergency: bool = True
    ult_partial: bool = False
    answer_visibility: Literal["public", "asker"] = "public"
    intercept_count: Annotated[int, Field(strict=True, ge=1, le=20)] = 1
    encrypt_limit: Literal["player", "game"] = "player"
    immune_scan: bool = True
    search_self: bool = True
    destroy_intel: Small = 1
    pact_b: Literal["zero", "lose3", "banned"] = "zero"
    spy_exile: bool = False
    max_rounds: Annotated[int, Field(strict=True, ge=1, le=1000)] = 100
    reshuffle_limit: Annotated[int, Field(strict=True, ge=0, le=1000)] | None = None
    start_intel: Annotated[int, Field(strict=True, ge=2, le=19)] = 5
    hand_limit: Annotated[int, Field(strict=True, ge=1, le=20)] = 7
    ask: Literal["all", "holders"] = "all"

    @property
    def length(self) -> int:
        """Digits of a code."""
        return {"lightning": 3, "expert": 5}.get(self.variant, 4)

    @property
    def actions(self) -> int:
        """Actions a turn."""
        return 1 if self.variant == "lightning" else 2

    @property
    def deal_size(self) -> int:
        """Cards dealt to each player."""
        return 4 if self.variant == "lightning" else 5

    @property
    def coop(self) -> bool:
        """Whether player 1 is a villain against all others."""
        return self.variant == "coop"

    @property
    def deck(self) -> tuple[str, ...]:
        """Every card of the game, sorted."""
        return full_deck(("mirror", "chaos") if self.variant == "expert" else ())


class CodebreakerSetup(CodebreakerOptions):
    """A game of Code Breaker before the deal.

    Attributes:
        language: The language of the table.
        players: Seats, 2 to 4.
        codes: Everybody's code; None: the players choose theirs.
        first: The number of the player who begins; None: drawn (the villain in ``"coop"``).
    """

    model_config = ConfigDict(
        json_schema_extra={"x-players": {name: [*counts] for name, counts in PLAYER_COUNTS.items()}}
    )

    language: Language
    players: Annotated[int, Field(strict=True, ge=2, le=4)] = 2
    codes: tuple[Code, ...] | None = None
    first: Annotated[int, Field(strict=True, ge=1, le=4)] | None = None

    @property
    def options(self) -> CodebreakerOptions:
        """The part of the setup that views show."""
        return CodebreakerOptions(**{name: getattr(self, name) for name in _OPTION_NAMES})

    def intel_of(self, index: int) -> int:
        """Return the intel with which a player starts."""
        if not self.coop:
            return self.start_intel
        return self.start_intel + (1 if index == 0 else -1)


_OPTION_NAMES = tuple(CodebreakerOptions.model_fields)

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "stated": {},
    "balanced": {"pact_b": "lose3", "spy_exile": True},
    "lightning": {"variant": "lightning"},
    "expert": {"variant": "expert"},
    "coop": {"variant": "coop", "players": 3},
}
"""``stated``: the published rules by the letter. ``balanced``: the pact costs three intel instead
of all of it, and double spies are played once. The others are the published variants; the
three-way battle is the base game with ``players`` 3."""


def seats(setup: CodebreakerSetup) -> tuple[Seat, ...]:
    """Return the seats: ``player.1``, ``player.2`` ..."""
    return tuple(Seat(f"player.{i}") for i in range(1, setup.players + 1))


def check_setup(setup: CodebreakerSetup) -> None:
    """Check what single fields cannot.

    Raises:
        InputError: Lists every defect.
    """
    defects = []
    allowed = PLAYER_COUNTS[setup.variant]
    if setup.players not in allowed:
        shown = ", ".join(map(str, allowed))
        text = Text(
            f"the variant {setup.variant} is for {shown} players; change players or variant.",
            f"变体 {setup.variant} 的人数应为 {shown}；请改 players 或 variant。",
        )
        defects.append(Defect("players", str(setup.players), text))
    if setup.codes is not None:
        if len(setup.codes) != setup.players:
            text = Text(
                f"give one code for each of the {setup.players} players, or none.",
                f"{setup.players} 名玩家应各给一个密码，或都不给。",
            )
            defects.append(Defect("codes", str(len(setup.codes)), text))
        for i, code in enumerate(setup.codes):
            if len(code) != setup.length:
                defects.append(Defect(f"codes.{i}", shorten(code), wrong_length(setup.length)))
    if setup.first is not None and setup.first > setup.players:
        text = Text("there is no such player; lower it.", "没有这名玩家；请改小。")
        defects.append(Defect("first", str(setup.first), text))
    if setup.first not in (None, 1) and setup.coop:
        text = Text("the villain, player 1, begins; leave it out.", "由反派（1 号）先手；请删去。")
        defects.append(Defect("first", str(setup.first), text))
    if defects:
        raise InputError(defects)


def wrong_length(length: int) -> Text:
    """Say how long a code has to be."""
    return Text(
        f"a code has exactly {length} digits here; write {length}.",
        f"本局密码正好 {length} 位；请写 {length} 个数字。",
    )
