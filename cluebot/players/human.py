"""A person at the table, reached through injected callables; drawing is the caller's job."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from cluebot.errors import IllegalMove, InputError, bad_input
from cluebot.games.base import GAMES, Frozen, Game, View
from cluebot.players.base import Budget, Context, Decision

Ask = Callable[[str], str]
Show = Callable[[Any], None]


class HumanPlayer:
    """Shows the view, asks for a move, and asks again until the move is legal.

    Where there is but one legal move, such as to pass, it is made without asking.

    Whatever ``ask`` raises to end the game (``EOFError``, ``KeyboardInterrupt``) passes through.

    Args:
        game: The game, which knows how moves are written.
        ask: Puts a question (perhaps of several lines: what was wrong, then the question) and
            returns what was typed.
        show: Draws a view.
        language: The language to speak to the person.
    """

    name = "human"

    def __init__(self, game: Game, ask: Ask, show: Show, language: str) -> None:
        self._game = game
        self._ask = ask
        self._show = show
        self._language = language

    def act(self, view: View, rng: random.Random, budget: Budget) -> Decision[Frozen]:  # noqa: ARG002
        """Return the person's move, which is legal as far as the seat can know."""
        only = view.choices()
        if len(only) == 1:
            return Decision(only[0])
        self._show(view)
        prompt = question = self._game.prompt(view).to(self._language)
        while True:
            try:
                move = self._game.move_from_text(self._ask(question), view)
                view.check(move)
            except (InputError, IllegalMove) as error:
                question = f"{error.to(self._language)}\n{prompt}"
            else:
                return Decision(move)


def codenames(context: Context) -> HumanPlayer:
    """Make a person for a seat of Codenames; options ``ask`` and ``show`` are required."""
    return _human("codenames", context)


def decrypto(context: Context) -> HumanPlayer:
    """Make a person for a seat of Decrypto; options ``ask`` and ``show`` are required."""
    return _human("decrypto", context)


def codebreaker(context: Context) -> HumanPlayer:
    """Make a person for a seat of Code Breaker; options ``ask`` and ``show`` are required."""
    return _human("codebreaker", context)


def _human(game: str, context: Context) -> HumanPlayer:
    missing = [name for name in ("ask", "show") if not callable(context.options.get(name))]
    if missing:
        raise bad_input(
            "options",
            ", ".join(missing),
            en="a human player needs the callables ask and show; it sits only at a terminal.",
            zh="真人玩家需要 ask 与 show 两个回调，只能坐在终端前。",
        )
    options = context.options
    return HumanPlayer(GAMES.load(game), options["ask"], options["show"], context.language)
