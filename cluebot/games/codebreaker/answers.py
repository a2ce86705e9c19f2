"""How counters and swaps are carried out on the desk."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cluebot.games.codebreaker.desk import Desk, Job
from cluebot.games.codebreaker.effects import take_from_pile
from cluebot.games.codebreaker.events import Event
from cluebot.games.codebreaker.moves import Accept, Counter, Guess


def details(move: Guess) -> dict[str, Any]:
    """Return the fields of an event about a guess."""
    return {
        "target": move.target, "grade": move.grade, "positions": move.positions,
        "digits": move.digits,
    }  # fmt: skip


def swap_answer(desk: Desk, index: int, move: Accept | None) -> None:
    """Carry out or refuse a swap."""
    job = desk.agenda.pop()
    other = job.seat
    if move is None:
        desk.tell("refuse", seat=desk.names[index], target=desk.names[other])
        return
    offered = job.cards[0]
    desk.hands[other].remove(offered)
    desk.hands[index].remove(move.card)
    desk.receive(index, offered)
    desk.receive(other, move.card)
    event = Event(
        kind="swap", seat=desk.names[other], target=desk.names[index], cards=(offered, move.card)
    )
    desk.tell(
        "swap", to=sorted({*desk.side(index), *desk.side(other)}), secret=event,
        seat=desk.names[other], target=desk.names[index],
    )  # fmt: skip


def no_counter(desk: Desk) -> None:
    """The player who is asked plays no counter."""
    job = desk.agenda.pop()
    desk.agenda.append(replace(job, queue=job.queue[1:]))


def counter(desk: Desk, index: int, move: Counter) -> None:
    """Play a counter; the window stays open unless it is answered by it."""
    desk.lay(index, move.card)
    desk.tell(
        "counter", seat=desk.names[index], card=move.card,
        positions=None if move.position is None else (move.position,),
    )  # fmt: skip
    if move.card == "encrypt":
        _encrypt(desk, index, move.position or 1)
        return
    job = desk.agenda.pop()
    match move.card:
        case "fog" | "wall":
            desk.agenda.pop()
            desk.tell("cancel", seat=desk.names[index], target=desk.names[job.seat], card=move.card)
        case "reset":
            desk.agenda.pop()
            _reset(desk, index, job, move)
        case "trace":
            desk.tell("show", seat=desk.names[job.seat], cards=job.cards)
        case "intercept":
            _intercept(desk, index, job, move.take or "")


def _encrypt(desk: Desk, index: int, position: int) -> None:
    desk.immune[index] |= 1 << (position - 1)
    desk.encrypted[index] = True
    job = desk.agenda[-1] if desk.agenda else None
    if job is None or job.name != "window" or job.reason != "guess":
        return
    if isinstance(job.move, Guess) and position in job.move.positions:
        del desk.agenda[-2:]
        desk.tell("cancel", seat=desk.names[index], target=desk.names[job.seat], card="encrypt")


def _reset(desk: Desk, index: int, job: Job, move: Counter) -> None:
    declared = job.move
    assert isinstance(declared, Guess)  # noqa: S101
    position = move.position or declared.positions[0]
    code = list(desk.code(index))
    code[position - 1] = (code[position - 1] + 1) % 10
    desk.codes[index] = tuple(code)
    desk.tell("answer", seat=desk.names[job.seat], result="reset", **details(declared))
    desk.tell("change", target=desk.names[index], card="reset", positions=(position,))
    desk.void_stars(index, position)
    if declared.grade == "ultimate":
        desk.locked = True
    else:
        desk.cross(job.seat, index, position)


def _intercept(desk: Desk, index: int, job: Job, first: str) -> None:
    rest = list(job.cards)
    taken = [first]
    rest.remove(first)
    while rest and len(taken) < desk.setup.intercept_count:
        taken.append(rest.pop(0))
    for card in taken:
        take_from_pile(desk, index, card)
    queue = tuple(i for i in job.queue if i != index)
    desk.agenda.append(replace(job, cards=tuple(rest), queue=queue))
