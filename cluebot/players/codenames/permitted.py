"""Which clues may be given, asked of `check_clue` as seldom as can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from cluebot.players.codenames.lookalikes import looks_like
from cluebot.players.codenames.tasks import ClueTask
from cluebot.rules.legality import LegalityOptions, check_clue
from cluebot.rules.text import is_han, squash

_REMEMBERED = 8192
_MOST_CLEARED = 1024

_Key = tuple[str, str, LegalityOptions]
V = TypeVar("V")

_BOARD_WIDE = "taken_apart"
"""The rule that looks at the board as a whole; all others look at one word at a time."""


class Permitted:
    """Sifts clues, and remembers which words stand in the way of which.

    The best clues of a turn are much the same as those of the turn before, and the words of a list
    come again. What clashes with a word does so on every board that holds it; what is doubtful for
    itself, as names are, is legal on no board; and what is legal beside some words and beside
    others is legal beside all of them.

    Args:
        banned: Squashed clues never to give.
    """

    def __init__(self, banned: frozenset[str]) -> None:
        self._banned = banned
        self._doubtful: dict[_Key, None] = {}
        self._clashing: dict[_Key, frozenset[str]] = {}
        self._cleared: dict[_Key, frozenset[str]] = {}

    def sift(self, clues: Sequence[str], task: ClueTask) -> Iterator[int]:
        """Yield the places of those clues that may be given; each is checked when it is due."""
        used = frozenset(map(squash, task.used)) | self._banned
        words = task.words
        board = frozenset(words)
        barred = _characters(task)
        for place, clue in enumerate(clues):
            if squash(clue) in used or not barred.isdisjoint(clue):
                continue
            if task.language == "en" and looks_like(clue, task.own):
                continue
            if self._passes(clue, task, words, board):
                yield place

    def _passes(
        self, clue: str, task: ClueTask, words: tuple[str, ...], board: frozenset[str]
    ) -> bool:
        key = clue, task.language, task.legality
        if key in self._doubtful:
            return False
        clashing = self._clashing.get(key, frozenset())
        if not clashing.isdisjoint(board):
            return False
        cleared = self._cleared.get(key, frozenset())
        if cleared >= board:
            return True
        new = tuple(word for word in words if word not in cleared)
        if 2 * len(new) > len(words):
            new = words  # a board that other clues are checked against, too, costs less
        verdict = check_clue(clue, new, task.language, "codenames", options=task.legality)
        if new != words and verdict.reasons and all(r.rule == _BOARD_WIDE for r in verdict.reasons):
            verdict = check_clue(clue, words, task.language, "codenames", options=task.legality)
        if any(reason.word is None for reason in verdict.reasons):
            _keep(self._doubtful, key, None)
        found = (r.word for r in verdict.reasons if r.word is not None and r.rule != _BOARD_WIDE)
        against = clashing.union(found)
        if against:
            _keep(self._clashing, key, against)
        if verdict.reasons:
            return False
        known = cleared if len(cleared) < _MOST_CLEARED else frozenset[str]()
        _keep(self._cleared, key, known.union(new))
        return True


def _characters(task: ClueTask) -> frozenset[str]:
    """Return the characters that no legal clue holds.

    Most clues near a Chinese word share a character with it, and need not be checked.
    """
    if task.language != "zh" or not task.legality.shared_character:
        return frozenset()
    return frozenset(filter(is_han, "".join(task.words)))


def _keep(memory: dict[_Key, V], key: _Key, value: V) -> None:
    memory[key] = value
    while len(memory) > _REMEMBERED:
        memory.pop(next(iter(memory)), None)
