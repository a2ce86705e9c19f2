"""Games in several processes on this machine.

Each worker has a pipe of its own, and nothing else is shared: a worker may be killed at any moment,
and this process may stop listening at any moment, without leaving a lock that somebody waits for.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running

from cluebot.errors import ResourceError, Text
from embeddings.threads import one_thread
from eval.ctrl_c import held_back
from eval.executors import AHEAD, settle
from eval.playing import Line
from eval.versions import Versions
from eval.work import Work

_GLANCE = 0.2
"""Seconds between two looks whether Ctrl-C has come."""

_GRACE = 0.5
"""Seconds in which Ctrl-C may arrive here after it has ended a worker."""

# Spawned, not forked: a fork would inherit locks of FAISS and of BLAS threads.
_CONTEXT = multiprocessing.get_context("spawn")


class _Worker:
    """A process that plays the games it is told, one after the other.

    Args:
        plan: The plan.
        versions: What the run depends on, for the records.
    """

    def __init__(self, plan: Work, versions: Versions) -> None:
        self.pipe, theirs = _CONTEXT.Pipe()
        self.owes = 0
        # A daemon, so that none outlives this process, however that ends.
        self._process: SpawnProcess = _CONTEXT.Process(
            target=_serve, args=(plan, versions, theirs), daemon=True
        )
        self._process.start()
        # With this end closed, the pipe tells of the worker's death.
        theirs.close()

    def ask(self, numbers: Iterator[int]) -> None:
        """Tell it the next game, if there is one."""
        for number in islice(numbers, 1):
            with suppress(OSError):  # a dead worker is found out when it should answer
                self.pipe.send(number)
            self.owes += 1

    def answer(self) -> Line:
        """Return the line of a game that it has played.

        Raises:
            EOFError: If it has died.
        """
        answer: Line | Exception = self.pipe.recv()
        self.owes -= 1
        if isinstance(answer, Exception):
            raise answer
        return answer

    def end(self) -> None:
        """End it: at once if it still plays, in good order if it waits."""
        self.pipe.close()
        if self.owes:
            self._process.kill()
        self._process.join()


def processes(
    plan: Work, numbers: Sequence[int], versions: Versions, workers: int
) -> Generator[Line]:
    """Play in several processes on this machine.

    Raises:
        ResourceError: If a process dies, for want of memory for instance.
        KeyboardInterrupt: After Ctrl-C, when the processes have ended.
    """
    todo = iter(numbers)
    staff: list[_Worker] = []
    with held_back() as stopped, one_thread():
        try:
            with _masked():
                for _ in range(min(workers, len(numbers))):
                    staff.append(_Worker(plan, versions))  # noqa: PERF401 - end them all if one fails
            for worker in staff * AHEAD:
                worker.ask(todo)
            while busy := {worker.pipe: worker for worker in staff if worker.owes}:
                ready = wait(list(busy), _GLANCE)
                if stopped.is_set():
                    return
                for pipe in ready:
                    worker = busy[pipe]  # type: ignore[index]
                    line = worker.answer()
                    worker.ask(todo)
                    yield line
        except (EOFError, ConnectionError) as error:
            # Ctrl-C ends the workers, too; here it may arrive after the news of their end.
            if not stopped.wait(_GRACE):
                raise _died() from error
        finally:
            for worker in staff:
                worker.end()


def _died() -> ResourceError:
    return ResourceError(
        Text(
            "a worker process died, perhaps for want of memory; run again with fewer "
            "--workers: the run goes on where it stopped.",
            "有工作进程意外退出，可能是内存不足；请减少 --workers 再运行，会从中断处继续。",
        )
    )


@contextmanager
def _masked() -> Iterator[None]:
    """Keep Ctrl-C from processes started meanwhile until they are ready for it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    # Python starts it with the first process otherwise, and lifts the mask when it has.
    ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(plan: Work, versions: Versions, pipe: Connection) -> None:
    """Play games by their numbers until the other end of the pipe is closed."""
    # Ctrl-C reaches all processes; the one that speaks to the user tells of it, this one just ends.
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_follow, daemon=True).start()
    # The other end may be closed while a game is played, or an answer on its way.
    with suppress(EOFError, ConnectionError):
        while True:
            answer = _answer(plan, pipe.recv(), versions)
            settle()
            pipe.send(answer)


def _answer(plan: Work, number: int, versions: Versions) -> Line | Exception:
    try:
        return plan.play(number, versions)
    except Exception as error:
        error.add_note(traceback.format_exc())
        return error


def _follow() -> None:
    """End this process when the one that started it has been killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
