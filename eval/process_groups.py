"""Programs with all their children: groups of processes, none of which outlives this one.

A program begins a session, and so a group, of its own; who ends it ends its children, too. But the
Ctrl-C of a terminal no longer reaches it. So a keeper, a small process that runs this very file,
is told of every group that begins and ends. Its standard input ends with this process, whatever
has ended that (Ctrl-C, a signal, a kill); then it ends the groups that are left.

Windows has no such groups: only the program itself is ended there.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache

GRACE = 1.0
"""Seconds in which a program may end by itself once its standard input has."""

_GLANCE = 0.02
"""Seconds between two looks whether a group has ended."""

_STARTING = threading.Lock()
_HAS_GROUPS = hasattr(os, "killpg")


def start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a program with pipes, in a group of its own.

    Raises:
        OSError: If it cannot be started.
    """
    if _HAS_GROUPS:
        _keeper()
    process = subprocess.Popen(  # noqa: S603 - the user's own command, without a shell
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    _tell(process.pid)
    return process


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and its children by force."""
    if _HAS_GROUPS:
        _kill_group(process.pid)
    else:
        process.kill()


def end(process: subprocess.Popen[bytes]) -> None:
    """End a program whose standard input has ended, by force after a while, and its children."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)
    kill(process)
    with suppress(subprocess.TimeoutExpired):  # one that runs as somebody else cannot be killed
        process.wait(GRACE)
    _tell(-process.pid)


def _keeper() -> subprocess.Popen[bytes]:
    """Return the keeper, which is started once a process, whoever asks first."""
    with _STARTING:
        return _start_keeper()


@cache
def _start_keeper() -> subprocess.Popen[bytes]:
    """Start a keeper; Ctrl-C does not reach it."""
    keeper = subprocess.Popen(  # noqa: S603 - Python itself
        [sys.executable, "-I", "-S", __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    atexit.register(keeper.communicate)
    return keeper


def _tell(number: int) -> None:
    """Tell the keeper of a group that begins, or by a negative number of one that has ended."""
    stream = _keeper().stdin if _HAS_GROUPS else None
    if stream is not None:
        with suppress(OSError):  # somebody has killed it
            stream.write(b"%d\n" % number)
            stream.flush()


def _kill_group(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _is_left(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def keep(lines: Iterable[bytes]) -> None:
    """Hear of groups until the lines end; then end those that are left."""
    groups: set[int] = set()
    for line in lines:
        number = int(line)
        if number > 0:
            groups.add(number)
        else:
            groups.discard(-number)
    deadline = time.monotonic() + GRACE
    while (groups := set(filter(_is_left, groups))) and time.monotonic() < deadline:
        time.sleep(_GLANCE)
    for group in groups:
        _kill_group(group)


if __name__ == "__main__":
    keep(sys.stdin.buffer)
