"""Pipes that can be left, whoever still holds the other end."""

from __future__ import annotations

import io
import os
import select
import threading
from typing import Any

_GLANCE = 200
"""Milliseconds between two looks whether a pipe is still to be read."""


def leavable(stream: Any, over: threading.Event) -> io.BufferedReader:
    """Return a pipe to be read that ends when ``over`` is set, too, and not only when it is closed.

    Windows can only wait for the end of a pipe.
    """
    return io.BufferedReader(_Pipe(stream, over))


class _Pipe(io.RawIOBase):
    """The pipe without lines.

    Args:
        stream: The pipe as it is.
        over: Set when nobody is to read on.
    """

    def __init__(self, stream: Any, over: threading.Event) -> None:
        self._stream, self._over = stream, over
        self._watch = None
        if hasattr(select, "poll"):
            self._watch = select.poll()
            self._watch.register(stream, select.POLLIN)

    def readable(self) -> bool:
        """Return that it is for reading."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Wait for something and read it; return how much, 0 at the end."""
        while not self._over.is_set():
            if self._watch is None or self._watch.poll(_GLANCE):
                read = os.read(self._stream.fileno(), len(buffer))
                buffer[: len(read)] = read
                return len(read)
        return 0

    def close(self) -> None:
        """Close the pipe."""
        self._stream.close()
        super().close()
