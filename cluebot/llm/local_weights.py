"""The weights of model files: a local server comes and goes, what was calibrated for it stays."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from cluebot.llm.store import EndpointStore, write_atomically


class LocalWeights:
    """What `cluebot llm calibrate` found out about model files, kept beside the endpoints.

    A file is known by its name and size, so that a renamed or replaced one is measured anew.

    Args:
        store: The endpoints.
    """

    def __init__(self, store: EndpointStore) -> None:
        self._path = store.path.with_name("local-weights.json")

    def recall(self, file: Path) -> dict[str, float]:
        """Return the weights of a model file; none if it was not calibrated."""
        found = self._read().get(_key(file), {})
        return found if isinstance(found, dict) else {}

    def keep(self, file: Path, weights: dict[str, float]) -> None:
        """Write the weights of a model file down, if there are any."""
        if weights:
            # A server that stops has nobody left to tell; calibrating again mends the loss.
            with suppress(OSError):
                known = {**self._read(), _key(file): weights}
                write_atomically(self._path, json.dumps(known, indent=1, sort_keys=True) + "\n")

    def _read(self) -> dict[str, dict[str, float]]:
        try:
            known = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}


def _key(file: Path) -> str:
    return f"{file.name} {file.stat().st_size}"
