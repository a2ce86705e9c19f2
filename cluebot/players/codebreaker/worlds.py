"""Whole positions that agree with what one seat knows, drawn at random."""

from __future__ import annotations

import random
from collections import Counter as Count

from cluebot.games.base import Seat
from cluebot.games.codebreaker import CodebreakerSetup, CodebreakerState, CodebreakerView, Knowledge
from cluebot.games.codebreaker.cards import in_order
from cluebot.games.codebreaker.events import Logged


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, ascending.

    >>> bits(0b1010)
    [1, 3]
    """
    text = bin(mask)[:1:-1]
    found, place = [], text.find("1")
    while place >= 0:
        found.append(place)
        place = text.find("1", place + 1)
    return found


def _mask(positions: tuple[int, ...]) -> int:
    return sum(1 << (p - 1) for p in positions)


class Worlds:
    """Draws positions for a view in the own turn, where nothing is pending.

    Codes are drawn evenly from the sets of ``knowledge``, and all cards that the seat does not
    see are dealt anew.

    Args:
        view: The view.
        knowledge: What its seat knows.
        ask: Who is asked for counters in them; None: as at the table.
    """

    def __init__(self, view: CodebreakerView, knowledge: Knowledge, ask: str | None = None) -> None:
        if view.seat is None or view.task != "act":
            raise ValueError("worlds are drawn for a seat in its turn")
        self._view = view
        self._names = [p.seat for p in view.players]
        self._me = self._names.index(view.seat)
        self._length = view.options.length
        self._codes = {p.seat: bits(knowledge.sets[p.seat]) for p in view.players}
        self._seen = {view.seat: view.hand} | {hand.seat: hand.cards for hand in view.fellows}
        unseen = Count(view.options.deck)
        unseen.subtract([*view.discard, *view.exile])
        unseen.subtract(card for hand in self._seen.values() for card in hand)
        self._unseen = list(unseen.elements())
        self._base = self._open_part(ask)

    def draw(self, rng: random.Random) -> CodebreakerState:
        """Draw one position."""
        from dataclasses import replace

        cards = list(self._unseen)
        rng.shuffle(cards)
        hands = tuple(
            self._seen[p.seat]
            if p.seat in self._seen
            else in_order([cards.pop() for _ in range(p.cards)])
            for p in self._view.players
        )
        return replace(
            self._base,
            chance=rng.getrandbits(64),
            deck=tuple(cards),
            hands=hands,
            codes=tuple(self._code(name, rng) for name in self._names),
        )

    def _code(self, name: Seat, rng: random.Random) -> tuple[int, ...]:
        if name == self._view.seat and self._view.code is not None:
            return self._view.code
        return tuple(map(int, str(rng.choice(self._codes[name])).zfill(self._length)))

    def _open_part(self, ask: str | None) -> CodebreakerState:
        """Return the position with all that lies open, hands and codes left empty."""
        view, names, n = self._view, self._names, len(self._names)
        turns = [i for i, event in enumerate(view.log) if event.kind == "turn"]
        starter = view.log[turns[0]].seat if turns else names[0]
        shown = view.options.model_dump() | ({} if ask is None else {"ask": ask})
        setup = CodebreakerSetup(language=view.language, players=n, **shown)
        marks = [[p.on(owner) for owner in names] for p in view.players]
        return CodebreakerState(
            setup=setup,
            chance=0,
            first=names.index(starter) if starter else 0,
            deck=(),
            hands=((),) * n,
            codes=(None,) * n,
            intel=tuple(p.intel for p in view.players),
            alive=tuple(p.alive for p in view.players),
            stars=tuple(tuple(_mask(m.stars) for m in row) for row in marks),
            crosses=tuple(tuple(_mask(m.crosses) for m in row) for row in marks),
            immune=tuple(_mask(p.immune) for p in view.players),
            encrypted=tuple(p.encrypted for p in view.players),
            pile=view.discard,
            exile=view.exile,
            allies=tuple(
                (min(self._me, names.index(a)), max(self._me, names.index(a))) for a in view.allies
            ),
            active=self._me,
            turn=view.turn,
            round=view.round,
            actions=view.actions,
            extra_guesses=view.extra_guesses,
            locked=view.guess_locked,
            again=any(event.kind == "extra" for event in view.log[turns[-1] :]) if turns else False,
            log=tuple(Logged(event) for event in view.log),
        )
