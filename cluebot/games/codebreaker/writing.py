"""Writes the moves of Code Breaker as people type them; the module ``reading`` has the table."""

from __future__ import annotations

from collections.abc import Mapping

from cluebot.errors import Text
from cluebot.games.codebreaker.cards import CARDS
from cluebot.games.codebreaker.moves import (
    Accept,
    Counter,
    Discard,
    Emergency,
    EndTurn,
    Exchange,
    Give,
    Guess,
    Move,
    Pass,
    Play,
    SetCode,
)

VERBS: Mapping[str, Text] = {
    "elementary": Text("elementary", "初级"),
    "precise": Text("precise", "精准"),
    "ultimate": Text("ultimate", "终极"),
    "play": Text("play", "打出"),
    "exchange": Text("exchange", "换牌"),
    "give": Text("give", "传递"),
    "emergency": Text("emergency", "紧急"),
    "end": Text("end", "结束"),
    "discard": Text("discard", "弃"),
    "counter": Text("counter", "反制"),
    "pass": Text("pass", "放弃"),
    "accept": Text("accept", "同意"),
    "code": Text("code", "密码"),
}
"""The words that moves begin with."""


def card_text(card: str, language: str) -> str:
    """Write a card the way `read` reads it: its name in Chinese, its id in English."""
    if card not in CARDS:
        return card
    return CARDS[card].name.zh if language == "zh" else card


def write(move: Move, language: str) -> str:
    """Write a move the way a person would type it."""

    def verb(name: str) -> str:
        return VERBS[name].to(language)

    def card(name: str) -> str:
        return card_text(name, language)

    match move:
        case SetCode():
            return verb("code") + " " + "".join(map(str, move.code))
        case Guess():
            pairs = (f"{p}={d}" for p, d in zip(move.positions, move.digits, strict=False))
            return " ".join((verb(move.grade), _at(move.target), *pairs))
        case Play():
            return " ".join((verb("play"), *_play_parts(move, language)))
        case Exchange() | Discard() | Accept():
            return f"{verb(move.kind)} {card(move.card)}"
        case Give():
            return f"{verb('give')} {card(move.card)} {_at(move.target)}"
        case Emergency():
            return f"{verb('emergency')} {card(move.pay)} {card(move.take)}"
        case Counter():
            parts = [verb("counter"), card(move.card)]
            if move.position is not None:
                parts.append(f"#{move.position}")
            if move.take is not None:
                parts.append(card(move.take))
            return " ".join(parts)
        case EndTurn() | Pass():
            return verb(move.kind)


def _at(seat: str) -> str:
    return "@" + seat.rpartition(".")[2]


def _play_parts(move: Play, language: str) -> list[str]:
    parts = [card_text(move.card, language)]
    if move.effect is not None:
        parts.append({"A": "甲", "B": "乙"}[move.effect] if language == "zh" else move.effect)
    parts += [_at(seat) for seat in (move.target, move.second) if seat is not None]
    if move.position is not None:
        parts.append(f"#{move.position}")
    parts += [f"#{p}" for p in move.positions or ()]
    if move.digit is not None:
        parts.append(str(move.digit))
    if move.extreme is not None:
        extreme = {"max": "最大", "min": "最小"}[move.extreme] if language == "zh" else move.extreme
        parts.append(extreme)
    parts += [card_text(c, language) for c in (move.offer, move.take) if c is not None]
    return parts
