"""A fixed board and a stand-in for the check of clues, so that the tests are about the rules."""

from __future__ import annotations

import random

import pytest

from cluebot.errors import Text
from cluebot.games.codenames import (
    CODENAMES,
    CodenamesSetup,
    CodenamesState,
    GiveClue,
    Guess,
    judging,
)
from cluebot.rules.legality import Reason, Verdict

RED = tuple(f"r{i}" for i in range(1, 10))
BLUE = tuple(f"b{i}" for i in range(1, 9))
NEUTRAL = tuple(f"n{i}" for i in range(1, 8))
BOARD = (*RED, *BLUE, *NEUTRAL, "killer")
KEY = ("red",) * 9 + ("blue",) * 8 + ("neutral",) * 7 + ("assassin",)


@pytest.fixture(autouse=True)
def checked(monkeypatch):
    """Make "bad…" illegal and "ask…" arguable; return the list of what was checked."""
    calls = []

    def check_clue(clue, board, language, game="codenames", *, used=(), options=None):
        calls.append({"clue": clue, "board": tuple(board), "used": tuple(used), "game": game})
        ruling = {"bad": "illegal", "ask": "ask"}.get(clue[:3])
        reasons = (Reason("stub", ruling, None, Text("Not so.", "不行。")),) if ruling else ()
        return Verdict(clue, reasons, options.ask)

    monkeypatch.setattr(judging, "check_clue", check_clue)
    return calls


@pytest.fixture
def start():
    """Return a function that starts a game on the fixed board, red first."""

    def begin(**fields) -> CodenamesState:
        setup = CodenamesSetup(**{"language": "en", "words": BOARD, "key": KEY} | fields)
        return CODENAMES.start(setup, random.Random(0))

    return begin


@pytest.fixture
def run():
    """Return a function that plays moves, each by the first seat that may act.

    A pair is a clue, "-" ends the turn, another text touches a card, a move is itself.
    """

    def play(state: CodenamesState, *moves) -> CodenamesState:
        for move in moves:
            if isinstance(move, tuple):
                made = GiveClue(word=move[0], number=move[1])
            elif isinstance(move, str):
                made = (
                    Guess(word=move) if move != "-" else CODENAMES.move_from_json({"kind": "stop"})
                )
            else:
                made = move
            state = state.apply(state.to_act()[0], made)
        return state

    return play
