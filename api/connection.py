"""One connection: how large the head of a request may be, and how long it may take to arrive.

Everything later (bodies, running requests) is limited by `api.edge`, which sees a request only when
its head is complete.
"""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from api.problems import KINDS, ApiProblem, accepted_language, problem_response
from cluebot.errors import Language, Text

MAX_HEAD = 65_536
"""Most bytes of a request line with its header; the same for trailers and between chunks."""

_LARGE = Text(
    f"The header of the request is longer than {MAX_HEAD} bytes; shorten it.",
    f"请求头超过 {MAX_HEAD} 字节；请缩短。",
)
_MALFORMED = Text(
    "This is no HTTP request; send one as RFC 9112 describes it.",
    "这不是合法的 HTTP 请求；请按 RFC 9112 的格式发送。",
)
_SLOW = Text(
    "The header of the request did not arrive in time; send it again, faster.",
    "请求头没有及时送达；请重发，并加快速度。",
)


def bounded(seconds: float) -> type[asyncio.Protocol]:
    """Return what uvicorn makes of each connection, as its option ``http``.

    Args:
        seconds: Until a request must have arrived, counted from its first byte.
    """
    # uvicorn only calls it; unlike a class made here, it reaches worker processes.
    return cast("type[asyncio.Protocol]", partial(Connection, seconds))


class Connection(HttpToolsProtocol):
    """uvicorn's connection with limits on what uvicorn lets in without end.

    Args:
        seconds: Until a request must have arrived, counted from its first byte.
        given: What uvicorn gives its own protocol.
    """

    def __init__(self, seconds: float, **given: Any) -> None:
        super().__init__(**given)
        self._seconds = seconds
        self._limit: asyncio.TimerHandle | None = None
        self._in_head = False
        self._unused = 0  # bytes since the request began or its body went on

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin; the first byte must come in time as well."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Hand bytes to the parser, never more than the head of a request may still have."""
        if self._limit is None:
            self._wait()
        while data and not self.transport.is_closing():
            part, data = data[: MAX_HEAD - self._unused], data[MAX_HEAD - self._unused :]
            self._unused += len(part)
            super().data_received(part)
            if self._unused >= MAX_HEAD and not self.transport.is_closing():
                self._refuse("large-header", _LARGE)

    def on_message_begin(self) -> None:
        """Count from here."""
        super().on_message_begin()
        self._in_head = True
        self._wait()

    def on_headers_complete(self) -> None:
        """Leave the request to the app."""
        self._in_head, self._unused = False, 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Count from here: what is no body is the framing of chunks, or trailers."""
        self._unused = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Wait for nothing; uvicorn itself ends a connection on which no next request begins."""
        self._unused = 0
        self._stop_waiting()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Answer what is no HTTP by a problem document as well."""
        self._refuse("bad-request", _MALFORMED)

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        self._stop_waiting()
        self._limit = self.loop.call_later(self._seconds, self._too_late)

    def _stop_waiting(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _too_late(self) -> None:
        self._limit = None
        if self._in_head:
            self._refuse("slow-request", _SLOW)
        elif self._answering:
            # The app is told of a slow body by its own limit, and may be answering regardless.
            self._wait()
        else:
            self.transport.close()

    def _refuse(self, kind: str, detail: Text) -> None:
        """Answer, unless an answer to the request before is under way, and hang up."""
        if not self._answering:
            problem = ApiProblem(kind, detail, headers={"Connection": "close"})
            answer = problem_response(problem, self._language(), secrets.token_hex(8))
            head = b"".join(b"%s: %s\r\n" % field for field in answer.raw_headers)
            start = STATUS_LINE[KINDS[kind].status]
            self.transport.write(start + head + b"\r\n" + bytes(answer.body))
        self.transport.close()

    def _language(self) -> Language | None:
        """Return the caller's language; None unless the header that names it has been read."""
        # There are no headers before the first request begins.
        for name, value in self.headers or ():
            if name == b"accept-language":
                return accepted_language(value.decode("latin-1"))
        return None
