"""From the text of a reply to a checked answer, or to what is wrong with it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from pydantic import BaseModel

from cluebot.errors import InputError, Text, shorten
from cluebot.games.codec import parse
from cluebot.llm.model import Reply
from cluebot.rules.text import normalise

ProblemKind = Literal[
    "empty", "refused", "truncated", "overlong", "unparseable", "invalid", "illegal"
]

MAX_REPLY = 20_000
"""Most characters of a reply that are read."""

_MAX_OPENINGS = 50
_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)

AnswerT = TypeVar("AnswerT", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an answer cannot be used; told to the model in the game's language.

    Attributes:
        kind: ``"invalid"``: not as the schema wants it, such as a word off the board;
            ``"illegal"``: against the rules of the game; the others concern the reply itself.
        text: What is wrong.
    """

    kind: ProblemKind
    text: Text

    def to_json(self) -> dict[str, str]:
        """Return JSON values for a record."""
        return {"kind": self.kind, "en": self.text.en, "zh": self.text.zh}


def read_answer(reply: Reply, schema: type[AnswerT]) -> AnswerT | tuple[Problem, ...]:
    """Return the answer that ``reply`` holds, or every problem with it.

    Nothing but the schema decides what an answer is: prose around the JSON object is dropped, and
    so are thoughts between ``<think>`` tags.
    """
    if reply.refusal or reply.finish == "content_filter":
        return (_REFUSED,)
    if len(reply.text) > MAX_REPLY:
        return (_OVERLONG,)
    text = _THOUGHTS.sub("", reply.text).strip()
    cut = reply.finish == "length"
    if not text:
        return (_TRUNCATED if cut else _EMPTY,)
    data = _json_object(text)
    if data is None:
        return (_TRUNCATED if cut else _UNPARSEABLE,)
    try:
        return parse(schema, _clean(data), "answer")
    except InputError as error:
        return tuple(Problem("invalid", Text(d.to("en"), d.to("zh"))) for d in error.defects)


def _json_object(text: str) -> dict[str, Any] | None:
    """Return the first JSON object in ``text``."""
    decoder = json.JSONDecoder()
    openings = [m.start() for m in re.finditer(r"\{", text)]
    for start in openings[:_MAX_OPENINGS]:
        try:
            found, _ = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            return found
    return None


def _clean(value: Any) -> Any:
    """Bring all texts of an answer into normal form."""
    if isinstance(value, str):
        return normalise(value)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {normalise(key): _clean(item) for key, item in value.items()}
    return value


def shown(reply: Reply, limit: int = 500) -> str:
    """Return the reply for the next prompt: printable, not longer than ``limit``, never empty."""
    return shorten(reply.text.strip() or reply.refusal.strip() or "…", limit)


_EMPTY = Problem("empty", Text("The answer was empty.", "没有回答任何内容。"))
_REFUSED = Problem(
    "refused",
    Text(
        "The answer was refused. This is a harmless word game; answer it.",
        "你拒绝了回答。这只是一个普通的猜词游戏，请作答。",
    ),
)
_TRUNCATED = Problem(
    "truncated",
    Text("The answer was cut off. Answer more briefly.", "回答没写完就断了，请写短一些。"),
)
_OVERLONG = Problem(
    "overlong",
    Text(
        f"The answer was longer than {MAX_REPLY} characters. Answer briefly.",
        f"回答超过 {MAX_REPLY} 个字符，请写短一些。",
    ),
)
_UNPARSEABLE = Problem(
    "unparseable",
    Text("The answer held no JSON object.", "回答里没有 JSON 对象。"),
)
