"""The English rules: word forms, compounds, letters, sound, translation, table matters."""

from __future__ import annotations

from cluebot.rules.en.alone import judge_alone, judge_reuse
from cluebot.rules.en.pairs import judge_pair
from cluebot.rules.en.words import analyse
from cluebot.rules.legality import GameName, LanguageRules, LegalityOptions, Reason


class EnglishRules:
    """`LanguageRules` of English; stateless, its lexicons load at the first clue."""

    def reasons(
        self,
        clue: str,
        board: tuple[str, ...],
        game: GameName,
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
        return [*found, *judge_alone(clue, game)]

    def reuse(self, clue: str, used: tuple[str, ...]) -> list[Reason]:
        """Return the reasons against ``clue`` that lie in the clues given earlier."""
        return judge_reuse(clue, used)


RULES: LanguageRules = EnglishRules()
