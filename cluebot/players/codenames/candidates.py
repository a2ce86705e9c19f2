"""`Candidate`: a clue with what is expected of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cluebot.errors import Text
from cluebot.games.codenames import Number

_UNEXPLAINED = Text("", "")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal clue and what is expected of it.

    Attributes:
        clue: The clue word.
        number: The number to say with it.
        targets: The intended words, likeliest first.
        expected_own: Own words expected to be found within the number.
        p_assassin: Chance that the turn ends on the assassin.
        p_opponent: Chance that it ends on a word of the other side.
        p_neutral: Chance that it ends on a bystander.
        value: Win chance after the turn, lowered by caution.
        reason: Why, in both languages.
    """

    clue: str
    number: Number
    targets: tuple[str, ...]
    expected_own: float
    p_assassin: float
    p_opponent: float
    p_neutral: float
    value: float
    reason: Text = _UNEXPLAINED

    def to_json(self, language: str) -> dict[str, Any]:
        """Return the candidate as JSON values, the reason in ``language``."""
        return {
            "clue": self.clue,
            "number": self.number,
            "targets": list(self.targets),
            "expected_own": round(self.expected_own, 3),
            "p_assassin": round(self.p_assassin, 4),
            "p_opponent": round(self.p_opponent, 4),
            "p_neutral": round(self.p_neutral, 4),
            "reason": self.reason.to(language),
        }
