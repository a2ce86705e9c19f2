"""``cluebot llm``: register, test and run the endpoints of chat models."""

from __future__ import annotations

import json as jsonlib
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import typer

from cluebot.cli.common import (
    JsonOption,
    errors,
    interface_language,
    user_errors,
)
from cluebot.cli.llm_screen import say, show_endpoints, show_fits, show_probe
from cluebot.errors import bad_input

if TYPE_CHECKING:
    from cluebot.llm.store import EndpointStore
    from cluebot.players.llm.calibration import Fit

llm_app = typer.Typer(
    help="Chat models: register an endpoint, test it, run one on this machine.",
    no_args_is_help=True,
)

NameArgument = Annotated[str, typer.Argument(help="Name of the endpoint.")]


@llm_app.command("add")
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


@llm_app.command("list")
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


@llm_app.command("test")
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


@llm_app.command("calibrate")
def calibrate_model(
    name: NameArgument,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="FILE", help="Your labelled choices, JSON lines."),
    ] = None,
    language: Annotated[
        str, typer.Option("--language", "-l", help="en, zh, or auto: both, or that of the data.")
    ] = "auto",
    json: JsonOption = False,
) -> None:
    """Measure how far hybrid:NAME may trust the model beside the vectors, and write it down.

    Some 60 short questions with known answers; about one minute with a fast model.
    """
    from api.resources import blend
    from cluebot.cli.progress import answering, building_cache
    from cluebot.llm.open import open_model
    from cluebot.llm.store import EndpointStore
    from cluebot.players.llm.calibration import calibrate
    from cluebot.players.llm.labels import read_file, shipped, sort_by_language
    from cluebot.players.llm.makers import weight_field

    spoken = interface_language()
    fits: dict[str, Fit] = {}
    with user_errors(spoken), building_cache():
        store = EndpointStore()
        endpoint = store.get(name)
        model = open_model(endpoint)
        given = None if data is None else read_file(data)
        for one, choices in sort_by_language(given, language).items():
            chosen = choices or shipped(one)
            with answering(len(chosen)) as told:
                found = calibrate(model, one, blend, chosen, told)
            fits |= {weight_field(game, one): fit for game, fit in found.items()}
        weights = {field: fit.weight for field, fit in fits.items()}
        known = {**endpoint.calibration, **weights}
        store.put(endpoint.model_copy(update={"calibration": known}), replace=True)
    if json:
        typer.echo(jsonlib.dumps({field: asdict(fit) for field, fit in fits.items()}))
    else:
        show_fits(fits, spoken)


@llm_app.command("remove")
def remove(name: NameArgument) -> None:
    """Strike an endpoint out."""
    from cluebot.llm.store import EndpointStore

    language = interface_language()
    with user_errors(language):
        EndpointStore().remove(name)
    say(f"已删除 {name}。" if language == "zh" else f"Removed {name}.")


@llm_app.command("local")
def local(
    file: Annotated[Path, typer.Argument(metavar="GGUF", help="The model file.")],
    name: Annotated[str, typer.Option("--name", help="Name of the endpoint.")] = "local",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Where to listen; 0: any free port.")
    ] = 0,
    threads: Annotated[
        int, typer.Option("--threads", min=1, max=256, help="Threads that compute.")
    ] = 1,
    parallel: Annotated[
        int, typer.Option("--parallel", min=1, max=64, help="Conversations at once.")
    ] = 1,
    context: Annotated[
        int, typer.Option("--context", min=256, max=1_000_000, help="Tokens of each conversation.")
    ] = 4096,
    timeout: Annotated[
        float, typer.Option("--timeout", help="Most seconds a call may take.")
    ] = 120.0,
) -> None:
    """Run a model file on this machine, registered until Ctrl-C. Nothing leaves the machine."""
    from cluebot.llm.endpoint import make_endpoint
    from cluebot.llm.local import LocalServer, check_model_file
    from cluebot.llm.local_weights import LocalWeights
    from cluebot.llm.store import EndpointStore

    language = interface_language()
    store = EndpointStore()
    weights = LocalWeights(store)
    with user_errors(language), _terminable():
        check_model_file(file)
        _free_name(store, name)
        say("正在加载模型……" if language == "zh" else "Loading the model ...")
        with LocalServer(
            file, port=port, threads=threads, parallel=parallel, context=context
        ) as server:
            settings = {
                "url": server.url,
                "model": server.model,
                "timeout": timeout,
                "concurrency": parallel,
                "local": True,
                "calibration": weights.recall(file),
            }
            store.put(make_endpoint(name, settings), replace=True)
            try:
                say(
                    f"{server.url} 已就绪，名称 {name}。按 Ctrl-C 停止。"
                    if language == "zh"
                    else f"{server.url} is ready as {name}. Ctrl-C stops it."
                )
                server.wait()
            finally:
                if name in store.names():
                    weights.keep(file, store.get(name).calibration)
                    store.remove(name)


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM end the block as an exception does, so that everything is put away."""

    def leave(number: int, _: object) -> None:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _free_name(store: EndpointStore, name: str) -> None:
    """Refuse a name that is taken, unless by a local server that is gone.

    Raises:
        InputError: If it is taken.
    """
    if name not in store.names():
        return
    old = store.get(name)
    address = urlsplit(old.url)
    with suppress(OSError):
        if old.local:
            socket.create_connection((address.hostname or "", address.port or 80), 1).close()
        raise bad_input(
            "--name", name,
            en=f"is taken by {old.url}; choose another name, or remove it first: "
            f"cluebot llm remove {name}",
            zh=f"已被 {old.url} 占用；请换个名称，或先运行 cluebot llm remove {name}",
        )  # fmt: skip


def _pair(option: str, text: str) -> tuple[str, str]:
    """Split ``K=V``; a text without a name may be a key, so it is not shown."""
    name, equals, value = text.partition("=")
    if not (equals and name.strip()):
        raise bad_input(option, "", en="write it as NAME=VALUE.", zh="请写成 名称=值。")
    return name.strip(), value


def _json(text: str) -> Any:
    """Read a JSON value; anything else is plain text."""
    try:
        return jsonlib.loads(text)
    except (ValueError, RecursionError):
        return text
