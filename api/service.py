"""What the routes of one app share: settings, pools, store, live games."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import math
import time
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Request

from api.live.bots import BotRunner
from api.live.hub import Hub
from api.live.service import LiveGames
from api.live.timer import Timekeeper
from api.metrics import Metrics
from api.problems import ApiProblem
from api.ratelimit import RateLimiter
from api.resources import warm_up
from api.server import on_stop
from api.settings import Settings
from api.store.database import connect, migrate
from api.store.games import GameStore
from api.store.keys import KeyStore
from api.work import Workers
from cluebot.errors import Language, Text

_log = logging.getLogger("cluebot.service")

STORE_THREADS = 8
"""Threads that wait for the database."""

STORE_QUEUE = 2_000
"""Store accesses that may wait for a thread."""

EXPIRY_SECONDS = 600.0
"""Time between searches for games to delete."""

_NO_KEY = Text(
    "This service needs an API key; send a valid one as X-API-Key.",
    "本服务需要 API 密钥；请在 X-API-Key 请求头里发送有效的密钥。",
)


class Service:
    """The parts of a running service; made when the app starts, in its event loop."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.engine = connect(settings.database)
        self.store = GameStore(self.engine)
        self.keys = KeyStore(self.engine)
        self.answering = Workers("answer", settings.threads, settings.queue)
        self.thinking = Workers("bot", settings.threads, None)
        self.storing = Workers("store", STORE_THREADS, STORE_QUEUE)
        self.limiter = RateLimiter(settings.rate_limit, settings.rate_burst)
        self.hub = Hub(self.store.versions, self.storing, settings.poll)
        self.games = LiveGames(self.store, self.hub.publish)
        self.bots = BotRunner(
            self.games,
            self.store,
            self.thinking,
            self.storing,
            metrics,
            lease=settings.lease,
            poll=settings.poll,
        )
        self.timer = Timekeeper(
            self.games, self.bots.wake, self.storing, metrics, poll=settings.poll
        )
        self.streams = 0
        self.warm: dict[Language, str] = dict.fromkeys(settings.warm, "loading")
        metrics.working.set_function(lambda: self.answering.taken)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Bring the store up to date, load the vectors, serve; then finish what was begun."""
        await self.storing.run(migrate, self.engine)
        tasks = [
            asyncio.create_task(work)
            for work in (
                self.hub.run(),
                self.bots.run(),
                self.timer.run(),
                self._warm_up(),
                self._expire(),
            )
        ]
        loop = asyncio.get_running_loop()
        try:
            with on_stop(lambda: loop.call_soon_threadsafe(self.hub.close)):
                yield
        finally:
            self.hub.close()
            await self.bots.stop(self.settings.shutdown_grace)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for workers in (self.answering, self.thinking, self.storing):
                workers.close()
            self.engine.dispose()

    async def admit(self, request: Request) -> None:
        """Let a caller in.

        Raises:
            ApiProblem: If the key is missing or wrong, or the caller asks too often.
        """
        client = request.client
        caller = client.host if client else "local"
        if self.settings.keys_needed:
            key = request.headers.get("x-api-key", "")
            key_id = await self.storing.run(self.keys.check, key)
            if key_id is None:
                self._count(caller)
                raise ApiProblem("unauthorised", _NO_KEY, headers={"WWW-Authenticate": "ApiKey"})
            caller = f"key {key_id}"
        self._count(caller)

    def _count(self, caller: str) -> None:
        wait = self.limiter.wait(caller, time.monotonic())
        if not wait:
            return
        rate, seconds = self.settings.rate_limit, math.ceil(wait)
        raise ApiProblem(
            "too-many-requests",
            Text(
                f"More than {rate:g} requests a second; wait {seconds} s.",
                f"每秒超过 {rate:g} 个请求；请等待 {seconds} 秒。",
            ),
            headers={"Retry-After": str(seconds)},
        )

    async def _warm_up(self) -> None:
        """Load what the first request would otherwise wait for."""
        for language in self.settings.warm:
            try:
                await self.thinking.run(warm_up, language)
                self.warm[language] = "ready"
            except Exception:
                self.warm[language] = "failed"
                _log.exception("cannot load the vectors of %s", language)
        # Lexicons stay; requests would have to wait whenever garbage is looked for among them.
        gc.collect()
        gc.freeze()

    async def _expire(self) -> None:
        while self.settings.game_days:
            try:
                gone = await self.storing.run(self.store.expire, self.settings.game_days)
                if gone:
                    _log.info("deleted %d old games", gone)
            except Exception:
                _log.warning("cannot delete old games", exc_info=True)
            await asyncio.sleep(EXPIRY_SECONDS)


def service_of(request: Request) -> Service:
    """Return the service behind a request."""
    service: Service = request.app.state.service
    return service


ServiceDep = Annotated[Service, Depends(service_of)]


async def admit(request: Request, service: ServiceDep) -> None:
    """Let a caller in, or answer by a problem; a dependency of all routes that do work."""
    await service.admit(request)
