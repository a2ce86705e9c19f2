"""The search player: what looks best one step ahead, tried out in worlds drawn from its beliefs.

In its own turn it draws a world, makes each of the moves that look best one step ahead in it, lets
every seat play on by the policy of the belief player, each with the knowledge of its own seat, and
judges the position after some turns. All moves are tried in the same worlds, with the same cards to
come: what remains of luck is the same for all of them, and the differences between moves, which are
small beside it, come out many times sooner. The weaker half of the moves is dropped on the way
(sequential halving), and another move than the belief player's is made only where it has done
better by more than the spread of the differences. Counters and discards are decided by the policy
at once.

Rollouts of a policy as in Tesauro and Galperin (1996), "On-line Policy Improvement using Monte
Carlo Search"; sequential halving after Karnin, Koren and Somekh (2013), "Almost Optimal Exploration
in Multi-Armed Bandits".
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from math import exp, sqrt
from typing import Annotated

from pydantic import Field

from cluebot.errors import IllegalMove
from cluebot.games.base import Frozen, Seat
from cluebot.games.codebreaker import CodebreakerState, CodebreakerView, Knowledge, Move, learn
from cluebot.games.codebreaker.knowledge import nothing_known
from cluebot.players.base import Budget, Context, Decision
from cluebot.players.codebreaker.belief import Memory, choose
from cluebot.players.codebreaker.outlook import Outlook
from cluebot.players.codebreaker.ranking import rank
from cluebot.players.codebreaker.worlds import Worlds
from cluebot.players.codebreaker.worth import WIN, keep_worth, star_worth

_CUTS = (0.4, 0.7)
"""Shares of the budget after which the weaker half of the moves is dropped."""

_BEHIND = 1.5
"""How far behind the best a move may look one step ahead and still be tried, in stars."""


class SearchOptions(Frozen):
    """What the search may cost and how wide it looks.

    Attributes:
        iterations: Games played on at most for a decision.
        seconds: Time at most for a decision; None: no limit, so that the same seed always gives
            the same move. A referee's budget of seconds counts too.
        width: Moves considered in each position.
        turns: Turns played out before the position is judged.
    """

    iterations: Annotated[int, Field(strict=True, ge=1, le=1_000_000)] = 200
    seconds: Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)] | None = None
    width: Annotated[int, Field(strict=True, ge=1, le=100)] = 5
    turns: Annotated[int, Field(strict=True, ge=1, le=50)] = 4


@dataclass
class _Trial:
    """A move and how it has done, world by world."""

    move: Move
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean result."""
        return sum(self.results) / max(1, len(self.results))

    def lead(self, other: _Trial) -> tuple[float, float]:
        """Return by how much it has done better than another in the same worlds, and its error."""
        gains = [a - b for a, b in zip(self.results, other.results, strict=False)]
        if len(gains) < 2:
            return 0.0, 1.0
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
        return mean, sqrt(spread / len(gains))


class SearchPlayer:
    """Plays by search.

    Args:
        options: Its options.
    """

    name = "search"

    def __init__(self, options: SearchOptions) -> None:
        self._options = options
        self._memory = Memory()

    def act(self, view: CodebreakerView, rng: random.Random, budget: Budget) -> Decision[Move]:
        """Choose a move.

        Raises:
            Forfeit: If nothing is asked of the seat.
        """
        knowledge = self._memory.knowledge(view)
        outlook = Outlook(view, knowledge)
        if view.task != "act":
            return Decision(choose(outlook, rng))
        ranked = rank(outlook)[: self._options.width]
        top = ranked[0][0]
        trials = [_Trial(move) for score, move in ranked if score > top - _BEHIND]
        if len(trials) == 1 or top >= WIN:
            return Decision(ranked[0][1])
        count = self._try(view, knowledge, trials, rng, budget)
        best = pick(trials)
        lead, _ = best.lead(trials[0])
        return Decision(
            best.move, {"iterations": count, "value": round(best.mean, 4), "lead": round(lead, 4)}
        )

    def _try(
        self,
        view: CodebreakerView,
        knowledge: Knowledge,
        trials: list[_Trial],
        rng: random.Random,
        budget: Budget,
    ) -> int:
        """Try moves in one world after the other; drop those that do worse.

        Returns:
            How many games were played on.
        """
        begun = time.monotonic()
        limits = [s for s in (self._options.seconds, budget.seconds) if s is not None]
        # A part of the referee's time is left for the move itself.
        seconds = 0.9 * min(limits) if limits else None
        # Whoever holds no counter passes; asking all who might hold one only takes time.
        worlds, seats = Worlds(view, knowledge, ask="holders"), [p.seat for p in view.players]
        public = _public_knowledge(view, seats)
        known = {seat: knowledge if seat == view.seat else public for seat in seats}
        count, cuts = 0, list(_CUTS)
        while True:
            spent = count / self._options.iterations
            if seconds is not None:
                spent = max(spent, (time.monotonic() - begun) / seconds)
            if spent >= 1:
                return count
            while cuts and spent >= cuts[0]:
                del cuts[0]
                trials[:] = _stronger_half(trials)
            world = worlds.draw(rng)
            for trial in trials:
                playout = _Playout(world, dict(known), rng)
                trial.results.append(playout.result(trial.move, view.seat, self._options.turns))
            count += len(trials)


def _stronger_half(trials: list[_Trial]) -> list[_Trial]:
    """Return the first move, which the others are compared to, and the better half of the rest."""
    first, *others = trials
    others.sort(key=lambda trial: -trial.mean)
    return [first, *others[: max(1, len(trials) // 2)]]


def pick(trials: list[_Trial]) -> _Trial:
    """Return the move that leads the first one most, if by more than the error of the lead."""
    best, most = trials[0], 0.0
    for trial in trials[1:]:
        lead, error = trial.lead(trials[0])
        if lead > max(most, error):
            best, most = trial, lead
    return best


class _Playout:
    """One world being played on, with what every seat knows in it."""

    def __init__(
        self, state: CodebreakerState, known: dict[Seat, Knowledge], rng: random.Random
    ) -> None:
        self.state = state
        self._known = known
        self._rng = rng

    def outlook(self, seat: Seat | None) -> Outlook:
        view = self.state.view(seat)
        key = view.players[0].seat if seat is None else seat
        self._known[key] = learn(view, self._known[key])
        return Outlook(view, self._known[key])

    def result(self, move: Move, me: Seat | None, turns: int) -> float:
        """Make a move, play on for some turns and judge; a move that this world forbids loses."""
        last = self.state.turn + turns
        seat = self.state.to_act()[0]
        try:
            self.state.view(seat).check(move)
        except IllegalMove:
            return 0.0
        self.state = self.state.after(seat, move)
        while self.state.outcome is None and self.state.turn < last:
            seat = self.state.to_act()[0]
            self.state = self.state.after(seat, choose(self.outlook(seat), self._rng))
        return judge(self, me)


def _public_knowledge(view: CodebreakerView, seats: list[Seat]) -> Knowledge:
    """Return what everybody can know: the log without what only the seat was told."""
    known = nothing_known(view.options.length, seats)
    for event in view.log:
        private = event.kind == "code" or (event.card == "chaos" and event.kind == "change")
        known.take_in(event.model_copy(update={"digits": None}) if private else event)
    return known


def judge(playout: _Playout, me: Seat | None) -> float:
    """Return the chance of winning that a position promises, 0 to 1; exact when it is over."""
    state = playout.state
    if state.outcome is not None:
        return float(me in state.outcome.winners)
    if me is None:
        return 0.5
    promise = {p.seat: _promise(playout, p.seat) for p in state.view(None).players if p.alive}
    if me not in promise:
        return 0.0
    view = state.view(me)
    rivals = [worth for seat, worth in promise.items() if view.opposed(me, seat)]
    return 1 / (1 + exp(-(promise[me] - max(rivals, default=0.0)) / 1.6))


def _promise(playout: _Playout, seat: Seat) -> float:
    """Return how far a player has come: cracked and nearly known digits, intel and cards."""
    outlook = playout.outlook(seat)
    view = outlook.view
    own = view.info(seat)
    best = 0.0
    for rival in view.opponents():
        done, length = outlook.stars(rival.seat), view.options.length
        left = outlook.knowledge.count(rival.seat).bit_length() - 1
        best = max(
            best,
            min(star_worth(0, done, length + 1), WIN) + 0.15 * (3.3 * (length - done) - left)
            + 0.3 * (view.options.start_intel - rival.intel),
        )  # fmt: skip
    cards = sum(keep_worth(view.hand, card) for card in view.hand)
    return best + 0.35 * own.intel + 0.35 * cards


def search(context: Context) -> SearchPlayer:
    """Make the search player; its options are those of `SearchOptions`.

    Raises:
        InputError: If an option is unknown or out of range.
    """
    return SearchPlayer(context.checked(SearchOptions))
