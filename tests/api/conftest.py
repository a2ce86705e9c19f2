"""A running service for the tests: in a thread where that suffices, as real processes elsewhere."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import httpx2 as httpx
import pytest
import sqlalchemy as sa
import uvicorn

from api.app import create_app
from api.connection import bounded
from api.settings import Settings

POSTGRES = os.environ.get(
    "CLUEBOT_TEST_POSTGRES", "postgresql+psycopg://postgres@127.0.0.1:5432/test"
)


PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""An empty TLS context: no test uses TLS, and loading certificates for each client takes long."""


@dataclass
class Running:
    """A service in a thread of this process; ``service`` gives access to its inside."""

    url: str
    app: object

    @property
    def service(self):
        return self.app.state.service

    def http(self, **headers: str) -> httpx.Client:
        return httpx.Client(base_url=self.url, headers=headers, timeout=30, verify=PLAIN)


@pytest.fixture(scope="module")
def lexicons():
    """Load the lexicons, so that no single test seems slow; put vectors out of reach meanwhile.

    Random players need no vectors; what answers tell of them is told of a stand-in.
    """
    from api.resources import _blends
    from cluebot.rules.legality import check_clue

    real = dict(_blends)
    for language in ("en", "zh"):
        _blends[language] = SimpleNamespace(
            language=language, version="none", blocks=("none",), vocabulary=()
        )
    check_clue("water", ["apple"], "en", "codenames")
    check_clue("水", ["苹果"], "zh", "codenames")
    yield
    _blends.clear()
    _blends.update(real)


@contextlib.contextmanager
def running(settings: Settings) -> Iterator[Running]:
    """Serve in a thread."""
    app = create_app(settings)
    http = bounded(settings.request_timeout)
    config = uvicorn.Config(app, port=0, log_config=None, access_log=False, http=http)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the service did not start"
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Running(f"http://127.0.0.1:{port}", app)
    finally:
        app.state.service.hub.close()
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive(), "the service did not stop"


@pytest.fixture
def serve(tmp_path, lexicons) -> Iterator[Callable[..., Running]]:
    """Return ``serve(**settings)``: start a service of this test's own."""
    with contextlib.ExitStack() as stack:

        def start(**given) -> Running:
            database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
            defaults = {"database": database, "warm": [], "rate_limit": 0, "poll": 0.05}
            return stack.enter_context(running(Settings(**(defaults | given))))

        yield start


@pytest.fixture(scope="module")
def live(tmp_path_factory, lexicons) -> Iterator[Running]:
    """One service for all tests of a module."""
    file = tmp_path_factory.mktemp("service") / "games.sqlite3"
    settings = Settings(database=f"sqlite:///{file}", warm=[], rate_limit=0, poll=0.05)
    with running(settings) as found:
        yield found


@pytest.fixture
def postgres(require) -> Iterator[str]:
    """Return the URL of a PostgreSQL schema of this test's own."""
    name = f"cluebot_{secrets.token_hex(6)}"
    try:
        engine = sa.create_engine(POSTGRES)
        with engine.begin() as connection:
            connection.execute(sa.text(f"CREATE SCHEMA {name}"))
    except (sa.exc.OperationalError, ModuleNotFoundError):
        require(False, "a PostgreSQL server; CLUEBOT_TEST_POSTGRES names it")
    try:
        yield f"{POSTGRES}?options=-csearch_path%3D{name}"
    finally:
        with engine.begin() as connection:
            connection.execute(sa.text(f"DROP SCHEMA {name} CASCADE"))
        engine.dispose()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, tmp_path) -> str:
    """Return the URL of an empty database, of each kind by turns."""
    if request.param == "postgres":
        return request.getfixturevalue("postgres")
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


@dataclass
class Process:
    """A real server process on a port of its own; it can be killed and started again."""

    forks: Forks
    settings: dict[str, object]
    pid: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.settings['port']}"

    def start(self) -> None:
        self.pid = self.forks.start(self.settings)
        deadline = time.monotonic() + 60
        with self.http() as http:
            while time.monotonic() < deadline:
                with contextlib.suppress(httpx.TransportError):
                    if http.get("/healthz").is_success:
                        return
                assert self.alive, "the server process ended"
                time.sleep(0.01)
        raise AssertionError("the server process does not answer")

    def http(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=30, verify=PLAIN)

    @property
    def alive(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def end(self, number: signal.Signals, seconds: float = 30) -> None:
        """Send a signal and wait for the process to end."""
        os.kill(self.pid, number)
        deadline = time.monotonic() + seconds
        while self.alive:
            assert time.monotonic() < deadline, "the server process does not end"
            time.sleep(0.005)


class Forks:
    """Talks to `forks.py`, which starts server processes without loading everything anew."""

    def __init__(self) -> None:
        script = Path(__file__).with_name("forks.py")
        self._parent = subprocess.Popen(
            [sys.executable, str(script)], cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._parent.stdout.readline() == "ready\n"

    def start(self, settings: dict[str, object]) -> int:
        self._parent.stdin.write(json.dumps(settings) + "\n")
        self._parent.stdin.flush()
        return int(self._parent.stdout.readline())

    def close(self) -> None:
        self._parent.stdin.close()
        self._parent.wait(10)
        self._parent.stdout.close()


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    found = Forks()
    yield found
    found.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def spawn(forks) -> Iterator[Callable[..., Process]]:
    """Return ``spawn(**settings)``: a server process that answers."""
    made: list[Process] = []

    def start(**settings: object) -> Process:
        quick = {"warm": [], "rate_limit": 0, "poll": 0.05, "lease": 0.5, "log_level": "error"}
        process = Process(forks, quick | {"port": free_port()} | settings)
        made.append(process)
        process.start()
        return process

    yield start
    for process in made:
        if process.alive:
            process.end(signal.SIGKILL)
