"""Which players a caller may name: chat models cost the owner of the service money."""

from __future__ import annotations

from api.live.shapes import NewGame
from api.settings import Settings
from cluebot.errors import bad_input


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
