"""Where games and keys are kept: SQLite by default, PostgreSQL for several machines."""
