"""Games of Decrypto written down by hand: what was typed, and what the rules answer to it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from cluebot.errors import IllegalMove, InputError
from cluebot.games.codec import parse
from cluebot.games.decrypto import (
    DECRYPTO,
    DecryptoSetup,
    DecryptoState,
    Secrets,
    code_from_text,
    parse_code,
)

GOLDENS = Path(__file__).parent / "goldens"


def load(path):
    """Return the first state and the steps (seat, text, expected answer) of a golden file."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line and line[0] != "#"]
    fields = dict(line.split(": ", 1) for line in lines if ">" not in line and line[0] != " ")
    secrets = []
    for side in ("white", "black"):
        if side in fields:
            words = fields.pop(side).split(", ")
            codes = fields.pop(f"{side} codes").split(", ")
            secrets.append(
                Secrets(tuple(words), tuple(parse_code(code_from_text(code)) for code in codes))
            )
            fields[f"{side}_keywords"] = words
    for name in ("players", "rounds"):
        if name in fields:
            fields[name] = int(fields[name])
    state = DECRYPTO.start(parse(DecryptoSetup, fields), random.Random(0))
    told = [line for line in lines if ">" in line or line[0] == " "]
    steps = [
        (*typed.split("> ", 1), answer.strip())
        for typed, answer in zip(told[::2], told[1::2], strict=True)
    ]
    return replace(state, secrets=tuple(secrets)), steps


def answer(before: DecryptoState, after: DecryptoState) -> str:
    """Tell what a move has led to, in the words of the golden files."""
    told = []
    for t in after.record[len(before.record) :]:
        results = [("missed", t.missed), ("intercepted", t.intercepted)]
        names = [name for name, happened in results if happened]
        told.append(" ".join([t.side, "".join(map(str, t.code)), *names]))
    if after.outcome is not None:
        told.append(f"{' and '.join(after.outcome.winners)} wins ({after.outcome.reason})")
    elif after.phase != before.phase and after.phase == "guess_keywords":
        told.append("guess the keywords")
    elif after.round != before.round:
        told.append(f"round {after.round}")
    return "; ".join(told) or "sealed"


def step(state: DecryptoState, seat, text) -> DecryptoState:
    """Make a move; one that is typed out of turn is read by its form."""
    if text == "-":
        return state.forfeit(seat)
    view = state.view(seat)
    if view.task == "wait":
        task = "encode" if ";" in text or "；" in text else "decode"
        if task == "decode" and view.side != view.transmitting:
            task = "intercept"
        view = view.model_copy(update={"task": task})
    return state.apply(seat, DECRYPTO.move_from_text(text, view))


@pytest.mark.parametrize("path", sorted(GOLDENS.glob("decrypto_*.txt")), ids=lambda p: p.stem)
def test_golden(path):
    state, steps = load(path)
    for seat, text, expected in steps:
        if expected.startswith("refused: "):
            with pytest.raises((IllegalMove, InputError)) as caught:
                step(state, seat, text)
            reason = expected.removeprefix("refused: ")
            assert reason in caught.value.to(state.setup.language)
            continue
        after = step(state, seat, text)
        assert (seat, text, answer(state, after)) == (seat, text, expected)
        state = after
    assert state.outcome is not None
