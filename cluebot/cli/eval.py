"""``cluebot eval``: play suites of games, report on them, compare and replay them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from cluebot.cli.common import (
    console,
    errors,
    interface_language,
    message_language,
    user_errors,
)
from cluebot.errors import Language, Text, bad_input, told_as

eval_app = typer.Typer(
    help="Measure players: play suites of games, report, compare.", no_args_is_help=True
)

FolderArgument = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")]
LanguageOption = Annotated[
    str | None, typer.Option("--language", "-l", help="en or zh; the default follows your locale.")
]


@eval_app.command("suites")
def suites() -> None:
    """List the suites that come with the project; a file of your own works as well."""
    from rich.table import Table

    from eval.suite import load_suite, shipped

    spoken = interface_language()
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for name in shipped():
        table.add_row(name, load_suite(name).title.text.to(spoken))
    console.print(table)


@eval_app.command("run")
def run(
    suite: Annotated[
        str, typer.Argument(metavar="SUITE", help="A suite's name, its TOML file, or a run.json.")
    ],
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--players",
            metavar="[AXIS=]A,B",
            help="Who plays, on all axes or on one: labels of the suite, registered players, or "
            "process:COMMAND (commas of a command in quotes). Repeatable.",
        ),
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Boards for each combination.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Other boards, other choices.")] = None,
    language: Annotated[
        str | None, typer.Option("--language", "-l", help="en or zh; both without it.")
    ] = None,
    data: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Cases in place of the suite's; with one --language."),
    ] = None,
    executor: Annotated[str, typer.Option(help="serial, processes or ray.")] = "serial",
    workers: Annotated[int | None, typer.Option(min=1, help="Games at a time.")] = None,
    stop_when_clear: Annotated[
        bool,
        typer.Option("--stop-when-clear", help="Stop once every comparison is decided."),
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to; runs/SUITE without it.")
    ] = None,
) -> None:
    """Play a suite. What a folder holds already is not played again.

    Example: [bold]cluebot eval run decrypto-interception --games 8[/]
    """
    from cluebot.cli.eval_screen import Bar, print_tables

    with _ready():
        from eval.analysis import analyse
        from eval.chosen import choose
        from eval.conduct import remarks
        from eval.runner import Settings, run_suite

        chosen = choose(suite, players or [], games, seed, language, data or [])
        settings = Settings(executor, _workers(executor, workers), stop_when_clear)
        folder = out or Path("runs") / chosen.name
        with _stoppable(), Bar(chosen) as bar:
            summary = run_suite(chosen, folder, settings, bar)
        spoken = interface_language()
        analysis = analyse(folder)
        print_tables(analysis, spoken)
        for remark in remarks(analysis):
            console.print(remark.to(spoken), style="yellow", markup=False, soft_wrap=True)
        console.print(f"cluebot eval report {folder}", style="dim", markup=False, soft_wrap=True)
    if summary.failed:
        raise typer.Exit(1)


@eval_app.command("report")
def report(
    folder: FolderArgument,
    second: Annotated[
        Path | None, typer.Argument(metavar="[DIR2]", help="A second run, compared to the first.")
    ] = None,
    language: LanguageOption = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to; DIR/report without it.")
    ] = None,
) -> None:
    """Write a run's report: Markdown with figures, one HTML page, CSV."""
    with _ready(language):
        from eval.analysis import analyse
        from eval.compare import comparison
        from eval.report import build, write_report

        spoken = _spoken(language)
        analyses = [analyse(path) for path in (folder, second) if path is not None]
        documents = [build(analysis, spoken) for analysis in analyses]
        if second is not None:
            documents.insert(0, comparison(analyses[0], analyses[1], spoken))
        for path in write_report(out or folder / "report", documents, analyses):
            console.print(str(path), soft_wrap=True, markup=False)


@eval_app.command("compare")
def compare(
    before: Annotated[Path, typer.Argument(metavar="A", help="The folder of a run.")],
    after: Annotated[Path, typer.Argument(metavar="B", help="Another run on the same boards.")],
    language: LanguageOption = None,
) -> None:
    """Say what is different in B, and whether it is more than noise."""
    from cluebot.cli.eval_screen import print_document

    with _ready(language):
        from eval.analysis import analyse
        from eval.compare import comparison

        print_document(comparison(analyse(before), analyse(after), _spoken(language)))


@eval_app.command("show")
def show(
    game: Annotated[
        str,
        typer.Argument(metavar="DIR#GAME", help="A run's folder, #, and the id of a game or case."),
    ],
) -> None:
    """Replay a game in the terminal, move by move. Of a case, show what was made of it."""
    from cluebot.cli.eval_screen import print_case, print_game

    spoken = interface_language()
    with user_errors(spoken):
        from eval.replay import Replay, find_game

        found = find_game(game, spoken)
        print_game(found) if isinstance(found, Replay) else print_case(found)


@eval_app.command("submit")
def submit(
    folder: FolderArgument,
    name: Annotated[str, typer.Option(help="The player's name, as the leaderboard shows it.")],
    by: Annotated[str, typer.Option(help="Whose player it is.")],
    url: Annotated[str, typer.Option(help="Where to read more of it.")] = "",
) -> None:
    """Print a submission to the benchmark, made from a complete run of cluebot-bench-1."""
    with _ready():
        import json

        from eval.analysis import analyse
        from eval.bench.submission import submit as make

        analysis = analyse(folder)
        with told_as("name", "--name"), told_as("by", "--by"), told_as("url", "--url"):
            made = make(analysis, name, by, url)
        typer.echo(json.dumps(made.to_json(), ensure_ascii=False, indent=1))


@eval_app.command("leaderboard")
def leaderboard(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[SUBMISSION]...", help="Shown beside the others."),
    ] = None,
) -> None:
    """Show who has done how well on the fixed boards."""
    from cluebot.cli.eval_screen import print_table

    spoken = interface_language()
    with user_errors(spoken):
        from eval.bench.leaderboard import tables
        from eval.bench.submission import leaderboard as shipped
        from eval.bench.submission import read_submission

        entries = [*shipped().entries, *map(read_submission, files or [])]
        if not entries:
            console.print("还没有人提交。" if spoken == "zh" else "Nobody has submitted yet.")
        for table in tables(entries, spoken):
            print_table(table, pairing=False)


@contextmanager
def _ready(language: str | None = None) -> Iterator[None]:
    """Turn errors into one line on standard error, in ``language``; show builds of vectors."""
    from cluebot.cli.progress import building_cache

    with user_errors(message_language(language or "auto")):
        from eval.seating import use_cache

        with building_cache() as cache:
            use_cache(cache)
            yield


@contextmanager
def _stoppable() -> Iterator[None]:
    """Say after Ctrl-C what is kept of a run, and end with exit code 130."""
    from eval.runner import RunInterrupted

    before = Text(
        "Stopped before the games began; the same command starts again.",
        "已停止，对局尚未开始；再运行同一命令即可。",
    )
    try:
        yield
    except KeyboardInterrupt as stop:
        text = stop.text if isinstance(stop, RunInterrupted) else before
        errors.print(text.to(interface_language()), style="yellow", markup=False, soft_wrap=True)
        raise typer.Exit(130) from None


def _workers(executor: str, workers: int | None) -> int:
    """Return how many games to play at a time."""
    import os

    if executor == "serial":
        if workers not in (None, 1):
            raise bad_input(
                "--workers", workers,
                en="serial plays one game at a time; use --executor processes or ray.",
                zh="serial 一次只下一局；请用 --executor processes 或 ray。",
            )  # fmt: skip
        return 1
    return workers or os.cpu_count() or 1


def _spoken(language: str | None) -> Language:
    match language:
        case None:
            return interface_language()
        case "en" | "zh":
            return language
    raise bad_input(
        "--language", language, en="unknown language; use en or zh",
        zh="没有这种语言；请用 en 或 zh",
    )  # fmt: skip
