"""Where games are played: in this process, in several, or on a Ray cluster; the same games."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache
from itertools import islice
from types import FrameType
from typing import Protocol

from cluebot.errors import ResourceError, Text
from cluebot.registry import Table
from embeddings.threads import one_thread
from eval.playing import Line
from eval.versions import Versions
from eval.work import Work

_LITTER = 10_000
"""New objects that are worth a collection."""

AHEAD = 3
"""Games handed to each worker beforehand: enough to keep it busy, few enough for little memory."""


class Executor(Protocol):
    """Plays games of a plan in any order."""

    def __call__(
        self, plan: Work, numbers: Sequence[int], versions: Versions, workers: int
    ) -> Generator[Line]:
        """Yield the line of each game as it ends.

        Args:
            plan: The plan.
            numbers: The games to play, by number.
            versions: What the run depends on, for the records.
            workers: How many games at a time.
        """
        ...


def serial(
    plan: Work, numbers: Sequence[int], versions: Versions, workers: int  # noqa: ARG001
) -> Generator[Line]:  # fmt: skip
    """Play one game after the other in this process."""
    with one_thread():
        for number in numbers:
            line = plan.play(number, versions)
            settle()
            yield line


def processes(
    plan: Work, numbers: Sequence[int], versions: Versions, workers: int
) -> Generator[Line]:
    """Play in several processes on this machine.

    Raises:
        ResourceError: If a process dies, for want of memory for instance.
    """
    # Spawned, not forked: a fork would inherit locks of FAISS and of BLAS threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _start, (plan, versions, os.getpid()))
    todo = iter(numbers)
    running: set[Future[Line]] = set()
    try:
        with _noting_ctrl_c() as stopped, one_thread():
            with _uninterrupted():
                running = {pool.submit(_work, number) for number in islice(todo, AHEAD * workers)}
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                with _uninterrupted():
                    running |= {pool.submit(_work, number) for number in islice(todo, len(done))}
                for future in done:
                    yield future.result()
    except BrokenProcessPool as error:
        # Ctrl-C ends the workers, too; here it may arrive after the news of their end.
        time.sleep(_GRACE)
        if stopped.is_set():
            raise KeyboardInterrupt from error
        raise ResourceError(
            Text(
                "a worker process died, perhaps for want of memory; run again with fewer "
                "--workers: the run goes on where it stopped.",
                "有工作进程意外退出，可能是内存不足；请减少 --workers 再运行，会从中断处继续。",
            )
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


_GRACE = 0.5
"""Seconds."""

EXECUTORS: Table[Executor] = Table(
    "executor",
    {
        "serial": "eval.executors:serial",
        "processes": "eval.executors:processes",
        "ray": "eval.ray_executor:on_ray",
    },
)
"""The executors by name."""


@cache
def settle() -> None:
    """Once a process, after a first game: keep what that has loaded out of garbage collection.

    Lexicons and vectors stay, and games leave little garbage; to look for it among all of them, or
    as often as Python does, takes a twentieth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_LITTER)


@contextmanager
def _noting_ctrl_c() -> Iterator[threading.Event]:
    """Yield what tells of a Ctrl-C; where it comes in a callback, Python drops the exception."""
    stopped = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield stopped
        return

    def note(number: int, frame: FrameType | None) -> None:
        stopped.set()
        before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C back, here and in processes started meanwhile until they are ready for it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_plan: Work
_versions: Versions


def _start(plan: Work, versions: Versions, parent: int) -> None:
    """Prepare a worker process."""
    global _plan, _versions
    _plan, _versions = plan, versions
    # Ctrl-C reaches all processes; the one that speaks to the user tells of it, this one just ends.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _work(number: int) -> Line:
    line = _plan.play(number, _versions)
    settle()
    return line


def _follow(parent: int) -> None:
    """End this process when the one that started it has been killed."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
