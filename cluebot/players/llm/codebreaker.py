"""A player of Code Breaker that asks a chat model: the position in words, its moves, one answer."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from pydantic import BaseModel, ConfigDict, Field

from cluebot.errors import Forfeit, IllegalMove, InputError, Text
from cluebot.games.codebreaker import (
    CARDS,
    CODEBREAKER,
    CodebreakerView,
    Guess,
    Knowledge,
    Move,
    Pending,
    Play,
    PlayerInfo,
    card_text,
    learn,
)
from cluebot.llm.reading import Problem
from cluebot.players.base import Decision
from cluebot.players.codebreaker.belief import BeliefPlayer
from cluebot.players.codebreaker.floor import draw_code
from cluebot.players.llm.player import ChatPlayer
from cluebot.players.llm.talk import Talk

LIKELIEST = 3
"""Digits of a position that are told with their chances."""

_NOTHING_ASKED = Text("Nothing is asked of this seat now.", "现在不需要该座位行动。")


class MoveAnswer(BaseModel):
    """One move as a person would type it."""

    model_config = ConfigDict(extra="forbid")
    move: str = Field(min_length=1, max_length=200)


class ChatBreaker(ChatPlayer[CodebreakerView, Move]):
    """Makes the moves that the model types.

    Its code is drawn evenly, and what leaves no choice is done, without asking. The player of
    exact beliefs steps in where others of a chat model have one on vectors.
    """

    def decide(self, view: CodebreakerView, rng: random.Random, talk: Talk) -> Decision[Move]:
        """Do what the view's task asks for."""
        if view.task == "code":
            return Decision(draw_code(view, rng))
        choices = view.choices()
        if not choices:
            raise Forfeit(_NOTHING_ASKED)
        if len(choices) == 1:
            return Decision(choices[0])
        proposal = talk.ask(
            self._prompt(view, choices), MoveAnswer, lambda answer: problems(view, answer)
        )
        return Decision(CODEBREAKER.move_from_text(proposal.value.move, view))

    def vectors(self) -> BeliefPlayer:
        """Return the player that steps in."""
        return BeliefPlayer()

    def _prompt(self, view: CodebreakerView, choices: Sequence[Move]) -> str:
        language = self.prompts.language
        known = learn(view)
        code = "".join(map(str, view.code or ()))
        return self.prompts.fill(
            "codebreaker",
            me=_number(view.seat),
            code=code,
            hand=self._cards(view.hand),
            actions=view.actions,
            players="\n".join(self._player(view, known, p) for p in view.players if p.alive),
            pending=self._pending(view, view.pending),
            moves="\n".join(f"- {line}" for line in menu(choices, language)),
        )

    def _cards(self, cards: Sequence[str]) -> str:
        """Tell each kind of card once, with its number and what it does."""
        language, lines = self.prompts.language, []
        for name in dict.fromkeys(cards):
            text = CARDS[name].text.to(language)
            lines.append(f"- {card_text(name, language)} x{cards.count(name)}: {text}")
        return "\n".join(lines) or "-"

    def _player(self, view: CodebreakerView, known: Knowledge, player: PlayerInfo) -> str:
        name = "codebreaker_self" if player.seat == view.seat else "codebreaker_other"
        rows = (
            f"  #{position}: {_chances(row)}"
            for position, row in enumerate(known.grid(player.seat), 1)
        )
        threats = [
            f"@{_number(p.seat)} #{' #'.join(map(str, p.on(player.seat).stars))}"
            for p in view.players
            if p.on(player.seat).stars
        ]
        return self.prompts.fill(
            name,
            number=_number(player.seat),
            intel=player.intel,
            cards=player.cards,
            codes=known.count(player.seat),
            rows="\n".join(rows),
            stars=", ".join(threats) or "-",
            immune=", ".join(f"#{p}" for p in player.immune) or "-",
        )

    def _pending(self, view: CodebreakerView, pending: Pending | None) -> str:
        if pending is None:
            return ""
        language = self.prompts.language
        told = pending.guess or pending.play
        what = CODEBREAKER.move_to_text(told, language) if told is not None else ""
        if pending.cards:
            what = ", ".join(card_text(card, language) for card in pending.cards)
        name = "discard" if view.task == "discard" else pending.kind
        return self.prompts.fill(
            f"codebreaker_{name}", number=_number(pending.seat), what=what, count=pending.count
        )


def problems(view: CodebreakerView, answer: MoveAnswer) -> list[Problem]:
    """Return why an answer is no legal move; nothing if it is one."""
    try:
        view.check(CODEBREAKER.move_from_text(answer.move, view))
    except InputError as error:
        return [Problem("invalid", Text(d.to("en"), d.to("zh"))) for d in error.defects]
    except IllegalMove as error:
        return [Problem("illegal", error.text)]
    return []


def menu(choices: Sequence[Move], language: str) -> Iterator[str]:
    """List moves as they are typed; those that differ only in their digits are one line."""
    lines: dict[str, dict[str, None]] = {}
    for move in choices:
        written = CODEBREAKER.move_to_text(move, language)
        digits = ""
        if isinstance(move, Guess):
            head, *pairs = written.rsplit(" ", len(move.positions))
            places = " ".join(pair.split("=")[0] + "=?" for pair in pairs)
            written, digits = f"{head} {places}", "0-9"
        elif isinstance(move, Play) and move.digit is not None:
            written = " ".join("?" if w == str(move.digit) else w for w in written.split(" "))
            digits = str(move.digit)
        lines.setdefault(written, {})[digits] = None
    for written, found in lines.items():
        digits = " ".join(filter(None, found))
        yield f"{written}    (?: {digits})" if digits else written


def _number(seat: str | None) -> str:
    return (seat or "").rpartition(".")[2]


def _chances(row: Sequence[float]) -> str:
    """Tell the possible digits of a position, with the chances of the likeliest."""
    order = sorted((d for d in range(10) if row[d] > 0), key=lambda d: (-row[d], d))
    if len(order) == 1:
        return str(order[0])
    told = " ".join(f"{digit} ({100 * row[digit]:.0f}%)" for digit in order[:LIKELIEST])
    return f"{''.join(map(str, sorted(order)))}; {told}"
