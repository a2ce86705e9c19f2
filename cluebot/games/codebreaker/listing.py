"""Which moves a seat has: one description, of what may be named when, for listing and judging.

What a card may name stands in its ``asks``; `allowed` says which values each of them may take,
given those named before. `choices` walks all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cluebot.errors import Text
from cluebot.games.base import Seat
from cluebot.games.codebreaker.cards import CARDS, FRAGMENTS, Card, Effect, Parameter, card_name
from cluebot.games.codebreaker.countering import counters, encryptions
from cluebot.games.codebreaker.moves import (
    FEES,
    Accept,
    Discard,
    Emergency,
    EndTurn,
    Exchange,
    Give,
    Grade,
    Guess,
    Move,
    Pass,
    Play,
)

if TYPE_CHECKING:
    from cluebot.games.codebreaker.views import CodebreakerView

Values = dict[Parameter, Any]

_cached_guess = lru_cache(maxsize=32768)(
    lambda grade, target, positions, digits: Guess(
        grade=grade, target=target, positions=positions, digits=digits
    )
)
_cached_play = lru_cache(maxsize=32768)(
    lambda card, effect, values: Play(card=card, effect=effect, **dict(values))
)


def choices(view: CodebreakerView) -> tuple[Move, ...]:
    """List every legal move of the seat; see `CodebreakerView.choices`."""
    match view.task:
        case "act":
            return tuple(_acts(view))
        case "counter":
            return (Pass(), *counters(view))
        case "discard":
            return tuple(Discard(card=card) for card in dict.fromkeys(view.hand))
        case "swap":
            return (Pass(), *(Accept(card=card) for card in dict.fromkeys(view.hand)))
        case _:
            return ()


def _acts(view: CodebreakerView) -> Iterator[Move]:
    yield EndTurn()
    if can_guess(view):
        for grade, fee in FEES.items():
            if fee in view.hand:
                yield from _guesses(view, grade)
    for name in dict.fromkeys(view.hand):
        card = CARDS[name]
        if card.asks and playable(view, card) is None:
            yield from plays(view, card)
    held = [f for f in FRAGMENTS if f in view.hand]
    if view.actions > 0:
        yield from (Exchange(card=card) for card in held)
        yield from (Give(card=card, target=p.seat) for card in held for p in view.others())
    if view.options.emergency and view.actions > 0:
        yield from (
            Emergency(pay=pay, take=take)
            for pay in held
            if view.hand.count(pay) >= 2
            for take in dict.fromkeys(view.discard)
        )
    yield from encryptions(view)


def can_guess(view: CodebreakerView) -> bool:
    """Whether the active seat has a guess left in this turn, fees and targets aside."""
    return not view.guess_locked and (view.actions > 0 or view.extra_guesses > 0)


@dataclass(frozen=True, slots=True)
class Open:
    """Where a guess may go: the positions of one opponent, and those of them without a star."""

    positions: tuple[int, ...]
    unstarred: frozenset[int]


def open_positions(view: CodebreakerView, owner: Seat) -> Open:
    """Return the positions of a code that may be guessed."""
    immune = view.info(owner).immune
    free = tuple(p for p in view.positions if p not in immune)
    return Open(free, frozenset(free) - view.stars(owner))


def _guesses(view: CodebreakerView, grade: Grade) -> Iterator[Move]:
    for player in view.opponents():
        there = open_positions(view, player.seat)
        if grade != "ultimate":
            for p in there.positions:
                if p in there.unstarred:
                    yield from (_cached_guess(grade, player.seat, (p,), (d,)) for d in range(10))
            continue
        for pair in combinations(there.positions, 2):
            if there.unstarred.intersection(pair):
                for tens in range(10):
                    for ones in range(10):
                        yield _cached_guess(grade, player.seat, pair, (tens, ones))


def playable(view: CodebreakerView, card: Card) -> Text | None:
    """Say why a card of the hand cannot be played for its cost, or return None."""
    free = card.id == "accel" and view.options.accel_free
    if view.actions <= 0 and not free:
        return Text("You have no action left; end your turn.", "行动已用完，请结束回合。")
    for fee in set(card.fee):
        need = card.fee.count(fee)
        if view.hand.count(fee) < need:
            held = view.hand.count(fee)
            return Text(
                f"The {card_name(card.id, 'en')} costs {need} x {card_name(fee, 'en')}; "
                f"you hold {held}.",
                f"{card.name.zh}需支付 {need} 张{card_name(fee, 'zh')}，你只有 {held} 张。",
            )
    return None


def plays(view: CodebreakerView, card: Card) -> Iterator[Move]:
    """List the ways to play a card, its cost aside."""
    for effect, asks in card.asks.items():
        if forbidden(view, card, effect) is None:
            yield from _fill(view, card, effect, asks, {})


def _fill(
    view: CodebreakerView,
    card: Card,
    effect: Effect | None,
    asks: tuple[Parameter, ...],
    values: Values,
) -> Iterator[Move]:
    if len(values) == len(asks):
        yield _cached_play(card.id, effect, tuple(values.items()))
        return
    name = asks[len(values)]
    for value in allowed(view, card, effect, name, values):
        yield from _fill(view, card, effect, asks, values | {name: value})


def forbidden(view: CodebreakerView, card: Card, effect: Effect | None) -> Text | None:
    """Say why an effect cannot be chosen at all now, or return None."""
    if card.id != "pact":
        return None
    if effect == "B" and view.options.pact_b == "banned":
        return Text("Effect B of the pact is not used here.", "本局不用阴影协定的效果乙。")
    if effect == "A" and (view.options.coop or len(view.others()) < 2):
        return Text(
            "An alliance needs at least three living players and no fixed sides.",
            "结盟需要至少三名在场玩家，且不是合作模式。",
        )
    return None


def allowed(
    view: CodebreakerView, card: Card, effect: Effect | None, name: Parameter, values: Values
) -> tuple[Any, ...]:
    """Return the values that a play may name for ``name``, given those named before."""
    match name:
        case "target":
            return _targets(view, card, effect)
        case "second":
            return _seconds(view, card, effect, values["target"])
        case "position":
            return _positions(view, card, effect, values)
        case "positions":
            missing = _missing_stars(view, values["target"], values["second"])
            owner = _entangled(view, values["target"], values["second"])
            free = [p for p in view.positions if p not in view.stars(owner)]
            return tuple(combinations(free, missing))
        case "digit":
            own = view.code[values["position"] - 1] if card.id == "chaos" and view.code else None
            return tuple(d for d in range(10) if d != own)
        case "extreme":
            return ("max", "min")
        case "offer":
            rest = list(view.hand)
            rest.remove(card.id)
            return tuple(dict.fromkeys(rest))
        case "take":
            return tuple(dict.fromkeys(reversed(view.discard[-3:])))


def _targets(view: CodebreakerView, card: Card, effect: Effect | None) -> tuple[Seat, ...]:
    key = (card.id, effect)
    if card.id == "cross":
        return tuple(p.seat for p in view.players if p.alive)
    if card.id == "swap":
        return tuple(p.seat for p in view.others() if p.cards)
    if card.id == "throat" or key == ("mirror", "A"):
        return tuple(p.seat for p in view.others())
    found = view.opponents()
    if card.id == "infiltrate" or key == ("ghost", "B"):
        found = tuple(p for p in found if p.cards)
    if key == ("pact", "A"):
        found = tuple(p for p in found if p.seat not in view.allies)
    return tuple(p.seat for p in found)


def _seconds(
    view: CodebreakerView, card: Card, effect: Effect | None, target: Seat
) -> tuple[Seat, ...]:
    living = [p.seat for p in view.players if p.alive]
    if card.id == "cross":
        return tuple(living[living.index(target) + 1 :])
    if card.id == "entangle" and effect == "A":
        return tuple(
            owner
            for owner in living
            if owner != target
            and (owner == view.seat or view.opposed(view.seat, owner))
            and _missing_stars(view, target, owner) > 0
        )
    marks = view.info(target).marks
    stars_only = card.id == "entangle"
    return tuple(m.owner for m in marks if m.stars or (m.crosses and not stars_only))


def _entangled(view: CodebreakerView, target: Seat, owner: Seat) -> Seat:
    """Return the code on which an entanglement adds stars: that of the rival, if it was ours."""
    return target if owner == view.seat else owner


def _missing_stars(view: CodebreakerView, target: Seat, owner: Seat) -> int:
    mine = view.stars(_entangled(view, target, owner))
    return len(view.info(target).on(owner).stars) - len(mine)


def _positions(
    view: CodebreakerView, card: Card, effect: Effect | None, values: Values
) -> tuple[int, ...]:
    if card.id == "mirror" and effect == "A":
        return (1, view.options.length)
    if "second" in values and card.id != "cross":
        marks = view.info(values["target"]).on(values["second"])
        return marks.stars if card.id == "entangle" else tuple(sorted(marks.stars + marks.crosses))
    if card.id == "chaos":
        immune = view.info(view.seat).immune
        return tuple(p for p in view.positions if p not in immune)
    if card.id == "ghost":
        return tuple(p for p in view.positions if p not in view.stars(values["target"]))
    if card.id == "scan" and not view.options.immune_scan:
        return open_positions(view, values["target"]).positions
    return view.positions
