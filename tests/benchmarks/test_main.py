"""``python -m benchmarks``: what it says, what it runs, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOON = "codebreaker_speed"


def start(*names: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks", *names], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def test_help_names_every_run_and_runs_none():
    told, _ = start("--help").communicate(timeout=60)
    for name in ("codenames_speed", "codenames_play", "decrypto", SOON, "eval_throughput"):
        assert name in told
    assert "==" not in told


def test_an_unknown_name_is_told_with_the_known_ones():
    running = start("codebraker_speed")
    _, told = running.communicate(timeout=60)
    assert running.returncode == 2
    assert "there is no run codebraker_speed; name one of codenames_speed, " in told


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of POSIX")
@pytest.mark.parametrize("how", ["Ctrl-C", "closed pipe"])
def test_it_ends_without_a_traceback_and_leaves_nothing_running(how):
    with start(SOON) as running:
        assert running.stdout.readline() == f"== {SOON}\n"
        if how == "Ctrl-C":
            running.send_signal(signal.SIGINT)
        else:
            running.stdout.close()
        told = running.stderr.read()  # until the run has closed it, too
    assert running.returncode == (130 if how == "Ctrl-C" else 141)
    assert told == ""
