"""A person at the table, reached through injected callables; drawing is the caller's job."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from cluebot.errors import IllegalMove, InputError, Text, bad_input
from cluebot.games.base import GAMES, Frozen, Game, View
from cluebot.players.base import Budget, Context, Decision
from cluebot.rules.legality import Verdict
from cluebot.rules.text import fold

_SAY_IT = Text(
    "Does the table allow it? “yes” says the clue, anything else takes it back",
    "同桌同意吗？输入「是」就用这条线索，输入别的则收回",
)
_YES = frozenset(("yes", "y", "是", "好", "同意", "可以"))

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
                if not self._confirmed(view, move):
                    question = prompt
                    continue
            except (InputError, IllegalMove) as error:
                question = asked_again(_reasons(error, self._language), prompt)
            else:
                return Decision(move)

    def _confirmed(self, view: View, move: Frozen) -> bool:
        """Ask about a clue that the rules leave to the table, before it is said.

        Where the other side rules on such clues, it is left to them.
        """
        judge = getattr(view, "judge", None)
        verdict = judge(move) if callable(judge) else None
        if not isinstance(verdict, Verdict) or verdict.verdict != "ask":
            return True
        if getattr(getattr(view, "options", None), "illegal_clue", "reject") != "reject":
            return True
        reasons = "\n".join(reason.detail.to(self._language) for reason in verdict.reasons)
        answer = self._ask(f"{reasons}\n{_SAY_IT.to(self._language)}")
        return fold(answer.strip()) in _YES


def asked_again(reasons: Sequence[str], prompt: str) -> str:
    """Return the next question after a move that was refused.

    A reason that tells how moves are written says already what the prompt would.
    """
    told = any(prompt in reason for reason in reasons)
    lines = [reason[:1].upper() + reason[1:] for reason in reasons]
    return "\n".join(lines if told else [*lines, prompt])


def _reasons(error: InputError | IllegalMove, language: str) -> list[str]:
    """Return what was wrong, without the names of fields: those a person has not typed."""
    if isinstance(error, InputError):
        return [defect.message.to(language) for defect in error.defects]
    return [error.to(language)]


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
            "player",
            HumanPlayer.name,
            en="a person cannot be asked here; name another player, such as embedding, or play "
            "yourself: cluebot play.",
            zh="这里无法询问真人；请换成别的玩家（如 embedding），想亲自玩请用 cluebot play。",
        )
    options = context.options
    return HumanPlayer(GAMES.load(game), options["ask"], options["show"], context.language)
