"""Decrypto without a game: write three clues, decode them, intercept them, check a clue."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

from api.boards import resolve_language
from api.resources import composed, player, vectors_version
from api.schemas import (
    CheckResponse,
    DecodeRequest,
    DecodeResponse,
    DecryptoCheckRequest,
    EncodeRequest,
    EncodeResponse,
    InterceptRequest,
    InterceptResponse,
    Turn,
)
from cluebot.errors import Language
from cluebot.games.decrypto import (
    DecryptoView,
    parse_clues,
    parse_code,
    parse_history,
    parse_keywords,
)
from cluebot.players.base import Budget, Decision, Player
from cluebot.rules.legality import check_clue


def encode(request: EncodeRequest) -> EncodeResponse:
    """Write three clues for a code.

    Raises:
        InputError: If the request cannot be used.
        Forfeit: If the player finds no legal clues.
    """
    begun = time.perf_counter()
    keywords = parse_keywords(request.keywords)
    language = resolve_language(request.language, keywords, "keywords")
    view = DecryptoView(
        language=language,
        side="white",
        task="encode",
        keywords=keywords,
        code=parse_code(request.code),
        history=_history(request.history, "history"),
        opponent_history=_history(request.opponent_history, "opponent_history"),
    )
    options = {} if request.safety is None else {"safety": request.safety}
    encoder = player("decrypto", "encoder", request.player, language, options)
    decision = encoder.act(view, random.Random(request.seed), Budget())
    notes = decision.notes
    return EncodeResponse(
        clues=list(decision.move.clues),
        p_decode=notes.get("p_decode", 0.0),
        p_intercept=notes.get("p_intercept", 0.0),
        explanations=list(notes.get("explanations", ("", "", ""))),
        language=language,
        player=encoder.name,
        vectors=vectors_version(language),
        seed=request.seed,
        elapsed_ms=_since(begun),
        composed=composed(language, keywords),
    )


def decode(request: DecodeRequest) -> DecodeResponse:
    """Say which code three clues of the own team stand for.

    Raises:
        InputError: If the request cannot be used.
    """
    begun = time.perf_counter()
    keywords = parse_keywords(request.keywords)
    language = resolve_language(request.language, keywords, "keywords")
    view = DecryptoView(
        language=language,
        side="white",
        task="decode",
        keywords=keywords,
        clues=parse_clues(request.clues),
        history=_history(request.history, "history"),
    )
    decoder = player("decrypto", "decoder", request.player, language)
    decision = decoder.act(view, random.Random(request.seed), Budget())
    told = _posterior(decision, decoder, language, begun, (*keywords, *request.clues))
    return DecodeResponse.model_validate(told)


def intercept(request: InterceptRequest) -> InterceptResponse:
    """Say which code three clues of the other team stand for.

    Raises:
        InputError: If the request cannot be used.
    """
    begun = time.perf_counter()
    heard = {f"history.{i}.clues": turn.clues for i, turn in enumerate(request.history)}
    language = resolve_language(request.language, request.clues, "clues", heard)
    view = DecryptoView(
        language=language,
        side="black",
        task="intercept",
        clues=parse_clues(request.clues),
        opponent_history=_history(request.history, "history"),
    )
    options = {} if request.bank is None else {"bank": tuple(request.bank)}
    interceptor = player("decrypto", "interceptor", request.player, language, options)
    decision = interceptor.act(view, random.Random(request.seed), Budget())
    keywords = decision.notes.get("keywords", [[], [], [], []])
    return InterceptResponse.model_validate(
        _posterior(decision, interceptor, language, begun, request.clues) | {"keywords": keywords}
    )


def check(request: DecryptoCheckRequest) -> CheckResponse:
    """Judge a clue against the own keywords and the clues used so far.

    Raises:
        InputError: If the keywords or the history cannot be used; never because of the clue.
    """
    keywords = parse_keywords(request.keywords)
    language = resolve_language(request.language, keywords, "keywords")
    used = [clue for entry in _history(request.history, "history") for clue in entry.clues]
    verdict = check_clue(request.clue, keywords, language, "decrypto", used=used)
    return CheckResponse.model_validate(verdict.to_json(language) | {"language": language})


def _history(turns: Sequence[Turn], field: str) -> Any:
    return parse_history([turn.model_dump() for turn in turns], field)


def _posterior(
    decision: Decision[Any],
    by: Player[Any, Any],
    language: Language,
    begun: float,
    texts: Sequence[str],
) -> dict[str, Any]:
    """Return the fields that decoding and intercepting answer alike."""
    notes = decision.notes
    return {
        "code": list(decision.move.code),
        "probabilities": notes.get("probabilities", []),
        "slots": notes.get("slots", []),
        "language": language,
        "player": by.name,
        "vectors": vectors_version(language),
        "elapsed_ms": _since(begun),
        "composed": composed(language, texts),
    }


def _since(begun: float) -> float:
    return round(1000 * (time.perf_counter() - begun), 3)
