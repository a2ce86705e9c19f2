"""A table of Decrypto on which tests play by hand or at random."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cluebot.errors import Text
from cluebot.games.base import Seat
from cluebot.games.decrypto import (
    DECRYPTO,
    PRESETS,
    Clues,
    DecodeGuess,
    DecryptoSetup,
    DecryptoState,
    InterceptGuess,
    KeywordGuess,
    Secrets,
)
from cluebot.rules.legality import Reason, Verdict
from cluebot.rules.text import squash

WHITE = ("horse", "river", "moon", "king")
BLACK = ("bread", "storm", "piano", "glass")
RIGHT = (4, 2, 1)
WRONG = (1, 2, 3)


class Table:
    """A game in progress whose moves are written in short."""

    def __init__(self, preset: str = "official", **fields) -> None:
        black = {} if PRESETS[preset].get("players") == 3 else {"black_keywords": BLACK}
        given = {"language": "en", "white_keywords": WHITE, **black, **PRESETS[preset], **fields}
        setup = DecryptoSetup(**given)
        state = DECRYPTO.start(setup, random.Random(1))
        # Every code is 4 2 1, so that a test says by name who is right and who is wrong.
        codes = (RIGHT,) * setup.rounds
        secrets = tuple(Secrets(s.keywords, codes) for s in state.secrets)
        self.state: DecryptoState = replace(state, secrets=secrets)
        self._clues = 0

    @property
    def setup(self) -> DecryptoSetup:
        return self.state.setup

    def view(self, seat: str | None):
        return self.state.view(None if seat is None else Seat(seat))

    def apply(self, seat: str, move, now: float = 0.0) -> None:
        self.state = self.state.apply(Seat(seat), move, now=now)

    def forfeit(self, seat: str, now: float = 0.0) -> None:
        self.state = self.state.forfeit(Seat(seat), now=now)

    def seat(self, side: str, task: str) -> str:
        """Return the first seat of a side of which ``task`` is asked."""
        return next(
            s for s in self.state.to_act() if s.startswith(side) and self.state.task(s) == task
        )

    def write(self, side: str, now: float = 0.0) -> None:
        """Let the encoder of a side write three fresh clues."""
        self._clues += 1
        clues = tuple(f"clue {self._clues}{letter}" for letter in "abc")
        self.apply(self.seat(side, "encode"), Clues(clues=clues), now)

    def decode(self, side: str, right: bool) -> None:
        self.apply(self.seat(side, "decode"), DecodeGuess(code=RIGHT if right else WRONG))

    def intercept(self, side: str, right: bool) -> None:
        self.apply(self.seat(side, "intercept"), InterceptGuess(code=RIGHT if right else WRONG))

    def name_keywords(self, side: str, *words: str) -> None:
        """Let a side guess ``words`` and fill up with wrong ones."""
        filled = (*words, *("nonsense",) * (4 - len(words)))
        self.apply(self.seat(side, "guess_keywords"), KeywordGuess(words=filled))

    def play_round(self, *happenings: str) -> None:
        """Play a round in which all goes well but for ``happenings``.

        ``"white misses"``: white does not decode its own code. ``"white intercepts"``: white
        finds the other side's code.
        """
        sides = self.setup.sides
        for team in self.setup.teams:
            self.write(team)
        for team in self.setup.teams:
            listener = self.setup.other(team)
            if self.view(None).interception:
                self.intercept(listener, f"{listener} intercepts" in happenings)
            self.decode(team, f"{team} misses" not in happenings)
        assert all(h.split()[0] in sides for h in happenings)


def plain_check(clue, board, language, game="codenames", *, used=(), options=None) -> Verdict:
    """Judge clues without a lexicon: neither a word of the board nor a used clue."""
    reasons = [
        Reason("same_word", "illegal", word, Text(f"it is “{word}”.", f"就是「{word}」。"))
        for word in (*board, *used)
        if squash(word) == squash(clue)
    ]
    return Verdict(clue, tuple(reasons))


@pytest.fixture(autouse=True)
def _plain_legality(request, monkeypatch):
    """Keep the rules of the game apart from those of the languages."""
    if "real_legality" not in request.fixturenames:
        monkeypatch.setattr("cluebot.games.decrypto.judging.check_clue", plain_check)


@pytest.fixture
def real_legality():
    """Judge clues by the rules of the language."""


@pytest.fixture
def table():
    """Return the maker of tables."""
    return Table


def random_state(preset: str, seed: int, plies: int) -> DecryptoState:
    """Return a position reached by random moves and forfeits."""
    rng = random.Random(seed)
    words = tuple(f"secret{i}" for i in range(20))
    setup = DecryptoSetup(language="en", words=words, **PRESETS[preset])
    state = DECRYPTO.start(setup, rng)
    for ply in range(plies):
        if state.outcome is not None:
            break
        seat = rng.choice(state.to_act())
        view = state.view(seat)
        if rng.random() < 0.1:
            state = state.forfeit(seat)
            continue
        match view.task:
            case "encode":
                move = Clues(clues=tuple(f"draft{ply}{c}" for c in "abc"))
            case "guess_keywords":
                move = KeywordGuess(words=tuple(rng.sample(words, 4)))
            case _:
                # Mostly right, so that games get far.
                secrets = state.secrets[state.setup.teams.index(state.transmitting)]
                right = secrets.codes[state.round - 1]
                kind = DecodeGuess if view.task == "decode" else InterceptGuess
                lucky = rng.random() < (0.9 if view.task == "decode" else 0.1)
                move = kind(code=right) if lucky else rng.choice(view.choices())
        state = state.apply(seat, move)
    return state
