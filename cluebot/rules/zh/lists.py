"""The small lists of ``lists.toml``, next to this module."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def _tables() -> dict[str, Any]:
    text = resources.files("cluebot.rules.zh").joinpath("lists.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def words(table: str, name: str) -> frozenset[str]:
    """Return one list of words."""
    return frozenset(str(_tables()[table][name]).split())


def lines(table: str, name: str) -> tuple[str, ...]:
    """Return one list line by line."""
    return tuple(str(_tables()[table][name]).strip().splitlines())


def pairs(table: str, name: str) -> dict[str, tuple[str, ...]]:
    """Return one list of words by the word they belong to."""
    return {key: tuple(str(value).split()) for key, value in _tables()[table][name].items()}
