"""What is said to a model: the texts beside this module, one file a language."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from cluebot.errors import Language
from cluebot.llm.schema import quoted


class Prompts:
    """The prompts of one language.

    Words of the game are put in as quoted data, so that a card that reads like an order is a card.

    Args:
        language: The language.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self._texts = _texts(language)

    def fill(self, name: str, **values: Any) -> str:
        """Return the prompt of this name with its places filled."""
        return self._texts[name].lstrip("\n").format(**values)

    def quote(self, word: str) -> str:
        """Return one word of the game."""
        return json.dumps(word, ensure_ascii=False)

    def list(self, words: Iterable[str]) -> str:
        """Return words of the game in a row."""
        return quoted(words, self.language)

    def lines(self, words: Iterable[str]) -> str:
        """Return words of the game one below the other."""
        return "\n".join(f"- {self.quote(word)}" for word in words)

    def numbered(self, rows: Iterable[Sequence[str]]) -> str:
        """Return numbered rows of words of the game."""
        nothing = self._texts["nothing_yet"]
        return "\n".join(f"{i}: {self.list(row) or nothing}" for i, row in enumerate(rows, 1))

    def part(self, name: str, words: Iterable[str]) -> str:
        """Return a part of a prompt about these words; nothing when there are none."""
        found = list(words)
        return self.fill(name, words=self.list(found)) if found else ""


@lru_cache(maxsize=2)
def _texts(language: Language) -> dict[str, str]:
    path = files("cluebot.players.llm") / "prompts" / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
