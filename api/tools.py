"""The stateless operations as tools for chat assistants (Model Context Protocol)."""

from __future__ import annotations

import json
import re
import sys
from io import TextIOWrapper
from typing import Any

import anyio
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from api.errors import error_json
from api.operations import OPERATIONS
from cluebot import __version__
from cluebot.errors import CluebotError, Language, bad_input
from cluebot.games.codec import parse
from cluebot.registry import unknown_name
from embeddings.errors import VectorsError

INSTRUCTIONS = """\
Clues, guesses and legality checks for the word games Codenames and Decrypto, in English and
Chinese. Pass the words as they are on the table; the language follows from their script.
行动代号与截码战的线索、猜测与合法性判定，中英文皆可；按桌上的原词传入，语言由文字判断。
"""

_NOT_WHOLE = "\N{REPLACEMENT CHARACTER}"
"""Stands for what was no character where it came in."""

_ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
)

_NAMES = {name.replace("/", "_"): name for name in OPERATIONS}


def make_server(language: Language) -> Server[Any]:
    """Make the server.

    Args:
        language: The language of error messages.
    """

    async def list_tools(
        _context: ServerRequestContext[Any], _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=[_tool(name) for name in _NAMES])

    async def call_tool(
        _context: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult:
        return await anyio.to_thread.run_sync(_call, params.name, params.arguments or {}, language)

    return Server(
        "cluebot",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def run(language: Language) -> None:
    """Serve the tools over standard input and output until the input ends."""

    async def serve() -> None:
        server = make_server(language)
        lines = anyio.wrap_file(Lines(sys.stdin.buffer, encoding="utf-8", errors="replace"))
        async with stdio_server(lines) as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(serve)


class Lines(TextIOWrapper):
    """Lines of JSON in which every escape stands for a whole character.

    The protocol's own reader leaves a message with half a surrogate pair without any answer.
    """

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # as in its base
        """Return the next line; half a character becomes the replacement character."""
        return _ESCAPE.sub(
            lambda match: match[0] if match["half"] is None else _NOT_WHOLE, super().readline(size)
        )


def _tool(name: str) -> Tool:
    operation = OPERATIONS[_NAMES[name]]
    return Tool(
        name=name,
        title=operation.summary,
        description=f"{operation.summary}. {(operation.request.__doc__ or '').strip()}",
        input_schema=operation.request.model_json_schema(),
        output_schema=operation.response.model_json_schema(),
        annotations=ToolAnnotations(
            read_only_hint=True, idempotent_hint=True, open_world_hint=False
        ),
    )


def _call(name: str, arguments: dict[str, Any], language: Language) -> CallToolResult:
    """Answer one call; what is wrong with it is told to the assistant, which can then mend it."""
    try:
        if name not in _NAMES:
            raise unknown_name("tool", name, _NAMES)
        operation = OPERATIONS[_NAMES[name]]
        _refuse_halves("arguments", arguments)
        answer = operation.run(parse(operation.request, arguments, "arguments"))
    except (CluebotError, VectorsError) as error:
        told = json.dumps(error_json(error, language), ensure_ascii=False)
        return CallToolResult(content=[TextContent(type="text", text=told)], is_error=True)
    return CallToolResult(
        content=[TextContent(type="text", text=answer.model_dump_json())],
        structured_content=answer.model_dump(mode="json"),
    )


def _refuse_halves(place: str, value: object) -> None:
    """Refuse a text that did not arrive whole.

    Raises:
        InputError: That names its place, such as ``arguments.board.0``.
    """
    if isinstance(value, str) and _NOT_WHOLE in value:
        raise bad_input(
            place, value, en="holds half a character; send whole ones, in UTF-8.",
            zh="含有不完整的字符；请用完整的字符，以 UTF-8 编码。",
        )  # fmt: skip
    if isinstance(value, dict):
        for name, part in value.items():
            _refuse_halves(place, name)
            _refuse_halves(f"{place}.{name}", part)
    elif isinstance(value, list):
        for number, part in enumerate(value):
            _refuse_halves(f"{place}.{number}", part)
