"""Tables laid out by hand."""

from __future__ import annotations

import random
from collections import Counter as Count
from dataclasses import replace

from cluebot.games.base import GAMES
from cluebot.games.codebreaker import CodebreakerState, Event, learn
from cluebot.games.codebreaker.cards import in_order
from cluebot.games.codec import parse

GAME = GAMES.load("codebreaker")
CODES = ((4, 2, 7, 9), (1, 5, 3, 8), (6, 0, 6, 2), (3, 3, 5, 1))
P1, P2, P3, P4 = "player.1", "player.2", "player.3", "player.4"


def setup(**fields):
    return parse(GAME.setup_type, {"language": "en", **fields})


def lay(*hands: str, pile: str = "", deck: str | None = None, **fields) -> CodebreakerState:
    """Lay out a position in player 1's turn, before the first action.

    ``hands``, ``pile`` and ``deck`` are card ids with spaces between them, a, b, c for fragments;
    a hand that is not given is empty. Without a deck, all other cards are in it, shuffled.
    """
    players = fields.setdefault("players", max(2, len(hands)))
    fields.setdefault("codes", CODES[:players])
    fields.setdefault("first", None if fields.get("variant") == "coop" else 1)
    fields.setdefault("ask", "holders")
    state = GAME.start(setup(**fields), random.Random(1))
    held = [cards(hand) for hand in (*hands, *[""] * (players - len(hands)))]
    rest = Count(state.setup.deck)
    rest.subtract([*(c for hand in held for c in hand), *cards(pile)])
    assert min(rest.values()) >= 0, "more cards than there are"
    left = list(rest.elements())
    random.Random(2).shuffle(left)
    return replace(
        state,
        hands=tuple(in_order(hand) for hand in held),
        pile=tuple(cards(pile)),
        deck=tuple(left if deck is None else cards(deck)),
        agenda=(),
    )


def cards(text: str) -> list[str]:
    short = {"a": "frag_a", "b": "frag_b", "c": "frag_c"}
    return [short.get(word, word) for word in text.split()]


def do(state: CodebreakerState, *moves: str) -> CodebreakerState:
    """Let whoever is to act type a move, one after the other."""
    for text in moves:
        seat = state.to_act()[0]
        state = state.apply(seat, GAME.move_from_text(text, state.view(seat)))
    return state


def last(state: CodebreakerState, kind: str, seat=None) -> Event:
    """Return the latest event of a kind as told to a seat."""
    return next(e for e in reversed(state.view(seat).log) if e.kind == kind)


def codes_left(state: CodebreakerState, seat: str, of: str) -> int:
    return learn(state.view(seat)).count(of)


def info(state: CodebreakerState, seat: str):
    return state.view(None).info(seat)


def stars(state: CodebreakerState, seat: str, on: str) -> tuple[int, ...]:
    return info(state, seat).on(on).stars


def crosses(state: CodebreakerState, seat: str, on: str) -> tuple[int, ...]:
    return info(state, seat).on(on).crosses


def hand(state: CodebreakerState, seat: str) -> tuple[str, ...]:
    return state.view(seat).hand
