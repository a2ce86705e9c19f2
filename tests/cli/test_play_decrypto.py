"""``cluebot play decrypto``: the sandglass."""

from __future__ import annotations

import json
import re
from io import StringIO

import pytest
from rich.console import Console

from cluebot.cli.decrypto_screen import screen
from cluebot.games.decrypto import DecryptoView, Transmission
from embeddings.cache import Cache


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


def test_a_person_sees_the_sandglass_that_a_bot_has_turned(run_cluebot):
    done = run_cluebot(
        "play", "decrypto", "--language", "en", "--with", "random", "--seed", "1", "--sandglass",
        "--seat", "encoder",
    )  # fmt: skip
    assert "hand your clues in within 30 seconds" in done.output


def test_clues_of_a_person_that_come_late_are_forfeited(run_cluebot, monkeypatch, tmp_path):
    """Every look at the clock is twenty seconds after the one before."""
    seconds = iter(range(0, 10**6, 20))
    monkeypatch.setattr("cluebot.cli.play.time.monotonic", lambda: float(next(seconds)))
    record = tmp_path / "game.jsonl"
    done = run_cluebot(
        "play", "decrypto", "--language", "en", "--with", "random", "--seed", "1", "--sandglass",
        "--seat", "encoder", "--record", str(record), stdin="zebra; jazz; wool\n",
    )  # fmt: skip
    assert "White 1: The sandglass ran out" in done.output
    entries = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    assert next(e["cause"] for e in entries if e["type"] == "forfeit") == "late"


@pytest.mark.parametrize(
    ("arguments", "own", "theirs"),
    [
        (["--seat", "interceptor"], False, True),
        (["--seat", "guesser", "--preset", "three_player"], True, False),
        (["--seat", "guesser", "--preset", "research"], True, False),
        (["--seat", "guesser"], True, True),
    ],
)
def test_a_side_that_gives_no_clues_has_no_note_sheet(run_cluebot, arguments, own, theirs):
    done = run_cluebot(
        "play", "decrypto", "--language", "en", "--with", "random", "--seed", "1", *arguments
    )
    assert re.search(r"Round \d of", done.output)
    assert ("Our clues" in done.output) == own
    assert ("Their clues" in done.output) == theirs


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Black 1: Endpoint gone: no connection"), ("zh", "黑队 1：端点 gone：")],
)
def test_a_model_that_cannot_be_reached_is_told(run_cluebot, tmp_path, language, told):
    env = {
        "CLUEBOT_CONFIG_DIR": str(tmp_path), "CLUEBOT_LLM_GONE_MODEL": "m",
        "CLUEBOT_LLM_GONE_URL": "http://127.0.0.1:1/v1", "CLUEBOT_LLM_GONE_RETRIES": "0",
    }  # fmt: skip
    done = run_cluebot(
        "play", "decrypto", "--language", language, "--with", "llm:gone", "--seed", "1",
        "--sandglass", "--seat", "encoder", env=env,
    )  # fmt: skip
    assert told in done.output


def test_a_hybrid_that_does_not_ask_its_model_speaks_as_plainly_as_the_vectors(
    run_cluebot, tmp_path, require
):
    require(any(Cache().folder.glob("en-space-*")), "built vectors; run make demo")
    (tmp_path / "endpoints.toml").write_text(
        '[gone]\nurl = "http://127.0.0.1:1/v1"\nmodel = "m"\ncalibration = {decrypto_en = 0.0}\n'
    )
    clues = []
    for bot in ("embedding", "hybrid:gone"):
        record = tmp_path / "game.jsonl"
        run_cluebot(
            "play", "decrypto", "--language", "en", "--with", bot, "--seed", "1",
            "--record", str(record), env={"CLUEBOT_CONFIG_DIR": str(tmp_path)},
        )  # fmt: skip
        entries = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
        clues.append([entry["move"] for entry in entries if entry["type"] == "move"])
    assert len(clues[0]) > 1
    assert clues[0] == clues[1]


def test_a_sandglass_that_the_rules_have_no_use_for_is_named_as_the_option_is(run_cluebot):
    done = run_cluebot(
        "play", "decrypto", "--language", "en", "--with", "random", "--seat", "interceptor",
        "--sandglass",
    )  # fmt: skip
    assert done.exit_code == 2
    assert "--sandglass: needs two teams" in done.errors


@pytest.mark.parametrize("bot", ["llm:gone", "nobody"])
def test_a_bot_that_is_not_there_is_named_as_it_was_asked_for(run_cluebot, tmp_path, bot):
    done = run_cluebot("play", "decrypto", "--with", bot, env={"CLUEBOT_CONFIG_DIR": str(tmp_path)})
    assert done.exit_code == 2
    assert f"--with = {bot}: " in done.errors


def test_a_line_of_ones_own_words_is_named_by_the_option(run_cluebot, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("horse\nriver\nhorse\n")
    for locale, named in (("C", "--words, line 3 = horse"), ("zh_CN", "--words 第 3 行 = horse")):
        done = run_cluebot(
            "play", "decrypto", "--words", str(words), env={"LC_ALL": f"{locale}.UTF-8"}
        )
        assert done.exit_code == 2
        assert named in done.errors


@pytest.mark.parametrize(("phase", "told"), [("encode", 2), ("over", 5)])
def test_a_game_that_is_over_is_shown_with_all_its_transmissions(phase, told):
    record = tuple(
        Transmission(
            round=number, side="white", encoder="white.1", clues=("cup", "day", "knot"),
            code=(1, 2, 3), decode=(1, 2, 3), intercept=None,
        )
        for number in range(1, 6)
    )  # fmt: skip
    console = Console(width=80, record=True, file=StringIO())
    console.print(screen(DecryptoView(language="en", phase=phase, record=record)))
    assert console.export_text().count("cup; day; knot  1-2-3") == told
