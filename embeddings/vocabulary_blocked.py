"""Words that are never offered as clues: profanity, slurs, insults, sex, loaded politics.

The list is kept as salted hashes in ``vocabulary_blocked.txt``, so that the project neither
publishes a list of slurs nor shows up in searches for one. It also holds words that a bot's
associations could turn into an insult (identities, living rulers). To add a word or look it up:

    python -m embeddings.vocabulary_blocked WORD...
"""

from __future__ import annotations

import hashlib
import sys
from functools import lru_cache
from importlib.resources import files


def is_blocked(word: str) -> bool:
    """Tell whether ``word``, in normal form, is on the list."""
    return _line(word) in _lines()


def _line(word: str) -> str:
    return hashlib.blake2b(word.encode("utf-8"), digest_size=6, salt=b"clue words").hexdigest()


@lru_cache(maxsize=1)
def _lines() -> frozenset[str]:
    text = (files("embeddings") / "vocabulary_blocked.txt").read_text(encoding="ascii")
    return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))


if __name__ == "__main__":
    sys.stdout.writelines(f"{_line(word)}\n" for word in sys.argv[1:])
