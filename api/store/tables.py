"""The tables. ``migrations/`` builds them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    # Setup, seats and versions are JSON; as text, since no query looks inside.
    Column("setup", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("seats", Text, nullable=False),
    Column("versions", Text, nullable=False),
    Column("created_at", Float(53), nullable=False),
    Column("active_at", Float(53), nullable=False),
    # The number of moves; changes with every move, so that it also guards against stale writers.
    Column("version", Integer, nullable=False),
    # Whose move is awaited: "human", "bot", or "nobody" once the game is over.
    Column("waiting", String(8), nullable=False),
    Column("lease_owner", String(32)),
    Column("lease_until", Float(53)),
    # When a timer of the game runs out, in seconds since the epoch; null while none runs.
    Column("deadline", Float(53)),
    Index("ix_games_waiting", "waiting", "lease_until"),
    Index("ix_games_deadline", "deadline"),
    Index("ix_games_active", "active_at"),
)

tokens = Table(
    "seat_tokens",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("hash", String(64), nullable=False),
)

moves = Table(
    "moves",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(64), nullable=False),
    # One line of the game's record (a move or a forfeit), and the player's own notes on it.
    Column("entry", Text, nullable=False),
    Column("notes", Text),
    Column("idempotency_key", String(128)),
    Column("fingerprint", String(64)),
    UniqueConstraint("game_id", "seat", "idempotency_key", name="uq_moves_idempotency"),
)

keys = Table(
    "api_keys",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(100), nullable=False, unique=True),
    Column("hash", String(64), nullable=False),
    Column("created_at", Float(53), nullable=False),
    Column("revoked_at", Float(53)),
)
