"""``cluebot play --server``: a person at the terminal, a game on a service."""

from __future__ import annotations

import random

import pytest

from cluebot.games.codebreaker import CARDS
from cluebot.record import replay


def play(run_cluebot, live, tmp_path, *args: str, lines: list[str]):
    record = tmp_path / "game.jsonl"
    done = run_cluebot(
        "play", *args, "--with", "random", "--server", live.url, "--record", str(record),
        "--seed", "3", stdin="\n".join(lines) + "\n",
    )  # fmt: skip
    return done, record


def test_an_operative_plays_codenames_to_the_end(run_cluebot, live, tmp_path):
    from wordlists.loader import load_wordlist

    pool = [*load_wordlist("en", "codenames").words]
    random.Random(1).shuffle(pool)
    # Every word of the pool is tried by turns; those not on the board are refused and asked again.
    done, record = play(run_cluebot, live, tmp_path, "codenames", "-l", "en", lines=pool * 3)
    assert done.exit_code == 0, done.errors + done.output[-500:]
    assert "wins" in done.output
    assert replay(record.read_text("utf-8").splitlines()).outcome is not None


def test_a_guesser_plays_decrypto_in_chinese(run_cluebot, live, tmp_path):
    lines = ["1 2 3", "潜水艇；火山；企鹅", "望远镜；葡萄园；旋转木马"] * 300
    done, _ = play(run_cluebot, live, tmp_path, "decrypto", "-l", "zh", lines=lines)
    assert done.exit_code in (0, 130), done.errors
    assert "轮" in done.output


def test_the_end_of_input_ends_the_game(run_cluebot, live, tmp_path):
    done, _ = play(run_cluebot, live, tmp_path, "codenames", "-l", "en", lines=[])
    assert done.exit_code == 130
    assert "Ended." in done.output


def test_what_the_service_refuses_is_named_as_on_the_command_line(run_cluebot, live):
    seat = ("--preset", "three_player", "--seat", "interceptor")
    for args, told in (
        (("--with", "nobody"), "--with = nobody: unknown name"),
        (("--sandglass", "--with", "random", *seat), "--sandglass: needs two teams"),
    ):
        done = run_cluebot("play", "decrypto", "-l", "en", "--server", live.url, *args)
        assert done.exit_code == 2
        assert told in done.errors


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--server", "http://127.0.0.1:1"], "cannot be reached"),
        (["--seat", "judge"], "--seat"),
        (["--preset", "nope"], "--preset"),
        (["--with", "nobody"], "unknown name"),
    ],
)
def test_mistakes_end_with_2(run_cluebot, live, args, told):
    server = [] if "--server" in args else ["--server", live.url]
    done = run_cluebot("play", "codenames", "-l", "en", *server, *args)
    assert done.exit_code == 2
    assert told in done.errors


def test_a_villain_plays_code_breaker_against_agents_in_chinese(run_cluebot, live, tmp_path):
    discards = (f"弃 {card.name.zh}" for card in CARDS.values())
    lines = ["4279", *["放弃", "结束", *discards] * 100]
    done, record = play(
        run_cluebot, live, tmp_path, "codebreaker", "-l", "zh", "--preset", "coop", lines=lines
    )
    assert done.exit_code == 0, done.errors
    assert "特工2" in done.output
    assert replay(record.read_text("utf-8").splitlines()).outcome is not None
