"""For those who run the service: is it alive, is it ready, what has it done."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Response

from api.metrics import CONTENT_TYPE
from api.schemas import Shape
from api.service import ServiceDep, admit

router = APIRouter(tags=["health"])


class Health(Shape):
    """The process answers."""

    status: str


class Readiness(Shape):
    """Whether everything that requests need is there, and what is not."""

    ready: bool
    store: bool
    vectors: dict[str, str]


@router.get("/healthz", operation_id="healthz")
async def healthz() -> Health:
    """Answer, as long as the process lives."""
    return Health(status="ok")


@router.get(
    "/readyz",
    operation_id="readyz",
    responses={503: {"model": Readiness, "description": "Not ready"}},
)
async def readyz(service: ServiceDep, response: Response) -> Readiness:
    """Tell whether the vectors are loaded and the store can be reached; 503 if not."""
    try:
        await service.storing.run(service.store.ping)
        store = True
    except Exception:
        store = False
    ready = store and all(status == "ready" for status in service.warm.values())
    response.status_code = 200 if ready else 503
    return Readiness(
        ready=ready,
        store=store,
        vectors={str(name): status for name, status in service.warm.items()},
    )


@router.get(
    "/metrics",
    operation_id="metrics",
    dependencies=[Depends(admit)],
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(service: ServiceDep) -> Response:
    """Return the figures of this process for Prometheus."""
    return Response(service.metrics.render(), media_type=CONTENT_TYPE)
