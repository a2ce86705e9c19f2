"""Many stateless questions in one request; each succeeds or fails by itself."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from api.handlers import to_problem
from api.operations import OPERATIONS
from api.permissions import allow_player
from api.problems import ApiProblem, Problem, problem_body
from api.schemas import Shape
from api.settings import Settings
from cluebot.errors import CluebotError, Language, Text
from cluebot.games.codec import parse
from embeddings.errors import VectorsError

MAX_BATCH = 100
"""Most questions in one batch."""

_TOO_LATE = Text(
    "The batch ran out of time before this question; send it again in a smaller batch.",
    "批次超时，未处理到这一问；请用更小的批次重发。",
)


class BatchItem(Shape):
    """One question: the operation as in its address, and the request as posted there."""

    operation: Literal[
        "codenames/clue",
        "codenames/guess",
        "codenames/check",
        "decrypto/encode",
        "decrypto/decode",
        "decrypto/intercept",
        "decrypto/check",
    ]
    request: dict[str, Any]


class BatchRequest(Shape):
    """Up to `MAX_BATCH` questions, answered in order."""

    items: Annotated[list[BatchItem], Field(min_length=1, max_length=MAX_BATCH)]


class BatchAnswer(BaseModel):
    """The answer to one question: the response, or the problem that its own request would get."""

    status: int
    response: dict[str, Any] | None = None
    problem: Problem | None = None


class BatchResponse(BaseModel):
    """The answers, in the order of the questions."""

    answers: list[BatchAnswer]


def answer_batch(
    batch: BatchRequest,
    settings: Settings,
    language: Language,
    request_id: str,
    seconds: float,
) -> BatchResponse:
    """Answer the questions one after the other.

    Args:
        batch: The questions.
        settings: Say which players may be named.
        language: The language of problems.
        request_id: Names the request in problems.
        seconds: After this time the remaining questions are answered by a problem.
    """
    deadline = time.monotonic() + seconds
    answers = []
    for item in batch.items:
        operation = OPERATIONS[item.operation]
        try:
            _in_time(deadline)
            request = parse(operation.request, item.request, "request")
            allow_player(settings, getattr(request, "player", ""))
            response = operation.run(request)
        except (ApiProblem, CluebotError, VectorsError) as error:
            body = problem_body(to_problem(error), language, request_id)
            answers.append(BatchAnswer(status=body["status"], problem=Problem(**body)))
        else:
            answers.append(BatchAnswer(status=200, response=response.model_dump(mode="json")))
    return BatchResponse(answers=answers)


def _in_time(deadline: float) -> None:
    if time.monotonic() > deadline:
        raise ApiProblem("timeout", _TOO_LATE)
