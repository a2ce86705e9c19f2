"""Human games of Codenames as data: boards, clues, and what people touched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field

from cluebot.errors import Defect, Text, shorten
from eval.json_lines import Word, read_json_lines


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
        InputError: If the file cannot be read, lines have another shape, or they name words that
            are not on their board or none at all; names file, line, field and value.
    """
    out: list[HumanClue] = []
    games: list[set[str]] = []
    for row in read_json_lines(path, str(path), _Row, _strange):
        game = _game(set(row.board), games)
        out.append(HumanClue(row.board, row.clue, row.targets, row.human_guesses, game))
    return out


class _Row(BaseModel):
    """A line of a file; collections carry more fields than these."""

    board: Annotated[tuple[Word, ...], Field(min_length=1)]
    clue: str
    targets: tuple[str, ...]
    human_guesses: tuple[tuple[str, ...], ...]


def _strange(row: _Row) -> Iterator[Defect]:
    """Yield words that are twice or not on the board; and that there are none at all."""
    named = [("targets", row.targets)]
    named += [(f"human_guesses.{i}", words) for i, words in enumerate(row.human_guesses)]
    apart = Text("is not on the board; name words of the board.", "不在棋盘上；请写 board 里的词。")
    for field, words in named:
        for word in words:
            if word not in row.board:
                yield Defect(field, shorten(word), apart)
    twice = Text("is there twice; name it once.", "重复；请只写一次。")
    for field, words in [("board", row.board), *named]:
        for word in {word: None for i, word in enumerate(words) if word in words[:i]}:
            yield Defect(field, shorten(word), twice)
    if not any(words for _, words in named):
        nothing = Text("name no words; give at least one.", "都是空的；请至少给出一个词。")
        yield Defect("targets, human_guesses", "", nothing)


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
