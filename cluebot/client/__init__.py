"""A typed client of the service, blocking (`Client`) and asynchronous (`AsyncClient`)."""

from __future__ import annotations

from cluebot.client.blocking import Client
from cluebot.client.calls import ApiError, Conflict
from cluebot.client.nonblocking import AsyncClient

__all__ = ["ApiError", "AsyncClient", "Client", "Conflict"]
