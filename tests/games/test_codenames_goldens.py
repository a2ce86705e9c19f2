"""Games written down by hand: what was typed, and what the rules answer to it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cluebot.errors import IllegalMove, InputError
from cluebot.games.codec import parse
from cluebot.games.codenames import CODENAMES, CodenamesSetup, CodenamesState, Guess

GOLDENS = Path(__file__).parent / "goldens"
IDENTITIES = ("red", "blue", "neutral", "assassin")


def load(path):
    """Return the setup and the steps (seat, text, expected answer) of a golden file."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line and line[0] != "#"]
    fields = dict(line.split(": ", 1) for line in lines if ">" not in line and line[0] != " ")
    words, key = [], []
    for identity in IDENTITIES:
        group = fields.pop(identity).split(", ")
        words += group
        key += [identity] * len(group)
    setup = parse(CodenamesSetup, fields | {"words": words, "key": key})
    told = [line for line in lines if ">" in line or line[0] == " "]
    steps = [
        (*typed.split("> ", 1), answer.strip())
        for typed, answer in zip(told[::2], told[1::2], strict=True)
    ]
    return setup, steps


def answer(before: CodenamesState, move, after: CodenamesState) -> str:
    """Tell what a move has led to, in the words of the golden files."""
    told = [after.history[-1].guessed[-1].identity] if isinstance(move, Guess) else []
    if after.outcome is not None:
        told.append(f"{after.outcome.winners[0]} wins ({after.outcome.reason})")
    elif after.phase == "clue":
        told.append(f"turn {after.turn} ({after.history[-1].end})")
    elif after.phase != before.phase:
        verb = {"guess": "guesses", "ruling": "rules"}[after.phase]
        told.append(f"{after.to_act()[0]} {verb}")
    return "; ".join(told)


@pytest.mark.parametrize("path", sorted(GOLDENS.glob("codenames_*.txt")), ids=lambda p: p.stem)
def test_golden(path):
    setup, steps = load(path)
    state = CODENAMES.start(setup, random.Random(0))
    for seat, text, expected in steps:
        assert state.to_act() == (seat,)
        view = state.view(seat)
        if expected.startswith("refused: "):
            with pytest.raises((IllegalMove, InputError)) as caught:
                state.apply(seat, CODENAMES.move_from_text(text, view))
            reason = expected.removeprefix("refused: ")
            assert reason in caught.value.to(setup.language)
            continue
        move = CODENAMES.move_from_text(text, view)
        after = state.apply(seat, move)
        assert (seat, text, answer(state, move, after)) == (seat, text, expected)
        state = after
    assert state.outcome is not None
