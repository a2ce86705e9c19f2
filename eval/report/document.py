"""A report before it has a format: sections of paragraphs, lists, tables and figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A table of text; the first ``labels`` columns are names, the others figures.

    Attributes:
        title: Its title; empty for none.
        columns: The column headings.
        rows: The cells.
        labels: Number of columns that hold names.
        notes: What the columns mean.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    labels: int = 1
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing.

    Attributes:
        name: The name of its file, without suffix.
        title: Its title.
        svg: The drawing.
    """

    name: str
    title: str
    svg: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Lines to be typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Folded:
    """What is shown to those who ask for it.

    Attributes:
        title: What stands for it until then.
        blocks: What it consists of.
    """

    title: str
    blocks: tuple[Block, ...]


Block = str | Table | Figure | Items | Code | Folded


@dataclass(frozen=True, slots=True)
class Section:
    """A section.

    Attributes:
        title: Its title.
        blocks: What it consists of.
    """

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A report.

    Attributes:
        title: Its title.
        language: The language it is written in.
        sections: Its sections.
    """

    title: str
    language: str
    sections: tuple[Section, ...]
