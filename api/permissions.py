"""Which players a caller may name: chat models cost the owner of the service money."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from api.live.shapes import NewGame
from api.live.table import HUMAN
from api.settings import Settings
from cluebot.errors import CluebotError, bad_input
from cluebot.llm.store import EndpointStore
from cluebot.registry import FAMILY


def allow_player(settings: Settings, name: str, field: str = "player") -> None:
    """Let a player pass.

    Raises:
        InputError: If it asks a chat model (``llm:NAME``, ``hybrid:NAME``), which stands in the
            owner's configuration, and the settings do not lend it to callers.
    """
    if ":" in name and not settings.chat_models_lent:
        raise bad_input(
            field,
            name,
            en="this service does not lend its chat models (setting chat_models); name another "
            "player.",
            zh="本服务不出借聊天模型（设置 chat_models）；请换一个玩家。",
        )


def allow_players(settings: Settings, request: NewGame) -> None:
    """Let the players of a new game pass.

    Raises:
        InputError: If one of them may not be named; see `allow_player`.
    """
    if request.others is not None:
        allow_player(settings, request.others, "others")
    for seat, wanted in request.seats.items():
        name = wanted if isinstance(wanted, str) else wanted.player
        allow_player(settings, name, f"seats.{seat}")


def lent_endpoints(settings: Settings) -> list[str]:
    """Return the names of the chat models that callers may ask, sorted.

    A file of endpoints that cannot be read lends none: whoever names one is told what is wrong.
    """
    if settings.chat_models_lent:
        with suppress(CluebotError):
            return EndpointStore().names()
    return []


def playable(names: Iterable[str], endpoints: Iterable[str]) -> list[str]:
    """Return the players among ``names`` that can be named, people aside.

    A family such as ``llm:NAME`` stands once for each of the ``endpoints``, or not at all.

    >>> playable(["human", "random", "llm:NAME"], ["ollama"])
    ['random', 'llm:ollama']
    """
    found = []
    for name in names:
        if name.endswith(FAMILY):
            kind = name.removesuffix(FAMILY)
            found += [f"{kind}:{endpoint}" for endpoint in endpoints]
        elif name != HUMAN:
            found.append(name)
    return found
