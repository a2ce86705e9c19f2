"""How a game of Codenames looks in the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from cluebot.games.codenames import CodenamesView, SpymasterView, Turn
from cluebot.games.codenames.names import IDENTITIES, TURN_ENDS, number_shown

# A letter beside every colour: the board must be readable without telling colours apart.
_MARKS: Mapping[str, tuple[str, str]] = {
    "red": ("R", "bold red"),
    "blue": ("B", "bold blue"),
    "neutral": ("·", "yellow"),
    "assassin": ("X", "bold white on black"),
}


def board(view: CodenamesView) -> Table:
    """Draw the cards; a spymaster's view shows the key on the uncovered ones too.

    An operative whose turn it is sees numbers by which cards can be touched.
    """
    grid = Table(box=box.ROUNDED, show_header=False, show_lines=True, padding=(0, 1))
    columns = 5 if len(view.words) > 16 else 4
    cells = []
    for i, word in enumerate(view.words):
        identity = view.identities[i]
        if identity is not None:
            mark, style = _MARKS[identity]
            cells.append(Line(f"[{mark}] {word}", style=f"{style} dim strike"))
        elif isinstance(view, SpymasterView):
            mark, style = _MARKS[view.key[i]]
            cells.append(Line(f"{mark} {word}", style=style))
        else:
            number = f"{i + 1} " if view.phase == "guess" and view.seat in view.to_act else ""
            cells.append(Line.assemble((number, "dim"), (word, "bold")))
    for start in range(0, len(cells), columns):
        grid.add_row(*cells[start : start + columns])
    return grid


def turn_line(turn: Turn, language: str) -> Line:
    """Tell one turn in a line: the clue, what was touched and how it ended."""
    line = Line("  ")
    line.append(IDENTITIES[turn.side].to(language), style=_MARKS[turn.side][1])
    line.append(f"  {turn.clue} {number_shown(turn.number)}" if turn.clue else "  —")
    for touch in turn.guessed:
        mark, style = _MARKS[touch.identity]
        line.append(f"  {touch.word}")
        line.append(f" [{mark}]", style=style)
    if turn.end:
        line.append("  " + TURN_ENDS[turn.end].to(language), style="dim")
    return line


def screen(view: CodenamesView) -> RenderableType:
    """Draw everything the seat of ``view`` may see: board, counts, past turns."""
    zh = view.language == "zh"
    red, blue = view.remaining.red, view.remaining.blue
    left = Line("红队还剩 " if zh else "Red has ")
    left.append(str(red), style="bold red")
    left.append(" 个词，蓝队还剩 " if zh else f" word{'' if red == 1 else 's'} to find, blue ")
    left.append(str(blue), style="bold blue")
    left.append(" 个词。" if zh else ".")
    legend = Line(
        "   ".join(f"{m} {IDENTITIES[k].to(view.language)}" for k, (m, _) in _MARKS.items())
    )
    legend.stylize("dim")
    turns = [turn_line(turn, view.language) for turn in view.history]
    return Group(board(view), legend, left, *turns)
