"""Code Breaker as an entry of the table of games."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from cluebot.errors import Text
from cluebot.games.base import Piece, Seat
from cluebot.games.codebreaker import reading, writing
from cluebot.games.codebreaker.cards import CARDS, KIND_NAMES
from cluebot.games.codebreaker.dealing import deal
from cluebot.games.codebreaker.moves import MOVE, Move
from cluebot.games.codebreaker.setup import PRESETS, CodebreakerSetup, seats
from cluebot.games.codebreaker.state import CodebreakerState
from cluebot.games.codebreaker.views import CodebreakerView
from cluebot.games.codec import parse


class Codebreaker:
    """The rules of Code Breaker; see `cluebot.games.base.Game`."""

    name = "codebreaker"
    setup_type = CodebreakerSetup
    presets: Mapping[str, Mapping[str, Any]] = PRESETS
    pieces: Sequence[Piece] = tuple(
        Piece(card.id, KIND_NAMES[card.kind], card.name, card.text, card.fee)
        for card in CARDS.values()
    )

    def seats(self, setup: CodebreakerSetup) -> tuple[Seat, ...]:
        """Return the seats: ``player.1``, ``player.2`` ..."""
        return seats(setup)

    def role(self, seat: Seat) -> str:  # noqa: ARG002
        """Return ``"player"``: all seats play alike, the villain's too."""
        return "player"

    def side(self, seat: Seat) -> str:
        """Return the seat itself: everybody plays alone, agents and allies win by name."""
        return seat

    def start(self, setup: CodebreakerSetup, rng: random.Random) -> CodebreakerState:
        """Shuffle and deal; the players then choose their codes unless the setup gives them.

        Raises:
            InputError: If the setup cannot be played; lists every defect.
        """
        return deal(setup, rng)

    def prompt(self, view: CodebreakerView) -> Text:
        """Ask the seat of ``view`` for its move and show how one is written."""
        return reading.prompt(view)

    def move_from_json(self, data: Mapping[str, Any]) -> Move:
        """Parse a move from JSON values.

        Raises:
            InputError: If it is not a move of this game.
        """
        return parse(MOVE, data, "move")

    def move_from_text(self, text: str, view: CodebreakerView) -> Move:
        """Parse what a person typed at the seat of ``view``, in either language.

        Raises:
            InputError: If the text is no move; the message shows how one is written.
        """
        return reading.read(text, view)

    def move_to_text(self, move: Move, language: str) -> str:
        """Write a move the way a person would type it."""
        return writing.write(move, language)


CODEBREAKER = Codebreaker()
"""The one instance, behind ``GAMES["codebreaker"]``."""
