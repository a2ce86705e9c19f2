"""Ctrl-C: heeded where it does no harm, and told what is kept."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

import pytest

from cluebot.errors import ResourceError
from eval.ctrl_c import held_back
from eval.folder import Folder
from eval.games import make_plan
from eval.processes import processes
from eval.runner import RunInterrupted, Settings, run_suite
from eval.versions import of_run
from tests.eval.conftest import Quiet
from tests.eval.test_runner import _alive, _children, _size, games_of_finished, start

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no signals of this kind")


@pytest.fixture(autouse=True)
def heeded():
    """Heed Ctrl-C even where the tests run in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press_twice(done):
    """Press Ctrl-C in one block within another."""
    with held_back() as came:
        with held_back():
            signal.raise_signal(signal.SIGINT)
            done.append(came.is_set())
        done.append(came.is_set())


def test_it_is_held_back_to_the_end_of_all_blocks():
    done = []
    with pytest.raises(KeyboardInterrupt):
        press_twice(done)
    assert done == [False, True]


def test_who_ignores_it_goes_on_ignoring_it():
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with held_back() as came:
        signal.raise_signal(signal.SIGINT)
    assert not came.is_set()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


class Stopping(Quiet):
    """Presses Ctrl-C when a game has ended."""

    def __init__(self, after, press):
        super().__init__()
        self._after, self._press = after, press

    def advance(self, line, tracker):
        super().advance(line, tracker)
        if self.games == self._after:
            self._press()


@pytest.mark.parametrize(("executor", "workers"), [("serial", 1), ("processes", 2)])
def test_what_is_kept_is_told_to_the_game_and_goes_on(suite_of, tmp_path, executor, workers):
    suite = suite_of("cross", games=20, languages=("en",))
    heard = Stopping(3, lambda: signal.raise_signal(signal.SIGINT))
    with pytest.raises(RunInterrupted) as stopped:
        run_suite(suite, tmp_path / "run", Settings(executor, workers), heard)
    assert not multiprocessing.active_children()
    assert len(games_of_finished(tmp_path / "run")) == 3
    told = stopped.value.text
    assert told.en == "Stopped with 3 of 40 games kept; the same command goes on from there."
    assert told.zh == "已停止：40 局中已保存 3 局；再运行同一命令会接着进行。"
    again = Quiet()
    assert run_suite(suite, tmp_path / "run", Settings(), again).finished == 40
    assert again.games == 37


@pytest.mark.parametrize(
    ("executor", "press"),
    [("serial", os.kill), ("processes", os.kill), ("processes", os.killpg)],
    ids=["serial", "main process", "whole group"],
)
def test_the_command_ends_with_130_and_says_what_is_kept(tmp_path, executor, press):
    out = tmp_path / "run"
    options = ["--executor", executor, *(["--workers", "2"] if executor == "processes" else [])]
    with start(tmp_path, out, 5000, *options, start_new_session=True) as runner:
        while _size(out) == 0:
            assert runner.poll() is None
            time.sleep(0.02)
        workers = _children(runner.pid)
        press(runner.pid, signal.SIGINT)
        _, told = runner.communicate(timeout=60)
    assert runner.returncode == 130, told
    kept = sum(line["status"] == "finished" for line in Folder(out).lines())
    assert f"Stopped with {kept} of 10000 games kept" in told.decode()
    assert "Traceback" not in told.decode()
    deadline = time.monotonic() + 20
    while any(map(_alive, workers)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_worker_that_dies_is_told_and_the_run_goes_on_later(suite_of, tmp_path):
    def kill():
        for worker in multiprocessing.active_children():
            worker.kill()

    suite = suite_of("cross", games=20, languages=("en",))
    with pytest.raises(ResourceError, match="worker process died"):
        run_suite(suite, tmp_path / "run", Settings("processes", 2), Stopping(3, kill))
    assert run_suite(suite, tmp_path / "run", Settings(), Quiet()).finished == 40


def test_an_error_of_a_worker_arrives_as_it_was_raised(suite_of):
    lines = processes(make_plan(suite_of("cross")), [0, "no number"], of_run(), 1)
    assert next(lines)["status"] == "finished"
    with pytest.raises(TypeError) as told:
        next(lines)
    assert "Traceback" in told.value.__notes__[0]
    assert not multiprocessing.active_children()


def test_in_another_thread_nothing_changes():
    before = signal.getsignal(signal.SIGINT)
    seen = []

    def work():
        with held_back():
            seen.append(signal.getsignal(signal.SIGINT) is before)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [True]
