"""A bounded pool of threads, so that work never blocks the event loop and never piles up.

Threads suffice: the numeric libraries release the interpreter lock, and all threads share the
warm vectors without a copy.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Busy(Exception):  # noqa: N818 - reads better where it is caught
    """All threads are taken and the queue is full."""


class Workers:
    """Runs functions in threads; refuses them when too many wait.

    Args:
        name: Prefix of the threads' names.
        threads: How many run at once.
        queue: How many may wait; None for any number.
    """

    def __init__(self, name: str, threads: int, queue: int | None) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._room = None if queue is None else threads + queue
        self.taken = 0

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in a thread and return what it returns.

        A caller that is cancelled does not wait on; a function that has begun still ends, and
        counts as running until then.

        Raises:
            Busy: If there is no room.
        """
        if self._room is not None and self.taken >= self._room:
            raise Busy
        self.taken += 1
        loop = asyncio.get_running_loop()
        try:
            future = self._pool.submit(function, *args, **kwargs)
        except BaseException:
            self.taken -= 1
            raise
        future.add_done_callback(lambda _: self._release(loop))
        return await asyncio.wrap_future(future)

    def _release(self, loop: asyncio.AbstractEventLoop) -> None:
        # The loop may be gone when a thread outlives the service.
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._leave)

    def _leave(self) -> None:
        self.taken -= 1

    def close(self) -> None:
        """Take no more work; what runs is left to end."""
        self._pool.shutdown(wait=False, cancel_futures=True)
