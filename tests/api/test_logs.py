"""The log of the service: one JSON object a line, of the libraries under it as well."""

from __future__ import annotations

import json
import logging

import numpy as np
import pytest

from api.logs import configure_logs
from embeddings.cache import Cache, Recipe


@pytest.fixture(autouse=True)
def _logs_as_before():
    loggers = [logging.getLogger(name) for name in ("cluebot", "embeddings", "uvicorn")]
    before = [(logger, logger.handlers[:], logger.level, logger.propagate) for logger in loggers]
    yield
    for logger, handlers, level, propagate in before:
        logger.handlers[:] = handlers
        logger.setLevel(level)
        logger.propagate = propagate


def test_what_is_damaged_in_the_cache_is_told_in_one_line(tmp_path, capsys):
    cache = Cache(tmp_path)
    recipe = Recipe("en-decrypto-ratios", {})
    folder = cache.fetch(recipe, lambda _: {"codes": np.zeros(100)}).folder
    (folder / "codes.npy").write_bytes(b"")
    configure_logs("warning")
    cache.fetch(recipe, lambda _: {"codes": np.zeros(100)})
    line = json.loads(capsys.readouterr().err)
    assert line["level"] == "warning"
    assert f"{folder / 'codes.npy'} is damaged" in line["message"]
