"""Decrypto as a description."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from cluebot.errors import Text
from cluebot.games.base import Seat
from cluebot.games.decrypto import moves, texts
from cluebot.games.decrypto.codes import ALL_CODES, SLOTS
from cluebot.games.decrypto.history import parse_keywords
from cluebot.games.decrypto.setup import PRESETS, Setup, checked, role_of
from cluebot.games.decrypto.state import Secrets, State
from cluebot.games.decrypto.views import View


class Decrypto:
    """The game; stateless, one instance serves all matches."""

    name = "decrypto"
    setup_type = Setup
    presets: Mapping[str, Mapping[str, Any]] = PRESETS

    def seats(self, setup: Setup) -> tuple[Seat, ...]:
        """Return the seats of a game with this setup, in a fixed order."""
        return setup.seats()

    def role(self, seat: Seat) -> str:
        """Return ``"agent"`` for a seat whose task changes by round, else the fixed role."""
        return role_of(seat)

    def start(self, setup: Setup, rng: random.Random) -> State:
        """Draw the keywords and every code of the game.

        Raises:
            InputError: If the setup cannot be played; lists every defect.
        """
        setup, pool = checked(setup)
        fixed = {team: getattr(setup, f"{team}_keywords") for team in setup.teams}
        drawn = rng.sample(pool, len(SLOTS) * sum(words is None for words in fixed.values()))
        secrets = []
        for given in fixed.values():
            words = given or [drawn.pop() for _ in SLOTS]
            codes = (
                [rng.choice(ALL_CODES) for _ in range(setup.rounds)]
                if setup.repeat_codes
                else rng.sample(ALL_CODES, setup.rounds)
            )
            secrets.append(Secrets(parse_keywords(words), tuple(codes)))
        return State(setup, tuple(secrets))

    def prompt(self, view: View) -> Text:
        """Ask the seat of ``view`` for its move and show how one is written."""
        return texts.PROMPTS[view.task]

    def move_from_json(self, data: Mapping[str, Any]) -> moves.Move:
        """Parse a move from JSON values.

        Raises:
            InputError: If it is not a move of this game.
        """
        return moves.move_from_json(data)

    def move_from_text(self, text: str, view: View) -> moves.Move:
        """Parse what a person typed at the seat of ``view``.

        Raises:
            InputError: If the text is no move; the message shows how one is written.
        """
        return moves.move_from_text(text, view.task)

    def move_to_text(self, move: moves.Move, language: str) -> str:
        """Write a move the way a person would type it; ``move_from_text`` reads it back."""
        return moves.move_to_text(move, language)


DECRYPTO = Decrypto()
