"""A small game that the page knows nothing of: two seats take one to three stones by turns."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from cluebot.errors import IllegalMove, Text, bad_input
from cluebot.games.base import Frozen, Outcome, Seat
from cluebot.games.codec import parse
from cluebot.players.random import RandomPlayer

SEATS = (Seat("north"), Seat("south"))


class Setup(Frozen):
    language: Literal["en", "zh"] = "en"
    stones: int = 7


class Take(Frozen):
    kind: Literal["take"] = "take"
    count: int


class StonesView(Frozen):
    seat: Seat | None
    language: Literal["en", "zh"]
    stones: int
    to_act: tuple[Seat, ...]
    taken: tuple[int, ...]

    def choices(self) -> tuple[Take, ...]:
        if self.seat not in self.to_act:
            return ()
        return tuple(Take(count=n) for n in (1, 2, 3) if n <= self.stones)

    def check(self, move: Take) -> None:
        if move not in self.choices():
            raise IllegalMove(Text("You cannot take so many.", "不能拿这么多。"))


@dataclass(frozen=True)
class StonesState:
    setup: Setup
    taken: tuple[int, ...] = ()
    outcome: Outcome | None = None

    @property
    def ply(self) -> int:
        return len(self.taken)

    @property
    def stones(self) -> int:
        return self.setup.stones - sum(self.taken)

    def to_act(self) -> tuple[Seat, ...]:
        return () if self.outcome else (SEATS[self.ply % 2],)

    def view(self, seat: Seat | None) -> StonesView:
        return StonesView(
            seat=seat,
            language=self.setup.language,
            stones=self.stones,
            to_act=self.to_act(),
            taken=self.taken,
        )

    def apply(self, seat: Seat, move: Take, *, now: float = 0.0) -> StonesState:
        self.view(seat).check(move)
        after = replace(self, taken=(*self.taken, move.count))
        if after.stones:
            return after
        text = Text(f"{seat} took the last stone.", f"{seat} 拿走了最后一颗。")
        return replace(after, outcome=Outcome((seat,), "last", text))

    def forfeit(self, seat: Seat, *, now: float = 0.0) -> StonesState:
        return self.apply(seat, Take(count=1))


class Stones:
    name = "stones"
    setup_type = Setup
    presets: Mapping[str, Mapping[str, Any]] = {"seven": {}}
    pieces = ()

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        return SEATS

    def role(self, seat: Seat) -> str:
        return "taker"

    def side(self, seat: Seat) -> str:
        return seat

    def start(self, setup: Setup, rng: random.Random) -> StonesState:
        return StonesState(setup)

    def prompt(self, view: StonesView) -> Text:
        return Text("Take one to three stones", "请拿一到三颗石子")

    def move_from_json(self, data: Mapping[str, Any]) -> Take:
        return parse(Take, data)

    def move_from_text(self, text: str, view: StonesView) -> Take:
        if not text.strip().isdigit():
            raise bad_input("move", text, en="write a number.", zh="请写一个数字。")
        return Take(count=int(text))

    def move_to_text(self, move: Take, language: str) -> str:
        return str(move.count)


STONES = Stones()


def taker(context: Any) -> RandomPlayer:
    return RandomPlayer()
