"""Tables of names that load their objects when first used."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from typing import Generic, TypeVar, cast

from cluebot.errors import InputError, bad_input

T = TypeVar("T")

FAMILY = ":NAME"
"""How the entry of a whole family of names ends, such as ``"llm:NAME"``."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that looks most like ``name``, or None when none is close."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return close[0] if close else None


def unknown_name(field: str, name: str, known: Iterable[str]) -> InputError:
    """Build the error for a name that is not among the ``known`` ones; offers the nearest."""
    names = list(known)
    guess = nearest(name, names)
    return bad_input(
        field,
        name,
        en=f"unknown name; {f'did you mean {guess!r}? ' if guess else ''}Known: {', '.join(names)}",
        zh=f"没有这个名称；{f'是否想用 {guess}？' if guess else ''}可用：{'、'.join(names)}",
    )


class Table(Generic[T]):
    """Map names to ``"module:attribute"`` paths; the attribute is imported on first use.

    An entry such as ``"llm:NAME"`` answers to every name that begins with ``"llm:"``; what follows
    the colon is passed to its object as the first argument.

    Args:
        field: What the names stand for, used in error messages (``"game"``, ``"player"``).
        entries: The paths by name.
    """

    def __init__(self, field: str, entries: Mapping[str, str]) -> None:
        self._field = field
        self._paths = dict(entries)

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._entry(name) in self._paths

    def add(self, name: str, path: str) -> None:
        """Register one more entry.

        Raises:
            ValueError: If the name is taken; an entry is never overwritten silently.
        """
        if name in self._paths:
            msg = f"{self._field} {name!r} is already registered"
            raise ValueError(msg)
        self._paths[name] = path

    def load(self, name: str) -> T:
        """Import and return the object behind ``name``.

        Raises:
            InputError: If the name is unknown; the message offers the nearest known name.
        """
        entry = self._entry(name)
        if entry not in self._paths:
            raise unknown_name(self._field, name, self._paths)
        module, _, attribute = self._paths[entry].partition(":")
        found = getattr(import_module(module), attribute)
        if entry.endswith(FAMILY):
            found = partial(found, name.partition(":")[2])
        return cast("T", found)

    def _entry(self, name: str) -> str:
        """Return the entry that would answer to ``name``."""
        family, colon, _ = name.partition(":")
        return family + FAMILY if colon else name
