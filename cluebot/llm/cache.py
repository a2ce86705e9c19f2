"""Replies kept on disk, so that the same question is not paid for twice."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from cluebot.llm.model import ChatModel, Mode, Reply, Request
from cluebot.llm.store import write_atomically

_COMPLETE = ("stop", "tool_calls")


def default_cache() -> Path:
    """Return the folder of kept replies inside the user's cache folder."""
    from embeddings.cache import default_folder

    return default_folder() / ".replies"


class CachedModel:
    """A model whose repeatable replies are kept.

    Only requests that may be expected to bring the same reply again are looked up and kept:
    temperature 0, or a seed. Replies that are empty or cut off are asked for again.

    Args:
        inner: The model.
        folder: Where the replies are kept.
        scope: What else decides the reply, such as the endpoint's address.
    """

    def __init__(self, inner: ChatModel, folder: Path, scope: str = "") -> None:
        self._inner = inner
        self._folder = folder
        self._scope = scope

    @property
    def endpoint(self) -> str:
        """The name under which calls are recorded."""
        return self._inner.endpoint

    @property
    def model(self) -> str:
        """The model's own name."""
        return self._inner.model

    @property
    def mode(self) -> Mode:
        """How it is made to answer in JSON."""
        return self._inner.mode

    def ask(self, request: Request, timeout: float | None = None) -> Reply:
        """Return the kept reply, or ask.

        Raises:
            ModelError: If there is no reply.
            Cancelled: If another thread called it off.
        """
        if not request.settings.repeatable:
            return self._inner.ask(request, timeout)
        path = self._path(request)
        kept = _load(path)
        if kept is not None:
            return replace(kept, cached=True)
        reply = self._inner.ask(request, timeout)
        if reply.text.strip() and reply.finish in _COMPLETE:
            # A full disk costs the next reader a call, not this one its answer.
            with suppress(OSError):
                write_atomically(path, json.dumps(reply.to_json(), ensure_ascii=False))
        return reply

    def _path(self, request: Request) -> Path:
        key: dict[str, Any] = {
            "endpoint": self.endpoint,
            "scope": self._scope,
            "model": self.model,
            "mode": self.mode,
            "request": request.to_json(),
        }
        text = json.dumps(key, sort_keys=True, ensure_ascii=False)
        digest = hashlib.sha256(text.encode()).hexdigest()
        return self._folder / digest[:2] / f"{digest[2:]}.json"


def _load(path: Path) -> Reply | None:
    """Return the reply in a file; None if there is none, or it is damaged."""
    try:
        return Reply.from_json(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, LookupError, TypeError):
        return None
