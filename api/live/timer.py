"""Calls time where a timer of a game has run out and nobody posts anything."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from api.live.service import LiveGames
from api.metrics import Metrics
from api.work import Workers

_log = logging.getLogger("cluebot.live")

MOST = 100
"""Games looked at in one go; the rest come next."""


class Timekeeper:
    """Looks for games whose timer has run out; every process does, the log takes one forfeit.

    Deadlines stand in the store, so that they hold over restarts.

    Args:
        games: The live games.
        wake: Told of a game in which a bot may be due now.
        storing: Where the store is asked.
        metrics: Counts the forfeits.
        poll: Seconds between looks.
    """

    def __init__(
        self,
        games: LiveGames,
        wake: Callable[[str], None],
        storing: Workers,
        metrics: Metrics,
        *,
        poll: float,
    ) -> None:
        self._games = games
        self._wake = wake
        self._storing = storing
        self._metrics = metrics
        self._poll = poll

    async def run(self) -> None:
        """Look again and again; runs until it is cancelled."""
        while True:
            await asyncio.sleep(self._poll)
            try:
                late = await self._storing.run(self._games.overdue, MOST)
            except Exception:
                _log.warning("cannot look for timers that have run out", exc_info=True)
                continue
            for game_id in late:
                await self._call(game_id)

    async def _call(self, game_id: str) -> None:
        try:
            table = await self._storing.run(self._games.table, game_id)
            forfeit = await self._storing.run(self._games.call_time, game_id)
        except Exception:
            _log.warning("cannot call time", exc_info=True, extra={"game": game_id})
            return
        if forfeit is not None:
            self._metrics.moves.labels(table.row.game, "timer").inc()
            extra = {"game": game_id, "seat": forfeit.seat, "ply": forfeit.ply}
            _log.info("time ran out", extra=extra)
            self._wake(game_id)
