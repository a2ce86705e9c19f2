"""The belief player: exact sets of codes, one step of look-ahead, a policy for counters."""

from __future__ import annotations

import random

from cluebot.errors import Forfeit, Text
from cluebot.games.codebreaker import (
    CodebreakerView,
    Counter,
    Discard,
    Knowledge,
    Move,
    Pass,
    learn,
)
from cluebot.players.base import Budget, Context, Decision
from cluebot.players.codebreaker.floor import draw_code
from cluebot.players.codebreaker.outlook import Outlook
from cluebot.players.codebreaker.ranking import rank
from cluebot.players.codebreaker.worth import KEEP, keep_worth
from cluebot.players.options import NoOptions

_NOTHING = Text("Nothing is asked of this seat.", "这个座位现在没有要做的事。")


class Memory:
    """Keeps what was worked out from the last log of each seat, to go on from there.

    It only saves time: a log that does not continue the kept one, or is of another table, is read
    from the start.
    """

    def __init__(self) -> None:
        self._kept: dict[str | None, tuple[tuple[object, ...], Knowledge]] = {}

    def knowledge(self, view: CodebreakerView) -> Knowledge:
        """Return what the seat of ``view`` knows of all codes."""
        log, earlier = self._kept.get(view.seat, ((), None))
        if earlier is not None and (
            view.log[: len(log)] != log
            or earlier.length != view.options.length
            or set(earlier.sets) != {player.seat for player in view.players}
        ):
            earlier = None
        known = learn(view, earlier)
        self._kept[view.seat] = (view.log, known)
        return known


def choose(outlook: Outlook, rng: random.Random) -> Move:
    """Return the move that looks best one step ahead.

    Raises:
        Forfeit: If nothing is asked of the seat.
    """
    view = outlook.view
    match view.task:
        case "code":
            return draw_code(view, rng)
        case "act":
            return rank(outlook)[0][1]
        case "counter":
            return counter(outlook)
        case "discard":
            return Discard(card=min(view.hand, key=lambda card: keep_worth(view.hand, card)))
        case "swap":
            return Pass()
        case _:
            raise Forfeit(_NOTHING)


def counter(outlook: Outlook) -> Move:
    """Return the counter that is worth playing, or pass."""
    view, pending = outlook.view, outlook.view.pending
    options = [m for m in view.choices() if isinstance(m, Counter)]
    if pending is None or not options:
        return Pass()
    me, length = view.seat, view.options.length
    threat = outlook.threat(pending.seat)
    play, guess = pending.play, pending.guess
    last = me is not None and view.info(me).intel == 1
    for move in options:
        match move.card:
            case "wall":
                return move
            case "fog" if play is not None:
                aimed = me in (play.target, play.second)
                if aimed and (play.card == "scan" or threat >= 2):
                    return move
            case "reset" if guess is not None:
                deadly = last and guess.grade == "precise"
                if deadly or threat + len(guess.positions) >= 2:
                    return move
            case "encrypt" if guess is not None and pending.kind == "guess":
                deadly = last and guess.grade == "precise"
                closing = threat + len(guess.positions) >= length - 1
                if move.position in guess.positions and (deadly or closing):
                    return move
    wanted = [m for m in options if m.card == "intercept" and KEEP[m.take or "swap"] >= 0.6]
    if wanted:
        return max(wanted, key=lambda m: KEEP[m.take or "swap"])
    return Pass()


class BeliefPlayer:
    """Plays by exact beliefs, one step ahead."""

    name = "belief"

    def __init__(self) -> None:
        self._memory = Memory()

    def act(self, view: CodebreakerView, rng: random.Random, budget: Budget) -> Decision[Move]:  # noqa: ARG002
        """Choose a move.

        Raises:
            Forfeit: If nothing is asked of the seat.
        """
        outlook = Outlook(view, self._memory.knowledge(view))
        return Decision(choose(outlook, rng))


def belief(context: Context) -> BeliefPlayer:
    """Make the belief player; it has no options.

    Raises:
        InputError: If it is told any.
    """
    context.checked(NoOptions)
    return BeliefPlayer()
