"""Ctrl-C at a moment that suits: what belongs together is done before it is heeded."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def held_back() -> Iterator[threading.Event]:
    """Heed Ctrl-C at the end of the block; yield what is set as soon as it has come.

    Outside the main thread, and where Ctrl-C is not to interrupt, nothing changes.
    """
    came = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield came
        return

    def note(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        came.set()

    signal.signal(signal.SIGINT, note)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)
        if came.is_set():
            signal.raise_signal(signal.SIGINT)
