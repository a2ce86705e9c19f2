"""When the timer of a game runs out, so that any process can call time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; a timer that runs during the upgrade is looked at with the next move."""
    op.add_column("games", sa.Column("deadline", sa.Float(53)))
    op.create_index("ix_games_deadline", "games", ["deadline"])


def downgrade() -> None:
    """Drop the column."""
    op.drop_index("ix_games_deadline", "games")
    op.drop_column("games", "deadline")
