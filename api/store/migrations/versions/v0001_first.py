"""The first tables: games with their seats and moves, and API keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("versions", sa.Text, nullable=False),
        sa.Column("created_at", sa.Float(53), nullable=False),
        sa.Column("active_at", sa.Float(53), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("waiting", sa.String(8), nullable=False),
        sa.Column("lease_owner", sa.String(32)),
        sa.Column("lease_until", sa.Float(53)),
    )
    op.create_index("ix_games_waiting", "games", ["waiting", "lease_until"])
    op.create_index("ix_games_active", "games", ["active_at"])
    op.create_table(
        "seat_tokens",
        sa.Column(
            "game_id",
            sa.String(32),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "moves",
        sa.Column(
            "game_id",
            sa.String(32),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("notes", sa.Text),
        sa.Column("idempotency_key", sa.String(128)),
        sa.Column("fingerprint", sa.String(64)),
        sa.UniqueConstraint("game_id", "seat", "idempotency_key", name="uq_moves_idempotency"),
    )
    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(100), nullable=False, unique=True),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("created_at", sa.Float(53), nullable=False),
        sa.Column("revoked_at", sa.Float(53)),
    )


def downgrade() -> None:
    """Drop the tables."""
    for name in ("api_keys", "moves", "seat_tokens", "games"):
        op.drop_table(name)
