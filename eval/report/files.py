"""Write a report: Markdown with its figures, one HTML page, and CSV."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import escape
from importlib.resources import files
from pathlib import Path

from cluebot.errors import ResourceError, Text
from embeddings.errors import reason_zh
from eval.analysis import Analysis
from eval.metrics import metrics_of
from eval.report.build import TIMED
from eval.report.document import Block, Code, Document, Figure, Folded, Items, Section, Table

COLUMNS = (
    "run", "scope", "game", "language", "preset", "group", "metric", "value", "low", "high",
    "boards", "count", "unit",
)  # fmt: skip
"""The columns of the CSV files; `low` and `high` are empty where there is no interval, `run` where
there is but one; of two it is A or B."""


LETTERS = ("A", "B")
"""What two runs of one report are called."""


def write_report(folder: Path, documents: list[Document], analyses: list[Analysis]) -> list[Path]:
    """Write all formats; files of an earlier report of the same folder are replaced.

    Args:
        folder: Where to; made if need be.
        documents: One report for each run, perhaps after others.
        analyses: The runs.

    Returns:
        The files written.

    Raises:
        ResourceError: If the folder cannot be made or written to.
    """
    if len(analyses) > 1:
        others = documents[: -len(analyses)]
        reports = zip(LETTERS, documents[-len(analyses) :], strict=True)
        documents = [*others, *(_apart(document, letter.lower()) for letter, document in reports)]
    written = {
        "report.md": "\n".join(markdown(document) for document in documents),
        "report.html": html(documents),
        "results.csv": _csv(analyses, timed=False),
        "timings.csv": _csv(analyses, timed=True),
    }
    for document in documents:
        for section in document.sections:
            for block in section.blocks:
                if isinstance(block, Figure):
                    written[f"{block.name}.svg"] = block.svg
    try:
        return _write(folder, written)
    except OSError as error:
        raise ResourceError(
            Text(
                f"cannot write the report to {folder} ({error.strerror or error}); use another "
                "--out.",
                f"无法把报告写入 {folder}（{reason_zh(error)}）；请换 --out。",
            )
        ) from error


def _apart(document: Document, letter: str) -> Document:
    """Return a report whose figures have names of their own among those of two runs."""

    def named(block: Block) -> Block:
        if isinstance(block, Figure):
            return replace(block, name=f"{letter}-{block.name}")
        return block

    sections = (Section(s.title, tuple(map(named, s.blocks))) for s in document.sections)
    title = f"{letter.upper()}: {document.title}"
    return replace(document, title=title, sections=tuple(sections))


def _write(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, text in texts.items():
        path = folder / name
        # A report that is cut short must not look like one.
        part = path.with_name(path.name + ".part")
        part.write_text(text, encoding="utf-8", newline="")
        part.replace(path)
        paths.append(path)
    return paths


def markdown(document: Document) -> str:
    """Write a report as Markdown; figures are files beside it."""
    parts = [f"# {_plain(document.title)}\n"]
    for section in document.sections:
        parts.append(f"## {section.title}\n")
        parts += [_markdown_block(block) for block in section.blocks]
    return "\n".join(parts)


# What Markdown would read as its own: a backslash, code, stress, a link, the begin of a list or
# heading. Brackets and lines within words are left alone, for they mean nothing there.
_MARKS = re.compile(r"\\|`|\*|~|(?<!\w)_|_(?!\w)|(?<=\])[(\[]|^\s*(?:>|(?:#+|[+-]|\d+[.)])(?=\s))")


def _plain(text: str) -> str:
    """Return text that Markdown shows as it is, on one line: labels and clues hold anything."""
    line = "".join(sign if sign.isprintable() else " " for sign in text)
    marked = _MARKS.sub(lambda m: f"{m[0][:-1]}\\{m[0][-1]}", line)
    return marked.replace("&", "&amp;").replace("<", "&lt;")


def _markdown_block(block: Block) -> str:
    match block:
        case str():
            return _plain(block) + "\n"
        case Items(items=items):
            return "".join(f"- {_plain(item)}\n" for item in items)
        case Code(text=text):
            longest = max(map(len, re.findall("`+", text)), default=0)
            fence = "`" * max(3, longest + 1)
            return f"{fence}\n{text}\n{fence}\n"
        case Figure(name=name, title=title):
            return f"![{_plain(title)}](<{name}.svg>)\n"
        case Folded(title=title, blocks=blocks):
            inside = "\n".join(map(_markdown_block, blocks))
            return f"<details><summary>{escape(title)}</summary>\n\n{inside}\n</details>\n"
        case Table():
            return _markdown_table(block)


def _markdown_table(table: Table) -> str:
    def line(cells: tuple[str, ...]) -> str:
        told = (_plain(c).replace("|", "\\|") for c in cells)
        return "| " + " | ".join(told) + " |\n"

    rule = tuple("---" if i < table.labels else "---:" for i in range(len(table.columns)))
    title = f"### {_plain(table.title)}\n\n" if table.title else ""
    text = title + "".join(map(line, (table.columns, rule, *table.rows)))
    return text + (
        "\n" + "".join(f"- {_plain(note)}\n" for note in table.notes) if table.notes else ""
    )


def html(documents: list[Document]) -> str:
    """Write reports as one page that asks for nothing from outside."""
    from jinja2 import Environment

    template = (files("eval") / "report" / "page.html.j2").read_text("utf-8")
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.tests["table"] = lambda block: isinstance(block, Table)
    environment.tests["figure"] = lambda block: isinstance(block, Figure)
    environment.tests["items"] = lambda block: isinstance(block, Items)
    environment.tests["folded"] = lambda block: isinstance(block, Folded)
    environment.tests["code"] = lambda block: isinstance(block, Code)
    return environment.from_string(template).render(documents=documents)


def _csv(analyses: list[Analysis], *, timed: bool) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    letters = LETTERS if len(analyses) > 1 else ("",)
    for letter, analysis in zip(letters, analyses, strict=True):
        writer.writerows((letter, *row) for row in _rows(analysis, timed=timed))
    return stream.getvalue()


def _rows(analysis: Analysis, *, timed: bool) -> Iterator[tuple[object, ...]]:
    for scope, rows in (("side", analysis.rows), ("player", analysis.players)):
        for (kind, language, preset, labels), row in rows.items():
            group = "; ".join(f"{name}={label}" for name, label in labels)
            for metric in metrics_of(kind):
                if metric.scope != scope or (metric.name == TIMED) != timed:
                    continue
                found = row.estimate(metric)
                if found is not None:
                    yield (
                        scope, kind, language, preset, group, metric.name, found.value,
                        *("" if math.isnan(end) else end for end in (found.low, found.high)),
                        found.boards, found.count, metric.unit,
                    )  # fmt: skip


__all__ = ["COLUMNS", "Section", "html", "markdown", "write_report"]
