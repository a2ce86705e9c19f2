"""What all requests share: the warm vectors of each language, and players made from them."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

from cluebot.errors import Language, told_as
from cluebot.players.base import PLAYERS, Budget, Context, Player
from cluebot.rules.legality import LegalityOptions, check_clue

if TYPE_CHECKING:
    from embeddings.blend import Blend
    from embeddings.cache import Cache


VECTORS_VARIABLE = "CLUEBOT_VECTORS"
"""Environment variable: the name of added vectors to use beside the standard ones, in the
languages whose words they know."""

_cache: list[Cache] = []
_added: list[tuple[str, bool]] = []
_blends: dict[str, Blend] = {}
_loading = Lock()


def use_cache(cache: Cache) -> None:
    """Load vectors from ``cache`` from now on; it may tell of the progress of builds."""
    _cache[:] = [cache]


def use_vectors(name: str | None) -> None:
    """Put vectors that were added under ``name`` beside the standard ones from now on.

    None leaves it to the environment variable `VECTORS_VARIABLE`. A name given here must suit
    every language that is asked for.
    """
    chosen = (name or os.environ.get(VECTORS_VARIABLE) or "", name is not None)
    if chosen != (_added or [("", False)])[0]:
        _blends.clear()
    _added[:] = [chosen]


def blend(language: str) -> Blend:
    """Return the vectors of a language, loaded once a process (and built if need be).

    Raises:
        VectorsError: If they can be neither loaded nor built.
    """
    from embeddings.standard import load_blend

    loaded = _blends.get(language)
    if loaded is not None:
        return loaded
    # Under a lock: threads that come at once wait for one copy instead of loading one each.
    with _loading:
        if language not in _blends:
            cache = _cache[0] if _cache else None
            found: Blend = load_blend(language, cache=cache)
            found = _with_added(found, cache)
            _blends[language] = found
        return _blends[language]


def _with_added(found: Blend, cache: Cache | None) -> Blend:
    name, must = _added[0] if _added else (os.environ.get(VECTORS_VARIABLE, ""), False)
    if not name:
        return found
    from embeddings.extended import extend, suits

    return extend(found, name, cache) if must or suits(found, name, cache) else found


def composed(language: str, texts: Sequence[str]) -> list[str]:
    """Return the texts that no list of words has: their vectors are composed of pieces.

    Empty while no player has needed vectors.
    """
    loaded = _blends.get(language)
    if loaded is None:
        return []
    from embeddings.coverage import composed as find

    return list(find(loaded, texts))


def vectors_version(language: str) -> str:
    """Return the version of a language's vectors; empty while nobody has needed them."""
    loaded = _blends.get(language)
    return "" if loaded is None else loaded.version


def warm_up(language: Language) -> None:
    """Load the vectors and lexicons of a language, so that no request has to wait for them.

    Raises:
        VectorsError: If the vectors can be neither loaded nor built.
    """
    from cluebot.games.decrypto import DecryptoView
    from wordlists.loader import load_wordlist

    words = load_wordlist(language, "codenames").words
    # The lexicons load as clues need them. These need all of them: many common words, and one
    # that may be pinyin, for which the whole Chinese dictionary is read.
    for clue in (*words[25:75], "taikong"):
        check_clue(clue, words[:25], language, "codenames")
        check_clue(clue, words[:4], language, "decrypto")
    blend(language)
    # What Decrypto's players look up beforehand takes seconds to build, once.
    keywords = load_wordlist(language, "decrypto").words[:4]
    view = DecryptoView(language=language, task="encode", keywords=keywords, code=(1, 2, 3))
    player("decrypto", "agent", "embedding", language).act(view, random.Random(0), Budget())


def player(
    game: str,
    role: str,
    name: str,
    language: str,
    options: Mapping[str, Any] | None = None,
    legality: LegalityOptions | None = None,
) -> Player[Any, Any]:
    """Make a registered player.

    Raises:
        InputError: If there is no such player for the role, or its options are wrong.
    """
    context = Context(
        language=language,
        blend=blend,
        legality=legality or LegalityOptions(),
        options=dict(options or {}),
        cache=_cache[0] if _cache else None,
    )
    with told_as("endpoint", "player", name):
        return PLAYERS[game, role].load(name)(context)
