"""``cluebot play decrypto``: the sandglass."""

from __future__ import annotations

import json

import pytest


@pytest.mark.parametrize(
    ("arguments", "timed"),
    [(["--preset", "sandglass"], True), (["--sandglass"], True), ([], False)],
)
def test_the_clock_runs_wherever_there_is_a_sandglass(run_cluebot, tmp_path, arguments, timed):
    record = tmp_path / "game.jsonl"
    done = run_cluebot(
        "play", "decrypto", "--language", "en", "--with", "random", "--seed", "1",
        "--record", str(record), *arguments,
    )  # fmt: skip
    assert done.exit_code == 130
    entries = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    moves = [entry for entry in entries if entry["type"] in ("move", "forfeit")]
    assert moves
    assert all(("now" in entry) == timed for entry in moves)
