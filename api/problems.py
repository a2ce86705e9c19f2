"""Errors over HTTP: RFC 9457 problem documents in the language the caller accepts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from cluebot.errors import Defect, Language, Text

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:cluebot:problem:"
RETRY_SECONDS = 1
"""What a caller is told to wait when the service is busy."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of problem; ``status`` is the HTTP status, ``title`` the same for every case."""

    status: int
    title: Text


KINDS: Mapping[str, Kind] = {
    "bad-request": Kind(400, Text("The request cannot be read", "无法读取请求")),
    "unauthorised": Kind(401, Text("A valid key or token is needed", "需要有效的密钥或座位令牌")),
    "not-found": Kind(404, Text("There is no such thing", "没有这个资源")),
    "method-not-allowed": Kind(405, Text("The method does not fit", "不支持这种请求方法")),
    "slow-request": Kind(408, Text("The request came too slowly", "请求送达太慢")),
    "stale-version": Kind(409, Text("The game has moved on", "局面已经变了")),
    "game-running": Kind(409, Text("The game is not over", "对局还没有结束")),
    "too-large": Kind(413, Text("The request is too large", "请求太大")),
    "not-json": Kind(415, Text("The body is not JSON", "请求正文不是 JSON")),
    "invalid-request": Kind(422, Text("The request cannot be used", "请求内容有误")),
    "illegal-move": Kind(422, Text("The rules do not allow this move", "规则不允许这一步")),
    "key-reused": Kind(422, Text("The idempotency key was used before", "幂等键已用于别的请求")),
    "no-legal-move": Kind(422, Text("The player found no legal move", "玩家找不到合法的行动")),
    "unknown-word": Kind(422, Text("Some words have no vector", "有的词没有向量")),
    "large-header": Kind(431, Text("The header is too large", "请求头太大")),
    "busy": Kind(429, Text("The service is busy", "服务繁忙")),
    "too-many-requests": Kind(429, Text("Too many requests", "请求过于频繁")),
    "internal": Kind(500, Text("The service failed", "服务出错")),
    "unavailable": Kind(
        503, Text("Something the service needs is missing", "服务所需的资源不可用")
    ),
    "timeout": Kind(503, Text("The request took too long", "请求处理超时")),
}
"""Every kind of problem by its slug, which ends the ``type`` of the document."""

_STATUS_KINDS = {
    400: "bad-request", 401: "unauthorised", 404: "not-found", 405: "method-not-allowed",
    413: "too-large", 415: "not-json", 422: "invalid-request", 429: "too-many-requests",
    503: "unavailable",
}  # fmt: skip


class FieldError(BaseModel):
    """One defect of a request: the field, what stood there, and the remedy."""

    field: str
    value: str
    message: str


class Problem(BaseModel):
    """A problem document (RFC 9457)."""

    type: str = Field(description="Stable identifier of the kind of problem.")
    title: str
    status: int
    detail: str
    instance: str = Field(description="Names this request; the log knows it by the same id.")
    errors: list[FieldError] = Field(default=[], description="Every defect of the request.")
    game: dict[str, Any] | None = Field(
        default=None, description="With `stale-version`: the game as the seat sees it now."
    )


class ApiProblem(Exception):  # noqa: N818 - it is a document, not a failure of the code
    """Answers a request with a problem document.

    Args:
        kind: A slug of `KINDS`.
        detail: What is wrong with this request.
        defects: The defects one by one.
        game: The game as the caller may see it now.
        headers: Further headers of the response.
    """

    def __init__(
        self,
        kind: str,
        detail: Text,
        *,
        defects: Iterable[Defect] = (),
        game: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail.en)
        self.kind = kind
        self.detail = detail
        self.defects = tuple(defects)
        self.game = game
        self.headers = dict(headers or {})


def kind_of_status(status: int) -> str:
    """Return the kind for an HTTP status that some library has chosen."""
    return _STATUS_KINDS.get(status, "bad-request" if status < 500 else "internal")


_RANGE = re.compile(r"\s*([a-zA-Z*]{1,8})(?:-[\w-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*")


def accepted_language(header: str | None) -> Language:
    """Return the language that an ``Accept-Language`` header prefers; English if neither.

    >>> accepted_language("zh-CN,zh;q=0.9,en;q=0.8"), accepted_language("fr, en;q=0.2")
    ('zh', 'en')
    """
    best: tuple[float, Language] = (0.0, "en")
    for part in (header or "")[:200].split(","):
        match = _RANGE.fullmatch(part)
        if match is None:
            continue
        name, weight = match[1].lower(), float(match[2] or 1)
        language: Language = "zh" if name == "zh" else "en"
        if name in ("en", "zh", "*") and weight > best[0]:
            best = (weight, language)
    return best[1]


def problem_body(problem: ApiProblem, language: Language | None, request_id: str) -> dict[str, Any]:
    """Return the document as JSON values, in both languages where the caller's is not known."""

    def told(text: Text) -> str:
        return f"{text.en} / {text.zh}" if language is None else text.to(language)

    kind = KINDS[problem.kind]
    body: dict[str, Any] = {
        "type": TYPE_PREFIX + problem.kind,
        "title": told(kind.title),
        "status": kind.status,
        "detail": told(problem.detail),
        "instance": f"urn:cluebot:request:{request_id}",
        "errors": [
            {"field": d.field, "value": d.value, "message": told(d.message)}
            for d in problem.defects
        ],
    }
    return body if problem.game is None else body | {"game": problem.game}


def problem_response(
    problem: ApiProblem, language: Language | None, request_id: str
) -> JSONResponse:
    """Return the response for a problem, in both languages where the caller's is not known."""
    headers = {
        "Content-Language": language or "en, zh",
        "Vary": "Accept-Language",
    } | problem.headers
    if KINDS[problem.kind].status == 429:
        headers.setdefault("Retry-After", str(RETRY_SECONDS))
    return JSONResponse(
        problem_body(problem, language, request_id),
        status_code=KINDS[problem.kind].status,
        headers=headers,
        media_type=MEDIA_TYPE,
    )
