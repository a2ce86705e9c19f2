"""Which clues may be given, asked of `check_clue` as seldom as can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from cluebot.players.codenames.lookalikes import looks_like
from cluebot.players.codenames.tasks import ClueTask
from cluebot.rules.legality import LegalityOptions, check_clue
from cluebot.rules.text import squash

_REMEMBERED = 8192

_Obstacle = tuple[frozenset[str], frozenset[str]]
"""A board, and the words on it that a clue clashes with."""


class Permitted:
    """Sifts clues, and remembers which board words stand in the way of which.

    The best clues of a turn are much the same as those of the turn before. A clue that clashes with
    a word does so as long as the word is uncovered, so it is not judged anew until then.

    Args:
        banned: Squashed clues never to give.
    """

    def __init__(self, banned: frozenset[str]) -> None:
        self._banned = banned
        self._obstacles: dict[tuple[str, str, LegalityOptions], _Obstacle] = {}

    def sift(self, clues: Sequence[str], task: ClueTask) -> Iterator[int]:
        """Yield the places of those clues that may be given; each is checked when it is due."""
        used = frozenset(map(squash, task.used)) | self._banned
        board = frozenset(task.words)
        for place, clue in enumerate(clues):
            if squash(clue) in used or (task.language == "en" and looks_like(clue, task.own)):
                continue
            if _passes_alone(clue, task.language, task.legality) and self._passes(
                clue, task, board
            ):
                yield place

    def _passes(self, clue: str, task: ClueTask, board: frozenset[str]) -> bool:
        key = clue, task.language, task.legality
        whole, clashing = self._obstacles.get(key, (board, frozenset()))
        if board <= whole and not clashing.isdisjoint(board):
            return False
        verdict = check_clue(clue, task.words, task.language, "codenames", options=task.legality)
        named = frozenset(reason.word for reason in verdict.reasons if reason.word is not None)
        if named:
            self._obstacles[key] = board, named
            while len(self._obstacles) > _REMEMBERED:
                self._obstacles.pop(next(iter(self._obstacles)), None)
        return verdict.verdict == "legal"


@lru_cache(maxsize=65536)
def _passes_alone(clue: str, language: str, options: LegalityOptions) -> bool:
    """Whether a clue is legal where no word binds it; names, for one, have to be agreed on.

    What is not, is legal on no board.
    """
    return check_clue(clue, (), language, "codenames", options=options).verdict == "legal"
