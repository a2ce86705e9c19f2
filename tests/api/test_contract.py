"""The OpenAPI document: whole, with examples in both languages, and kept by every answer."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

import api.operations
from api.app import create_app
from api.examples import REQUESTS
from api.live.shapes import NewGame
from api.problems import KINDS
from api.settings import Settings

from .tables import bearer

SEATS = ["red.spymaster", "red.operative.1", "blue.spymaster", "blue.operative.1"]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
EXAMPLES = 40
"""Random requests for each operation; in all, a minute of them."""


DOCUMENT = create_app(Settings(warm=[], keys="off")).openapi()
OPERATIONS = [
    pytest.param(path, method, id=f"{method.upper()} {path}")
    for path, methods in DOCUMENT["paths"].items()
    for method in methods
]


@pytest.fixture(scope="module")
def game(live) -> dict:
    """A game in which only people play, so that all its seats can be tried."""
    seats = dict.fromkeys(SEATS, "human")
    request = {"game": "codenames", "language": "en", "seats": seats}
    with live.http() as http:
        return http.post("/v1/games", json=request).json()


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_answer_keeps_to_the_document(live, game, path, method):
    operation = schemathesis.openapi.from_dict(DOCUMENT)[path][method]
    if path.endswith("/events"):
        # The stream of a running game has no end to wait for.
        with live.http() as http:
            give_up(http, game)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(
        operation.as_strategy(),
        st.sampled_from(["en", "zh"]),
        st.booleans(),
        st.sampled_from(SEATS),
    )
    def check(case, language, real, seat):
        case.headers["Accept-Language"] = language
        without_vectors(path, case.body)
        if "game_id" in path and real:
            case.path_parameters["game_id"] = game["id"]
            case.headers["Authorization"] = f"Bearer {game['tokens'][seat]}"
        case.call_and_validate(base_url=live.url, checks=CHECKS, timeout=30)

    check()


def without_vectors(path: str, body: object) -> None:
    """Let random players answer: vectors are the subject of other tests."""
    if not isinstance(body, dict):
        return
    if path == "/v1/batch" and isinstance(body.get("items"), list):
        for item in body["items"]:
            if isinstance(item, dict):
                without_vectors(f"/v1/{item.get('operation')}", item.get("request"))
    operation = api.operations.OPERATIONS.get(path.removeprefix("/v1/"))
    fields = NewGame.model_fields if path == "/v1/games" else {}
    for field in fields or (operation.request.model_fields if operation else ()):
        if field in ("player", "others") and body.get(field) in (None, "embedding"):
            body[field] = "random"


def give_up(http, game: dict) -> None:
    """Bring a game to its end by forfeits."""
    while True:
        views = [
            (seat, http.get(f"/v1/games/{game['id']}", headers=bearer(token)).json())
            for seat, token in game["tokens"].items()
        ]
        acting = next((item for item in views if item[1]["your_turn"]), None)
        if acting is None:
            return
        seat, view = acting
        headers = bearer(game["tokens"][seat]) | {"Idempotency-Key": f"end-{view['version']}"}
        body = {"version": view["version"], "forfeit": True}
        http.post(f"/v1/games/{game['id']}/moves", json=body, headers=headers)


def test_it_is_openapi_3_1_with_every_route():
    assert DOCUMENT["openapi"].startswith("3.1")
    for path in ("codenames/clue", "decrypto/intercept", "batch", "games", "games/{game_id}/moves",
                 "games/{game_id}/events", "catalog", "vectors"):  # fmt: skip
        assert f"/v1/{path}" in DOCUMENT["paths"]
    assert {"/healthz", "/readyz", "/metrics"} <= set(DOCUMENT["paths"])


def test_every_request_has_an_example_in_each_language():
    found = 0
    for methods in DOCUMENT["paths"].values():
        for operation in methods.values():
            if "requestBody" in operation:
                examples = operation["requestBody"]["content"]["application/json"]["examples"]
                assert set(examples) == {"en", "zh"}, operation["operationId"]
                assert examples["en"] != examples["zh"]
                found += 1
    assert found == len(REQUESTS)


def test_every_problem_has_an_example_in_each_language():
    shown = set()
    for methods in DOCUMENT["paths"].values():
        for operation in methods.values():
            assert {"429", "500", "503"} <= set(operation["responses"])
            for status, response in operation["responses"].items():
                content = response.get("content", {}).get("application/problem+json")
                for name, example in content["examples"].items() if content else ():
                    assert example["value"]["status"] == int(status)
                    shown.add(name)
    # A wrong method has no operation that could show it.
    kinds = set(KINDS) - {"method-not-allowed"}
    assert shown >= {
        f"{kind} ({language})" for kind in kinds - {"not-found"} for language in ("en", "zh")
    }


def test_a_service_with_keys_says_so():
    open_to_all = create_app(Settings(warm=[], keys="off")).openapi()
    locked = create_app(Settings(warm=[], keys="on")).openapi()
    assert "security" not in open_to_all["paths"]["/v1/players"]["get"]
    assert locked["paths"]["/v1/players"]["get"]["security"] == [{"key": []}]
    assert locked["paths"]["/v1/games/{game_id}/moves"]["post"]["security"] == [
        {"key": [], "seat": []}
    ]
    assert "401" in locked["paths"]["/v1/players"]["get"]["responses"]
    assert "security" not in locked["paths"]["/healthz"]["get"]
