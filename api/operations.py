"""The stateless operations by name: what HTTP routes, batches and chat tools go through."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from api import codenames, decrypto
from api.schemas import (
    CheckRequest,
    CheckResponse,
    ClueRequest,
    ClueResponse,
    DecodeRequest,
    DecodeResponse,
    DecryptoCheckRequest,
    EncodeRequest,
    EncodeResponse,
    GuessRequest,
    GuessResponse,
    InterceptRequest,
    InterceptResponse,
    Shape,
)


@dataclass(frozen=True, slots=True)
class Operation:
    """One question and its answer.

    Attributes:
        request: The shape of the question.
        response: The shape of the answer.
        run: Answers it; blocks.
        summary: What it does, in one line.
    """

    request: type[Shape]
    response: type[Shape]
    run: Callable[[Any], Shape]
    summary: str


OPERATIONS: Mapping[str, Operation] = {
    "codenames/clue": Operation(
        ClueRequest, ClueResponse, codenames.clue, "Give a Codenames clue for a board"
    ),
    "codenames/guess": Operation(
        GuessRequest, GuessResponse, codenames.guess, "Guess which words a Codenames clue means"
    ),
    "codenames/check": Operation(
        CheckRequest, CheckResponse, codenames.check, "Judge whether a Codenames clue is legal"
    ),
    "decrypto/encode": Operation(
        EncodeRequest, EncodeResponse, decrypto.encode, "Write three Decrypto clues for a code"
    ),
    "decrypto/decode": Operation(
        DecodeRequest, DecodeResponse, decrypto.decode, "Decode your team's Decrypto clues"
    ),
    "decrypto/intercept": Operation(
        InterceptRequest,
        InterceptResponse,
        decrypto.intercept,
        "Intercept the other team's Decrypto clues",
    ),
    "decrypto/check": Operation(
        DecryptoCheckRequest,
        CheckResponse,
        decrypto.check,
        "Judge whether a Decrypto clue is legal",
    ),
}
