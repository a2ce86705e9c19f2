"""``/v1/codenames/...``, ``/v1/decrypto/...`` and ``/v1/batch``: one question, one answer."""

# No postponed annotations here: the shapes of the routes come from the table of operations.

from typing import Annotated

from fastapi import APIRouter, Body, Depends, Request, Response

from api.batch import BatchRequest, BatchResponse, answer_batch
from api.examples import openapi_examples
from api.operations import OPERATIONS, Operation
from api.permissions import allow_player
from api.problems import accepted_language
from api.service import ServiceDep, admit

router = APIRouter(prefix="/v1", dependencies=[Depends(admit)], tags=["questions"])

BATCH_MARGIN = 0.8
"""Share of the request's time after which a batch begins no further question."""


def _add(name: str, operation: Operation) -> None:
    """Serve one operation."""
    shape = operation.request

    async def answer(
        body: Annotated[shape, Body(openapi_examples=openapi_examples(name))],  # type: ignore[valid-type]
        service: ServiceDep,
    ) -> Response:
        allow_player(service.settings, getattr(body, "player", ""))
        # The answer becomes text in the thread, too: the event loop only passes it on.
        text = await service.answering.run(lambda: operation.run(body).model_dump_json())
        return Response(text, media_type="application/json")

    router.add_api_route(
        f"/{name}",
        answer,
        methods=["POST"],
        response_model=operation.response,
        name=name.replace("/", "_"),
        operation_id=name.replace("/", "_"),
        summary=operation.summary,
        description=(operation.request.__doc__ or "").strip(),
    )


for _name, _operation in OPERATIONS.items():
    _add(_name, _operation)


@router.post("/batch", response_model=BatchResponse, operation_id="batch")
async def batch(
    body: Annotated[BatchRequest, Body(openapi_examples=openapi_examples("batch"))],
    request: Request,
    service: ServiceDep,
) -> Response:
    """Answer up to 100 questions in order; each succeeds or fails by itself."""
    language = accepted_language(request.headers.get("accept-language"))
    seconds = BATCH_MARGIN * service.settings.request_timeout
    request_id = request.scope["request_id"]
    text = await service.answering.run(
        lambda: answer_batch(
            body, service.settings, language, request_id, seconds
        ).model_dump_json()
    )
    return Response(text, media_type="application/json")
