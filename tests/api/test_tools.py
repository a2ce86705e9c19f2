"""The tools for chat assistants, through the official client over standard input and output."""

from __future__ import annotations

import sys

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from api.examples import REQUESTS
from api.operations import OPERATIONS
from api.tools import make_server


def asked(server, name: str, arguments: dict):
    async def ask():
        async with Client(server) as client:
            return await client.call_tool(name, arguments)

    return anyio.run(ask)


def test_every_operation_is_a_tool_with_its_shapes():
    async def listed():
        async with Client(make_server("en")) as client:
            return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in anyio.run(listed)}
    assert set(tools) == {name.replace("/", "_") for name in OPERATIONS}
    clue = tools["codenames_clue"]
    assert clue.input_schema["required"] == ["own"]
    assert "candidates" in clue.output_schema["properties"]
    assert clue.annotations.read_only_hint is True


@pytest.mark.parametrize("language", [0, 1])
@pytest.mark.parametrize("name", OPERATIONS)
def test_every_example_is_answered(lexicons, name, language):
    request = dict(REQUESTS[name][language])
    if "player" in OPERATIONS[name].request.model_fields:
        request["player"] = "random"
    result = asked(make_server("en"), name.replace("/", "_"), request)
    assert not result.is_error, result.content
    answer = OPERATIONS[name].response.model_validate(result.structured_content)
    assert answer.language == ("en", "zh")[language]
    assert answer.model_dump_json() == result.content[0].text


def test_mistakes_are_told_so_that_they_can_be_mended():
    result = asked(make_server("zh"), "codenames_check", {"boadr": ["火车"], "clue": "车站"})
    assert result.is_error
    assert "是否想写 board" in result.content[0].text
    unknown = asked(make_server("en"), "codenames_clew", {})
    assert unknown.is_error
    assert "codenames_clue" in unknown.content[0].text


def test_the_command_serves_over_standard_input_and_output():
    command = StdioServerParameters(
        command=sys.executable, args=["-c", "from cluebot.cli import main; main()", "mcp"]
    )
    request = REQUESTS["codenames/check"][1]
    result = asked(command, "codenames_check", request)
    assert not result.is_error
    assert result.structured_content["verdict"] == "illegal"
