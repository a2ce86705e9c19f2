"""English clues that resemble a board word in letters and not in meaning.

Such clues may be legal (booty for BOOT), but encoders that read words by their pieces believe in
them more than people do, and more than players with other vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

_PIECE = 4
_START = 3
_SHORT = 5


def looks_like(clue: str, words: Sequence[str]) -> bool:
    """Whether a clue shares four letters in a row with a word, its start, or nearly all of it.

    >>> looks_like("booty", ["boot"]), looks_like("yogurt", ["yoga"]), looks_like("slog", ["log"])
    (True, True, True)
    >>> looks_like("sea", ["shark"]), looks_like("moose", ["mouse"])
    (False, True)
    """
    return any(_alike(clue, word) for word in words)


@lru_cache(maxsize=65536)
def _alike(clue: str, word: str) -> bool:
    if clue[:_START] == word[:_START]:
        return True
    if any(word[i : i + _PIECE] in clue for i in range(len(word) - _PIECE + 1)):
        return True
    shorter = min(len(clue), len(word))
    if shorter <= _SHORT and clue[-_START:] == word[-_START:]:
        return True
    most = 2 if shorter > _SHORT else 1
    # No edit takes away or adds more than one letter, or changes one for another.
    if abs(len(clue) - len(word)) > most or len(set(clue) ^ set(word)) > 2 * most:
        return False
    return _edits(clue, word) <= most


def _edits(a: str, b: str) -> int:
    """Return the Levenshtein distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]
