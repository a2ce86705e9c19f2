"""How a game of Code Breaker looks in the terminal: table, hand, log, and what you know."""

from __future__ import annotations

from collections import Counter

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Line

from cluebot.cli.codebreaker_log import event_line, player_name
from cluebot.games.base import Seat
from cluebot.games.codebreaker import (
    CARDS,
    KIND_NAMES,
    CodebreakerView,
    Knowledge,
    PlayerInfo,
    card_name,
    learn,
)

LOG_LINES = 14
"""Lines of the log that are shown."""


def players_table(view: CodebreakerView) -> Table:
    """Draw what lies open of every player: intel, cards, cracked positions of each code."""
    zh = view.language == "zh"
    table = Table(box=box.ROUNDED)
    for title in ("玩家", "情报值", "手牌", "密码", "谁破译了它") if zh else (
        "Player", "Intel", "Cards", "Code", "Cracked by"
    ):  # fmt: skip
        table.add_column(title)
    for info in view.players:
        name = player_name(info.seat, view)
        style = "bold" if info.seat == view.active else "" if info.alive else "dim"
        intel = "●" * info.intel if info.alive else ("出局" if zh else "out")
        table.add_row(
            Line(name, style),
            intel,
            str(info.cards),
            _code(view, info),
            _attackers(view, info.seat),
        )
    return table


def _code(view: CodebreakerView, info: PlayerInfo) -> Line:
    code = info.code or (view.code if info.seat == view.seat else None)
    line = Line()
    stars = view.stars(info.seat)
    for position in view.positions:
        shown = str(code[position - 1]) if code else "★" if position in stars else "·"
        style = "bold green" if position in stars else ""
        line.append(shown, style)
        line.append("🔒" if position in info.immune else " ")
    return line


def _attackers(view: CodebreakerView, owner: Seat) -> str:
    parts = []
    for player in view.players:
        marks = player.on(owner)
        if marks.stars or marks.crosses:
            signs = "".join(
                "★" if p in marks.stars else "✗" if p in marks.crosses else "·"
                for p in view.positions
            )
            parts.append(f"{player_name(player.seat, view)} {signs}")
    return "  ".join(parts)


def grid(view: CodebreakerView, knowledge: Knowledge, owner: Seat) -> Table:
    """Draw for each position which digits are possible, and how likely the likeliest are."""
    zh, count = view.language == "zh", knowledge.count(owner)
    name = player_name(owner, view)
    title = f"{name}：还有 {count} 种可能" if zh else f"{name}: {count} codes left"
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE, padding=0)
    table.add_column("")
    for digit in range(10):
        table.add_column(f" {digit} ", justify="right", min_width=3)
    for position, row in enumerate(knowledge.grid(owner), 1):
        cells = [_cell(share) for share in row]
        table.add_row(f"#{position} ", *cells)
    return table


def _cell(share: float) -> Line:
    if share == 0:
        return Line("·", "dim")
    if share == 1:
        return Line("★", "bold green")
    style = "bold yellow" if share >= 0.5 else "cyan" if share > 0.1 else ""
    return Line(f"{100 * share:.0f}", style)


def hand_table(view: CodebreakerView) -> Table:
    """Draw the own cards with ids, fees and texts."""
    zh = view.language == "zh"
    table = Table(title="手牌" if zh else "Your hand", box=box.ROUNDED, title_justify="left")
    for title in ("牌", "类别", "费用") if zh else ("Card", "Kind", "Fee"):
        table.add_column(title)
    # Chinese has no blanks to break lines at; what does not fit goes on in the next line.
    table.add_column("效果" if zh else "What it does", overflow="fold")
    for name, copies in Counter(view.hand).items():
        card = CARDS[name]
        shown = card_name(name, view.language)
        fee = " ".join(CARDS[f].name.zh[:2] if zh else f[-1].upper() for f in card.fee)
        table.add_row(
            Line(f"{shown} ×{copies}" if copies > 1 else shown, "bold"),
            KIND_NAMES[card.kind].to(view.language), fee, card.text.to(view.language),
        )  # fmt: skip
    return table


def screen(view: CodebreakerView) -> RenderableType:
    """Draw everything the seat of ``view`` may see."""
    zh = view.language == "zh"
    top = card_name(view.discard[-1], view.language) if view.discard else "–"
    head = (
        f"第 {view.round} 轮，第 {view.turn} 回合   牌堆 {view.deck}   "
        f"弃牌 {len(view.discard)}（{top}）"
        if zh
        else f"Round {view.round}, turn {view.turn}   deck {view.deck}   "
        f"discards {len(view.discard)} ({top})"
    )
    if view.seat is not None and view.active == view.seat and view.outcome is None:
        left = view.actions
        extra = view.extra_guesses
        head += f"   行动剩 {left}" if zh else f"   {left} action(s) left"
        if extra:
            head += f"，另可猜 {extra} 次" if zh else f" and {extra} extra guess(es)"
        if view.guess_locked:
            head += "，本回合不能再猜" if zh else "; no more guesses this turn"
    parts: list[RenderableType] = [
        Panel(Line(head), box=box.SIMPLE, padding=0),
        players_table(view),
    ]
    if view.allies:
        names = "、".join(player_name(a, view) for a in view.allies)
        parts.append(Line(f"秘密盟友：{names}" if zh else f"Secret allies: {names}", "magenta"))
    if view.log:
        parts += [event_line(event, view) for event in view.log[-LOG_LINES:]]
    if view.seat is not None:
        knowledge = learn(view)
        parts += [grid(view, knowledge, p.seat) for p in view.opponents()]
        if view.hand:
            parts.append(hand_table(view))
    return Group(*parts)
