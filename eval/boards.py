"""Boards: what is given to a game beside its rules, drawn from a word list or read from a file."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from cluebot.errors import CluebotError, bad_input
from cluebot.games.base import Frozen, Game
from cluebot.games.codec import parse
from cluebot.record import deal_rng
from wordlists.loader import MIN_WORDS

GAME_SEED_BITS = 48
"""Seeds stay below 2**53, so that every JSON reader keeps them exact."""


Codes = list[list[list[int]]]
"""For each team its codes, in the order of the rounds."""


@dataclass(frozen=True, slots=True)
class Board:
    """One board.

    Attributes:
        seed: The seed of every game on it.
        setup: The fields of the setup that it fixes: words, perhaps key or keywords.
        codes: Fixed boards of Decrypto: by preset, the codes of each team that the seed must
            bring.
    """

    seed: int
    setup: Mapping[str, Any]
    codes: Mapping[str, Codes] = field(default_factory=dict)


def draw_board(game: str, language: str, words: Sequence[str], seed: int, place: int) -> Board:
    """Draw board number ``place`` (from 0) of a run; independent of all other boards.

    A game without words (``words`` is empty) has a seed alone.
    """
    rng = random.Random(f"{seed}/{game}/{language}/{place}")
    if not words:
        return Board(rng.getrandbits(GAME_SEED_BITS), {})
    drawn = tuple(rng.sample(words, MIN_WORDS[game]))
    return Board(rng.getrandbits(GAME_SEED_BITS), {"words": drawn})


class FixedBoard(Frozen):
    """One line of a file of fixed boards."""

    game: str
    language: str
    seed: int
    setup: dict[str, Any]
    codes: dict[str, Codes] = Field(default_factory=dict)


def dealt_codes(game: Game, setup: Any, seed: int) -> Codes:
    """Return the codes of every team of Decrypto that a seed brings."""
    state: Any = game.start(setup, deal_rng(seed))
    return [[list(code) for code in secrets.codes] for secrets in state.secrets]


def read_boards(
    content: bytes, source: str, sha256: str
) -> dict[tuple[str, str], tuple[Board, ...]]:
    """Read a file of fixed boards: JSON lines of `FixedBoard`.

    Args:
        content: The file.
        source: Its name, for messages.
        sha256: The checksum that it must have.

    Raises:
        InputError: If the file is not the one that the checksum belongs to, or a line is wrong.
    """
    content = content.replace(b"\r\n", b"\n")
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise bad_input(
            "boards", source,
            en=f"the file has been changed: its checksum is {found}, not {sha256}; restore it.",
            zh=f"文件已被改动：校验和是 {found}，应为 {sha256}；请恢复原文件。",
        )  # fmt: skip
    boards: dict[tuple[str, str], list[Board]] = {}
    for number, line in enumerate(content.decode("utf-8").removesuffix("\n").split("\n"), 1):
        try:
            fixed = parse(FixedBoard, json.loads(line), "board")
        except (ValueError, CluebotError) as error:
            place = f"boards, line {number}"
            raise bad_input(
                place, line, en=f"is not a board: {error}", zh="不是一张棋盘"
            ) from error
        board = Board(fixed.seed, fixed.setup, fixed.codes)
        boards.setdefault((fixed.game, fixed.language), []).append(board)
    return {key: tuple(listed) for key, listed in boards.items()}
