"""A game on this machine: play it out, and say why a bot made no move."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from cluebot.cli.common import console
from cluebot.errors import Language
from cluebot.games.base import Seat
from cluebot.games.seat_names import seat_name
from cluebot.match import Match
from cluebot.record import Entry


def play_out(match: Match, mine: Seat, language: Language) -> None:
    """Play a game to the end, asking the person for the moves of the seat ``mine``.

    While a bot thinks a terminal shows whose turn it is. What the person raises to end the game
    passes through.
    """
    thinking = "正在考虑……" if language == "zh" else "is thinking ..."
    while not match.over:
        seat = match.next_seat
        name = seat_name(seat, language)
        waiting = seat != mine and console.is_terminal
        with console.status(f"{name} {thinking}") if waiting else nullcontext():
            entries = match.step()
        if entries[0]["type"] == "forfeit":
            console.print(
                f"{name}：{_why(entries, language)}" if language == "zh"
                else f"{name.capitalize()}: {_why(entries, language)}",
                style="yellow", markup=False, soft_wrap=True,
            )  # fmt: skip


def _why(entries: Sequence[Entry], language: Language) -> str:
    """Return why a seat made no move, without what the seat knows and the person may not.

    What was wrong with a clue may name a keyword; that a server is down, or a move late, tells
    nothing.
    """
    forfeit = entries[0]
    if forfeit["cause"] == "late":
        return str(forfeit["message"][language])
    calls = entries[1]["notes"].get("calls", ()) if entries[1:2] and "notes" in entries[1] else ()
    if calls and "error" in calls[-1]:
        return str(calls[-1]["error"]["message"][language])
    if calls:
        count = len(calls)
        return (
            f"模型答了 {count} 次都不能用，这一步放弃。" if language == "zh"
            else f"the model gave no usable answer in {count} tries; the move is forfeited."
            if count > 1
            else "the model gave no usable answer; the move is forfeited."
        )  # fmt: skip
    return "没有可行的着法，这一步放弃。" if language == "zh" else "found no move and forfeits it."
