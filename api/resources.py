"""What all requests share: the warm vectors of each language, and players made from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cluebot.players.base import PLAYERS, Context, Player
from cluebot.rules.legality import LegalityOptions

if TYPE_CHECKING:
    from embeddings.blend import Blend
    from embeddings.cache import Cache


_cache: list[Cache] = []


def use_cache(cache: Cache) -> None:
    """Load vectors from ``cache`` from now on; it may tell of the progress of builds."""
    _cache[:] = [cache]


@lru_cache(maxsize=4)
def blend(language: str) -> Blend:
    """Return the vectors of a language, loaded once a process (and built if need be).

    Raises:
        VectorsError: If they can be neither loaded nor built.
    """
    from embeddings.blend import load_blend

    return load_blend(language, cache=_cache[0] if _cache else None)


def player(
    game: str,
    role: str,
    name: str,
    language: str,
    options: Mapping[str, Any] | None = None,
    legality: LegalityOptions | None = None,
) -> Player[Any, Any]:
    """Make a registered player.

    Raises:
        InputError: If there is no such player for the role, or its options are wrong.
    """
    context = Context(
        language=language,
        blend=blend,
        legality=legality or LegalityOptions(),
        options=dict(options or {}),
    )
    return PLAYERS[game, role].load(name)(context)
