"""API keys in the store."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from api.store.secrets import digest, matches, new_token
from api.store.tables import keys
from cluebot.errors import bad_input

CACHE_SECONDS = 5.0
"""How long a key may still be taken after it was revoked."""


@dataclass(frozen=True, slots=True)
class Key:
    """What the store knows of a key; ``revoked_at`` is None while it is valid."""

    id: str
    name: str
    created_at: float
    revoked_at: float | None


class KeyStore:
    """Makes, lists, revokes and checks keys. A key reads ``cb_<id>_<secret>``."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._cache: dict[str, tuple[float, str | None]] = {}

    def create(self, name: str) -> str:
        """Return a new key; it cannot be shown again.

        Raises:
            InputError: If the name is taken, empty or too long.
        """
        if not 1 <= len(name) <= 100 or not name.isprintable():
            raise bad_input(
                "name", name, en="must be 1 to 100 characters", zh="应为 1 到 100 个字符"
            )
        key_id, secret = secrets.token_hex(4), new_token()
        row = {"id": key_id, "name": name, "hash": digest(secret), "created_at": time.time()}
        try:
            with self._engine.begin() as connection:
                connection.execute(keys.insert(), row)
        except IntegrityError:
            raise bad_input(
                "name",
                name,
                en="there is such a key; choose another name",
                zh="已有这个名字的密钥；请换一个",
            ) from None
        return f"cb_{key_id}_{secret}"

    def all(self) -> list[Key]:
        """Return all keys, oldest first."""
        query = sa.select(keys).order_by(keys.c.created_at, keys.c.id)
        with self._engine.connect() as connection:
            return [
                Key(row.id, row.name, row.created_at, row.revoked_at)
                for row in connection.execute(query)
            ]

    def any_valid(self) -> bool:
        """Return whether there is a key that opens the service."""
        return any(key.revoked_at is None for key in self.all())

    def revoke(self, name: str) -> None:
        """Make a key invalid.

        Raises:
            InputError: If there is no valid key of this name.
        """
        change = (
            keys.update()
            .where(keys.c.name == name, keys.c.revoked_at.is_(None))
            .values(revoked_at=time.time())
        )
        with self._engine.begin() as connection:
            if connection.execute(change).rowcount == 0:
                raise bad_input(
                    "name", name,
                    en="there is no valid key of this name; see cluebot keys list",
                    zh="没有这个名字的有效密钥；见 cluebot keys list",
                )  # fmt: skip

    def check(self, key: str) -> str | None:
        """Return the id of a valid key, or None."""
        prefix, _, rest = key.partition("_")
        key_id, _, secret = rest.partition("_")
        # What is cached under ids that do not exist must not grow without bound.
        if prefix != "cb" or len(key_id) != 8 or not key.isascii():
            return None
        stored = self._stored(key_id)
        # An unknown id costs the same time as a wrong secret.
        right = matches(secret, stored or digest(""))
        return key_id if right and stored else None

    def _stored(self, key_id: str) -> str | None:
        now = time.monotonic()
        cached = self._cache.get(key_id)
        if cached is not None and now - cached[0] < CACHE_SECONDS:
            return cached[1]
        query = sa.select(keys.c.hash).where(keys.c.id == key_id, keys.c.revoked_at.is_(None))
        with self._engine.connect() as connection:
            found = connection.execute(query).scalar_one_or_none()
        if len(self._cache) > 10_000:
            self._cache.clear()
        self._cache[key_id] = (now, found)
        return found
