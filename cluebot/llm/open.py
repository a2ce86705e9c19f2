"""From the name of an endpoint to a model that can be asked."""

from __future__ import annotations

import json
from pathlib import Path

from cluebot.llm.background import Cancellation
from cluebot.llm.cache import CachedModel
from cluebot.llm.client import HttpModel
from cluebot.llm.endpoint import Endpoint
from cluebot.llm.model import ChatModel
from cluebot.llm.store import EndpointStore


def open_model(
    endpoint: Endpoint | str,
    *,
    cache: Path | None = None,
    cancellation: Cancellation | None = None,
) -> ChatModel:
    """Return the model of an endpoint.

    Args:
        endpoint: The endpoint, or the name of a registered one.
        cache: Folder of kept replies (`cluebot.llm.cache.default_cache`); None keeps none.
        cancellation: Calls off the calls under way; may be shared by the models of a game.

    Raises:
        InputError: If the endpoint is unknown or its settings or key are not in order.
        ResourceError: If the file of endpoints cannot be read.
    """
    if isinstance(endpoint, str):
        endpoint = EndpointStore().get(endpoint)
    model = HttpModel(endpoint, cancellation=cancellation)
    if cache is None:
        return model
    return CachedModel(model, cache, f"{endpoint.url} {json.dumps(endpoint.body, sort_keys=True)}")
