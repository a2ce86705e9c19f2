"""`create_app`: the service as an ASGI application."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from api.edge import Edge
from api.handlers import install_handlers
from api.metrics import Metrics
from api.openapi import openapi
from api.routes import about, docs, games, health, stateless, web
from api.service import Service
from api.settings import Settings, load_settings
from cluebot import __version__
from embeddings.threads import one_thread


def create_app(settings: Settings | None = None) -> FastAPI:
    """Make the application.

    Args:
        settings: How it runs; None: from the environment and the TOML file.

    Raises:
        InputError: If a setting is wrong.
    """
    chosen = settings or load_settings()
    metrics = Metrics()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        service = app.state.service = Service(chosen, metrics)
        # Requests are answered side by side; a thread for each core would only be in the way.
        with one_thread():
            async with service.running():
                yield

    app = FastAPI(
        title="cluebot",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
    )
    for part in (stateless, games, about, health, docs):
        app.include_router(part.router)
    install_handlers(app)
    app.add_middleware(Edge, settings=chosen, metrics=metrics)
    if chosen.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=chosen.cors_origins,
            allow_methods=["GET", "POST"],
            allow_headers=[
                "Accept-Language", "Authorization", "Content-Type", "Idempotency-Key",
                "Last-Event-ID", "X-API-Key", "X-Request-ID",
            ],
            expose_headers=["Location", "Retry-After", "X-Request-ID"],
        )  # fmt: skip
    document: dict[str, Any] = {}

    def described() -> dict[str, Any]:
        if not document:
            document.update(openapi(app, keys_needed=chosen.keys_needed))
        return document

    app.openapi = described  # type: ignore[method-assign]
    if web.FOLDER.is_dir():
        web.install_pages(app)
    return app
