"""Codenames as an entry of the table of games."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from cluebot.errors import Text
from cluebot.games.base import Piece, Seat
from cluebot.games.codec import parse
from cluebot.games.codenames import moves
from cluebot.games.codenames.moves import Move
from cluebot.games.codenames.setup import PRESETS, CodenamesSetup, deal, seats
from cluebot.games.codenames.state import CodenamesState
from cluebot.games.codenames.views import CodenamesView


class Codenames:
    """The rules of Codenames; see `cluebot.games.base.Game`."""

    name = "codenames"
    setup_type = CodenamesSetup
    presets: Mapping[str, Mapping[str, Any]] = PRESETS
    pieces: Sequence[Piece] = ()

    def seats(self, setup: CodenamesSetup) -> tuple[Seat, ...]:
        """Return the seats: ``red.spymaster``, ``red.operative.1`` ..., then blue's."""
        return seats(setup)

    def role(self, seat: Seat) -> str:
        """Return ``"spymaster"`` or ``"operative"``."""
        return seat.split(".")[1]

    def side(self, seat: Seat) -> str:
        """Return ``"red"`` or ``"blue"``."""
        return seat.split(".")[0]

    def start(self, setup: CodenamesSetup, rng: random.Random) -> CodenamesState:
        """Deal a new game.

        Raises:
            InputError: If the setup cannot be played; lists every defect.
        """
        return CodenamesState.initial(setup, deal(setup, rng))

    def prompt(self, view: CodenamesView) -> Text:
        """Ask the seat of ``view`` for its move and show how one is written."""
        return moves.PROMPTS[view.phase]

    def move_from_json(self, data: Mapping[str, Any]) -> Move:
        """Parse a move from JSON values.

        Raises:
            InputError: If it is not a move of this game.
        """
        return parse(moves.MOVE, data, "move")

    def move_from_text(self, text: str, view: CodenamesView) -> Move:
        """Parse what a person typed at the seat of ``view``, in either language.

        Raises:
            InputError: If the text is no move of this phase; the message shows how one is written.
        """
        return moves.read(text, view.phase)

    def move_to_text(self, move: Move, language: str) -> str:
        """Write a move the way a person would type it."""
        return moves.write(move, language)


CODENAMES = Codenames()
"""The one instance, behind ``GAMES["codenames"]``."""
