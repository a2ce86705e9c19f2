"""The uncased WordPiece tokenizer of BERT.

Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers", NAACL 2019; longest match
first as in Wu et al., "Google's Neural Machine Translation System", 2016.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

_LONGEST_WORD = 100


def _is_han(character: str) -> bool:
    code = ord(character)
    return (
        0x3400 <= code <= 0x4DBF
        or 0x4E00 <= code <= 0x9FFF
        or 0xF900 <= code <= 0xFAFF
        or 0x20000 <= code <= 0x2CEAF
        or 0x2F800 <= code <= 0x2FA1F
    )


def _is_mark(character: str) -> bool:
    """Whether BERT sets the character apart: punctuation, and every ASCII symbol."""
    return (character.isascii() and not character.isalnum()) or unicodedata.category(
        character
    ).startswith("P")


def _is_control(character: str) -> bool:
    return character in "\x00\ufffd" or (
        character not in "\t\n\r" and unicodedata.category(character).startswith("C")
    )


def basic_tokens(text: str) -> list[str]:
    """Lower the case, drop accents, and split at spaces, punctuation and ideographs.

    >>> basic_tokens("Café au lait, 茶!")
    ['cafe', 'au', 'lait', ',', '茶', '!']
    """
    kept = (" " if c.isspace() else c for c in text if not _is_control(c))
    spaced = "".join(f" {c} " if _is_han(c) else c for c in kept)
    bare = (
        c for c in unicodedata.normalize("NFD", spaced).lower() if unicodedata.category(c) != "Mn"
    )
    return "".join(f" {c} " if _is_mark(c) else c for c in bare).split()


class WordPiece:
    """Turns text into token ids.

    Args:
        vocabulary: Id of each token; must hold ``[UNK]``, ``[CLS]`` and ``[SEP]``.
        most: Longest sequence, both ends included; what follows is cut.
    """

    def __init__(self, vocabulary: Mapping[str, int], most: int) -> None:
        self._ids = vocabulary
        self._most = most
        self.unknown = vocabulary["[UNK]"]
        self._start = vocabulary["[CLS]"]
        self._end = vocabulary["[SEP]"]

    def encode(self, text: str) -> list[int]:
        """Return the ids of ``text`` between ``[CLS]`` and ``[SEP]``."""
        ids: list[int] = []
        for word in basic_tokens(text):
            ids += self._pieces(word)
        return [self._start, *ids[: self._most - 2], self._end]

    def _pieces(self, word: str) -> list[int]:
        if len(word) > _LONGEST_WORD:
            return [self.unknown]
        ids = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(len(word), start, -1):
                found = self._ids.get(prefix + word[start:end])
                if found is not None:
                    break
            else:
                return [self.unknown]
            ids.append(found)
            start = end
        return ids
