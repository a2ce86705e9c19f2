"""The service under load, against the targets it is built for.

    python -m benchmarks.load [--seconds 20] [--workers 2] [--games 200] [--soak 0]

Starts a service of its own (SQLite in a temporary folder, no rate limit) and asks it over real
connections, all on this machine, so that the asking costs some of its time, too. Boards of 25
words are drawn from the word lists of both languages by seed; every request differs. Of each
kind of request the first second is not counted. ``healthz`` is the baseline: a request without
work. ``--soak`` keeps the mix running for so many minutes and watches the memory.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wordlists.loader import load_wordlist

CONNECTIONS = 8
WARM_UP = 1.0
TARGETS = {"check": 300.0, "guess": 300.0, "clue": 60.0}
"""Requests a second on 2 cores."""
TAIL = 10.0
"""Most that the 99th percentile of the time may be of the median."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What came of one kind of request; times in milliseconds."""

    name: str
    rate: float
    p50: float
    p99: float
    errors: int

    def line(self) -> str:
        """Return one line of the report, with the verdict where there is a target."""
        target = TARGETS.get(self.name)
        verdict = ""
        if target is not None:
            met = self.rate >= target and self.p99 <= TAIL * self.p50 and not self.errors
            verdict = f"target {target:g}/s, p99 <= {TAIL:g} x p50: {'met' if met else 'MISSED'}"
        return (
            f"{self.name:10} {self.rate:8.0f}/s  p50 {self.p50:7.2f} ms  p99 {self.p99:7.2f} ms  "
            f"x{self.p99 / self.p50:4.1f}  errors {self.errors}  {verdict}"
        )


class Connection:
    """One kept-alive HTTP connection; as little as a client can be, to leave time to the server."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, body: bytes = b"", headers: str = ""
    ) -> tuple[int, bytes]:
        """Send a request and return status and body."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(_head(method, path, body, headers) + body)
        status, found = await _read_head(reader)
        return status, await reader.readexactly(int(found.get(b"content-length", b"0")))

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()


def _head(method: str, path: str, body: bytes, headers: str = "") -> bytes:
    return (
        f"{method} {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n{headers}\r\n"
    ).encode()


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, dict[bytes, bytes]]:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
    pairs = (line.partition(b":") for line in lines if line)
    return int(first.split()[1]), {name.lower(): value.strip() for name, _, value in pairs}


def requests(name: str, seed: int) -> Iterator[bytes]:
    """Yield request bodies, each for a board of its own."""
    pools = {x: list(load_wordlist(x, "codenames").words) for x in ("en", "zh")}
    for i in itertools.count():
        rng = random.Random(f"{name}/{seed}/{i}")
        language = ("en", "zh")[i % 2]
        *board, clue = rng.sample(pools[language], 26)
        match name:
            case "check":
                request = {"board": board, "clue": clue}
            case "guess":
                request = {"board": board, "clue": clue, "number": 2}
            case _:
                request = {
                    "own": board[:9],
                    "opponent": board[9:17],
                    "neutral": board[17:24],
                    "assassin": board[24:],
                }
        yield json.dumps({"language": language, **request}).encode()


async def measure(name: str, port: int, seconds: float) -> Figures:
    """Ask over `CONNECTIONS` connections for some seconds."""
    times: list[float] = []
    errors = 0
    counted_from = time.perf_counter() + WARM_UP
    end = counted_from + seconds

    async def work(seed: int) -> None:
        nonlocal errors
        connection = Connection(port)
        bodies = requests(name, seed)
        while (begun := time.perf_counter()) < end:
            if name == "healthz":
                status, _ = await connection.ask("GET", "/healthz")
            else:
                status, _ = await connection.ask("POST", f"/v1/codenames/{name}", next(bodies))
            now = time.perf_counter()
            if begun >= counted_from and now <= end:
                times.append(now - begun)
                errors += status != 200
        connection.close()

    await asyncio.gather(*(work(seed) for seed in range(CONNECTIONS)))
    if len(times) < 100:
        msg = f"only {len(times)} answers to {name} in {seconds:g} s; measure for longer"
        raise RuntimeError(msg)
    cuts = statistics.quantiles(times, n=100)
    return Figures(name, len(times) / seconds, 1000 * cuts[49], 1000 * cuts[98], errors)


async def events(port: int, game_id: str) -> AsyncIterator[int]:
    """Yield the versions on the event stream of a game until it ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    writer.write(_head("GET", f"/v1/games/{game_id}/events", b""))
    status, _ = await _read_head(reader)
    if status != 200:
        msg = f"the stream was answered by {status}"
        raise RuntimeError(msg)
    while line := await reader.readline():
        if line.startswith(b"id: "):
            yield int(line[4:])
    writer.close()


async def live_games(port: int, count: int) -> tuple[float, int, int]:
    """Play games of people at once, each with an event stream open from its start to its end.

    The people give up every turn, which ends a game soon and costs no thought.

    Returns:
        Moves a second, the number of moves, and the number of streams that missed one.
    """
    connection = Connection(port)
    seats = ("red.spymaster", "blue.spymaster")
    opened = asyncio.Semaphore(0)

    async def watch(game_id: str) -> list[int]:
        versions = []
        async for version in events(port, game_id):
            versions.append(version)
            if version == 0:
                opened.release()
        return versions

    created, watchers = [], []
    for seed in range(count):
        request = {
            "game": "codenames", "language": ("en", "zh")[seed % 2], "others": "random",
            "seed": seed, "seats": dict.fromkeys(seats, "human"),
        }  # fmt: skip
        _, body = await connection.ask("POST", "/v1/games", json.dumps(request).encode())
        created.append(json.loads(body))
        watchers.append(asyncio.create_task(watch(created[-1]["id"])))
    for _ in range(count):
        await opened.acquire()
    begun = time.perf_counter()
    moves = sum(await asyncio.gather(*(_give_up(port, game) for game in created)))
    rate = moves / (time.perf_counter() - begun)
    found = await asyncio.gather(*watchers)
    broken = sum(versions != list(range(len(versions))) for versions in found)
    return rate, moves, broken + abs(sum(map(len, found)) - moves - count)


async def _give_up(port: int, game: dict[str, Any]) -> int:
    """Give up turn after turn until the game is over; return how many there were."""
    connection = Connection(port)
    view = game["game"]
    while not view["over"]:
        token = game["tokens"][f"{view['view']['turn']}.spymaster"]
        body = json.dumps({"version": view["version"], "forfeit": True}).encode()
        headers = f"Authorization: Bearer {token}\r\nIdempotency-Key: k{view['version']}\r\n"
        path = f"/v1/games/{game['id']}/moves"
        status, answer = await connection.ask("POST", path, body, headers)
        if status != 200:
            msg = f"the move was answered by {status}"
            raise RuntimeError(msg)
        view = json.loads(answer)["game"]
    connection.close()
    return int(view["version"])


def memory(pid: int) -> float:
    """Return the resident memory of a process and its children, shared pages once, in MB."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    total = 0.0
    for process in (pid, *map(int, children)):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                total += int(line.split()[1]) / 1024
    return total


@contextlib.contextmanager
def service(workers: int) -> Iterator[tuple[int, int]]:
    """Run a service; yields its port and its process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "CLUEBOT_DATABASE": f"sqlite:///{folder}/games.sqlite3",
            "CLUEBOT_RATE_LIMIT": "0",
            "CLUEBOT_LOG_LEVEL": "warning",
        }
        command = [sys.executable, "-c", "from cluebot.cli import main; main()", "serve",
                   "--port", str(port), "--workers", str(workers)]  # fmt: skip
        process = subprocess.Popen(command, env=environment)
        try:
            yield port, process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


async def ready(port: int, workers: int) -> None:
    """Wait until every process has loaded its vectors."""
    answered = 0
    # Each connection reaches one of the processes; many in a row have reached all.
    while answered < 10 * workers:
        connection = Connection(port)
        try:
            status, _ = await connection.ask("GET", "/readyz")
        except OSError:
            status = 0
        connection.close()
        answered = answered + 1 if status == 200 else 0
        await asyncio.sleep(0 if answered else 0.5)


async def run(seconds: float, workers: int, games: int, soak: float) -> None:
    """Measure everything and print the report."""
    with service(workers) as (port, pid):
        await ready(port, workers)
        print(f"{workers} process(es), {CONNECTIONS} connections, {os.cpu_count()} cores")
        for name in ("healthz", "check", "guess", "clue"):
            print((await measure(name, port, seconds)).line(), flush=True)
        if games:
            rate, total, broken = await live_games(port, games)
            print(f"{games} streams open: {total} moves, {rate:.0f}/s, {broken} events missed")
        if soak:
            before, end = memory(pid), time.monotonic() + 60 * soak
            while time.monotonic() < end:
                for name in ("check", "guess", "clue"):
                    await measure(name, port, 10.0)
                print(f"memory {memory(pid):.0f} MB (was {before:.0f} MB)", flush=True)


def main() -> None:
    """Read the options and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--soak", type=float, default=0.0, help="minutes")
    chosen = parser.parse_args()
    asyncio.run(run(chosen.seconds, chosen.workers, chosen.games, chosen.soak))


if __name__ == "__main__":
    main()
