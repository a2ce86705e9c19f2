"""How a game of Decrypto looks in the terminal: the screen and the note sheets, as on paper."""

from __future__ import annotations

from collections.abc import Mapping

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Line

from cluebot.errors import Text
from cluebot.games.decrypto import DecryptoView, Transmission

_SIDES: Mapping[str, Text] = {
    "white": Text("White", "白队"),
    "black": Text("Black", "黑队"),
    "interceptor": Text("Interceptor", "拦截者"),
}

LATEST = 2
"""Transmissions that are told while the game runs; all of them once it is over."""


def keyword_screen(view: DecryptoView) -> Table:
    """Draw the four windows of the screen with the own keywords; the code below them."""
    windows = Table(box=box.HEAVY, show_header=True, header_style="bold cyan")
    for slot in range(1, 5):
        windows.add_column(str(slot), justify="center", min_width=10)
    windows.add_row(*(Line(word, style="bold") for word in view.keywords or ("?",) * 4))
    return windows


def note_sheet(view: DecryptoView, *, own: bool) -> Table:
    """Draw one half of the note sheet: the clues so far under their numbers."""
    zh = view.language == "zh"
    columns = view.sheet if own else view.opponent_sheet
    title = ("己方线索" if own else "对方线索") if zh else ("Our clues" if own else "Their clues")
    table = Table(title=title, box=box.ROUNDED, title_justify="left", title_style="bold")
    for slot in range(1, 5):
        table.add_column(f"#{slot}", min_width=10)
    for row in range(max((len(column) for column in columns), default=0)):
        table.add_row(*(column[row] if row < len(column) else "" for column in columns))
    return table


def _halves(view: DecryptoView) -> list[bool]:
    """Say which halves of the note sheet are in use, True for the own one.

    An interceptor, who plays alone, gives no clues.
    """
    mine = view.side or "white"  # where a spectator finds white's clues
    teams = {tokens.side for tokens in view.tokens} - {"interceptor"}
    return [own for own in (True, False) if (teams & {mine} if own else teams - {mine})]


def transmission_line(item: Transmission, language: str) -> Line:
    """Tell one finished transmission in a line."""
    zh = language == "zh"
    code = "-".join(map(str, item.code))
    line = Line(f"  {item.round}  {_SIDES[item.side].to(language)}  ")
    line.append(("；" if zh else "; ").join(item.clues) if item.clues else "—", style="bold")
    line.append(f"  {code}", style="cyan")
    if item.missed:
        line.append("  误传" if zh else "  miscommunication", style="bold yellow")
    if item.intercepted:
        line.append("  被拦截" if zh else "  intercepted", style="bold red")
    return line


def screen(view: DecryptoView) -> RenderableType:
    """Draw everything the seat of ``view`` may see."""
    zh = view.language == "zh"
    parts: list[RenderableType] = []
    last = view.options.rounds
    head = f"第 {view.round}/{last} 轮" if zh else f"Round {view.round} of {last}"
    tokens = "   ".join(
        _SIDES[t.side].to(view.language)
        + (f"：拦截 {t.interceptions}，误传 {t.miscommunications}" if zh
           else f": {t.interceptions} interceptions, {t.miscommunications} miscommunications")
        for t in view.tokens
    )  # fmt: skip
    parts.append(Panel(Line(f"{head}   {tokens}"), box=box.SIMPLE, padding=0))
    if view.keywords:
        parts.append(keyword_screen(view))
    parts += [note_sheet(view, own=own) for own in _halves(view)]
    told = view.record if view.phase == "over" else view.record[-LATEST:]
    parts += [transmission_line(item, view.language) for item in told]
    if view.code:
        code = " - ".join(map(str, view.code))
        parts.append(Line(f"你的密码：{code}" if zh else f"Your code: {code}", style="bold cyan"))
    glass = view.options.clue_seconds
    if view.task == "encode" and view.deadline is not None and glass is not None:
        parts.append(
            Line(
                f"沙漏已经倒转：请在 {glass:g} 秒内交出线索，逾期算放弃。" if zh
                else f"The sandglass is running: hand your clues in within {glass:g} seconds, or "
                "the turn is forfeited.",
                style="bold yellow",
            )
        )  # fmt: skip
    if view.clues:
        shown = "；".join(view.clues) if zh else "; ".join(view.clues)
        side = _SIDES[view.transmitting or "white"].to(view.language)
        parts.append(Line(f"{side}的线索：{shown}" if zh else f"{side}'s clues: {shown}", "bold"))
    for item in view.screens:
        side = _SIDES[item.side].to(view.language)
        words = "、".join(item.keywords) if zh else ", ".join(item.keywords)
        parts.append(Line(f"{side}的关键词：{words}" if zh else f"{side}'s keywords: {words}"))
    for guess in view.keyword_guesses:
        side = _SIDES[guess.side].to(view.language)
        words = ("、" if zh else ", ").join(guess.words) or "—"
        parts.append(
            Line(f"{side}猜对方的关键词：{words}，猜中 {guess.correct} 个" if zh
                 else f"{side} guessed the keywords: {words}, {guess.correct} right")
        )  # fmt: skip
    return Group(*parts)
