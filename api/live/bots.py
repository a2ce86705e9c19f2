"""Bots move by themselves: one process at a time, by a lease that others take over."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import Counter

from api.live.service import BotMove, LiveGames
from api.metrics import Metrics
from api.problems import ApiProblem
from api.store.games import GameStore
from api.work import Workers

_log = logging.getLogger("cluebot.live")


class BotRunner:
    """Plays the bots of all games for which this process gets the lease.

    Args:
        games: The live games.
        store: Where leases are kept.
        thinking: Where bots think; they wait for a thread instead of being refused.
        storing: Where the store is asked.
        metrics: Counts the moves.
        lease: Seconds a lease holds.
        poll: Seconds between looks for games that another process has left.
    """

    def __init__(
        self,
        games: LiveGames,
        store: GameStore,
        thinking: Workers,
        storing: Workers,
        metrics: Metrics,
        *,
        lease: float,
        poll: float,
    ) -> None:
        self._games = games
        self._store = store
        self._thinking = thinking
        self._storing = storing
        self._metrics = metrics
        self._lease = lease
        self._poll = poll
        self._me = secrets.token_hex(8)
        self._running: dict[str, asyncio.Task[None]] = {}
        self._failures: Counter[tuple[str, int]] = Counter()
        self._stopping = False

    def wake(self, game_id: str) -> None:
        """Let the bots of a game move, if any is due."""
        if self._stopping or game_id in self._running:
            return
        task = asyncio.create_task(self._serve(game_id))
        self._running[game_id] = task
        task.add_done_callback(lambda _: self._running.pop(game_id, None))

    async def run(self) -> None:
        """Take up games that nobody serves; runs until it is cancelled."""
        while True:
            await asyncio.sleep(self._poll)
            try:
                for game_id in await self._storing.run(self._store.due, 100):
                    self.wake(game_id)
            except Exception:
                _log.warning("cannot look for bots to move", exc_info=True)

    async def stop(self, grace: float) -> None:
        """Finish the moves that are being made, begin no others, and give the leases back."""
        self._stopping = True
        tasks = list(self._running.values())
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=grace)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _serve(self, game_id: str) -> None:
        try:
            if await self._storing.run(self._store.claim, self._me, game_id, self._lease):
                await self._play(game_id)
        except ApiProblem:
            _log.info("the game is gone", extra={"game": game_id})
        except Exception:
            _log.exception("a bot could not move", extra={"game": game_id})

    async def _play(self, game_id: str) -> None:
        """Move while a bot is due, renewing the lease all the while.

        After a failure the lease is left to run out, which spaces the attempts.
        """
        heartbeat = asyncio.create_task(self._renew(game_id))
        try:
            while not self._stopping and (made := await self._move(game_id)):
                self._metrics.moves.labels(made.game, "bot").inc()
                extra = {"game": game_id, "seat": made.seat, "ply": made.ply}
                _log.info("bot moved", extra=extra)
        finally:
            heartbeat.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await heartbeat
        await self._storing.run(self._store.release, self._me, game_id)

    async def _move(self, game_id: str) -> BotMove | None:
        table = await self._storing.run(self._games.table, game_id)
        place = (game_id, table.version)
        try:
            made = await self._thinking.run(
                self._games.play_bot, game_id, self._failures.get(place, 0)
            )
        except ApiProblem:
            raise
        except Exception:
            # The sweep comes back to the game; after a few failures the bot forfeits.
            self._failures[place] += 1
            raise
        self._failures.pop(place, None)
        return made

    async def _renew(self, game_id: str) -> None:
        while True:
            await asyncio.sleep(self._lease / 3)
            try:
                await self._storing.run(self._store.renew, self._me, game_id, self._lease)
            except Exception:
                _log.warning("cannot renew a lease", exc_info=True, extra={"game": game_id})
