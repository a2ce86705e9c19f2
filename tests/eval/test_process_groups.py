"""No program from outside and no child of one outlives its game, or a harness that is ended."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from cluebot.errors import Forfeit, ResourceError
from eval import process_groups
from eval.process_player import ProcessPlayer
from eval.suite import with_players
from tests.eval.test_ctrl_c import heeded  # noqa: F401 - a fixture
from tests.eval.test_runner import _alive, start

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="Windows has no groups of processes"),
    pytest.mark.usefixtures("heeded"),
]

STUBBORN = """
import json, os, signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
with open(os.path.join(os.path.dirname(__file__), "pids"), "a") as seen:
    seen.write(f"{os.getpid()}\\n")
if sys.argv[1:] != ["child"]:
    child = subprocess.Popen([sys.executable, __file__, "child"], start_new_session=NEW)
    print('{"type": "ready"}', flush=True)
    for line in sys.stdin:
        if json.loads(line)["type"] == "act":
            ACTION
while True:
    time.sleep(1)
"""


@pytest.fixture
def stubborn(tmp_path):
    """Return ``stubborn(action)``: a command whose program and child end only by force."""

    def write(action='print(json.dumps({"forfeit": "no idea"}), flush=True)', *, escapes=False):
        path = tmp_path / "stubborn.py"
        path.write_text(STUBBORN.replace("ACTION", action).replace("NEW", str(escapes)), "utf-8")
        return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"

    return write


@pytest.fixture
def seen(tmp_path):
    """Return ``seen()``: the processes of stubborn programs so far; all end after the test."""

    def pids():
        path = tmp_path / "pids"
        return [int(line) for line in path.read_text().split()] if path.exists() else []

    yield pids
    for pid in filter(_alive, pids()):
        os.kill(pid, signal.SIGKILL)


def wait_for(condition):
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def sit(command, **options):
    return ProcessPlayer(command, "codenames", "spymaster", "en", options)


def test_the_children_of_a_program_end_with_its_game(run, suite_of, stubborn, seen):
    command = f"process:sh -c {shlex.quote(f'{stubborn()}; true')}"
    run(with_players(suite_of("cross", games=1, languages=("en",)), {"giver": (command,)}))
    assert run.summary.finished == 1
    assert len(seen()) >= 2
    wait_for(lambda: not any(map(_alive, seen())))


def costs():
    """Return how many files are open, and how many threads run."""
    return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()


def test_a_child_that_gets_away_costs_neither_files_nor_threads(stubborn, seen):
    sit(stubborn()).close()
    before = costs()
    for started in (4, 6):
        player = sit(stubborn(escapes=True))
        wait_for(lambda: len(seen()) == started)  # noqa: B023 - called at once
        player.close()
    assert sum(map(_alive, seen())) == 2
    wait_for(lambda: all(now <= was for now, was in zip(costs(), before, strict=True)))


def test_a_program_that_ended_is_found_out_though_its_child_holds_its_output(stubborn, seen):
    player = sit(stubborn('sys.exit("no licence")'), timeout=600)
    # Long before the time that it has for an answer.
    with pytest.raises(ResourceError, match="ended with code 1; its last words: no licence"):
        player._ask({"type": "act"}, 600)
    wait_for(lambda: not any(map(_alive, seen())))


def test_a_program_that_is_late_ends_with_its_children(stubborn, seen):
    player = sit(stubborn("continue"))
    wait_for(lambda: len(seen()) == 2)
    with pytest.raises(Forfeit, match="did not answer"):
        player._ask({"type": "act"}, 0.2)
    wait_for(lambda: not any(map(_alive, seen())))


def test_ctrl_c_before_a_program_is_ready_ends_it(stubborn, seen, monkeypatch):
    def interrupted(self, question, limit):
        wait_for(lambda: len(seen()) == 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(ProcessPlayer, "_ask", interrupted)
    with pytest.raises(KeyboardInterrupt):
        sit(stubborn())
    wait_for(lambda: not any(map(_alive, seen())))


@pytest.mark.parametrize(
    ("executor", "press", "number"),
    [
        ("serial", os.kill, signal.SIGINT),
        ("processes", os.killpg, signal.SIGINT),
        ("serial", os.kill, signal.SIGTERM),
        ("processes", os.kill, signal.SIGTERM),
        ("processes", os.kill, signal.SIGKILL),
    ],
    ids=[
        "Ctrl-C",
        "Ctrl-C with workers",
        "SIGTERM",
        "SIGTERM with workers",
        "SIGKILL with workers",
    ],
)
def test_programs_end_with_the_harness(tmp_path, stubborn, seen, executor, press, number):
    options = ["--players", f"giver=process:{stubborn('continue')}", "--executor", executor]
    options += ["--workers", "2"] if executor == "processes" else []
    with start(tmp_path, tmp_path / "run", 50, *options, start_new_session=True) as runner:
        # A trial, and a game at each worker.
        wait_for(lambda: len(seen()) == (6 if executor == "processes" else 4))
        assert any(map(_alive, seen()))
        press(runner.pid, number)
        runner.communicate(timeout=60)
    assert runner.returncode == (130 if number == signal.SIGINT else -number)
    wait_for(lambda: not any(map(_alive, seen())))


def test_the_keeper_ends_only_the_groups_that_are_left(tmp_path):
    sleepers = [
        subprocess.Popen(
            [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=True
        )
        for _ in range(3)
    ]
    ended, kept, left = sleepers
    ended.communicate(b"\n")
    process_groups.keep(b"%d\n" % n for n in (ended.pid, kept.pid, left.pid, -kept.pid))
    assert left.wait(timeout=20) == -signal.SIGKILL
    assert kept.poll() is None
    kept.communicate(b"\n")
    left.stdin.close()
