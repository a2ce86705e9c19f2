"""Human games of Codenames as data: boards, clues, and what people touched."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field

from cluebot.errors import Defect, InputError, Text, bad_input, not_json, shorten
from cluebot.games.codec import parse


@dataclass(frozen=True, slots=True)
class HumanClue:
    """One clue given by a person to people.

    Attributes:
        board: W uncovered words.
        clue: The clue.
        targets: The words that the clue giver meant.
        guesses: For each person the words touched, in order.
        group: Clues with the same number share a game; they must not be split between fitting
            and judging.
    """

    board: tuple[str, ...]
    clue: str
    targets: tuple[str, ...]
    guesses: tuple[tuple[str, ...], ...]
    group: int


def read_human_clues(path: Path) -> list[HumanClue]:
    """Read a file of JSON lines with ``board``, ``clue``, ``targets`` and ``human_guesses``.

    Boards that share most of their words are taken for the same game.

    Raises:
        InputError: If the file cannot be read, a line has another shape, or it names words that
            are not on its board or none at all; names file, line, field and value.
    """
    out: list[HumanClue] = []
    games: list[set[str]] = []
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise bad_input(
            "data", str(path), en=f"cannot be read: {error}.", zh=f"无法读取：{error}。"
        ) from error
    for number, line in enumerate(lines, 1):
        place = f"{path}, line {number}"
        row = _row(line, place)
        game = _game(set(row.board), games)
        out.append(HumanClue(row.board, row.clue, row.targets, row.human_guesses, game))
    return out


class _Row(BaseModel):
    """A line of a file; collections carry more fields than these."""

    board: Annotated[tuple[str, ...], Field(min_length=1)]
    clue: str
    targets: tuple[str, ...]
    human_guesses: tuple[tuple[str, ...], ...]


def _row(line: str, place: str) -> _Row:
    """Read one line; ``place`` names it in errors."""
    try:
        row = parse(_Row, json.loads(line), "value")
    except InputError as error:
        within = [replace(d, field=f"{place}: {d.field}") for d in error.defects]
        raise InputError(within) from None
    except (ValueError, RecursionError) as error:
        wrong = not_json(error)
        raise bad_input(place, line, en=f"{wrong.en}.", zh=f"{wrong.zh}。") from None
    named = [("targets", row.targets)]
    named += [(f"human_guesses.{i}", words) for i, words in enumerate(row.human_guesses)]
    strange = [
        Defect(
            f"{place}: {field}",
            shorten(word),
            Text(
                "is not on the board; name words of the board.",
                "不是板上的词；请写 board 里的词。",
            ),
        )
        for field, words in named
        for word in words
        if word not in row.board
    ]
    if strange:
        raise InputError(strange)
    if not any(words for _, words in named):
        nothing = Text("name no words; give at least one.", "都是空的；请至少给出一个词。")
        raise InputError(Defect(f"{place}: targets, human_guesses", "", nothing))
    return row


def _game(board: set[str], games: list[set[str]]) -> int:
    for i, words in enumerate(games):
        if len(board & words) >= 0.6 * len(board):
            words.update(board)
            return i
    games.append(board)
    return len(games) - 1


def top_overlap(ranking: Sequence[str], targets: Sequence[str]) -> float:
    """Return the share of the targets among the first words of a ranking, as many as targets.

    >>> top_overlap(["sun", "moon", "cup"], ["moon", "cup"])
    0.5

    Raises:
        ValueError: If there are no targets.
    """
    if not targets:
        raise ValueError("there are no targets")
    return len(set(ranking[: len(targets)]) & set(targets)) / len(set(targets))
