"""The tools for chat assistants, through the official client over standard input and output."""

from __future__ import annotations

import json
import subprocess
import sys
import threading

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


@pytest.mark.parametrize(
    ("word", "answered"),
    [("\\ud800", False), ("fire\\udc00", False), ("\\ud83d\\ude80", True),
     ("\\\\ud800", True)],
)  # fmt: skip
def test_half_a_character_is_answered_by_what_is_wrong(word, answered):
    """As raw lines, since no client writes such a thing."""
    opening = {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }  # fmt: skip
    call = {"name": "codenames_check", "arguments": {"board": ["train", "moon"], "clue": "WORD"}}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": opening},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines).replace("WORD", word)
    command = [sys.executable, "-c", "from cluebot.cli import main; main()", "mcp", "-l", "en"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        watch = threading.Timer(60, process.kill)
        watch.start()
        process.stdin.write(text)
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        process.stdin.close()
        watch.cancel()
    result = answers[1]["result"]
    assert answers[1]["id"] == 2
    assert result["isError"] is not answered
    if not answered:
        assert "arguments.clue" in result["content"][0]["text"]
        assert "half a character" in result["content"][0]["text"]
