"""One event loop in a thread of its own, for all calls of the process.

Players are called synchronously, perhaps from inside somebody's event loop, so calls cannot run on
the caller's thread; and a deadline that always holds needs a loop that can cancel.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from cluebot.llm.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_thread: threading.Thread | None = None


class Cancellation:
    """Calls off the calls of a conversation from another thread, those to come included."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = False
        self._stops: list[Callable[[], object]] = []

    @property
    def cancelled(self) -> bool:
        """Whether it was called off."""
        return self._cancelled

    def cancel(self) -> None:
        """Call everything off; calls under way end at once with `Cancelled`."""
        with self._lock:
            self._cancelled = True
            stops = list(self._stops)
        for stop in stops:
            stop()

    @contextmanager
    def stopping(self, stop: Callable[[], object]) -> Iterator[None]:
        """Call ``stop`` if it is called off while the block runs, or was before."""
        with self._lock:
            self._stops.append(stop)
            late = self._cancelled
        try:
            if late:
                stop()
            yield
        finally:
            with self._lock:
                self._stops.remove(stop)


def wait_for(work: Coroutine[Any, Any, T], cancellation: Cancellation) -> T:
    """Run ``work`` on the background loop and wait for its result.

    Raises:
        Cancelled: If it was called off.
    """
    future: Future[T] = asyncio.run_coroutine_threadsafe(work, _running_loop())
    try:
        with cancellation.stopping(future.cancel):
            return future.result()
    except CancelledError:
        raise Cancelled from None
    finally:
        future.cancel()


def _running_loop() -> asyncio.AbstractEventLoop:
    global _loop, _thread  # noqa: PLW0603 - one loop for the process
    with _lock:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            _thread = threading.Thread(target=_loop.run_forever, name="cluebot-llm", daemon=True)
            _thread.start()
        return _loop


def _close() -> None:
    global _loop, _thread  # noqa: PLW0603
    loop, thread = _loop, _thread
    _loop = _thread = None
    if loop is not None and thread is not None:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=1)
        if not thread.is_alive():
            loop.close()


def _forget() -> None:
    """A forked child has no thread to run the loop; it starts its own."""
    global _loop, _thread, _lock  # noqa: PLW0603
    _loop = _thread = None
    _lock = threading.Lock()


atexit.register(_close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
