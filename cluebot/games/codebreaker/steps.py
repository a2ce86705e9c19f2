"""How moves and tasks are carried out on the desk; all moves here have been judged legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from cluebot.games.codebreaker import endings
from cluebot.games.codebreaker.answers import details
from cluebot.games.codebreaker.cards import CARDS
from cluebot.games.codebreaker.desk import Desk, Job, TaskName
from cluebot.games.codebreaker.effects import EFFECTS, steal, take_from_pile
from cluebot.games.codebreaker.events import Event
from cluebot.games.codebreaker.moves import (
    FEES,
    Discard,
    Emergency,
    Exchange,
    Give,
    Guess,
    Play,
)
from cluebot.games.codebreaker.setup import COOP_ROUNDS


def run(desk: Desk) -> None:
    """Do everything on the agenda until a seat has to act."""
    desk.settle()
    while desk.outcome is None and desk.agenda and not desk.waits():
        job = desk.agenda.pop()
        STEPS[job.name](desk, job)
        desk.settle()


# Turns


def begin_turn(desk: Desk, index: int) -> None:
    """Give the turn to a player and let him draw."""
    setup = desk.setup
    desk.active, desk.actions = index, setup.actions
    desk.extra_guesses, desk.locked = 0, False
    desk.turn += 1
    desk.tell("turn", seat=desk.names[index], count=desk.turn)
    desk.then(Job("draw", index, "turn", 2))


def end_turn(desk: Desk) -> None:
    """Let the active player discard down to the limit and pass the turn on."""
    desk.actions = desk.extra_guesses = 0
    desk.then(Job("limit", desk.active), Job("next", desk.active))


def _limit(desk: Desk, job: Job) -> None:
    excess = len(desk.hands[job.seat]) - desk.setup.hand_limit
    if excess > 0:
        desk.then(Job("discard", job.seat, "limit", excess))


def _next(desk: Desk, job: Job) -> None:
    if desk.again and desk.alive[job.seat]:
        desk.again = False
        following = job.seat
    else:
        desk.again = False
        following = desk.clockwise((job.seat + 1) % len(desk.names))[0]
        first = desk.first
        span = len(desk.names)
        if (following - first) % span <= (job.seat - first) % span:
            desk.round += 1
    rounds = min(desk.setup.max_rounds, COOP_ROUNDS) if desk.setup.coop else desk.setup.max_rounds
    # Extra turns belong to a round; the second bound keeps them from going on for ever.
    if desk.round > rounds or desk.turn >= rounds * len(desk.names) * 2:
        desk.outcome = endings.exhausted(desk, "rounds")
        return
    begin_turn(desk, following)


# Actions


def guess(desk: Desk, index: int, move: Guess) -> None:
    """Pay for a guess and let the target answer it."""
    if desk.extra_guesses:
        desk.extra_guesses -= 1
    else:
        desk.actions -= 1
    desk.lay(index, FEES[move.grade])
    desk.tell("guess", seat=desk.names[index], **details(move))
    target = desk.index(move.target)
    desk.then(desk.window("guess", index, [target], move), Job("answer", index, move=move))


def _answer(desk: Desk, job: Job) -> None:
    move, target = job.move, -1
    assert isinstance(move, Guess)  # noqa: S101
    target = desk.index(move.target)
    code = desk.code(target)
    right = [code[p - 1] == d for p, d in zip(move.positions, move.digits, strict=True)]
    if all(right):
        desk.then(
            desk.window("right", job.seat, [target], move), Job("reward", job.seat, move=move)
        )
        return
    result = "wrong"
    if move.grade == "ultimate":
        desk.locked = True
        if desk.setup.ult_partial and any(right):
            place = move.positions[right.index(True)]
            desk.star(job.seat, target, place)
            digit = code[place - 1]
            desk.told(job.seat, target, card="guess", positions=(place,), digits=(digit,))
    else:
        desk.cross(job.seat, target, move.positions[0])
        if move.grade == "elementary" and desk.setup.variant != "expert":
            result = "higher" if code[move.positions[0] - 1] > move.digits[0] else "lower"
    desk.tell("answer", seat=desk.names[job.seat], result=result, **details(move))


def _reward(desk: Desk, job: Job) -> None:
    move = job.move
    assert isinstance(move, Guess)  # noqa: S101
    target = desk.index(move.target)
    desk.tell("answer", seat=desk.names[job.seat], result="right", **details(move))
    for position in move.positions:
        desk.star(job.seat, target, position)
    if move.grade == "precise":
        hand = desk.hands[target]
        if hand:
            steal(desk, job.seat, target, [desk.rng().choice(hand)])
        desk.change_intel(target, -1)
        if desk.setup.intel_gain == "precise_transfer":
            desk.change_intel(job.seat, 1)


def play(desk: Desk, index: int, move: Play) -> None:
    """Play a tool, which others may stop, or an agent or double spy."""
    card = CARDS[move.card]
    if not (card.id == "accel" and desk.setup.accel_free):
        desk.actions -= 1
    _log_play(desk, index, move)
    if card.kind == "tool":
        desk.lay(index, card.id)
        for fee in card.fee:
            desk.lay(index, fee)
        asked = desk.opponents_of(index)
        desk.then(desk.window("tool", index, asked, move), Job("tool", index, move=move))
        return
    desk.hands[index].remove(card.id)
    EFFECTS[card.id, move.effect](desk, index, move)
    exiled = card.kind == "spy" and desk.setup.spy_exile
    (desk.exile if exiled else desk.pile).append(card.id)


def _log_play(desk: Desk, index: int, move: Play) -> None:
    seen: dict[str, Any] = {
        "seat": desk.names[index], "card": move.card, "effect": move.effect,
        "target": move.target, "second": move.second, "result": move.extreme,
    }  # fmt: skip
    if move.position is not None:
        seen["positions"] = (move.position,)
    if move.digit is not None and move.card != "chaos":
        seen["digits"] = (move.digit,)
    if (move.card, move.effect) == ("pact", "A"):
        # The partner learns of it by an event of its own.
        seen["target"] = None
    desk.tell("play", **seen)


def _tool(desk: Desk, job: Job) -> None:
    move = job.move
    assert isinstance(move, Play)  # noqa: S101
    EFFECTS[move.card, move.effect](desk, job.seat, move)


def exchange(desk: Desk, index: int, move: Exchange) -> None:
    """Discard a fragment and draw a card."""
    desk.actions -= 1
    desk.then(_discarding(desk, index, "exchange", (move.card,)), Job("draw", index, "exchange", 1))


def give(desk: Desk, index: int, move: Give) -> None:
    """Hand a fragment to another player, openly."""
    desk.actions -= 1
    desk.hands[index].remove(move.card)
    desk.receive(desk.index(move.target), move.card)
    desk.tell("give", seat=desk.names[index], target=move.target, cards=(move.card,))


def emergency(desk: Desk, index: int, move: Emergency) -> None:
    """Turn two equal fragments into a discard that was there before."""
    desk.actions -= 1
    take_from_pile(desk, index, move.take)
    # What was taken may be of the same kind as the pair; cards of a kind are alike.
    desk.then(_discarding(desk, index, "emergency", (move.pay, move.pay)))


# Drawing and discarding


def _draw(desk: Desk, job: Job) -> None:
    if not desk.alive[job.seat]:
        return
    drawn: list[str] = []
    for _ in range(job.count):
        card = desk.draw_one()
        if card is None:
            break
        drawn.append(card)
    desk.receive(job.seat, *drawn)
    if drawn:
        name = desk.names[job.seat]
        event = Event(kind="draw", seat=name, count=len(drawn), cards=tuple(drawn))
        desk.tell("draw", to=desk.side(job.seat), secret=event, seat=name, count=len(drawn))
    if len(drawn) < job.count:
        desk.outcome = endings.exhausted(desk, "deck")
        return
    asked = desk.opponents_of(job.seat)
    desk.then(desk.window("drawn", job.seat, asked, cards=tuple(drawn)))


def _discarding(desk: Desk, index: int, reason: str, cards: tuple[str, ...]) -> Job:
    """Discard cards and describe what follows from it."""
    for card in cards:
        desk.lay(index, card)
    desk.tell("discard", seat=desk.names[index], cards=cards)
    return Job("discarded", index, reason, cards=cards)


def discard(desk: Desk, index: int, move: Discard) -> None:
    """Discard one of the cards that have to go."""
    job = desk.agenda.pop()
    desk.lay(index, move.card)
    desk.tell("discard", seat=desk.names[index], cards=(move.card,))
    desk.agenda.append(replace(job, count=job.count - 1, cards=(*job.cards, move.card)))


def _discard_done(desk: Desk, job: Job) -> None:
    if job.cards:
        desk.then(Job("discarded", job.seat, job.reason, cards=job.cards))


def _discarded(desk: Desk, job: Job) -> None:
    if job.reason == "destroy":
        desk.change_intel(job.seat, -desk.setup.destroy_intel)
    asked = desk.opponents_of(job.seat)
    desk.then(desk.window("discarded", job.seat, asked, cards=job.cards))


STEPS: Mapping[TaskName, Callable[[Desk, Job], None]] = {
    "window": lambda desk, job: None,  # noqa: ARG005 - everybody was asked
    "discard": _discard_done,
    "swap": lambda desk, job: None,  # noqa: ARG005 - nobody is left to swap with
    "draw": _draw,
    "discarded": _discarded,
    "answer": _answer,
    "reward": _reward,
    "tool": _tool,
    "limit": _limit,
    "next": _next,
}
"""What runs when a task comes up, or when one that waits has nobody left to wait for."""
