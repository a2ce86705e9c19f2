"""``cluebot llm``: the commands for chat models, one module for each kind."""

from __future__ import annotations

import typer

from cluebot.cli.llm_calibrate import calibrate_model
from cluebot.cli.llm_endpoints import add, list_endpoints, remove, try_endpoint
from cluebot.cli.llm_local import local

llm_app = typer.Typer(
    help="Chat models: register an endpoint, test it, run one on this machine.",
    no_args_is_help=True,
)
llm_app.command("add")(add)
llm_app.command("list")(list_endpoints)
llm_app.command("test")(try_endpoint)
llm_app.command("calibrate")(calibrate_model)
llm_app.command("remove")(remove)
llm_app.command("local")(local)
