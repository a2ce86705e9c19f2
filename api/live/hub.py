"""Who waits for news of which game, and what wakes them: own moves at once, others by polling."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable

from api.work import Workers

_log = logging.getLogger("cluebot.live")

Look = Callable[[list[str]], dict[str, int]]
"""Returns the versions of games as the store has them; blocks."""

GONE = -1
"""The version of a game that the store no longer has."""


class Hub:
    """Wakes the event streams of one process.

    Args:
        look: Asks the store.
        workers: Where ``look`` runs.
        poll: Seconds between looks.
    """

    def __init__(self, look: Look, workers: Workers, poll: float) -> None:
        self._look = look
        self._workers = workers
        self._poll = poll
        self._watched: Counter[str] = Counter()
        self._versions: dict[str, int] = {}
        self._sleepers: defaultdict[str, set[asyncio.Future[None]]] = defaultdict(set)
        self._loop = asyncio.get_running_loop()
        self.closing = False

    def publish(self, game_id: str, version: int) -> None:
        """Tell that a game has a new version; may be called from any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._note, game_id, version)

    def watch(self, game_id: str) -> None:
        """Count one more stream of a game."""
        self._watched[game_id] += 1

    def leave(self, game_id: str) -> None:
        """Count one stream less."""
        self._watched[game_id] -= 1
        if self._watched[game_id] <= 0:
            del self._watched[game_id]
            self._versions.pop(game_id, None)

    async def newer(self, game_id: str, than: int, timeout: float) -> int | None:
        """Wait until a watched game has more moves than ``than``, or is gone.

        Returns:
            The version, `GONE`, or None when the time is over or the service stops.
        """
        try:
            async with asyncio.timeout(timeout):
                while not self.closing:
                    version = self._versions.get(game_id)
                    if version is not None and (version > than or version == GONE):
                        return version
                    await self._sleep(game_id)
        except TimeoutError:
            pass
        return None

    def close(self) -> None:
        """End all waiting; the streams then end by themselves."""
        self.closing = True
        for game_id in list(self._sleepers):
            self._wake(game_id)

    async def run(self) -> None:
        """Look into the store again and again; runs until it is cancelled."""
        while True:
            await asyncio.sleep(self._poll)
            watched = list(self._watched)
            if not watched:
                continue
            try:
                found = await self._workers.run(self._look, watched)
            except Exception:
                _log.warning("cannot look for moves", exc_info=True)
                continue
            for game_id in watched:
                self._note(game_id, found.get(game_id, GONE))

    def _note(self, game_id: str, version: int) -> None:
        if game_id not in self._watched:
            return
        if version == GONE or version > self._versions.get(game_id, GONE):
            self._versions[game_id] = version
            self._wake(game_id)

    async def _sleep(self, game_id: str) -> None:
        sleeper = self._loop.create_future()
        self._sleepers[game_id].add(sleeper)
        try:
            await sleeper
        finally:
            self._sleepers[game_id].discard(sleeper)
            if not self._sleepers[game_id]:
                del self._sleepers[game_id]

    def _wake(self, game_id: str) -> None:
        for sleeper in self._sleepers.get(game_id, ()):
            if not sleeper.done():
                sleeper.set_result(None)
