"""How the fixed boards of a benchmark were made; run once for each benchmark, then never again.

``python -m eval.bench.freeze FILE`` writes the boards and prints their checksum.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from cluebot.errors import Language
from cluebot.games.base import GAMES
from eval.bench import BOARDS
from eval.boards import GAME_SEED_BITS, dealt_codes
from wordlists.loader import load_wordlist

SEED = "cluebot-bench-1"
LANGUAGES: tuple[Language, ...] = ("en", "zh")
PRESETS = ("research",)
"""The presets of Decrypto whose codes are written down."""


def boards() -> list[dict[str, Any]]:
    """Return all boards as JSON values, each complete: words and key, or keywords and codes."""
    return [
        make(language, random.Random(f"{SEED}/{make.__name__}/{language}/{place}"))
        for make in (codenames, decrypto)
        for language in LANGUAGES
        for place in range(BOARDS)
    ]


def codenames(language: Language, rng: random.Random) -> dict[str, Any]:
    """Return a board of 25 cards on which red starts."""
    words = rng.sample(load_wordlist(language, "codenames").words, 25)
    key = ["red"] * 9 + ["blue"] * 8 + ["neutral"] * 7 + ["assassin"]
    rng.shuffle(key)
    setup = {"words": words, "key": key, "starts": "red"}
    seed = rng.getrandbits(GAME_SEED_BITS)
    return {"game": "codenames", "language": language, "seed": seed, "setup": setup}


def decrypto(language: Language, rng: random.Random) -> dict[str, Any]:
    """Return the team's keywords, and the codes that the seed brings."""
    setup = {"white_keywords": rng.sample(load_wordlist(language, "decrypto").words, 4)}
    seed = rng.getrandbits(GAME_SEED_BITS)
    game = GAMES.load("decrypto")
    codes = {}
    for preset in PRESETS:
        fields = {"language": language, **setup, **game.presets[preset]}
        codes[preset] = dealt_codes(game, game.setup_type(**fields), seed)
    board = {"game": "decrypto", "language": language, "seed": seed, "setup": setup}
    return board | {"codes": codes}


if __name__ == "__main__":
    import hashlib

    text = "".join(json.dumps(board, ensure_ascii=False) + "\n" for board in boards())
    Path(sys.argv[1]).write_text(text, "utf-8", newline="\n")
    sys.stdout.write(hashlib.sha256(text.encode()).hexdigest() + "\n")
