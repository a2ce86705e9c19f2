"""Decrypto as an entry of the table of games."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from cluebot.errors import Text
from cluebot.games.base import Piece, Seat
from cluebot.games.codec import parse
from cluebot.games.decrypto import moves
from cluebot.games.decrypto.moves import Move
from cluebot.games.decrypto.setup import PRESETS, DecryptoSetup, deal, role_of, seats, side_of
from cluebot.games.decrypto.state import DecryptoState
from cluebot.games.decrypto.views import DecryptoView


class Decrypto:
    """The rules of Decrypto; see `cluebot.games.base.Game`."""

    name = "decrypto"
    setup_type = DecryptoSetup
    presets: Mapping[str, Mapping[str, Any]] = PRESETS
    pieces: Sequence[Piece] = ()

    def seats(self, setup: DecryptoSetup) -> tuple[Seat, ...]:
        """Return the seats: ``white.1``, ``white.2`` ..., then those of the other side."""
        return seats(setup)

    def role(self, seat: Seat) -> str:
        """Return ``"agent"`` for a seat in rotation, else encoder, decoder or interceptor."""
        return role_of(seat)

    def side(self, seat: Seat) -> str:
        """Return ``"white"``, ``"black"`` or ``"interceptor"``."""
        return side_of(seat)

    def start(self, setup: DecryptoSetup, rng: random.Random) -> DecryptoState:
        """Deal a new game: the keywords and the codes of all rounds.

        Raises:
            InputError: If the setup cannot be played; lists every defect.
        """
        return DecryptoState(setup, deal(setup, rng))

    def prompt(self, view: DecryptoView) -> Text:
        """Ask the seat of ``view`` for its move and show how one is written."""
        return moves.PROMPTS[view.task]

    def move_from_json(self, data: Mapping[str, Any]) -> Move:
        """Parse a move from JSON values.

        Raises:
            InputError: If it is not a move of this game.
        """
        return parse(moves.MOVE, data, "move")

    def move_from_text(self, text: str, view: DecryptoView) -> Move:
        """Parse what a person typed at the seat of ``view``, in either language.

        Raises:
            InputError: If the text is no move of its task; the message shows how one is written.
        """
        return moves.read(text, view.task)

    def move_to_text(self, move: Move, language: str) -> str:
        """Write a move the way a person would type it."""
        return moves.write(move, language)


DECRYPTO = Decrypto()
"""The one instance, behind ``GAMES["decrypto"]``."""
