"""The stateless routes: answers, problems in both languages, limits."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import socket
import threading
import time
from pathlib import Path

import httpx2 as httpx
import pytest

from api import codenames
from api.examples import REQUESTS
from api.logs import JsonFormatter
from api.operations import OPERATIONS
from api.problems import accepted_language
from api.ratelimit import MAX_CALLERS, RateLimiter
from api.work import Busy, Workers
from cluebot.errors import InputError
from cluebot.games.codec import parse
from cluebot.games.decrypto.history import MAX_ROUNDS

CHECK = {"board": ["horseshoe"], "clue": "horse"}


@pytest.mark.parametrize("language", [0, 1])
@pytest.mark.parametrize("name", OPERATIONS)
def test_every_example_is_answered(live, name, language):
    request = dict(REQUESTS[name][language])
    if "player" in OPERATIONS[name].request.model_fields:
        request["player"] = "random"
    with live.http() as http:
        response = http.post(f"/v1/{name}", json=request)
    assert response.status_code == 200, response.text
    answer = OPERATIONS[name].response.model_validate_json(response.content)
    assert answer.language == ("en", "zh")[language]


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (None, "en"), ("zh", "zh"), ("zh-CN,zh;q=0.9,en;q=0.8", "zh"), ("en;q=0.5, zh;q=0.7", "zh"),
        ("zh;q=0", "en"), ("fr, zh;q=0.1", "zh"), ("*", "en"), ("nonsense;;", "en"),
        ("en, zh", "en"),
    ],
)  # fmt: skip
def test_the_accepted_language_is_found(header, expected):
    assert accepted_language(header) == expected


def test_problems_name_every_field_in_the_language_asked_for(live):
    wrong = {"own": "abc", "levle": 1, "top": 0}
    for language, remedy in (("en", "did you mean 'level'?"), ("zh", "是否想写 level？")):
        with live.http(**{"Accept-Language": language}) as http:
            response = http.post("/v1/codenames/clue", json=wrong)
        assert response.status_code == 422
        assert response.headers["content-type"] == "application/problem+json"
        assert response.headers["content-language"] == language
        problem = response.json()
        assert problem["type"] == "urn:cluebot:problem:invalid-request"
        assert [error["field"] for error in problem["errors"]] == ["own", "top", "levle"]
        assert remedy in problem["errors"][2]["message"]
        assert problem["instance"].endswith(response.headers["x-request-id"])


@pytest.mark.parametrize(
    ("send", "status", "kind"),
    [
        ({"content": b"{"}, 415, "not-json"),
        ({"content": b"{", "headers": {"Content-Type": "application/json"}}, 400, "bad-request"),
        ({"content": b"\xff", "headers": {"Content-Type": "application/json"}}, 400, "bad-request"),
        ({"content": b"[" * 99_999, "headers": {"Content-Type": "application/json"}}, 400,
         "bad-request"),
        ({"content": b" " * 1_000_001}, 413, "too-large"),
        ({"content": [b" " * 600_000] * 2}, 413, "too-large"),
        ({"json": []}, 422, "invalid-request"),
    ],
)  # fmt: skip
def test_bodies_that_cannot_be_read_are_refused(live, send, status, kind):
    for language in ("en", "zh"):
        body = iter(send["content"]) if isinstance(send.get("content"), list) else None
        with live.http(**{"Accept-Language": language}) as http:
            sent = send if body is None else {**send, "content": body}
            response = http.post("/v1/codenames/check", **sent)
        assert response.status_code == status
        assert response.json()["type"].endswith(kind)
        assert response.json()["detail"].isascii() == (language == "en")


def test_a_body_that_is_no_json_is_told_in_our_own_words(live):
    with live.http() as http:
        response = http.post(
            "/v1/codenames/check", content=b'{"clue" 1}',
            headers={"Content-Type": "application/json"},
        )  # fmt: skip
    assert response.json()["detail"] == "The body is not JSON: look at character 8."


@pytest.mark.parametrize("language", ["en", "zh"])
def test_unknown_addresses_and_methods_are_problems_too(live, language):
    with live.http(**{"Accept-Language": language}) as http:
        missing = http.get("/v1/nothing").json()
        wrong = http.put("/v1/batch")
    assert missing["status"] == 404
    assert wrong.json()["status"] == 405
    assert wrong.headers["allow"] == "POST"
    for problem in (missing, wrong.json()):
        assert problem["detail"].isascii() == problem["title"].isascii() == (language == "en")


def test_an_unexpected_error_tells_nothing_but_its_id(serve, monkeypatch):
    live = serve()

    def fail(*_):
        raise RuntimeError("the secret reason")

    monkeypatch.setattr(codenames, "check_clue", fail)
    with live.http() as http:
        response = http.post("/v1/codenames/check", json=CHECK)
    assert response.status_code == 500
    assert "secret" not in response.text
    assert response.headers["x-request-id"] in response.json()["instance"]


def test_a_batch_answers_each_question_by_itself(live):
    items = [
        {"operation": "codenames/check", "request": CHECK},
        {"operation": "codenames/check", "request": {"board": []}},
        {"operation": "decrypto/check", "request": REQUESTS["decrypto/check"][1]},
    ]
    with live.http(**{"Accept-Language": "zh"}) as http:
        answers = http.post("/v1/batch", json={"items": items}).json()["answers"]
        too_many = http.post("/v1/batch", json={"items": items[:1] * 101})
    assert [answer["status"] for answer in answers] == [200, 422, 200]
    assert answers[0]["response"]["verdict"] == "illegal"
    assert "缺少" in answers[1]["problem"]["detail"]
    assert too_many.status_code == 422


@pytest.mark.parametrize("page", ["api.md", "api.zh.md"])
def test_the_batch_in_the_docs_is_answered(live, page):
    text = (Path(__file__).parents[2] / "docs" / page).read_text("utf-8")
    (shown,) = re.findall(r"/v1/batch -H .* -d '\n(.*?)'\n```", text, re.DOTALL)
    items = json.loads(shown)["items"]
    items[0]["request"]["player"] = "random"  # no vectors here
    with live.http() as http:
        answers = http.post("/v1/batch", json={"items": items}).json()["answers"]
    assert [answer["status"] for answer in answers] == [200, 200]


def test_a_full_queue_is_answered_by_429(serve, monkeypatch):
    live = serve(threads=1, queue=1)
    gate, original = threading.Event(), codenames.check_clue

    def wait(*args, **kwargs):
        gate.wait(20)
        return original(*args, **kwargs)

    monkeypatch.setattr(codenames, "check_clue", wait)
    statuses = []

    def ask():
        with live.http() as http:
            statuses.append(http.post("/v1/codenames/check", json=CHECK).status_code)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    while live.service.answering.taken < 2:
        time.sleep(0.01)
    with live.http() as http:
        refused = http.post("/v1/codenames/check", json=CHECK)
        # The event loop is free all the while.
        assert http.get("/healthz").is_success
    gate.set()
    for thread in threads:
        thread.join()
    assert refused.status_code == 429
    assert refused.json()["type"].endswith("busy")
    assert int(refused.headers["retry-after"]) >= 1
    assert statuses == [200, 200]
    while live.service.answering.taken:
        time.sleep(0.01)


def test_a_request_that_takes_too_long_is_given_up(serve, monkeypatch):
    live = serve(request_timeout=0.2)
    gate = threading.Event()
    monkeypatch.setattr(codenames, "check_clue", lambda *_a, **_k: gate.wait(20))
    with live.http() as http:
        response = http.post("/v1/codenames/check", json=CHECK)
    gate.set()
    assert response.status_code == 503
    assert response.json()["type"].endswith("timeout")


@pytest.mark.parametrize("body", [b"", b'{"board":'])
def test_a_body_that_does_not_arrive_is_the_callers_fault(serve, body):
    live = serve(request_timeout=0.2)
    url = httpx.URL(live.url)
    with socket.create_connection((url.host, url.port), timeout=20) as line:
        line.sendall(
            b"POST /v1/codenames/check HTTP/1.1\r\nHost: x\r\nAccept-Language: zh\r\n"
            b"Content-Type: application/json\r\nContent-Length: 99\r\n\r\n" + body
        )
        with line.makefile("rb") as reader:
            answer = reader.read()
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"slow-request" in answer
    assert "请求正文没有及时送达" in answer.decode()


def test_a_caller_who_asks_too_often_is_told_to_wait(serve):
    live = serve(rate_limit=0.5, rate_burst=3)
    with live.http() as http:
        statuses = [http.get("/v1/languages").status_code for _ in range(4)]
        refused = http.get("/v1/languages")
        assert http.get("/healthz").is_success
    assert statuses == [200, 200, 200, 429]
    assert 1 <= int(refused.headers["retry-after"]) <= 2
    assert refused.json()["type"].endswith("too-many-requests")


def test_the_rate_limiter_refills_and_forgets():
    limiter = RateLimiter(rate=2, burst=2)
    assert [limiter.wait("a", 0.0) for _ in range(3)] == [0.0, 0.0, 0.5]
    assert limiter.wait("b", 0.0) == 0.0
    assert limiter.wait("a", 0.5) == 0.0
    assert limiter.wait("a", 0.5) > 0
    for i in range(MAX_CALLERS):
        limiter.wait(f"c{i}", 1.0)
    assert limiter.wait("a", 1.0) == 0.0
    assert RateLimiter(0, 1).wait("a", 0.0) == 0.0


def test_workers_refuse_what_they_have_no_room_for():
    async def scenario():
        workers, gate = Workers("test", threads=1, queue=0), threading.Event()
        first = asyncio.create_task(workers.run(gate.wait, 10))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await workers.run(gate.wait, 10)
        gate.set()
        assert await first
        await asyncio.sleep(0)
        assert workers.taken == 0
        with pytest.raises(ZeroDivisionError):
            await workers.run(lambda: 1 / 0)
        workers.close()

    asyncio.run(scenario())


def test_a_request_id_is_passed_on_or_made(live):
    with live.http() as http:
        kept = http.get("/healthz", headers={"X-Request-ID": "trace-12345"})
        made = http.get("/healthz", headers={"X-Request-ID": "bad id"})
    assert kept.headers["x-request-id"] == "trace-12345"
    assert made.headers["x-request-id"] != "bad id"


def test_logs_are_json_without_secrets(live, caplog):
    caplog.set_level(logging.INFO)
    with live.http(**{"X-API-Key": "cb_secret", "Authorization": "Bearer seat-secret"}) as http:
        http.post("/v1/codenames/check", json={"board": ["hidden"], "clue": "word"})
        http.get("/v1/games/none?token=query-secret")
    lines = [JsonFormatter().format(record) for record in caplog.records]
    access = [json.loads(line) for line in lines if "cluebot.access" in line]
    assert {"/v1/codenames/check", "/v1/games/none"} <= {line["path"] for line in access}
    assert all(line["request_id"] and line["status"] for line in access)
    written = "\n".join(line for line in lines if '"cluebot' in line)
    assert "secret" not in written
    assert "hidden" not in written


def test_figures_are_offered_to_prometheus(live):
    with live.http() as http:
        http.post("/v1/codenames/check", json=CHECK)
        text = http.get("/metrics").text
    assert 'cluebot_requests_total{route="/v1/codenames/check",status="200"}' in text
    assert "cluebot_request_seconds_bucket" in text


def test_answers_carry_headers_of_security(live):
    with live.http() as http:
        headers = http.get("/v1/languages").headers
        docs = http.get("/docs")
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert "://" not in docs.text


def test_pages_elsewhere_may_call_only_when_told_so(serve):
    asked = {"Origin": "https://play.example", "Access-Control-Request-Method": "POST"}
    with serve().http() as http:
        assert "access-control-allow-origin" not in http.options("/v1/batch", headers=asked).headers
    with serve(cors_origins=["https://play.example"]).http() as http:
        allowed = http.options("/v1/batch", headers=asked).headers
    assert allowed["access-control-allow-origin"] == "https://play.example"


def test_lists_tell_what_there_is(live):
    with live.http() as http:
        lists = {
            name: http.get(f"/v1/{name}").json()
            for name in ("catalog", "players", "languages", "wordlists", "vectors")
        }
        ready = http.get("/readyz")
    assert {game["name"] for game in lists["catalog"]} >= {"codenames", "decrypto"}
    assert {"game": "decrypto", "role": "encoder", "name": "random"} in lists["players"]
    assert not [player for player in lists["players"] if player["name"] == "human"]
    assert [language["code"] for language in lists["languages"]] == ["en", "zh"]
    assert {item["language"] for item in lists["wordlists"]} == {"en", "zh"}
    assert ready.json() == {"ready": True, "store": True, "vectors": {}}


def test_chat_models_are_listed_by_their_endpoints_and_only_when_lent(serve, monkeypatch, tmp_path):
    monkeypatch.setenv("CLUEBOT_CONFIG_DIR", str(tmp_path))

    def listed(**settings):
        with serve(**settings).http() as http:
            players = {p["name"] for p in http.get("/v1/players").json()}
            catalog = http.get("/v1/catalog").json()
            offered = {n for game in catalog for of in game["players"].values() for n in of}
        assert players == offered
        return {name for name in players if ":" in name}

    assert listed(chat_models="on") == set()
    (tmp_path / "endpoints.toml").write_text(
        '[ollama]\nurl = "http://127.0.0.1:9/v1"\nmodel = "m"\n', encoding="utf-8"
    )
    assert listed(chat_models="on") == {"llm:ollama", "hybrid:ollama"}
    assert listed(chat_models="off") == set()
    (tmp_path / "endpoints.toml").write_text("not [TOML", encoding="utf-8")
    assert listed(chat_models="on") == set()


def test_a_service_without_its_store_is_not_ready(serve, monkeypatch):
    live = serve()
    monkeypatch.setattr(live.service.store, "ping", lambda: 1 / 0)
    response = httpx.get(f"{live.url}/readyz")
    assert response.status_code == 503
    assert response.json()["store"] is False


def test_chat_models_are_lent_only_when_told_so(serve):
    clue = REQUESTS["codenames/clue"][0] | {"player": "llm:mine"}
    game = {"game": "codenames", "language": "en", "others": "random"}
    asked = [
        ("/v1/codenames/clue", clue),
        ("/v1/games", game | {"others": "hybrid:mine"}),
        ("/v1/games", game | {"seats": {"red.spymaster": "llm:mine"}}),
    ]
    with serve(chat_models="off").http() as http:
        for path, body in asked:
            assert "chat_models" in http.post(path, json=body).json()["detail"]
        item = {"operation": "codenames/clue", "request": clue}
        (answer,) = http.post("/v1/batch", json={"items": [item]}).json()["answers"]
        assert "chat_models" in answer["problem"]["detail"]
    with serve(chat_models="on").http() as http:
        # Lent, but there is none of this name.
        assert "chat_models" not in http.post("/v1/codenames/clue", json=clue).text


@pytest.mark.parametrize("route", ["intercept", "decode"])
def test_a_history_is_as_long_as_the_rules_allow(live, route):
    turn = {"clues": ["water", "fire", "earth"], "code": [1, 2, 3]}
    request = {"clues": ["hoof", "tide", "white"], "history": [turn] * (MAX_ROUNDS + 1)}
    if route == "decode":
        request["keywords"] = ["horse", "beach", "snow", "violin"]
    with live.http() as http:
        refused = http.post(f"/v1/decrypto/{route}", json=request)
    assert refused.status_code == 422
    (error,) = refused.json()["errors"]
    assert error["field"] == "history"
    assert error["message"] == f"has {MAX_ROUNDS + 1} entries; at most {MAX_ROUNDS} are allowed."


def test_a_safety_that_is_no_number_is_told():
    with pytest.raises(InputError, match="safety = NaN: must be a finite number"):
        parse(OPERATIONS["decrypto/encode"].request, {
            "keywords": ["horse", "beach", "snow", "violin"], "code": [1, 2, 3],
            "safety": float("nan"),
        })  # fmt: skip


def test_the_service_holds_numerical_libraries_to_one_thread(monkeypatch, serve):
    """In each process of its own, however it is started: the environment is read on loading."""
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    serve()
    assert os.environ["OMP_NUM_THREADS"] == "1"
