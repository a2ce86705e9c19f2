"""The stateless operations as tools for chat assistants (Model Context Protocol)."""

from __future__ import annotations

import json
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
from cluebot.errors import CluebotError, Language
from cluebot.games.codec import parse
from cluebot.registry import unknown_name
from embeddings.errors import VectorsError

INSTRUCTIONS = """\
Clues, guesses and legality checks for the word games Codenames and Decrypto, in English and
Chinese. Pass the words as they are on the table; the language follows from their script.
行动代号与截码战的线索、猜测与合法性判定，中英文皆可；按桌上的原词传入，语言由文字判断。
"""

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
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(serve)


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
        answer = operation.run(parse(operation.request, arguments, "arguments"))
    except (CluebotError, VectorsError) as error:
        told = json.dumps(error_json(error, language), ensure_ascii=False)
        return CallToolResult(content=[TextContent(type="text", text=told)], is_error=True)
    return CallToolResult(
        content=[TextContent(type="text", text=answer.model_dump_json())],
        structured_content=answer.model_dump(mode="json"),
    )
