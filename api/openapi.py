"""The OpenAPI document: FastAPI's, with the problems and the secrets of every operation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from api.problems import KINDS, MEDIA_TYPE, TYPE_PREFIX, Problem
from cluebot import __version__

DESCRIPTION = """
Clues, guesses and verdicts for Codenames (行动代号) and Decrypto (截码战), and live games, in
English and Chinese. Errors are problem documents (RFC 9457) in the language of
`Accept-Language`: they name the field, the value and the remedy.

行动代号与截码战的线索、猜测与判定，以及在线对局，中英文皆可。出错时返回问题文档（RFC 9457），
语言由 `Accept-Language` 决定，并指明字段、值与改法。
"""

_READING = ("bad-request", "slow-request", "too-large", "not-json", "invalid-request")
_EXTRA = {
    "create_game": ("unknown-word",),
    "show_game": ("unauthorised", "not-found"),
    "make_move": ("unauthorised", "not-found", "stale-version", "illegal-move", "key-reused"),
    "game_events": ("unauthorised", "not-found"),
    "transcript": ("not-found", "game-running"),
    "codenames_clue": ("no-legal-move", "unknown-word"),
    "codenames_guess": ("unknown-word",),
    "decrypto_encode": ("no-legal-move", "unknown-word"),
    "decrypto_decode": ("unknown-word",),
    "decrypto_intercept": ("unknown-word",),
}
_ALWAYS = ("large-header", "too-many-requests", "busy", "unavailable", "timeout", "internal")


def openapi(app: FastAPI, *, keys_needed: bool) -> dict[str, Any]:
    """Return the document.

    Args:
        app: The app with all its routes.
        keys_needed: Whether this service asks for an API key.
    """
    document = get_openapi(
        title="cluebot", version=__version__, description=DESCRIPTION.strip(), routes=app.routes
    )
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    problem = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= problem.pop("$defs", {}) | {"Problem": problem}
    components["securitySchemes"] = {
        "seat": {
            "type": "http",
            "scheme": "bearer",
            "description": "The secret token of a seat, from the creation of the game.",
        },
        "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
    }
    for path, operation in _operations(document):
        _add_problems(path, operation, keys_needed)
        _add_security(path, operation, keys_needed)
    return document


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for operation in methods.values():
            yield path, operation


def _asks_for_key(path: str, keys_needed: bool) -> bool:
    return keys_needed and path not in ("/healthz", "/readyz")


def _add_problems(path: str, operation: dict[str, Any], keys_needed: bool) -> None:
    kinds = list(_EXTRA.get(operation["operationId"], ()))
    if "requestBody" in operation or "parameters" in operation:
        kinds += _READING
    if _asks_for_key(path, keys_needed):
        kinds.append("unauthorised")
    kinds += _ALWAYS
    responses = operation["responses"]
    responses.pop("422", None)
    by_status: dict[int, list[str]] = {}
    for kind in dict.fromkeys(kinds):
        by_status.setdefault(KINDS[kind].status, []).append(kind)
    for status, names in by_status.items():
        content = {
            "schema": {"$ref": "#/components/schemas/Problem"},
            "examples": {
                f"{name} ({language})": {"value": _example(name, language)}
                for name in names
                for language in ("en", "zh")
            },
        }
        response = responses.setdefault(str(status), {"description": ""})
        response["description"] = "; ".join(KINDS[name].title.en for name in names)
        response.setdefault("content", {})[MEDIA_TYPE] = content
        if status == 429:
            response["headers"] = {
                "Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}
            }


def _example(name: str, language: str) -> dict[str, Any]:
    kind = KINDS[name]
    example: dict[str, Any] = {
        "type": TYPE_PREFIX + name,
        "title": kind.title.to(language),
        "status": kind.status,
        "detail": kind.title.to(language),
        "instance": "urn:cluebot:request:7a1c2f0e9b8d4c35",
        "errors": [],
    }
    if name == "invalid-request":
        message = {"en": "is required; add it.", "zh": "缺少这一项，请补上。"}[language]
        example["detail"] = f"own: {message}"
        example["errors"] = [{"field": "own", "value": "", "message": message}]
    return example


def _add_security(path: str, operation: dict[str, Any], keys_needed: bool) -> None:
    key: dict[str, list[str]] = {"key": []} if _asks_for_key(path, keys_needed) else {}
    match operation["operationId"]:
        case "make_move":
            operation["security"] = [key | {"seat": []}]
        case "show_game" | "game_events":
            # A spectator comes without a token.
            operation["security"] = [key, key | {"seat": []}]
        case _ if key:
            operation["security"] = [key]
