"""``cluebot llm local``: a model file served on this machine while the command runs."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from cluebot.cli.common import interface_language, user_errors
from cluebot.cli.llm_screen import say
from cluebot.errors import bad_input

if TYPE_CHECKING:
    from cluebot.llm.store import EndpointStore


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
