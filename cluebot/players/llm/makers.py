"""Makes the players that the tables offer as ``llm:NAME`` and ``hybrid:NAME``."""

from __future__ import annotations

from cluebot.errors import bad_input
from cluebot.llm.cache import default_cache
from cluebot.llm.model import ChatModel
from cluebot.llm.open import open_model
from cluebot.llm.store import EndpointStore
from cluebot.players.base import Context
from cluebot.players.codenames.giver import listeners_of
from cluebot.players.llm.codebreaker import ChatBreaker
from cluebot.players.llm.decrypto import ChatSeat
from cluebot.players.llm.decrypto_hybrid import HybridSeat
from cluebot.players.llm.giver import ChatClueGiver, HybridClueGiver
from cluebot.players.llm.guesser import ChatGuesser, HybridGuesser
from cluebot.players.llm.options import ChatOptions
from cluebot.players.llm.player import read_options


def clue_giver(name: str, context: Context) -> ChatClueGiver:
    """Make the clue giver ``llm:NAME``; see `ChatOptions` for its options.

    Raises:
        InputError: If there is no such endpoint, or an option is wrong.
    """
    return ChatClueGiver(*_giver_parts(name, context))


def guesser(name: str, context: Context) -> ChatGuesser:
    """Make the guesser ``llm:NAME``; see `clue_giver`."""
    return ChatGuesser(*_parts(name, context))


def hybrid_clue_giver(name: str, context: Context) -> HybridClueGiver:
    """Make the clue giver ``hybrid:NAME``; see `hybrid_guesser`."""
    model, context, options = _giver_parts(name, context)
    weight = _weight(name, "codenames", context, options)
    return HybridClueGiver(model, context, options, weight)


def hybrid_guesser(name: str, context: Context) -> HybridGuesser:
    """Make the guesser ``hybrid:NAME``.

    Raises:
        InputError: If there is no such endpoint, an option is wrong, or the endpoint has not been
            calibrated and no weight is given.
    """
    model, context, options = _parts(name, context)
    weight = _weight(name, "codenames", context, options)
    return HybridGuesser(model, context, options, weight)


def decrypto(name: str, context: Context) -> ChatSeat:
    """Make the player ``llm:NAME`` for any seat of Decrypto; see `clue_giver`."""
    return ChatSeat(*_parts(name, context))


def hybrid_decrypto(name: str, context: Context) -> HybridSeat:
    """Make the player ``hybrid:NAME`` for any seat of Decrypto; see `hybrid_guesser`."""
    model, context, options = _parts(name, context)
    return HybridSeat(model, context, options, _weight(name, "decrypto", context, options))


def codebreaker(name: str, context: Context) -> ChatBreaker:
    """Make the player ``llm:NAME`` for a seat of Code Breaker; see `clue_giver`."""
    return ChatBreaker(*_parts(name, context))


def _parts(name: str, context: Context) -> tuple[ChatModel, Context, ChatOptions]:
    model, cancellation, options = read_options(context)
    if model is None:
        cache = default_cache() if options.cache else None
        model = open_model(name, cache=cache, cancellation=cancellation)
    return model, context, options


def _giver_parts(name: str, context: Context) -> tuple[ChatModel, Context, ChatOptions]:
    """Return the parts of a clue giver, whose vectors must know the listener that it is told."""
    parts = _parts(name, context)
    listener = parts[2].listener
    if listener is not None:
        listeners_of(context.blend(context.language), listener)
    return parts


def _weight(name: str, game: str, context: Context, options: ChatOptions) -> float:
    """Return how far the model is trusted: as told, or else as calibrated."""
    if options.weight is not None:
        return options.weight
    field = weight_field(game, context.language)
    calibration = EndpointStore().get(name).calibration
    if field not in calibration:
        raise bad_input(
            "player", f"hybrid:{name}",
            en="how far to trust this model has not been measured; run it once: "
            f"cluebot llm calibrate {name}",
            zh=f"还没有测过这个模型有多可信；请先运行一次：cluebot llm calibrate {name}",
        )  # fmt: skip
    return calibration[field]


def weight_field(game: str, language: str) -> str:
    """Return the name under which an endpoint keeps the weight for a game and language."""
    return f"{game}_{language}"
