"""Real server processes: killed at random points, several on one database, stopped gracefully."""

from __future__ import annotations

import json
import random
import signal
import threading
import time

import httpx2 as httpx
import pytest

from api.live.table import LiveTable
from api.store.database import connect
from api.store.games import GameStore
from cluebot.record import replay

from .tables import bearer, words

CRASHES = 50
CLUES = ("submarine", "volcano", "orchestra", "penguin", "ladder", "telescope", "vineyard",
         "carousel", "glacier", "blacksmith", "kangaroo", "lighthouse", "parliament", "avalanche",
         "chocolate", "dinosaur", "electricity", "harmonica")  # fmt: skip


class Client:
    """Plays red in game after game; remembers each move until the service has acknowledged it."""

    def __init__(self, http: httpx.Client, seed: int) -> None:
        self.http = http
        self.failure: BaseException | None = None
        self.met = threading.Event()
        self.rng = random.Random(seed)
        self.acknowledged: list[tuple[str, int, str]] = []
        self.doubtful: tuple[str, str, dict, str] | None = None
        self.games: list[str] = []
        self.kept: set[str] = set()
        self.number = 0
        self.tokens: dict[str, str] = {}

    def play(self) -> None:
        """Play until the connection breaks."""
        try:
            self._settle()
            while True:
                self._step()
        except httpx.TransportError:
            pass
        except BaseException as error:
            self.failure = error
        finally:
            self.met.set()

    def _settle(self) -> None:
        """Send the move again whose answer never came."""
        if self.doubtful is not None:
            game, seat, body, key = self.doubtful
            response = self._post(game, seat, body, key)
            # A move that was kept is known under its key; any other is taken as if it came first,
            # when the rules may not allow it or the game may have gone on without it.
            expected = (200,) if key in self.kept else (200, 409, 422)
            assert response.status_code in expected, response.text

    def _step(self) -> None:
        if not self.games or self._look(None)["over"]:
            self._new_game()
        for seat in self.tokens:
            view = self._look(seat)
            if view["your_turn"]:
                self._move(seat, view)

    def _new_game(self) -> None:
        seats = {"red.spymaster": "human", "red.operative.1": "human"}
        request = {
            "game": "codenames", "language": "en", "others": "random", "seats": seats,
            "words": words("codenames", "en"), "seed": self.rng.randrange(1000),
        }  # fmt: skip
        created = self.http.post("/v1/games", json=request).json()
        self.games.append(created["id"])
        self.tokens = created["tokens"]

    def _look(self, seat: str | None) -> dict:
        token = None if seat is None else self.tokens[seat]
        response = self.http.get(f"/v1/games/{self.games[-1]}", headers=bearer(token))
        assert response.status_code == 200, response.text
        return response.json()

    def _move(self, seat: str, view: dict) -> None:
        if view["choices"]:
            body = {"move": self.rng.choice(view["choices"])}
        else:
            body = {"text": f"{self.rng.choice(CLUES)} {self.rng.randrange(1, 4)}"}
        self.number += 1
        body["version"] = view["version"]
        response = self._post(self.games[-1], seat, body, f"move-{self.number}")
        assert response.status_code in (200, 409, 422), response.text

    def _post(self, game: str, seat: str, body: dict, key: str) -> httpx.Response:
        self.doubtful = (game, seat, body, key)
        headers = bearer(self.tokens[seat]) | {"Idempotency-Key": key}
        response = self.http.post(f"/v1/games/{game}/moves", json=body, headers=headers)
        self.doubtful = None
        self.met.set()
        if response.status_code == 200:
            self.acknowledged.append((game, response.json()["ply"], key))
        return response


def check_log(url: str, client: Client) -> None:
    """Compare what the service acknowledged with what is kept, without any server."""
    engine = connect(url)
    store = GameStore(engine)
    # Games that were over some crashes ago have been looked at often enough.
    for game in client.games[-3:]:
        moves = store.moves(game)
        assert [move.ply for move in moves] == list(range(len(moves)))
        assert store.get(game).version == len(moves)
        keys = [move.key for move in moves if move.key]
        assert len(keys) == len(set(keys)), "a move was doubled"
        client.kept.update(keys)
        by_ply = {move.ply: move.key for move in moves}
        for of, ply, key in client.acknowledged:
            assert of != game or by_ply.get(ply) == key, "an acknowledged move is gone"
        LiveTable(store.get(game)).extend(moves)
    engine.dispose()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_no_acknowledged_move_is_lost_or_doubled_when_the_server_is_killed(
    spawn, kind, request, tmp_path
):
    crashes = CRASHES if kind == "sqlite" else CRASHES // 5
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    if kind == "postgres":
        database = request.getfixturevalue("postgres")
    server, rng = spawn(database=database), random.Random(1)
    with server.http() as http:
        client = Client(http, seed=2)
        for _ in range(crashes):
            client.met.clear()
            thread = threading.Thread(target=client.play)
            thread.start()
            client.met.wait(20)
            time.sleep(rng.uniform(0.0, 0.15))
            server.end(signal.SIGKILL)
            thread.join()
            assert client.failure is None, client.failure
            check_log(database, client)
            server.start()
    assert len(client.acknowledged) > crashes // 2


def new_game(http: httpx.Client, **fields) -> dict:
    request = {"game": "codenames", "language": "en", "others": "random"} | fields
    response = http.post("/v1/games", json=request)
    assert response.status_code == 201, response.text
    return response.json()


HUMANS = {
    f"{side}.{role}": "human" for side in ("red", "blue") for role in ("spymaster", "operative.1")
}


def post(http: httpx.Client, created: dict, seat: str, body: dict, key: str) -> httpx.Response:
    headers = bearer(created["tokens"][seat]) | {"Idempotency-Key": key}
    return http.post(f"/v1/games/{created['id']}/moves", json=body, headers=headers)


@pytest.fixture
def two(spawn, postgres):
    """Return two servers on one PostgreSQL, with a client of each."""
    servers = [spawn(database=postgres) for _ in range(2)]
    with servers[0].http() as one, servers[1].http() as other:
        yield servers, (one, other)


def test_two_processes_serve_the_same_game(two):
    _, (one, other) = two
    created = new_game(one, seats=HUMANS)
    address = f"/v1/games/{created['id']}"
    side = created["game"]["view"]["turn"]
    first, second = f"{side}.spymaster", f"{side}.operative.1"
    seen: list[int] = []

    def watch():
        with other.stream("GET", f"{address}/events") as stream:
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    seen.append(json.loads(line[6:])["version"])
                    if seen[-1] == 2:
                        return

    watcher = threading.Thread(target=watch)
    watcher.start()
    until = time.monotonic() + 20
    while not seen and time.monotonic() < until:
        time.sleep(0.01)  # the stream is open once it has told of the game as it stands
    # The move is made at one process, repeated at the other, and seen at the other.
    body = {"version": 0, "text": "submarine 2"}
    assert post(one, created, first, body, "a").json()["repeated"] is False
    assert post(other, created, first, body, "a").json()["repeated"] is True
    view = other.get(address, headers=bearer(created["tokens"][second])).json()
    assert view["version"] == 1
    # Two moves at the same version, one at each process: one of them is made.
    answers: list[int] = []

    def race(http: httpx.Client, i: int):
        body = {"version": 1, "move": view["choices"][i]}
        answers.append(post(http, created, second, body, f"race-{i}").status_code)

    racers = [threading.Thread(target=race, args=(http, i)) for i, http in enumerate((one, other))]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    watcher.join(20)
    assert sorted(answers) == [200, 409]
    assert seen == [0, 1, 2]


def test_the_bots_of_a_dead_process_are_taken_over(two):
    servers, (one, other) = two
    games = [new_game(one, seed=i)["id"] for i in range(12)]
    servers[0].end(signal.SIGKILL)
    deadline = time.monotonic() + 60
    for game in games:
        while not other.get(f"/v1/games/{game}").json()["over"]:
            assert time.monotonic() < deadline, "nobody took the bots over"
            time.sleep(0.05)
        record = other.get(f"/v1/games/{game}/transcript").text.splitlines()
        assert replay(record).outcome is not None
        plies = [line["ply"] for line in map(json.loads, record) if line["type"] == "move"]
        assert plies == list(range(len(plies)))


@pytest.mark.parametrize("died", [True, False])
def test_time_is_called_once_whoever_is_left(two, postgres, died):
    servers, (one, other) = two
    created = new_game(
        one, game="decrypto", preset="sandglass", setup={"clue_seconds": 2},
        seats={"white.1": "human", "white.2": "human"},
    )  # fmt: skip
    if died:
        servers[0].end(signal.SIGKILL)
    deadline = time.monotonic() + 60
    while not other.get(f"/v1/games/{created['id']}").json()["view"]["record"]:
        assert time.monotonic() < deadline, "nobody called time"
        time.sleep(0.05)
    engine = connect(postgres)
    moves = GameStore(engine).moves(created["id"])
    engine.dispose()
    assert [m.ply for m in moves] == list(range(len(moves)))
    assert [m.seat for m in moves if m.entry["type"] == "forfeit"] == ["white.1"]


def test_a_server_that_is_told_to_stop_ends_its_streams_and_keeps_every_move(spawn, tmp_path):
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    server = spawn(database=database)
    with server.http() as http:
        address = f"/v1/games/{new_game(http, seats=HUMANS)['id']}"
        with http.stream("GET", f"{address}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines).startswith("retry")
            client = Client(http, seed=3)
            thread = threading.Thread(target=client.play)
            thread.start()
            client.met.wait(20)
            time.sleep(0.2)
            server.end(signal.SIGTERM, seconds=10)
            # The stream ends as it should; a cut one would raise.
            assert [line for line in lines if line.startswith("id: ")] == ["id: 0"]
        thread.join()
        assert client.failure is None, client.failure
        check_log(database, client)
        server.start()
        assert http.get(address).json()["version"] == 0
