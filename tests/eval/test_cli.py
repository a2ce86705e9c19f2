"""The command line: what it prints, and how it answers mistakes."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from io import StringIO
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from cluebot.cli.eval_screen import Bar
from cluebot.errors import Text
from eval.analysis import Row, analyse
from eval.conduct import remarks
from eval.runner import Settings, run_suite
from eval.suite import parse_suite
from tests.eval.conftest import CROSS

ROOT = Path(__file__).parents[2]


@pytest.fixture
def suite_file(tmp_path):
    """Return the path of a small suite."""
    path = tmp_path / "small-cross.toml"
    path.write_text(textwrap.dedent(CROSS), "utf-8")
    return str(path)


def test_suites_are_listed_in_either_language(run_cluebot):
    assert "decrypto-interception" in run_cluebot("eval", "suites").output
    chinese = run_cluebot("eval", "suites", env={"LC_ALL": "zh_CN.UTF-8"})
    assert "截码战：加密、解码与拦截" in chinese.output


def test_a_run_prints_its_tables_and_can_be_reported_compared_and_shown(
    run_cluebot, suite_file, tmp_path
):
    out = str(tmp_path / "run")
    ran = run_cluebot("eval", "run", suite_file, "--games", "2", "--language", "en", "--out", out)
    assert ran.exit_code == 0, ran.errors
    assert "Codenames · English · solo" in ran.output
    assert "win rate" in ran.output
    reported = run_cluebot("eval", "report", out, "--language", "zh")
    assert (tmp_path / "run" / "report" / "report.html").exists(), reported.errors
    compared = run_cluebot("eval", "compare", out, out)
    assert "Nothing has changed by more than noise." in compared.output
    shown = run_cluebot("eval", "show", f"{out}#codenames/solo/en/random+random/1")
    assert "red spymaster" in shown.output
    both = run_cluebot("eval", "report", out, out, "--out", str(tmp_path / "both"))
    assert both.exit_code == 0, both.errors
    again = run_cluebot("eval", "run", f"{out}/run.json", "--out", str(tmp_path / "again"))
    assert again.exit_code == 0, again.errors
    first, second = ((tmp_path / n / "run.json").read_text("utf-8") for n in ("run", "again"))
    assert first == second


def test_narrow_terminals_get_one_row_below_the_other(run_cluebot, suite_file, tmp_path):
    ran = run_cluebot(
        "eval", "run", suite_file, "--games", "1", "--language", "zh", "--out", str(tmp_path / "r"),
        env={"COLUMNS": "60", "LC_ALL": "zh_CN.UTF-8"},
    )  # fmt: skip
    assert "random × random" in ran.output
    assert "胜率" in ran.output


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("eval run decrypto-interceptions", "did you mean 'decrypto-interception'"),
        ("eval run SUITE --players radnom", "did you mean 'random'"),
        ("eval run SUITE --players givr=random", "did you mean 'giver'"),
        ("eval run SUITE --players random,random", "is there twice"),
        ("eval run SUITE --players giver=", "at least one player"),
        ("eval run SUITE --language fr", "choose from these"),
        ("eval run SUITE --executor process", "did you mean 'processes'"),
        ("eval run SUITE --workers 2", "serial plays one game at a time"),
        ("eval run SUITE --players process:no-such-bot", "cannot be started"),
        ("eval report OUT", "holds no run"),
        ("eval compare OUT OUT", "holds no run"),
        ("eval show OUT", "DIR#GAME"),
        ("eval report OUT --language fr", "use en or zh"),
    ],
)
def test_mistakes_are_named_and_nothing_is_written(
    run_cluebot, suite_file, tmp_path, monkeypatch, arguments, named
):
    monkeypatch.chdir(tmp_path)
    words = [{"SUITE": suite_file, "OUT": "out"}.get(w, w) for w in shlex.split(arguments)]
    before = sorted(tmp_path.rglob("*"))
    answer = run_cluebot(*words)
    assert answer.exit_code == 2
    assert named in " ".join(answer.errors.split())
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(("spoken", "told"), [("en", "2 x "), ("zh_CN", "2 次：")])
def test_when_every_game_fails_the_reason_is_told(run_cluebot, suite_file, tmp_path, spoken, told):
    bot = tmp_path / "bot.py"
    bot.write_text(
        'input()\nprint(\'{"type": "ready"}\', flush=True)\ninput()\nraise SystemExit("worn out")'
    )
    out, locale = str(tmp_path / "run"), {"LC_ALL": f"{spoken}.UTF-8"}
    command = f"process:{shlex.quote(sys.executable)} {shlex.quote(str(bot))}"
    ran = run_cluebot(
        "eval", "run", suite_file, "--players", command, "--games", "2", "--language", "en",
        "--out", out, env=locale,
    )  # fmt: skip
    reported = run_cluebot("eval", "report", out, env=locale)
    for answer in (ran, reported):
        assert answer.exit_code == 2
        assert told in answer.errors
        assert "worn out" in answer.errors


@pytest.fixture
def play_with(run_cluebot, suite_file, tmp_path, bot):
    """Return ``play_with(action, spoken)``: a run whose clue giver is a program that does so."""

    def play(action, spoken="en"):
        return run_cluebot(
            "eval", "run", suite_file, "--players", f"giver=process:{bot(action)}", "--games", "2",
            "--language", "en", "--out", str(tmp_path / "run"), env={"LC_ALL": f"{spoken}.UTF-8"},
        )  # fmt: skip

    return play


@pytest.mark.parametrize(
    ("spoken", "told"),
    [("en", ["Forfeited moves: process:", "bot.py (spymaster) {0} of {0}", "For example:"]),
     ("zh_CN", ["弃权的步数：process:", "bot.py（头目）{0}/{0}", "例如："])],
)  # fmt: skip
def test_forfeits_are_counted_and_explained_in_the_summary(
    play_with, run_cluebot, tmp_path, spoken, told
):
    ran = play_with('print(json.dumps({"forfeit": "worn out"}), flush=True)', spoken)
    assert ran.exit_code == 0, ran.errors
    forfeits = (tmp_path / "run" / "games.jsonl").read_text("utf-8").count('"type":"forfeit"')
    for part in told:
        assert part.format(forfeits) in ran.output
    (example,) = (line for line in ran.output.splitlines() if "cluebot eval show" in line)
    assert "worn out" in example
    shown = run_cluebot(*shlex.split(example[example.index("cluebot eval") :])[1:])
    assert "worn out" in shown.output


@pytest.mark.parametrize("spoken", ["en", "zh_CN"])
def test_games_left_out_are_counted_with_their_reason(play_with, spoken):
    first = 'if question["view"]["words"][0] < "m": raise SystemExit("burnt out")'
    ran = play_with(f'{first}\n        print(json.dumps({{"forfeit": "x"}}), flush=True)', spoken)
    assert ran.exit_code == 1, ran.output
    left_out = (
        "未计入：1 局因技术故障未完成" if spoken == "zh_CN" else "Left out: 1 game that failed"
    )
    assert left_out in ran.output
    assert "burnt out" in ran.output


def test_a_run_without_mishaps_says_nothing_of_them(run_cluebot, suite_file, tmp_path):
    ran = run_cluebot(
        "eval", "run", suite_file, "--players", "guesser=random", "--players", "giver=other",
        "--games", "1", "--language", "en", "--out", str(tmp_path / "run"),
    )  # fmt: skip
    assert "forfeit" not in (tmp_path / "run" / "games.jsonl").read_text("utf-8")
    for told in ("Forfeited", "Refused", "Left out"):
        assert told not in ran.output


def test_refused_proposals_are_counted_by_who_made_them(finished):
    analysis = analyse(finished["cross"])
    for label, boards in (("mine", {1: [2, 5], 2: [1, 4]}), ("yours", {1: [0, 3]})):
        group = ("codenames", "en", "solo", (("role", "spymaster"), ("player", label)))
        analysis.players[group] = Row(samples={"illegal_proposals": boards})
    (told,) = (text for text in remarks(analysis) if "Refused" in text.en)
    assert told.en == "Refused proposals: mine (spymaster) 3 of 9"
    assert told.zh == "被驳回的提议：mine（头目）3/9"


def test_progress_off_a_terminal_stays_on_short_lines(
    run_cluebot, suite_file, tmp_path, monkeypatch, bot
):
    monkeypatch.setattr("cluebot.cli.eval_screen.EVERY", 0)
    gives_up = 'print(json.dumps({"forfeit": "x"}), flush=True)'
    bots = ",".join(f"process:{bot(gives_up, f'bot{i}.py')}" for i in range(4))
    ran = run_cluebot(
        "eval", "run", suite_file, "--players", bots, "--games", "1", "--language", "en",
        "--out", str(tmp_path / "run"),
    )  # fmt: skip
    lines = [line for line in ran.errors.splitlines() if "/16, " in line]
    assert len(lines) == 16
    assert all(len(line) < 160 for line in lines)
    assert "0.0%" in lines[-1]
    assert lines[-1].endswith(", …")


@pytest.mark.parametrize("command", ["report OUT", "compare OUT OUT"])
def test_mistakes_are_told_in_the_language_asked_for(run_cluebot, tmp_path, command):
    words = command.replace("OUT", str(tmp_path)).split()
    assert "这里没有评测结果" in run_cluebot("eval", *words, "--language", "zh").errors
    chinese = {"LC_ALL": "zh_CN.UTF-8"}
    assert "holds no run" in run_cluebot("eval", *words, "-l", "en", env=chinese).errors


def test_where_nothing_can_be_written_is_told(run_cluebot, suite_file, tmp_path, finished):
    taken = tmp_path / "taken"
    taken.write_text("mine")
    below = str(taken / "report")
    for out in (str(taken), below):
        answer = run_cluebot("eval", "report", str(finished["cross"]), "--out", out)
        assert answer.exit_code == 2
        assert f"cannot write the report to {out} (" in answer.errors
        ran = run_cluebot("eval", "run", suite_file, "--out", out)
        assert ran.exit_code == 2
        assert "use another --out" in ran.errors
        assert "free space" not in ran.errors
    assert taken.read_text() == "mine"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no process groups of this kind")
def test_ctrl_c_while_workers_start_ends_without_a_traceback(suite_file, tmp_path):
    out = tmp_path / "run"
    command = [
        sys.executable, "-c", "from cluebot.cli import main; main()", "eval", "run", suite_file,
        "--games", "500", "--executor", "processes", "--workers", "2", "--out", str(out),
    ]  # fmt: skip
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, env=os.environ | {"LC_ALL": "C.UTF-8"},
    ) as started:  # fmt: skip
        # The file of the games is opened just before the workers start.
        while started.poll() is None and not (out / "games.jsonl").exists():
            time.sleep(0.01)
        # Long enough to have processes, not for these to have loaded anything.
        time.sleep(0.1)
        os.killpg(started.pid, signal.SIGINT)
        _, told = started.communicate(timeout=60)
    assert started.returncode == 130, told
    assert "Traceback" not in told


def test_stopping_early_needs_something_to_compare(run_cluebot, suite_file, tmp_path):
    answer = run_cluebot(
        "eval", "run", suite_file, "--players", "random", "--stop-when-clear",
        "--out", str(tmp_path / "run"),
    )  # fmt: skip
    assert answer.exit_code == 2
    assert "nothing to compare" in answer.errors
    assert not (tmp_path / "run").exists()


MARKED = r"""
name = "marked"
title = { en = "[/t]", zh = "[/t]" }
languages = ["en"]
games = 2
primary = "win_rate"

[players]
'x\[/b]' = { name = "random" }
'[/x]' = { name = "random" }

[axes]
red = ['x\[/b]', '[/x]']

[[tables]]
game = "codenames"
presets = ["solo"]
seats = { "red.*" = "red" }
perspectives = [{ side = "red", group = { "[/d]" = "red" } }]
"""


@pytest.mark.parametrize("columns", ["200", "40"])
def test_names_are_never_read_as_markup(run_cluebot, tmp_path, columns):
    suite = tmp_path / "marked.toml"
    suite.write_text(MARKED, "utf-8")
    out = str(tmp_path / "[/run]")
    ran = run_cluebot("eval", "run", str(suite), "--out", out, env={"COLUMNS": columns})
    assert ran.exit_code == 0, ran.errors
    named = [r"x\[/b]", "[/x]", "[/run]", *(["[/d]"] if columns == "200" else [])]
    assert [name for name in named if name not in ran.output] == []
    compared = run_cluebot("eval", "compare", out, out, env={"COLUMNS": columns})
    assert compared.exit_code == 0, compared.errors


def test_the_bar_of_a_terminal_shows_names_as_they_are(monkeypatch, tmp_path):
    terminal = Console(file=StringIO(), force_terminal=True, width=300, color_system=None)
    monkeypatch.setattr("cluebot.cli.eval_screen.errors", terminal)
    clock = SimpleNamespace(monotonic=count(0, 10).__next__)
    monkeypatch.setattr("cluebot.cli.eval_screen.time", clock)
    suite = parse_suite(MARKED, "marked")
    with Bar(suite) as bar:
        run_suite(suite, tmp_path / "run", Settings(), bar)
        bar.note(Text("see [/n]", "见 [/n]"))
    shown = terminal.file.getvalue()
    assert [name for name in (r"x\[/b]", "[/x]", "[/n]") if name not in shown] == []
