"""Connecting to the database and bringing its tables up to date."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from filelock import FileLock
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from cluebot.errors import ResourceError, Text, bad_input

_MIGRATION_LOCK = 0x636C7565
"""Number of the PostgreSQL advisory lock held while tables are brought up to date."""


def connect(url: str) -> sa.Engine:
    """Return an engine for a database URL; the folder of a SQLite file is made.

    Raises:
        InputError: If the URL is not one of a supported database.
    """
    try:
        parsed = sa.make_url(url)
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() == "sqlite":
            return _connect_sqlite(parsed)
        if parsed.get_backend_name() == "postgresql":
            return sa.create_engine(
                parsed, pool_size=8, max_overflow=8, pool_pre_ping=True, pool_timeout=10
            )
    except ModuleNotFoundError as error:
        raise ResourceError(
            Text(
                f"The database needs the package {error.name}; "
                "run: pip install 'cluebot[postgres]'",
                f"这个数据库需要软件包 {error.name}；请运行 pip install 'cluebot[postgres]'",
            )
        ) from None
    except (ArgumentError, NoSuchModuleError):
        pass
    raise bad_input(
        "database",
        url.partition(":")[0],
        en="is no supported database; use sqlite:///FILE or postgresql+psycopg://HOST/NAME",
        zh="不是支持的数据库；请用 sqlite:///文件 或 postgresql+psycopg://主机/库名",
    )


def _connect_sqlite(url: sa.URL) -> sa.Engine:
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(url, connect_args={"timeout": 10, "check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def _configure(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        # A commit has to outlive a power cut, not only the process.
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return engine


def migrate(engine: sa.Engine) -> None:
    """Bring the tables up to date; several processes may try at once.

    Raises:
        ResourceError: If the database cannot be reached or changed.
    """
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "api.store:migrations")
    try:
        with _alone(engine), engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except (SQLAlchemyError, OSError) as error:
        raise unreachable(error) from error


def unreachable(error: Exception) -> ResourceError:
    """Return the error that tells that the database does not answer, without its password."""
    reason = str(getattr(error, "orig", None) or error).splitlines()[0]
    return ResourceError(
        Text(
            f"The database cannot be used ({reason}); check the setting database.",
            f"数据库无法使用（{reason}）；请检查设置 database。",
        )
    )


@contextlib.contextmanager
def _alone(engine: sa.Engine) -> Iterator[None]:
    """Keep other processes from changing the tables at the same time."""
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            connection.execute(sa.select(sa.func.pg_advisory_lock(_MIGRATION_LOCK)))
            try:
                yield
            finally:
                connection.execute(sa.select(sa.func.pg_advisory_unlock(_MIGRATION_LOCK)))
    elif engine.url.database and engine.url.database != ":memory:":
        with FileLock(engine.url.database + ".lock"):
            yield
    else:
        yield
