"""The rules for Chinese clues.

Characters are compared as the board writes them (`script`, `forms`), sounds by pinyin (`sound`,
`likeness`), meanings through CC-CEDICT (`meaning`); what cannot be decided goes to the table.
"""

from __future__ import annotations

from cluebot.rules.legality import GameName, LegalityOptions, Reason
from cluebot.rules.zh.board import index
from cluebot.rules.zh.decrypto import code_reasons, reuse_reasons
from cluebot.rules.zh.forms import overlaps
from cluebot.rules.zh.letters import letter_reasons, translated_latin
from cluebot.rules.zh.likeness import homophones, taken_apart
from cluebot.rules.zh.script import simplify
from cluebot.rules.zh.single import one_word
from cluebot.rules.zh.talk import about_form


class ChineseRules:
    """Judges clues on a Chinese board, in either script."""

    def reasons(
        self,
        clue: str,
        board: tuple[str, ...],
        game: GameName,
        options: LegalityOptions,
    ) -> list[Reason]:
        """Return every reason against ``clue`` (already in normal form), in any order."""
        binding = index(board)
        found = overlaps(clue, binding, options)
        found += homophones(clue, binding)
        found += taken_apart(clue, binding)
        found += letter_reasons(clue, binding, game, options)
        found += translated_latin(clue, binding, game, options)
        found += about_form(clue, game)
        if game == "decrypto":
            found += code_reasons(clue)
        elif not binding.by_spelling.get(simplify(clue)):
            found += one_word(clue)
        return found

    def reuse(self, clue: str, used: tuple[str, ...]) -> list[Reason]:
        """Return the reasons against ``clue`` that lie in the clues given earlier."""
        return reuse_reasons(clue, used)


RULES = ChineseRules()
