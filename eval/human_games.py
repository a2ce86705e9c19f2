"""Human games of Codenames as data: boards, clues, and what people touched."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cluebot.errors import bad_input


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
        InputError: If the file cannot be read or a line has another shape; names the line.
    """
    out: list[HumanClue] = []
    games: list[set[str]] = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise bad_input(
            "data", str(path), en=f"cannot be read: {error}.", zh=f"无法读取：{error}。"
        ) from error
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            board = tuple(row["board"])
            touched = tuple(
                tuple(w for w in person if w in board) for person in row["human_guesses"]
            )
            out.append(
                HumanClue(
                    board, row["clue"], tuple(row["targets"]), touched, _game(set(board), games)
                )
            )
        except (ValueError, KeyError, TypeError) as error:
            place = f"data, line {number}"
            raise bad_input(
                place,
                str(path),
                en=f"not a human clue: {error!r}.",
                zh=f"不是一条真人线索：{error!r}。",
            ) from error
    return out


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
