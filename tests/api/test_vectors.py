"""The service with its real vectors: every example, games of embedding bots, readiness."""

from __future__ import annotations

import signal
import time

import pytest

from api.examples import REQUESTS
from api.operations import OPERATIONS
from cluebot.record import replay

from .conftest import Process, free_port


@pytest.fixture(scope="module")
def ready(forks, tmp_path_factory, require):
    """A server process with the vectors of both languages, as `make demo` builds them."""
    from embeddings.cache import Cache

    require(any(Cache().folder.glob("zh-space-*")), "built vectors; run make demo")
    database = f"sqlite:///{tmp_path_factory.mktemp('real') / 'games.sqlite3'}"
    server = Process(forks, {"port": free_port(), "database": database, "log_level": "error"})
    server.start()
    with server.http() as http:
        deadline = time.monotonic() + 120
        while not http.get("/readyz").is_success:
            assert time.monotonic() < deadline, http.get("/readyz").text
            time.sleep(0.1)
        yield http
    server.end(signal.SIGKILL)


@pytest.mark.parametrize("language", [0, 1])
@pytest.mark.parametrize("name", OPERATIONS)
def test_every_example_is_answered(ready, name, language):
    response = ready.post(f"/v1/{name}", json=REQUESTS[name][language])
    assert response.status_code == 200, response.text
    answer = OPERATIONS[name].response.model_validate_json(response.content)
    assert answer.language == ("en", "zh")[language]


def test_the_vectors_are_listed(ready):
    listed = ready.get("/v1/vectors").json()
    assert [item["language"] for item in listed] == ["en", "zh"]
    assert all(item["status"] == "ready" and item["words"] > 1000 for item in listed)


@pytest.mark.parametrize(
    ("game", "language"), [("codenames", "en"), ("codenames", "zh"), ("decrypto", "zh")]
)
def test_embedding_bots_play_to_the_end(ready, game, language):
    created = ready.post("/v1/games", json={"game": game, "language": language, "seed": 1}).json()
    deadline = time.monotonic() + 400
    while not ready.get(f"/v1/games/{created['id']}").json()["over"]:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    record = ready.get(f"/v1/games/{created['id']}/transcript").text.splitlines()
    assert replay(record).outcome is not None
    assert any('"type":"notes"' in line for line in record)
