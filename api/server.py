"""Running the service: one process or several on one port, ended gracefully."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import importlib.util
import json
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Literal

import uvicorn
from fastapi import FastAPI

from api.logs import configure_logs
from api.settings import Settings, load_settings
from api.store.database import connect, migrate
from api.store.keys import KeyStore
from cluebot.errors import bad_input

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def serve(settings: Settings, announce: Callable[[], object] = lambda: None) -> None:
    """Run the service until it is told to stop.

    Args:
        settings: How to run it.
        announce: Called when everything is checked, before the server starts.

    Raises:
        InputError: If callers need keys and there is none, or the address cannot be listened on.
        ResourceError: If the store cannot be used.
    """
    prepare(settings)
    check_address(settings)
    announce()
    configure_logs(settings.log_level)
    # Worker processes are started anew and read their settings from the environment.
    os.environ.update(as_environment(settings))
    uvicorn.run(
        "api.server:app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        http=_connections(settings),
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=round(settings.shutdown_grace) + 1,
    )


def _connections(settings: Settings) -> type[asyncio.Protocol] | Literal["auto"]:
    # Not on Windows, where uvicorn reads requests by h11, which limits the header itself.
    if importlib.util.find_spec("httptools") is None:
        return "auto"
    from api.connection import bounded

    return bounded(settings.request_timeout)


def app() -> FastAPI:
    """Return the app of one server process."""
    from api.app import create_app

    settings = load_settings()
    configure_logs(settings.log_level)
    return create_app(settings)


def prepare(settings: Settings) -> None:
    """Bring the store up to date, and refuse to be open to the network by accident.

    Raises:
        InputError: If callers need keys and there is none.
        ResourceError: If the store cannot be used.
    """
    engine = connect(settings.database)
    try:
        migrate(engine)
        if settings.keys_needed and not KeyStore(engine).any_valid():
            raise bad_input(
                "--host",
                settings.host,
                en="others can reach this address and there is no API key; make one by "
                "cluebot keys create NAME, or open the service to everybody by --keys off",
                zh="其他机器可以访问这个地址，而还没有 API 密钥；"
                "请先运行 cluebot keys create 名称，或用 --keys off 对所有人开放",
            )
    finally:
        engine.dispose()


def check_address(settings: Settings) -> None:
    """Try the address that the server is about to take.

    Raises:
        InputError: If another program has it, or it is not this machine's, or not allowed.
    """
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind) as probe:
            # As the server does: what a server left behind that has just ended is no obstacle.
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise bad_input(
                "--port",
                settings.port,
                en="another program listens on this port; end it, or name another one",
                zh="这个端口已被其他程序占用；请结束那个程序，或换一个端口",
            ) from None
        raise bad_input(
            "--host",
            f"{settings.host}:{settings.port}",
            en=f"this address cannot be listened on ({error.strerror}); name another one",
            zh=f"无法监听这个地址（{error.strerror}）；请换一个",
        ) from None


def as_environment(settings: Settings) -> dict[str, str]:
    """Return the environment that gives the same settings."""
    values = settings.model_dump(mode="json")
    return {
        f"CLUEBOT_{name.upper()}": value if isinstance(value, str) else json.dumps(value)
        for name, value in values.items()
    }


@contextlib.contextmanager
def on_stop(act: Callable[[], object]) -> Iterator[None]:
    """Call ``act`` as soon as the process is told to stop, before the server begins to wait.

    Event streams never end by themselves, and the server waits for all of them.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handle(number: int, frame: FrameType | None) -> None:
        act()
        then = before[signal.Signals(number)]
        if callable(then):
            then(number, frame)

    before = {number: signal.signal(number, handle) for number in STOP_SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
