"""``cluebot serve`` and ``cluebot keys``: run the service, and who may call it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from cluebot.cli.common import console, interface_language, user_errors

if TYPE_CHECKING:
    from api.store.keys import KeyStore

DatabaseOption = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="sqlite:///FILE or postgresql+psycopg://..."),
]

keys_app = typer.Typer(help="Make, list and revoke the API keys.", no_args_is_help=True)


def serve(
    host: Annotated[str | None, typer.Option("--host", help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option("--port", help="Port to listen on.")] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", help="Server processes on this port.")
    ] = None,
    database: DatabaseOption = None,
    keys: Annotated[
        str | None,
        typer.Option("--keys", help="auto (needed beyond this machine), on, or off: open to all."),
    ] = None,
) -> None:
    """Serve the HTTP API, live games and the practice page.

    Every setting can also come from the environment (CLUEBOT_PORT=8080) or from cluebot.toml;
    docs/api.md lists them all.

    [bold]cluebot serve --port 8080[/]
    """
    with user_errors(interface_language()):
        from api.server import serve as run
        from api.settings import load_settings

        settings = load_settings(
            host=host, port=port, workers=workers, database=database, keys=keys
        )
        run(settings, lambda: _announce(f"http://{settings.host}:{settings.port}"))


def _announce(address: str) -> None:
    console.print(
        f"cluebot 服务：{address}（接口文档 {address}/docs，Ctrl-C 结束）"
        if interface_language() == "zh"
        else f"cluebot at {address} (API at {address}/docs, Ctrl-C ends it)",
        soft_wrap=True,
    )


@keys_app.command("create")
def create_key(
    name: Annotated[str, typer.Argument(help="Whom or what the key is for.")],
    database: DatabaseOption = None,
) -> None:
    """Make a key and print it; it is not shown again.

    [bold]cluebot keys create laptop[/]
    """
    with user_errors(interface_language()):
        typer.echo(_store(database).create(name))


@keys_app.command("list")
def list_keys(database: DatabaseOption = None) -> None:
    """List all keys by name, with the times of their making and revoking."""
    with user_errors(interface_language()):
        keys = _store(database).all()
    zh = interface_language() == "zh"
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for head in ("名称", "创建", "撤销") if zh else ("name", "created", "revoked"):
        table.add_column(head)
    for key in keys:
        table.add_row(key.name, _day(key.created_at), _day(key.revoked_at))
    console.print(table)


@keys_app.command("revoke")
def revoke_key(
    name: Annotated[str, typer.Argument(help="The name of the key.")],
    database: DatabaseOption = None,
) -> None:
    """Make a key invalid, within seconds, in every running process."""
    with user_errors(interface_language()):
        _store(database).revoke(name)
    console.print(
        f"密钥 {name} 已撤销；运行中的服务几秒内即不再接受它。" if interface_language() == "zh"
        else f"Revoked the key {name}; running services refuse it within seconds.",
        markup=False, soft_wrap=True,
    )  # fmt: skip


def _store(database: str | None) -> KeyStore:
    from api.settings import load_settings
    from api.store.database import connect, migrate
    from api.store.keys import KeyStore

    engine = connect(load_settings(database=database).database)
    migrate(engine)
    return KeyStore(engine)


def _day(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return datetime.fromtimestamp(seconds, UTC).isoformat(sep=" ", timespec="seconds")
