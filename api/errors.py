"""Errors as JSON."""

from __future__ import annotations

from typing import Any

from cluebot.errors import InputError


def error_json(error: Exception, language: str) -> dict[str, Any]:
    """Return the ``{"error": ...}`` object for an exception of the project, in ``language``."""
    to = getattr(error, "to", None)
    message = to(language) if callable(to) else str(error)
    body: dict[str, Any] = {"message": message}
    if isinstance(error, InputError):
        body["defects"] = [
            {"field": d.field, "value": d.value, "message": d.message.to(language)}
            for d in error.defects
        ]
    return {"error": body}
