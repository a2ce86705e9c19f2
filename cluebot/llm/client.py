"""The model behind an endpoint, over HTTP."""

from __future__ import annotations

import asyncio
import json
import ssl
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from cluebot.llm.background import Cancellation, wait_for
from cluebot.llm.endpoint import Endpoint
from cluebot.llm.errors import Fault, ModelError
from cluebot.llm.faults import fault_error
from cluebot.llm.gate import Gate
from cluebot.llm.model import Mode, Reply, Request
from cluebot.llm.wire import error_text, fault_of, payload, read_reply

if TYPE_CHECKING:
    import httpx2

MAX_BODY = 5_000_000
"""Most bytes of an answer that are read."""

_CONNECT_SECONDS = 10.0
_FIRST_PAUSE = 0.5
_PASSING: frozenset[Fault] = frozenset({"unreachable", "rate_limited", "server"})
_DOWN: frozenset[Fault] = _PASSING | {"timeout", "not_api", "certificate"}

_GateKey = tuple[str, str, int]
_gates: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[_GateKey, Gate]] = WeakKeyDictionary()


class HttpModel:
    """The chat model behind an endpoint.

    Every call opens a connection of its own: beside the seconds a model takes this costs nothing,
    and a kept connection that the server has meanwhile closed is the commonest needless failure.

    Args:
        endpoint: The endpoint.
        cancellation: Calls off the calls under way; may be shared by the models of a game.
        gate: Bounds the calls; by default shared by all models of the endpoint.

    Raises:
        InputError: If the endpoint's key is not where it should be.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        cancellation: Cancellation | None = None,
        gate: Gate | None = None,
    ) -> None:
        self._endpoint = endpoint
        self._headers = endpoint.look_up_headers()
        self._cancellation = Cancellation() if cancellation is None else cancellation
        self._gate = gate

    def __repr__(self) -> str:
        return f"HttpModel({self._endpoint.name!r})"

    @property
    def endpoint(self) -> str:
        """The name under which calls are recorded."""
        return self._endpoint.name

    @property
    def model(self) -> str:
        """The model's own name."""
        return self._endpoint.model

    @property
    def mode(self) -> Mode:
        """How it is made to answer in JSON."""
        return self._endpoint.mode

    def ask(self, request: Request, timeout: float | None = None) -> Reply:
        """Ask one question and wait for the reply.

        Raises:
            ModelError: If there is none.
            Cancelled: If another thread called it off.
        """
        limit = self._endpoint.timeout
        if timeout is not None:
            limit = min(limit, timeout)
        return wait_for(self._ask(request, limit), self._cancellation)

    async def _ask(self, request: Request, limit: float) -> Reply:
        begun = time.monotonic()
        gate = self._gate if self._gate is not None else _gate_of(self._endpoint)
        try:
            try:
                async with asyncio.timeout(limit):
                    async with gate.places:
                        reply = await self._guarded(gate, request, begun + limit)
            except TimeoutError:
                raise fault_error(self._endpoint, "timeout", seconds=limit) from None
        except ModelError as error:
            error.seconds = round(time.monotonic() - begun, 3)
            raise
        return replace(reply, seconds=round(time.monotonic() - begun, 3))

    async def _guarded(self, gate: Gate, request: Request, deadline: float) -> Reply:
        """Call unless the breaker is open, and tell it how the call went."""
        breaker = gate.breaker
        wait = breaker.wait()
        if wait > 0:
            raise fault_error(self._endpoint, "open", seconds=wait)
        breaker.admit()
        try:
            reply = await self._persist(request, deadline)
        except ModelError as error:
            if error.fault in _DOWN:
                breaker.failed()
            else:
                breaker.succeeded()
            raise
        except asyncio.CancelledError:
            if time.monotonic() >= deadline:
                breaker.failed()
            else:
                breaker.released()
            raise
        breaker.succeeded()
        return reply

    async def _persist(self, request: Request, deadline: float) -> Reply:
        """Send the call, again after passing failures."""
        failures: list[str] = []
        pause = _FIRST_PAUSE
        while True:
            try:
                reply = await self._send(request)
            except _Failure as failure:
                failures.append(failure.word)
                wait = pause if failure.retry_after is None else failure.retry_after
                again = failure.error.fault in _PASSING and len(failures) <= self._endpoint.retries
                if not again or time.monotonic() + wait >= deadline:
                    raise failure.error from None
                await asyncio.sleep(wait)
                pause *= 2
            else:
                return replace(reply, retried=tuple(failures))

    async def _send(self, request: Request) -> Reply:
        import httpx2

        endpoint = self._endpoint
        content = json.dumps(payload(endpoint, request), ensure_ascii=False).encode()
        headers = {"Content-Type": "application/json", **self._headers.send()}
        url = f"{endpoint.url}/chat/completions"
        try:
            async with (
                httpx2.AsyncClient(
                    verify=_trusted(),
                    # A proxy does not reach servers on this machine.
                    trust_env=not endpoint.loopback,
                    timeout=httpx2.Timeout(None, connect=_CONNECT_SECONDS),
                ) as client,
                client.stream("POST", url, content=content, headers=headers) as response,
            ):
                body = await _read_body(response)
        except (httpx2.TransportError, httpx2.InvalidURL, ValueError) as error:
            raise self._no_answer(error) from None
        return self._judge(request, response.status_code, response.headers, body)

    def _judge(
        self, request: Request, status: int, headers: Mapping[str, str], body: bytes
    ) -> Reply:
        """Return the reply in an answer of the server, or raise what stands in its place."""
        text = self._headers.scrub(body.decode(errors="replace"))
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = None
        if status == 200 and isinstance(data, dict) and not data.get("error"):
            reply = read_reply(self._endpoint, request, data)
            if reply is not None:
                return reply
        raise self._refused(status, headers, data)

    def _refused(self, status: int, headers: Mapping[str, str], data: Any) -> _Failure:
        """Build the failure for an answer that holds no reply."""
        detail = f"HTTP {status}"
        if status < 400 and not (isinstance(data, dict) and data.get("error")):
            kind = headers.get("content-type", "").partition(";")[0]
            detail += f", {kind}" if kind else ""
            if "location" in headers:
                detail += f", -> {self._headers.scrub(headers['location'])[:200]}"
            return _Failure(fault_error(self._endpoint, "not_api", detail), str(status))
        said = error_text(data)
        detail += f": {said}" if said else ""
        wait = _retry_after(headers)
        detail += f"; Retry-After: {wait:.0f} s" if wait is not None else ""
        error = fault_error(self._endpoint, fault_of(status, data), detail)
        return _Failure(error, str(status), wait)

    def _no_answer(self, error: Exception) -> _Failure:
        """Build the failure for a connection that did not come about or broke off."""
        cause: BaseException | None = error
        while cause is not None:
            if isinstance(cause, ssl.SSLError):
                said = getattr(cause, "verify_message", "") or cause.reason or "TLS"
                return _Failure(fault_error(self._endpoint, "certificate", said), "certificate")
            cause = cause.__cause__ or cause.__context__
        said = self._headers.scrub(str(error) or type(error).__name__)[:200]
        return _Failure(fault_error(self._endpoint, "unreachable", said), "unreachable")


class _Failure(Exception):  # noqa: N818 - never leaves this module
    """One attempt that brought no reply."""

    def __init__(self, error: ModelError, word: str, retry_after: float | None = None) -> None:
        self.error = error
        self.word = word
        self.retry_after = retry_after


async def _read_body(response: httpx2.Response) -> bytes:
    body = b""
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > MAX_BODY:
            break
    return body


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that the server asks to wait, given as a number or as a date."""
    value = headers.get("retry-after")
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None


@lru_cache(maxsize=1)
def _trusted() -> ssl.SSLContext:
    import httpx2

    return httpx2.create_ssl_context()


def _gate_of(endpoint: Endpoint) -> Gate:
    """Return the gate that all models of an endpoint share on the running loop."""
    gates = _gates.setdefault(asyncio.get_running_loop(), {})
    key = (endpoint.name, endpoint.url, endpoint.concurrency)
    return gates.setdefault(key, Gate(endpoint.concurrency))
