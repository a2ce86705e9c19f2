"""What a result depends on beside the suite: code, word lists, vectors."""

from __future__ import annotations

import hashlib
import platform
from functools import lru_cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import cluebot
from cluebot.games.base import GAMES
from eval.seating import loaded_blends
from wordlists.loader import available, load_wordlist

Versions = dict[str, Any]
"""``cluebot`` and ``code``, ``words`` by list, ``vectors`` by language."""

_SUFFIXES = (".py", ".toml", ".txt", ".tsv")
_DEALING = (
    "boards.py",
    "outside_notes.py",
    "partial.py",
    "plan.py",
    "process_player.py",
    "seating.py",
)


@lru_cache(maxsize=1)
def code() -> str:
    """Return a checksum of everything that can change a game.

    That is rules, players, embeddings, and how the harness deals boards and seats players.
    """
    digest = hashlib.sha256()
    for package in ("cluebot", "embeddings", "eval"):
        for path, item in _walk(files(package), package):
            if path.startswith("cluebot/cli/") or (package == "eval" and item.name not in _DEALING):
                continue
            digest.update(f"{path}\0".encode())
            digest.update(item.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]


def _walk(folder: Traversable, path: str) -> list[tuple[str, Traversable]]:
    found = []
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        inner = f"{path}/{item.name}"
        if item.is_dir() and item.name != "__pycache__":
            found += _walk(item, inner)
        elif item.name.endswith(_SUFFIXES):
            found.append((inner, item))
    return found


def of_run() -> Versions:
    """Return what all parts of one run must share, once its players are made."""
    blends = loaded_blends()
    return {
        "cluebot": cluebot.__version__,
        "code": code(),
        "words": {meta.name: meta.sha256[:16] for meta in available()},
        "vectors": {language: blends[language].version for language in sorted(blends)},
    }


def of_game(game: str, language: str, run: Versions) -> dict[str, str]:
    """Return the versions that belong into the record of a game.

    Args:
        game: The game.
        language: Its language.
        run: The versions of the run. They are those of its driver: what a worker happens to have
            loaded by now must not show in a record.
    """
    versions = {"code": run["code"]}
    if "words" in GAMES.load(game).setup_type.model_fields:
        name = load_wordlist(language, game).meta.name
        versions["words"] = f"{name} {run['words'][name]}"
    vectors = run["vectors"]
    return versions | ({"vectors": vectors[language]} if language in vectors else {})


def of_machine() -> dict[str, str]:
    """Return what is worth knowing of the machine; a run may go on on another one."""
    return {
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "platform": platform.platform(),
    }
