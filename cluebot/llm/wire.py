"""The OpenAI-compatible chat format: from a request to its JSON, from the answer to a reply."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from cluebot.errors import shorten
from cluebot.llm.endpoint import Endpoint
from cluebot.llm.errors import Fault
from cluebot.llm.model import Reply, Request, Token

MAX_TOP_LOGPROBS = 20
"""What OpenAI allows; other servers follow it."""

_ANSWER = "answer"
_CONTEXT = re.compile(
    r"context.{0,3}(length|size|window)|maximum context|exceed_context|too many tokens"
    r"|prompt is too long",
    re.IGNORECASE,
)
_BYTES_PER_TOKEN = 3
"""For servers that do not count: four letters of English, one character of Chinese."""


def payload(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    """Return the JSON body of a call."""
    settings = request.settings
    # OpenAI's newer models know only the new name, most other servers only the old one.
    openai = urlsplit(endpoint.url).hostname == "api.openai.com"
    body: dict[str, Any] = {
        "model": endpoint.model,
        "messages": [{"role": m.role, "content": m.content} for m in request.messages],
        "max_completion_tokens" if openai else "max_tokens": settings.max_tokens,
        "temperature": settings.temperature,
    }
    if settings.seed is not None:
        body["seed"] = settings.seed
    if settings.logprobs:
        body |= {"logprobs": True, "top_logprobs": min(settings.logprobs, MAX_TOP_LOGPROBS)}
    if endpoint.mode == "native":
        schema = {"name": _ANSWER, "strict": True, "schema": request.schema}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif endpoint.mode == "tool":
        function = {
            "name": _ANSWER,
            "description": "Gives the answer to the question.",
            "parameters": request.schema,
        }
        body["tools"] = [{"type": "function", "function": function}]
        body["tool_choice"] = {"type": "function", "function": {"name": _ANSWER}}
    body |= endpoint.body
    return {field: value for field, value in body.items() if value != ""}


def read_reply(endpoint: Endpoint, request: Request, data: Any) -> Reply | None:
    """Return the reply in the JSON of an answer; None if it is not a chat completion."""
    try:
        choice = data["choices"][0]
        message = choice["message"]
        text = _tool_arguments(message) or _content(message.get("content"))
        tokens = _tokens(choice.get("logprobs"))
        finish = str(choice.get("finish_reason") or "stop")
        refusal = str(message.get("refusal") or "")
        usage = data.get("usage") or {}
        counts = (usage.get("prompt_tokens"), usage.get("completion_tokens"))
    except (LookupError, TypeError, ValueError, AttributeError):
        return None
    match counts:
        case (int(tokens_in), int(tokens_out)):
            counted = True
        case _:
            counted = False
            tokens_in = _estimate("".join(m.content for m in request.messages))
            tokens_out = _estimate(text)
    return Reply(
        text,
        finish=finish,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        counted=counted,
        cost=endpoint.cost(tokens_in, tokens_out),
        refusal=refusal,
        tokens=tokens,
    )


def _tool_arguments(message: Mapping[str, Any]) -> str:
    calls = message.get("tool_calls") or []
    if not calls:
        return ""
    arguments = calls[0]["function"]["arguments"]
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


def _content(content: Any) -> str:
    """Return the text of a message, which may come in parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content)
    return content if isinstance(content, str) else ""


def _tokens(logprobs: Any) -> tuple[Token, ...]:
    """Return the tokens of a reply; none where they are not told in a form that is known."""
    try:
        return tuple(
            Token(
                str(item["token"]),
                _logprob(item),
                tuple(
                    (str(top["token"]), _logprob(top))
                    for top in item.get("top_logprobs") or item.get("top_probs") or []
                ),
            )
            for item in logprobs["content"]
        )
    except (LookupError, TypeError, ValueError, AttributeError):
        return ()


def _logprob(item: Mapping[str, Any]) -> float:
    """Return a log probability; llama.cpp tells plain ones with ``post_sampling_probs``."""
    found = float(item["logprob"]) if "logprob" in item else math.log(max(item["prob"], 1e-9))
    return round(found, 6)


def _estimate(text: str) -> int:
    return len(text.encode()) // _BYTES_PER_TOKEN + 1


def error_text(data: Any) -> str:
    """Return what a server says of an error, shortened; empty if it says nothing."""
    found = data
    for field in ("error", "message", "detail"):
        if isinstance(found, dict) and field in found:
            found = found[field]
    return shorten(" ".join(str(found).split()), 200) if found else ""


def fault_of(status: int, data: Any) -> Fault:
    """Return what an HTTP status and the JSON that came with it mean."""
    error = data.get("error") if isinstance(data, dict) else None
    code = f"{error.get('code')} {error.get('type')}" if isinstance(error, dict) else ""
    if status < 600 and _CONTEXT.search(f"{code} {error_text(data)}"):
        return "context"
    if status == 429:
        return "rejected" if "insufficient_quota" in code else "rate_limited"
    if status in (401, 403):
        return "unauthorized"
    if status == 404:
        return "not_found"
    if status in (408, 409, 425) or status >= 500:
        return "server"
    return "rejected"
