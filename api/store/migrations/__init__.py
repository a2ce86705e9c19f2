"""Alembic migrations, one file a change."""
