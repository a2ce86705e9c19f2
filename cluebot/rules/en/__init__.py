"""The English rules: word forms, compounds, letters, sound, translation, table matters."""

from __future__ import annotations

from collections.abc import Sequence

from cluebot.rules.en.alone import judge_alone
from cluebot.rules.en.pairs import judge_pair
from cluebot.rules.en.words import analyse
from cluebot.rules.legality import GameName, LanguageRules, LegalityOptions, Reason


class EnglishRules:
    """`LanguageRules` of English; stateless, its lexicons load at the first clue."""

    def reasons(
        self,
        clue: str,
        board: Sequence[str],
        game: GameName,
        used: Sequence[str],
        options: LegalityOptions,
    ) -> list[Reason]:
        """Return every reason against ``clue``, in the order of the board."""
        analysed = analyse(clue)
        translation = options.translation or game == "decrypto"
        found = [
            reason
            for word in board
            for reason in judge_pair(analysed, analyse(word), translation=translation)
        ]
        return found + judge_alone(analysed, game, tuple(used))


RULES: LanguageRules = EnglishRules()
