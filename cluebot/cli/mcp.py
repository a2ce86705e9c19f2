"""``cluebot mcp``: the stateless operations as tools for chat assistants."""

from __future__ import annotations

from typing import Annotated

import typer

from cluebot.cli.common import interface_language, message_language, user_errors
from cluebot.errors import ResourceError, Text


def mcp(
    language: Annotated[
        str, typer.Option("--language", "-l", help="Language of error messages: en, zh or auto.")
    ] = "auto",
) -> None:
    """Offer clues, guesses and checks as tools to a chat assistant, over standard input.

    Enter it as a server of type stdio with the command: [bold]cluebot mcp[/]
    """
    with user_errors(interface_language()):
        try:
            from api.tools import run
        except ModuleNotFoundError as error:
            raise ResourceError(
                Text(
                    f"The package {error.name} is missing; run: pip install 'cluebot[mcp]'",
                    f"缺少软件包 {error.name}；请运行 pip install 'cluebot[mcp]'",
                )
            ) from None
        run(message_language(language))
