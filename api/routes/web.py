"""``/``: the pages of solo practice, static files that talk to the public API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

FOLDER = Path(__file__).parents[1] / "web"


_FRESH = {"Cache-Control": "no-cache"}
"""Parts of different versions never meet: a browser asks whether its copy is still right."""


class _Folder(StaticFiles):
    """The files of a folder, all of them `_FRESH`."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        """Return the response for one file."""
        response = super().file_response(*args, **kwargs)
        response.headers.update(_FRESH)
        return response


def install_pages(app: FastAPI, folder: Path = FOLDER) -> None:
    """Serve what lies in the folder, ``index.html`` as ``/``.

    Each file and subfolder gets a route of its own: one catch-all at ``/`` would answer for the
    API's addresses, too, and a wrong method there would seem to be a missing page.
    """
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith(("_", ".")) or entry.suffix == ".py":
            continue
        if entry.is_dir():
            app.mount(f"/{entry.name}", _Folder(directory=entry))
        else:
            _serve_file(app, entry)


def _serve_file(app: FastAPI, file: Path) -> None:
    async def page() -> FileResponse:
        return FileResponse(file, headers=_FRESH)

    for path in ("/", f"/{file.name}") if file.name == "index.html" else (f"/{file.name}",):
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
