"""The random player: draws a kind of move first, then one of that kind."""

from __future__ import annotations

import random

from cluebot.errors import Forfeit, Text
from cluebot.games.codebreaker import CodebreakerView, Guess, Move, Play, SetCode
from cluebot.players.base import Budget, Context, Decision
from cluebot.players.options import NoOptions

_NOTHING = Text("Nothing is asked of this seat.", "这个座位现在没有要做的事。")


def draw_code(view: CodebreakerView, rng: random.Random) -> SetCode:
    """Return an evenly drawn code: no rule of choosing is harder to exploit."""
    return SetCode(code=tuple(rng.randrange(10) for _ in view.positions))


class RandomPlayer:
    """Moves at random; hundreds of possible guesses do not crowd out the other moves."""

    name = "random"

    def act(self, view: CodebreakerView, rng: random.Random, budget: Budget) -> Decision[Move]:  # noqa: ARG002
        """Choose a move.

        Raises:
            Forfeit: If nothing is asked of the seat.
        """
        if view.task == "code":
            return Decision(draw_code(view, rng))
        kinds: dict[tuple[str, str], list[Move]] = {}
        for move in view.choices():
            detail: str = move.grade if isinstance(move, Guess) else ""
            if isinstance(move, Play):
                detail = move.card
            kinds.setdefault((move.kind, detail), []).append(move)
        if not kinds:
            raise Forfeit(_NOTHING)
        return Decision(rng.choice(kinds[rng.choice(list(kinds))]))


def random_player(context: Context) -> RandomPlayer:
    """Make the random player; it has no options.

    Raises:
        InputError: If it is told any.
    """
    context.checked(NoOptions)
    return RandomPlayer()
