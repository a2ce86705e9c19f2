"""The command line; the only place that wires everything together."""

from __future__ import annotations

import errno
import os
import sys

import typer

from cluebot import __version__
from cluebot.cli import codenames, vectors
from cluebot.cli.common import interface_language
from cluebot.cli.decrypto import decrypto_app
from cluebot.cli.demo import demo
from cluebot.cli.eval import eval_app
from cluebot.cli.llm import llm_app
from cluebot.cli.mcp import mcp
from cluebot.cli.play import play_app
from cluebot.cli.serve import keys_app, serve
from cluebot.cli.usage import run_in_chinese
from embeddings.threads import one_thread

app = typer.Typer(
    name="cluebot",
    help="Clues for Codenames (行动代号) and Decrypto (截码战), in English and Chinese.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"cluebot {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """Clues for Codenames (行动代号) and Decrypto (截码战), in English and Chinese."""


app.command()(codenames.clue)
app.command()(codenames.guess)
app.command()(codenames.check)
app.command()(demo)
app.command()(vectors.doctor)
app.add_typer(vectors.vectors_app, name="vectors")
app.add_typer(decrypto_app, name="decrypto")
app.add_typer(play_app, name="play")
app.command()(serve)
app.add_typer(keys_app, name="keys")
app.command()(mcp)
app.add_typer(eval_app, name="eval")
app.add_typer(llm_app, name="llm")


def main() -> None:
    """Run the command line; a broken pipe or Ctrl-C ends it without a traceback."""
    try:
        with one_thread():
            if interface_language() == "zh":
                run_in_chinese(app)
            else:
                app()
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        # Nothing more can be printed to where the output went.
        sys.stderr.write("Error: the output cannot be written: the disk is full\n")
        os._exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
