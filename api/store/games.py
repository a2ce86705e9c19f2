"""Games in the store: a row for the game, an append-only log of its moves, and the bots' leases."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from api.store.tables import games, moves, tokens

Waiting = Literal["human", "bot", "nobody"]
"""Whose move a game awaits; ``"nobody"`` once it is over."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as it was set up, and how far it has come.

    Attributes:
        id: Its public name.
        game: The name in the table of games.
        setup: The setup as JSON values.
        seed: Decides the deal and the bots' random choices; secret until the end.
        seats: For each seat its player and the player's options.
        versions: What else made the game what it is.
        created_at: Seconds since the epoch.
        version: Number of moves in the log.
    """

    id: str
    game: str
    setup: Mapping[str, Any]
    seed: int
    seats: Mapping[str, Mapping[str, Any]]
    versions: Mapping[str, str]
    created_at: float
    version: int = 0


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One move of the log.

    Attributes:
        ply: Its place, from 0.
        seat: Who moved.
        entry: The move or forfeit as a line of the game's record.
        notes: What a bot said of it to itself; None for none.
        key: The idempotency key under which it was posted; None for a bot.
        fingerprint: Digest of what was posted under the key.
    """

    ply: int
    seat: str
    entry: Mapping[str, Any]
    notes: Mapping[str, Any] | None = None
    key: str | None = None
    fingerprint: str | None = None


class GameStore:
    """Keeps games; every method is one transaction and may be called from any thread."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def ping(self) -> None:
        """Ask the database for a sign of life; what it raises tells that there is none."""
        with self._engine.connect() as connection:
            connection.execute(sa.select(sa.literal(1)))

    def create(self, row: GameRow, hashes: Mapping[str, str], waiting: Waiting) -> None:
        """Keep a new game with the hashes of its seat tokens."""
        with self._engine.begin() as connection:
            connection.execute(
                games.insert(),
                {
                    "id": row.id,
                    "game": row.game,
                    "setup": _dump(row.setup),
                    "seed": row.seed,
                    "seats": _dump(row.seats),
                    "versions": _dump(row.versions),
                    "created_at": row.created_at,
                    "active_at": row.created_at,
                    "version": row.version,
                    "waiting": waiting,
                },
            )
            if hashes:
                rows = [{"game_id": row.id, "seat": s, "hash": h} for s, h in hashes.items()]
                connection.execute(tokens.insert(), rows)

    def get(self, game_id: str) -> GameRow | None:
        """Return a game, or None if there is none."""
        with self._engine.connect() as connection:
            found = connection.execute(sa.select(games).where(games.c.id == game_id)).one_or_none()
        if found is None:
            return None
        return GameRow(
            id=found.id,
            game=found.game,
            setup=json.loads(found.setup),
            seed=found.seed,
            seats=json.loads(found.seats),
            versions=json.loads(found.versions),
            created_at=found.created_at,
            version=found.version,
        )

    def versions(self, game_ids: Iterable[str]) -> dict[str, int]:
        """Return how many moves each of the games has; games that are gone are left out."""
        query = sa.select(games.c.id, games.c.version).where(games.c.id.in_(list(game_ids)))
        with self._engine.connect() as connection:
            return {row.id: row.version for row in connection.execute(query)}

    def hashes(self, game_id: str) -> dict[str, str]:
        """Return the hash of each seat token of a game."""
        query = sa.select(tokens.c.seat, tokens.c.hash).where(tokens.c.game_id == game_id)
        with self._engine.connect() as connection:
            return {row.seat: row.hash for row in connection.execute(query)}

    def moves(self, game_id: str, since: int = 0) -> list[MoveRow]:
        """Return the moves of a game from ply ``since`` on, in order."""
        query = (
            sa.select(moves)
            .where(moves.c.game_id == game_id, moves.c.ply >= since)
            .order_by(moves.c.ply)
        )
        with self._engine.connect() as connection:
            return [
                MoveRow(
                    ply=row.ply,
                    seat=row.seat,
                    entry=json.loads(row.entry),
                    notes=None if row.notes is None else json.loads(row.notes),
                    key=row.idempotency_key,
                    fingerprint=row.fingerprint,
                )
                for row in connection.execute(query)
            ]

    def append(
        self, game_id: str, move: MoveRow, waiting: Waiting, deadline: float | None = None
    ) -> bool:
        """Add a move to the log; it is on disk when this returns True.

        Args:
            game_id: The game.
            move: The move.
            waiting: Whose move is awaited after it.
            deadline: When a timer of the game runs out, in seconds since the epoch; None for none.

        Returns:
            False, with nothing changed, if the game has another move at this ply, has one under
            the same idempotency key, or is gone.
        """
        advance = (
            games.update()
            .where(games.c.id == game_id, games.c.version == move.ply)
            .values(version=move.ply + 1, waiting=waiting, deadline=deadline, active_at=time.time())
        )
        row = {
            "game_id": game_id,
            "ply": move.ply,
            "seat": move.seat,
            "entry": _dump(move.entry),
            "notes": None if move.notes is None else _dump(move.notes),
            "idempotency_key": move.key,
            "fingerprint": move.fingerprint,
        }
        try:
            with self._engine.begin() as connection:
                if connection.execute(advance).rowcount == 0:
                    return False
                connection.execute(moves.insert(), row)
        except IntegrityError:
            return False
        return True

    def due(self, most: int) -> list[str]:
        """Return up to ``most`` games that await a bot and that no living worker holds."""
        query = sa.select(games.c.id).where(self._free()).order_by(games.c.active_at).limit(most)
        with self._engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def overdue(self, now: float, most: int) -> list[str]:
        """Return up to ``most`` games whose timer ran out before ``now``."""
        query = (
            sa.select(games.c.id)
            .where(games.c.deadline < now)
            .order_by(games.c.deadline)
            .limit(most)
        )
        with self._engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def claim(self, worker: str, game_id: str, seconds: float) -> bool:
        """Take the lease of a game that awaits a bot, unless a living worker holds it.

        Args:
            worker: Who takes it.
            game_id: The game.
            seconds: How long it holds without `renew`.
        """
        take = (
            games.update()
            .where(games.c.id == game_id, self._free())
            .values(lease_owner=worker, lease_until=self._now() + seconds)
        )
        with self._engine.begin() as connection:
            return connection.execute(take).rowcount == 1

    def renew(self, worker: str, game_id: str, seconds: float) -> bool:
        """Hold a lease for longer; False if another worker has taken it."""
        return self._hold(worker, game_id, self._now() + seconds)

    def release(self, worker: str, game_id: str) -> None:
        """Give a lease back."""
        self._hold(worker, game_id, None)

    def _hold(self, worker: str, game_id: str, until: Any) -> bool:
        change = (
            games.update()
            .where(games.c.id == game_id, games.c.lease_owner == worker)
            .values(lease_until=until, lease_owner=None if until is None else worker)
        )
        with self._engine.begin() as connection:
            return connection.execute(change).rowcount == 1

    def expire(self, days: float) -> int:
        """Delete the games without a move for so many days; return how many there were."""
        old = games.c.active_at < time.time() - 86_400 * days
        with self._engine.begin() as connection:
            return connection.execute(games.delete().where(old)).rowcount

    def _free(self) -> sa.ColumnElement[bool]:
        """Return the condition that a game awaits a bot and that no living worker holds it."""
        idle = sa.or_(games.c.lease_until.is_(None), games.c.lease_until < self._now())
        return sa.and_(games.c.waiting == "bot", idle)

    def _now(self) -> Any:
        """Return the present for leases: of the database's clock where machines share one."""
        if self._engine.dialect.name == "postgresql":
            return sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float(53))
        return sa.literal(time.time(), sa.Float(53))


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
