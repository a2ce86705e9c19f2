"""The search player: Monte Carlo tree search over worlds drawn from its beliefs.

In its own turn it draws a world, goes down a tree of its own actions (widened to the moves that
look best one step ahead), lets every seat play on by the policy of the belief player, each with
the knowledge of its own seat, and judges the position after some turns. Counters and discards are
decided by that policy at once.

Determinised search as in Cowling, Powley and Whitehouse (2012), "Information Set Monte Carlo Tree
Search", with the other seats' moves taken from a policy; selection by PUCT with a prior.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from math import exp, sqrt
from typing import Annotated

from pydantic import Field

from cluebot.games.base import Frozen, Seat
from cluebot.games.codebreaker import CodebreakerState, CodebreakerView, Knowledge, Move, learn
from cluebot.games.codebreaker.knowledge import nothing_known
from cluebot.games.codec import parse
from cluebot.players.base import Budget, Context, Decision
from cluebot.players.codebreaker.belief import Memory, choose
from cluebot.players.codebreaker.outlook import Outlook
from cluebot.players.codebreaker.ranking import Scored, rank
from cluebot.players.codebreaker.worlds import Worlds
from cluebot.players.codebreaker.worth import WIN, keep_worth, star_worth

_EXPLORE = 0.6
_PRIOR_VISITS = 12.0


class SearchOptions(Frozen):
    """What the search may cost and how wide it looks.

    Attributes:
        iterations: Worlds at most for a decision.
        seconds: Time at most for a decision; None: no limit, so that the same seed always gives
            the same move. A referee's budget of seconds counts too.
        width: Moves considered in each position.
        turns: Turns played out before the position is judged.
    """

    iterations: Annotated[int, Field(strict=True, ge=1, le=1_000_000)] = 200
    seconds: Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)] | None = None
    width: Annotated[int, Field(strict=True, ge=1, le=100)] = 6
    turns: Annotated[int, Field(strict=True, ge=1, le=50)] = 4


@dataclass
class _Edge:
    prior: float
    guess: float
    visits: int = 0
    total: float = 0.0
    below: dict[Move, _Edge] = field(default_factory=dict)

    @property
    def value(self) -> float:
        """The mean result, with the prior estimate counting as a few visits."""
        return (self.total + self.guess * _PRIOR_VISITS) / (self.visits + _PRIOR_VISITS)


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
        if len(ranked) == 1 or ranked[0][0] >= WIN:
            return Decision(ranked[0][1])
        edges = self._search(view, knowledge, ranked, rng, budget)
        best = max(edges, key=lambda move: (edges[move].value, edges[move].visits))
        count = sum(edge.visits for edge in edges.values())
        return Decision(best, {"iterations": count, "value": round(edges[best].value, 4)})

    def _search(
        self,
        view: CodebreakerView,
        knowledge: Knowledge,
        ranked: list[Scored],
        rng: random.Random,
        budget: Budget,
    ) -> dict[Move, _Edge]:
        limits = [s for s in (self._options.seconds, budget.seconds) if s is not None]
        # A part of the referee's time is left for the move itself.
        stop = time.monotonic() + 0.9 * min(limits) if limits else None
        worlds, seats = Worlds(view, knowledge), [p.seat for p in view.players]
        known = {seat: knowledge for seat in seats if seat == view.seat}
        public = _public_knowledge(view, seats)
        known |= {seat: public for seat in seats if seat != view.seat}
        root = _edges(ranked)
        for _ in range(self._options.iterations):
            if stop is not None and time.monotonic() >= stop:
                break
            playout = _Playout(worlds.draw(rng), dict(known), rng)
            self._descend(root, playout, view.seat)
        return root

    def _descend(self, edges: dict[Move, _Edge], playout: _Playout, me: Seat | None) -> None:
        path: list[_Edge] = []
        last = playout.state.turn + self._options.turns
        while True:
            move = _select(edges, playout)
            if move is None:
                break
            edge = edges[move]
            path.append(edge)
            playout.play(move)
            playout.until(me, last)
            if playout.state.outcome is not None or playout.state.turn >= last or not edge.visits:
                break
            if not edge.below:
                edge.below = _edges(rank(playout.outlook(me))[: self._options.width])
            edges = edge.below
        playout.finish(last)
        result = judge(playout, me)
        for edge in path:
            edge.visits += 1
            edge.total += result


def _edges(ranked: list[Scored]) -> dict[Move, _Edge]:
    top = ranked[0][0]
    weights = [exp((score - top) / 0.4) for score, _ in ranked]
    total = sum(weights)
    return {
        move: _Edge(prior=w / total, guess=0.5 + 0.1 * max(-2.0, score - top))
        for (score, move), w in zip(ranked, weights, strict=True)
    }


def _select(edges: dict[Move, _Edge], playout: _Playout) -> Move | None:
    """Return the legal move with the best bound; None if this world allows none of them."""
    visits = sqrt(1 + sum(edge.visits for edge in edges.values()))

    def bound(move: Move) -> float:
        edge = edges[move]
        return edge.value + _EXPLORE * edge.prior * visits / (1 + edge.visits)

    for move in sorted(edges, key=bound, reverse=True):
        if playout.legal(move):
            return move
    return None


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

    def legal(self, move: Move) -> bool:
        from cluebot.errors import IllegalMove

        try:
            self.state.view(self.state.to_act()[0]).check(move)
        except IllegalMove:
            return False
        return True

    def play(self, move: Move) -> None:
        self.state = self.state.after(self.state.to_act()[0], move)

    def step(self) -> None:
        seat = self.state.to_act()[0]
        self.play(choose(self.outlook(seat), self._rng))

    def until(self, me: Seat | None, last: int) -> None:
        """Play on until ``me`` has an action to choose, or turn ``last`` begins."""
        while self.state.outcome is None and self.state.turn < last:
            if self.state.phase == "act" and self.state.to_act()[0] == me:
                return
            self.step()

    def finish(self, last: int) -> None:
        """Play on until turn ``last`` begins or the game is over."""
        while self.state.outcome is None and self.state.turn < last:
            self.step()


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
    return SearchPlayer(parse(SearchOptions, dict(context.options), "options"))
