"""Every registered game with every preset, and random players for all of its seats.

A new game joins by a module of this folder with the game's name, which holds

- ``SETUPS``: for ``"en"`` and ``"zh"`` the fields of a setup that no preset gives;
- ``hidden_variants(state, seat, rng)``: yields states that differ from ``state`` only in what
  ``seat`` (None: a spectator) may not know,

and by a ``"random"`` player for each of its roles.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from cluebot.errors import Text
from cluebot.games.base import GAMES, Frozen, Game, Seat, State
from cluebot.games.codec import parse
from cluebot.match import player_rng
from cluebot.players.base import PLAYERS, Budget, Context, Player
from cluebot.record import deal_rng

MAX_PLIES = 2000


@dataclass(frozen=True)
class Case:
    """One game with one setup; ``helper`` is the module of this folder with the game's name."""

    name: str
    game: Game
    setup: Frozen
    helper: ModuleType

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.game.seats(self.setup)

    def players(self) -> dict[Seat, Player]:
        """Return a random player for every seat."""
        context = Context(self.setup.language, blend=no_vectors)
        return {
            seat: PLAYERS[self.game.name, self.game.role(seat)].load("random")(context)
            for seat in self.seats
        }

    def start(self, seed: int) -> State:
        return self.game.start(self.setup, deal_rng(seed))

    def walk(self, seed: int) -> Iterator[tuple[State, Seat, Any]]:
        """Play at random and yield each state with the seat that moves and its move.

        The seat is drawn among all that may act, so that simultaneous moves come in any order.
        """
        state, players, order = self.start(seed), self.players(), random.Random(seed)
        rngs = {seat: player_rng(seed, seat) for seat in self.seats}
        while state.to_act():
            assert state.ply < MAX_PLIES, "the game does not end"
            seat = order.choice(state.to_act())
            move = players[seat].act(state.view(seat), rngs[seat], Budget()).move
            yield state, seat, move
            state = state.apply(seat, move)
        assert state.outcome is not None
        yield state, None, None


def no_vectors(language: str):
    raise AssertionError("a random player needs no vectors")


def cases() -> Iterator[Case]:
    for name in GAMES:
        game = GAMES.load(name)
        helper = import_module(f".{name}", __package__)
        for i, (preset, fields) in enumerate(game.presets.items()):
            # The default preset in both languages, the others in one of them by turns.
            for language in ("en", "zh") if i == 0 else ("en", "zh")[i % 2 :][:1]:
                setup = parse(game.setup_type, helper.SETUPS[language] | dict(fields))
                yield Case(f"{name}-{preset}-{language}", game, setup, helper)


CASES = {case.name: case for case in cases()}


@pytest.fixture(params=CASES)
def case(request) -> Case:
    return CASES[request.param]


GAVE_UP = Text("I give up.", "我放弃。")
