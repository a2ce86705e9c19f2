"""Reports of runs: Markdown, one HTML page without outside requests, and CSV."""

from eval.report.build import build
from eval.report.document import Document, Figure, Section, Table
from eval.report.files import write_report

__all__ = ["Document", "Figure", "Section", "Table", "build", "write_report"]
