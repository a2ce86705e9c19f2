"""What the blocking and the asynchronous client share: each request as a value, each answer read.

The clients differ only in how they send.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import httpx2 as httpx
from pydantic import BaseModel, TypeAdapter

from api.live.shapes import AcceptedMove, CatalogGame, CreatedGame, GameView, NewGame, NewMove
from api.operations import OPERATIONS
from api.problems import MEDIA_TYPE, TYPE_PREFIX, FieldError, Problem
from cluebot.errors import CluebotError, Text

T = TypeVar("T")

RETRY_STATUSES = (429, 503)
"""Answers that ask to try again later."""


class ApiError(CluebotError):
    """The service refused a request; ``problem`` is its problem document."""

    def __init__(self, problem: Problem, retry_after: float | None = None) -> None:
        super().__init__(Text(problem.detail, problem.detail))
        self.problem = problem
        self.retry_after = retry_after

    @property
    def kind(self) -> str:
        """The kind of problem, such as ``"illegal-move"``."""
        return self.problem.type.removeprefix(TYPE_PREFIX)

    @property
    def errors(self) -> list[FieldError]:
        """Every defect of the request."""
        return self.problem.errors


class Conflict(ApiError):  # noqa: N818 - the term of HTTP
    """The game has moved on; ``game`` is how the seat sees it now."""

    @property
    def game(self) -> GameView:
        """The game now."""
        return GameView.model_validate(self.problem.game)


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request and how its answer is read."""

    method: str
    path: str
    answer: TypeAdapter[T]
    body: BaseModel | None = None
    headers: Mapping[str, str] | None = None

    def read(self, response: httpx.Response) -> T:
        """Return the answer.

        Raises:
            ApiError: If the service refused.
        """
        check(response)
        return self.answer.validate_json(response.content)

    def arguments(self) -> dict[str, Any]:
        """Return what ``httpx`` needs to send the request."""
        headers = dict(self.headers or {})
        found: dict[str, Any] = {"method": self.method, "url": self.path, "headers": headers}
        if self.body is not None:
            headers["Content-Type"] = "application/json"
            found["content"] = self.body.model_dump_json(exclude_unset=True).encode()
        return found


def check(response: httpx.Response) -> None:
    """Raise what a refusal says.

    Raises:
        ApiError: If the response is not a success.
    """
    if response.is_success:
        return
    try:
        problem = Problem.model_validate_json(response.content)
    except ValueError:
        # Something between us and the service answered, such as a proxy.
        problem = Problem(
            type="about:blank",
            title=response.reason_phrase,
            status=response.status_code,
            detail=f"{response.status_code} {response.reason_phrase}: not an answer of cluebot.",
            instance="",
        )
    wait = response.headers.get("retry-after", "")
    seconds = float(wait) if wait.isdigit() else None
    if response.status_code == 409 and problem.game is not None:
        raise Conflict(problem, seconds)
    raise ApiError(problem, seconds)


def question(name: str, request: BaseModel) -> Call[Any]:
    """Return the call of a stateless operation."""
    return Call("POST", f"/v1/{name}", TypeAdapter(OPERATIONS[name].response), request)


def new_game(request: NewGame) -> Call[CreatedGame]:
    """Return the call that sets up a game."""
    return Call("POST", "/v1/games", TypeAdapter(CreatedGame), request)


def show(game_id: str, token: str | None) -> Call[GameView]:
    """Return the call that looks at a game."""
    return Call("GET", f"/v1/games/{game_id}", TypeAdapter(GameView), headers=bearer(token))


def move(game_id: str, token: str, made: NewMove, key: str) -> Call[AcceptedMove]:
    """Return the call that makes a move."""
    headers = {**bearer(token), "Idempotency-Key": key}
    return Call("POST", f"/v1/games/{game_id}/moves", TypeAdapter(AcceptedMove), made, headers)


def catalog() -> Call[list[CatalogGame]]:
    """Return the call that lists the games."""
    return Call("GET", "/v1/catalog", TypeAdapter(list[CatalogGame]))


def bearer(token: str | None) -> dict[str, str]:
    """Return the headers that open a seat."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def base_headers(language: str, key: str | None) -> dict[str, str]:
    """Return the headers of every request."""
    headers = {"Accept": f"application/json, {MEDIA_TYPE}", "Accept-Language": language}
    return headers if key is None else headers | {"X-API-Key": key}


def event_headers(token: str | None, after: int | None) -> dict[str, str]:
    """Return the headers that open a stream of events after a version."""
    last = {} if after is None else {"Last-Event-ID": str(after)}
    return {**bearer(token), **last, "Accept": "text/event-stream"}


class EventReader:
    """Puts the lines of a stream of server-sent events together to views of a game."""

    def __init__(self) -> None:
        self._data: list[str] = []

    def feed(self, line: str) -> Iterator[GameView]:
        """Take one line, and yield the view that it completes, if any."""
        if line.startswith("data:"):
            self._data.append(line[5:].removeprefix(" "))
        elif not line and self._data:
            data, self._data = "\n".join(self._data), []
            yield GameView.model_validate_json(data)
