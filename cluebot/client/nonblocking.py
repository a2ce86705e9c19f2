"""The asynchronous client."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx2 as httpx

from api.live.shapes import AcceptedMove, CatalogGame, CreatedGame, GameView, NewGame, NewMove
from api.schemas import (
    CheckRequest,
    CheckResponse,
    ClueRequest,
    ClueResponse,
    DecodeRequest,
    DecodeResponse,
    DecryptoCheckRequest,
    EncodeRequest,
    EncodeResponse,
    GuessRequest,
    GuessResponse,
    InterceptRequest,
    InterceptResponse,
)
from cluebot.client import calls

T = TypeVar("T")


class AsyncClient:
    """Talks to one service; the methods are those of `Client`.

    Refusals are raised as `ApiError`; a service that is busy is asked again. Lost connections
    raise what ``httpx2`` raises.

    Args:
        url: Where the service is, such as ``"http://127.0.0.1:8000"``.
        key: The API key, where one is needed.
        language: The language of error messages, ``"en"`` or ``"zh"``.
        timeout: Seconds to wait for an answer.
        attempts: How often a request is sent at most while the service is busy.
    """

    def __init__(
        self,
        url: str,
        *,
        key: str | None = None,
        language: str = "en",
        timeout: float = 60.0,
        attempts: int = 3,
    ) -> None:
        self._attempts = attempts
        self._http = httpx.AsyncClient(
            base_url=url, headers=calls.base_headers(language, key), timeout=timeout
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def clue(self, request: ClueRequest) -> ClueResponse:
        """Give a Codenames clue for a board."""
        answer: ClueResponse = await self._send(calls.question("codenames/clue", request))
        return answer

    async def guess(self, request: GuessRequest) -> GuessResponse:
        """Guess which words a Codenames clue means."""
        answer: GuessResponse = await self._send(calls.question("codenames/guess", request))
        return answer

    async def check(self, request: CheckRequest) -> CheckResponse:
        """Judge whether a Codenames clue is legal."""
        answer: CheckResponse = await self._send(calls.question("codenames/check", request))
        return answer

    async def encode(self, request: EncodeRequest) -> EncodeResponse:
        """Write three Decrypto clues for a code."""
        answer: EncodeResponse = await self._send(calls.question("decrypto/encode", request))
        return answer

    async def decode(self, request: DecodeRequest) -> DecodeResponse:
        """Decode the own team's Decrypto clues."""
        answer: DecodeResponse = await self._send(calls.question("decrypto/decode", request))
        return answer

    async def intercept(self, request: InterceptRequest) -> InterceptResponse:
        """Intercept the other team's Decrypto clues."""
        answer: InterceptResponse = await self._send(calls.question("decrypto/intercept", request))
        return answer

    async def check_decrypto(self, request: DecryptoCheckRequest) -> CheckResponse:
        """Judge whether a Decrypto clue is legal."""
        answer: CheckResponse = await self._send(calls.question("decrypto/check", request))
        return answer

    async def catalog(self) -> list[CatalogGame]:
        """List the games that can be played."""
        return await self._send(calls.catalog())

    async def new_game(self, request: NewGame) -> CreatedGame:
        """Set up a game."""
        return await self._send(calls.new_game(request))

    async def game(self, game_id: str, token: str | None = None) -> GameView:
        """Look at a game as the seat of a token, or as a spectator."""
        return await self._send(calls.show(game_id, token))

    async def move(
        self, game_id: str, token: str, move: NewMove, *, key: str | None = None
    ) -> AcceptedMove:
        """Make a move; sent again under the same key, it plays once.

        Raises:
            Conflict: If the game has moved on.
        """
        return await self._send(calls.move(game_id, token, move, key or secrets.token_hex(12)))

    async def transcript(self, game_id: str) -> str:
        """Return the record of a finished game as JSON lines."""
        response = await self._http.get(f"/v1/games/{game_id}/transcript")
        calls.check(response)
        return response.text

    async def events(
        self, game_id: str, token: str | None = None, *, after: int | None = None
    ) -> AsyncIterator[GameView]:
        """Yield the game at each version, from the present one or after version ``after`` on.

        Ends with the game. A lost connection is taken up again where it broke off.
        """
        failures = 0
        while True:
            try:
                async with self._stream(game_id, token, after) as response:
                    if response.status_code == 204:
                        return
                    if not response.is_success:
                        await response.aread()
                        calls.check(response)
                    reader = calls.EventReader()
                    async for line in response.aiter_lines():
                        for view in reader.feed(line):
                            after, failures = view.version, 0
                            yield view
                            if view.over:
                                return
            except httpx.TransportError:
                failures += 1
                if failures >= self._attempts:
                    raise
            wait = 0.5 * failures
            await asyncio.sleep(wait)

    def _stream(self, game_id: str, token: str | None, after: int | None) -> Any:
        return self._http.stream(
            "GET", f"/v1/games/{game_id}/events", headers=calls.event_headers(token, after)
        )

    async def _send(self, call: calls.Call[T]) -> T:
        for _ in range(self._attempts - 1):
            try:
                return call.read(await self._http.request(**call.arguments()))
            except calls.ApiError as error:
                if error.problem.status not in calls.RETRY_STATUSES:
                    raise
                wait = error.retry_after or 1.0
            await asyncio.sleep(wait)
        return call.read(await self._http.request(**call.arguments()))
