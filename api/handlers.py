"""From any exception of a request to its problem document."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from api.problems import ApiProblem, accepted_language, kind_of_status, problem_response
from api.work import Busy
from cluebot.errors import CluebotError, Forfeit, IllegalMove, InputError, ResourceError, Text
from cluebot.games.codec import defects_of
from embeddings.errors import UnknownWord, VectorsError

_log = logging.getLogger("cluebot.api")

_INTERNAL = Text(
    "An unexpected error; the log has it under the id of this request.",
    "发生了意外错误；可凭本次请求的编号在日志中查到。",
)
_NOT_JSON = Text(
    "Send the body with the header Content-Type: application/json.",
    "请随请求正文发送请求头 Content-Type: application/json。",
)
_BUSY = Text(
    "All workers are taken and the queue is full; try again after the time in Retry-After.",
    "所有工作线程都在忙，队列已满；请按 Retry-After 的时间稍后再试。",
)
_STATUS_DETAILS = {
    404: Text("No such address; /docs lists all of them.", "没有这个地址；/docs 列出了全部地址。"),
    405: Text(
        "This address does not take the method; the header Allow lists those it takes.",
        "这个地址不支持该方法；响应头 Allow 列出了支持的方法。",
    ),
    413: Text(
        "The body is larger than the setting max_body allows; send less.",
        "请求正文超过设置 max_body 允许的大小；请减少内容。",
    ),
    400: Text(
        "The body cannot be read; send JSON in UTF-8.",
        "无法读取请求正文；请发送 UTF-8 编码的 JSON。",
    ),
}


def install_handlers(app: FastAPI) -> None:
    """Answer the exceptions of the routes by problem documents; `api.edge` answers the others."""
    for kind in (
        ApiProblem,
        Busy,
        CluebotError,
        VectorsError,
        RequestValidationError,
        HTTPException,
    ):
        app.add_exception_handler(kind, _handle)


async def _handle(request: Request, error: Exception) -> JSONResponse:
    return respond(request, to_problem(error, request))


def respond(request: Request, problem: ApiProblem) -> JSONResponse:
    """Return the response in the language the request accepts."""
    language = accepted_language(request.headers.get("accept-language"))
    return problem_response(problem, language, request.scope.get("request_id", "unknown"))


def to_problem(error: Exception, request: Request | None = None) -> ApiProblem:
    """Return what to tell the caller about an exception."""
    match error:
        case ApiProblem():
            return error
        case Busy():
            return ApiProblem("busy", _BUSY)
        case InputError():
            return ApiProblem("invalid-request", error.text, defects=error.defects)
        case IllegalMove():
            return ApiProblem("illegal-move", error.text)
        case Forfeit():
            return ApiProblem("no-legal-move", error.text)
        case UnknownWord():
            return ApiProblem("unknown-word", Text(error.en, error.zh))
        case RequestValidationError():
            return _invalid(error, request)
        case HTTPException():
            detail = _STATUS_DETAILS.get(
                error.status_code, Text(str(error.detail), str(error.detail))
            )
            kind = kind_of_status(error.status_code)
            return ApiProblem(kind, detail, headers=error.headers)
        case VectorsError() | ResourceError():
            _log.error("missing resource", exc_info=error)
            text = Text(error.to("en"), error.to("zh"))
            return ApiProblem("unavailable", text)
        case _:
            _log.error("unexpected error", exc_info=error)
            return ApiProblem("internal", _INTERNAL)


def _invalid(error: RequestValidationError, request: Request | None) -> ApiProblem:
    if isinstance(error.body, bytes):
        return ApiProblem("not-json", _NOT_JSON)
    items = [{**item, "loc": item["loc"][1:] or item["loc"]} for item in error.errors()]
    for item in items:
        if item["type"] == "json_invalid":
            # What the parser says of it would be in its own words, and in English alone.
            text = Text(
                f"The body is not JSON: look at character {item['loc'][0]}.",
                f"请求正文不是合法的 JSON：第 {item['loc'][0]} 个字符处有误。",
            )
            return ApiProblem("bad-request", text)
    found = InputError(defects_of(items, _known_fields(request)))
    return ApiProblem("invalid-request", found.text, defects=found.defects)


def _known_fields(request: Request | None) -> list[str]:
    """Return the fields of the body that the route expects."""
    route: Any = request.scope.get("route") if request is not None else None
    model = getattr(getattr(route, "body_field", None), "field_info", None)
    shape = getattr(model, "annotation", None)
    return (
        list(shape.model_fields) if isinstance(shape, type) and issubclass(shape, BaseModel) else []
    )
