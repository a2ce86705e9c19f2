"""``/docs``: the API's documentation as a page that needs no other server."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response

router = APIRouter(include_in_schema=False)

Asset = Literal["swagger-ui-bundle.js", "swagger-ui.css"]

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>cluebot API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
"""
_START = """SwaggerUIBundle({ url: "/openapi.json", dom_id: "#docs", deepLinking: true });
"""
_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)


@router.get("/docs")
async def page() -> HTMLResponse:
    """Return the page."""
    return HTMLResponse(_PAGE, headers={"Content-Security-Policy": _POLICY})


@router.get("/docs/start.js")
async def start() -> Response:
    """Return the script that fills the page."""
    return Response(_START, media_type="text/javascript")


@router.get("/docs/{name}")
async def asset(name: Asset) -> FileResponse:
    """Return a part of Swagger UI, which the package ``fastapi-offline`` carries."""
    spec = find_spec("fastapi_offline")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(name="fastapi_offline")
    headers = {"Cache-Control": "max-age=86400"}
    return FileResponse(Path(spec.origin).parent / "static" / name, headers=headers)
