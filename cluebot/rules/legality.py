"""`check_clue`: the one function that decides whether a clue is legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from cluebot.errors import Text
from cluebot.registry import Table

Ruling = Literal["legal", "ask", "illegal"]
GameName = Literal["codenames", "decrypto"]

_SEVERITY: dict[Ruling, int] = {"legal": 0, "ask": 1, "illegal": 2}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a clue is not simply legal.

    Attributes:
        rule: Stable identifier of the rule, such as ``"word_form"`` (listed in docs/legality.md).
        ruling: ``"ask"`` or ``"illegal"``.
        word: The board word, keyword or earlier clue that the rule concerns; None when it
            concerns the clue alone.
        detail: Explanation in both languages.
    """

    rule: str
    ruling: Ruling
    word: str | None
    detail: Text


@dataclass(frozen=True, slots=True)
class LegalityOptions:
    """What a table may agree on.

    Attributes:
        ask: What an ``ask`` ruling becomes when nobody can be asked.
        translation: Whether the translation of a Codenames board word is barred
            (Decrypto bars it always).
        shared_character: Chinese: whether any shared character counts as a compound part
            (True) or only containment of the whole word does (False).
        max_length: Longest clue in characters.
    """

    ask: Literal["legal", "illegal"] = "legal"
    translation: bool = True
    shared_character: bool = True
    max_length: int = 40


@dataclass(frozen=True, slots=True)
class Verdict:
    """The ruling on one clue, with every reason.

    Attributes:
        clue: The clue in normal form.
        reasons: All reasons found, gravest first; empty for a plainly legal clue.
        ask: What an ``ask`` ruling becomes when nobody can be asked.
    """

    clue: str
    reasons: tuple[Reason, ...] = ()
    ask: Literal["legal", "illegal"] = field(default="legal", compare=False)

    @property
    def verdict(self) -> Ruling:
        """The gravest ruling of all reasons; ``"legal"`` without any."""
        return max((r.ruling for r in self.reasons), key=_SEVERITY.__getitem__, default="legal")

    @property
    def legal(self) -> bool:
        """Whether the clue may be given when nobody can be asked."""
        ruling = self.verdict
        return ruling == "legal" or (ruling == "ask" and self.ask == "legal")


class LanguageRules(Protocol):
    """One language's judgement of a clue; implemented in ``cluebot/rules/<language>.py``."""

    def reasons(
        self,
        clue: str,
        board: Sequence[str],
        game: GameName,
        used: Sequence[str],
        options: LegalityOptions,
    ) -> list[Reason]:
        """Return every reason against ``clue`` (already in normal form), in any order."""
        ...


LANGUAGES: Table[LanguageRules] = Table(
    "language",
    {"en": "cluebot.rules.en:RULES", "zh": "cluebot.rules.zh:RULES"},
)
