"""How runs, results and games of ``cluebot eval`` look in the terminal."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal

from rich.cells import cell_len
from rich.padding import Padding
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table as Drawn
from rich.text import Text as Styled

from cluebot.cli.common import console, errors, interface_language
from cluebot.errors import Text, shorten

if TYPE_CHECKING:
    from eval.analysis import Analysis
    from eval.case_shown import CaseShown
    from eval.playing import Line
    from eval.replay import Replay
    from eval.report.document import Document, Table
    from eval.suite import Suite
    from eval.tracker import Tracker

SHOWN = 80
"""Most columns that running estimates take."""

LABEL = 20
"""Most characters of a label among them: a command may be long."""

EVERY = 10.0
"""Seconds between lines where there is no terminal to draw a bar in."""


class Bar:
    """Progress with the time left and running estimates of the primary metric.

    Args:
        suite: The suite.
    """

    def __init__(self, suite: Suite) -> None:
        self._name = suite.name
        self._zh = interface_language() == "zh"
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[estimates]}", style="dim", markup=False),
            console=errors,
        )
        self._task: TaskID | None = None
        self._failed = 0
        self._told = 0.0

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def begin(self, total: int, done: int) -> None:
        """``done`` of ``total`` games are there already."""
        self._task = self._bar.add_task(self._name, total=total, completed=done, estimates="")
        self._told = time.monotonic()
        if errors.is_terminal:
            self._bar.start()

    def advance(self, line: Line, tracker: Tracker) -> None:
        """A game has ended."""
        if self._task is None:
            return
        self._failed += line["status"] == "failed"
        self._bar.advance(self._task)
        now = time.monotonic()
        if now - self._told < (0.5 if errors.is_terminal else EVERY):
            return
        self._told = now
        shown = self._estimates(tracker)
        self._bar.update(self._task, estimates=shown)
        if not errors.is_terminal:
            task = self._bar.tasks[0]
            left = "?" if task.time_remaining is None else f"{task.time_remaining:.0f}"
            word = f"，剩余 {left} 秒；" if self._zh else f", {left} s left; "
            errors.print(
                f"{self._name} {task.completed:.0f}/{task.total:.0f}{word}{shown}",
                markup=False, soft_wrap=True,
            )  # fmt: skip

    def note(self, text: Text) -> None:
        """Something worth knowing has happened."""
        errors.print(
            text.to("zh" if self._zh else "en"), style="yellow", markup=False, soft_wrap=True
        )

    def _estimates(self, tracker: Tracker) -> str:
        from eval.report.figures import number

        metric = tracker.metric
        told = ""
        if self._failed:
            told = f"故障 {self._failed}；" if self._zh else f"failed {self._failed}; "
        told += metric.title.zh + "：" if self._zh else metric.title.en + ": "
        for i, ((_, language, _, labels), value) in enumerate(tracker.estimates()):
            who = " × ".join(shorten(label, LABEL) for _, label in labels)
            part = f"{language} {who} {number(value, percent=metric.percent)}"
            if i and cell_len(told + part) > SHOWN:
                return f"{told}, …"
            told += f", {part}" if i else part
        return told


def print_tables(analysis: Analysis, language: str) -> None:
    """Print the results of a run."""
    from eval.report.build import result_tables

    for table in result_tables(analysis, language):
        print_table(table)


def print_table(table: Table, *, pairing: bool = True) -> None:
    """Print a table, one row below the other if the terminal is too narrow for it.

    Args:
        table: The table.
        pairing: Whether the names of a row are those who played together, and so one name.
    """
    drawn = _drawn(table)
    wanted = console.measure(drawn, options=console.options.update(max_width=10_000)).maximum
    if wanted <= console.width:
        console.print(drawn)
    else:
        _print_long(table, table.labels if pairing else 1)


def _print_long(table: Table, names: int) -> None:
    """Print a table that is wider than the terminal; its first ``names`` columns head each row."""
    console.print(f"\n{table.title}", style="bold", markup=False)
    for row in table.rows:
        console.print(" × ".join(row[:names]), style="cyan", markup=False)
        figures = zip(table.columns[names:], row[names:], strict=True)
        between = "；" if interface_language() == "zh" else "; "
        told = between.join(f"{column} {value}" for column, value in figures)
        console.print(Padding(Styled(told), (0, 0, 0, 2)))


def print_document(document: Document) -> None:
    """Print a report without its figures."""
    from eval.report.document import Code, Items, Table

    console.print(document.title, style="bold", markup=False)
    for section in document.sections:
        console.print(f"\n{section.title}", style="bold cyan", markup=False)
        for block in section.blocks:
            match block:
                case Table():
                    print_table(block)
                case Items(items=items):
                    for item in items:
                        console.print(f"  · {item}", markup=False, soft_wrap=True)
                case Code(text=text) | str(text):
                    console.print(text, markup=False, soft_wrap=True)


def _drawn(table: Table) -> Drawn:
    """Lay a table out; what it holds is never read as markup."""
    drawn = Drawn(title=Styled(table.title, style="bold"), title_justify="left", box=None,
                  padding=(0, 2, 0, 0), header_style="dim")  # fmt: skip
    for i, column in enumerate(table.columns):
        justify: Literal["left", "right"] = "left" if i < table.labels else "right"
        drawn.add_column(Styled(column), justify=justify, overflow="fold")
    for row in table.rows:
        drawn.add_row(*map(Styled, row))
    return drawn


def print_game(game: Replay) -> None:
    """Print a game: each move as typed, what its player noted, the table at the end."""
    from importlib import import_module

    draw: Any = import_module(f"cluebot.cli.{game.name}_screen").screen
    console.print(game.title, style="bold", markup=False)
    for step in game.steps:
        console.print(f"{step.seat:>16}  {step.text}", markup=False, soft_wrap=True)
        if step.notes:
            console.print(f"{'':>18}{step.notes}", style="dim", markup=False, overflow="fold")
    console.print()
    console.print(draw(game.view))
    if game.outcome is not None:
        console.print(game.outcome, style="bold", markup=False)


def print_case(case: CaseShown) -> None:
    """Print a case: what was asked, and what was made of it."""
    console.print(case.title, style="bold", markup=False)
    facts = Drawn(box=None, show_header=False, padding=(0, 2, 0, 0))
    for heading, text in case.facts:
        facts.add_row(Styled(heading, style="dim"), Styled(text))
    console.print(facts)
