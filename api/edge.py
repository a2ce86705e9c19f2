"""What happens to every request before and after its route: id, limits, time, figures, log."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.handlers import respond, to_problem
from api.metrics import Metrics
from api.problems import ApiProblem
from api.settings import Settings
from cluebot.errors import Text

_log = logging.getLogger("cluebot.access")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")

SECURITY_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
}

_TIMEOUT = Text(
    "The request was given up; try a smaller one, or try again later.",
    "请求已被放弃；请缩小请求，或稍后再试。",
)
_SLOW = Text(
    "The body of the request did not arrive in time; send it again, faster or smaller.",
    "请求正文没有及时送达；请重发，加快速度或缩小内容。",
)


class Edge:
    """ASGI middleware around the whole app."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        await _Exchange(self._app, self._settings, self._metrics, scope, receive, send).run()


class _Exchange:
    """One request and its response."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        metrics: Metrics,
        scope: Scope,
        receive: Receive,
        send: Send,
    ) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._scope = scope
        self._receive = receive
        self._send = send
        self._status = 0
        self._size = 0
        self._waiting = self._complete = False
        offered = Headers(scope=scope).get("x-request-id", "")
        self._id = offered if _REQUEST_ID.fullmatch(offered) else secrets.token_hex(8)
        scope["request_id"] = self._id

    async def run(self) -> None:
        begun = time.perf_counter()
        try:
            self._refuse_large()
            async with asyncio.timeout(self._settings.request_timeout) as limit:
                # A route that streams lifts the limit for itself.
                self._scope["time_limit"] = limit
                await self._app(self._scope, self._receive_counted, self._send_marked)
        except TimeoutError:
            slow = ApiProblem("slow-request", _SLOW, headers={"Connection": "close"})
            await self._answer(slow if self._waiting else ApiProblem("timeout", _TIMEOUT))
        except Exception as error:
            await self._answer(to_problem(error))
        finally:
            self._record(time.perf_counter() - begun)

    def _refuse_large(self) -> None:
        length = Headers(scope=self._scope).get("content-length", "")
        if length.isdigit() and int(length) > self._settings.max_body:
            raise HTTPException(413, headers={"Connection": "close"})

    async def _receive_counted(self) -> Message:
        # True while the body is awaited; whoever is told of the end only waits for a disconnect.
        self._waiting = not self._complete
        message = await self._receive()
        self._waiting = False
        if message["type"] == "http.request":
            self._complete = not message.get("more_body", False)
            self._size += len(message.get("body", b""))
            if self._size > self._settings.max_body:
                # The one kind of exception that the reading of a body lets pass.
                raise HTTPException(413, headers={"Connection": "close"})
        return message

    async def _send_marked(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["X-Request-ID"] = self._id
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
        await self._send(message)

    async def _answer(self, problem: ApiProblem) -> None:
        # Half a response cannot be taken back; the server then closes the connection.
        if not self._status:
            response = respond(Request(self._scope), problem)
            await response(self._scope, self._receive, self._send_marked)

    def _record(self, seconds: float) -> None:
        route = getattr(self._scope.get("route"), "path", "other")
        self._metrics.requests.labels(route, str(self._status)).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        client = self._scope.get("client")
        _log.info(
            "request",
            extra={
                "request_id": self._id,
                "method": self._scope["method"],
                "path": self._scope["path"],
                "status": self._status,
                "ms": round(1000 * seconds, 1),
                "client": client[0] if client else None,
            },
        )
