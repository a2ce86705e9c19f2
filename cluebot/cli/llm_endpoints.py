"""``cluebot llm add``, ``list``, ``test`` and ``remove``: the endpoints that are written down."""

from __future__ import annotations

import json as jsonlib
from typing import Annotated, Any

import typer

from cluebot.cli.common import JsonOption, errors, interface_language, user_errors
from cluebot.cli.llm_screen import NameArgument, say, show_endpoints, show_probe
from cluebot.errors import bad_input, not_json


def add(
    name: NameArgument,
    url: Annotated[str, typer.Option("--url", help="Base address, such as http://host/v1.")],
    model: Annotated[str, typer.Option("--model", help="The model's name there.")],
    key_env: Annotated[
        str | None,
        typer.Option("--key-env", metavar="VAR", help="Variable that holds the key, or keyring:…"),
    ] = None,
    mode: Annotated[
        str | None, typer.Option("--mode", help="How JSON is obtained: native, tool, prompted.")
    ] = None,
    timeout: Annotated[
        float | None, typer.Option("--timeout", help="Most seconds a call may take.")
    ] = None,
    retries: Annotated[
        int | None, typer.Option("--retries", help="Repeats after passing failures.")
    ] = None,
    concurrency: Annotated[
        int | None, typer.Option("--concurrency", help="Most calls at once.")
    ] = None,
    price_in: Annotated[
        float | None, typer.Option("--price-in", help="Price of a million prompt tokens.")
    ] = None,
    price_out: Annotated[
        float | None, typer.Option("--price-out", help="Price of a million reply tokens.")
    ] = None,
    header: Annotated[
        list[str] | None, typer.Option("--header", metavar="K=V", help="A further HTTP header.")
    ] = None,
    body: Annotated[
        list[str] | None,
        typer.Option(
            "--body", metavar="K=JSON", help="A further field of requests; K= leaves one out."
        ),
    ] = None,
) -> None:
    """Register an endpoint: any server that speaks OpenAI's chat format.

    [bold]cluebot llm add ollama --url http://localhost:11434/v1 --model qwen3:8b[/]

    [bold]cluebot llm add openai --url https://api.openai.com/v1 --model gpt-5-mini --key-env OPENAI_API_KEY[/]
    """  # noqa: E501 - one line for one command
    from cluebot.llm.endpoint import make_endpoint
    from cluebot.llm.store import EndpointStore

    language = interface_language()
    with user_errors(language):
        given: dict[str, Any] = {
            "url": url,
            "model": model,
            "key_env": key_env,
            "mode": mode,
            "timeout": timeout,
            "retries": retries,
            "concurrency": concurrency,
            "price_in": price_in,
            "price_out": price_out,
            "headers": dict(_pair("--header", text) for text in header or ()),
            "body": {k: _json(v) for k, v in (_pair("--body", text) for text in body or ())},
        }
        settings = {field: value for field, value in given.items() if value is not None}
        endpoint = make_endpoint(name, settings)
        store = EndpointStore()
        store.put(endpoint)
    zh = language == "zh"
    if endpoint.exposed:
        errors.print(
            "提示：该地址用 http，提示词和密钥会以明文发送。"
            if zh
            else "Note: over plain http, prompts and key travel unencrypted.",
            style="yellow",
        )
    say(
        f"已登记到 {store.path}；试一下：cluebot llm test {name}"
        if zh
        else f"Registered in {store.path}. Try it: cluebot llm test {name}"
    )


def list_endpoints(json: JsonOption = False) -> None:
    """List the registered endpoints."""
    from cluebot.llm.store import EndpointStore

    language = interface_language()
    with user_errors(language):
        store = EndpointStore()
        endpoints = [store.get(name) for name in store.names()]
    if json:
        typer.echo(
            jsonlib.dumps([endpoint.to_json() for endpoint in endpoints], ensure_ascii=False)
        )
        return
    zh = language == "zh"
    if not endpoints:
        say(
            "还没有登记端点。登记：cluebot llm add 名称 --url 地址 --model 模型"
            if zh
            else "No endpoints yet. Add one: cluebot llm add NAME --url URL --model MODEL"
        )
        return
    show_endpoints(endpoints, language)


def try_endpoint(name: NameArgument, json: JsonOption = False) -> None:
    """Make one tiny call and say what works."""
    from cluebot.llm.probe import probe
    from cluebot.llm.store import EndpointStore

    language = interface_language()
    with user_errors(language):
        endpoint = EndpointStore().get(name)
        shown = probe(endpoint, language)
    if json:
        typer.echo(jsonlib.dumps(shown.to_json(language), ensure_ascii=False))
    else:
        show_probe(endpoint, shown, language)
    if not shown.works:
        raise typer.Exit(1)


def remove(name: NameArgument) -> None:
    """Strike an endpoint out."""
    from cluebot.llm.store import EndpointStore

    language = interface_language()
    with user_errors(language):
        EndpointStore().remove(name)
    say(f"已删除 {name}。" if language == "zh" else f"Removed {name}.")


def _pair(option: str, text: str) -> tuple[str, str]:
    """Split ``K=V``; a text without a name may be a key, so it is not shown."""
    name, equals, value = text.partition("=")
    if not (equals and name.strip()):
        raise bad_input(option, "", en="write it as NAME=VALUE.", zh="请写成 名称=值。")
    return name.strip(), value


def _json(text: str) -> Any:
    """Read a JSON value; what does not begin like an object, a list or a string is plain text.

    Raises:
        InputError: If it begins like one and is none.
    """
    try:
        return jsonlib.loads(text)
    except (ValueError, RecursionError) as error:
        if text.lstrip().startswith(("{", "[", '"')):
            wrong = not_json(error)
            raise bad_input("--body", text, en=wrong.en, zh=wrong.zh) from None
        return text
