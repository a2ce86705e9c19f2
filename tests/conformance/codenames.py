"""What the conformance suite has to be told about Codenames."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from cluebot.games.base import Seat
from cluebot.games.codenames import CodenamesState
from wordlists.loader import load_wordlist

SETUPS = {
    language: {"language": language, "words": list(load_wordlist(language, "codenames").words[:60])}
    for language in ("en", "zh")
}


def hidden_variants(
    state: CodenamesState, seat: Seat | None, rng: random.Random
) -> Iterator[CodenamesState]:
    """Yield states that differ from ``state`` only in what ``seat`` may not know."""
    deal = state.deal
    order = list(deal.passive_order)
    rng.shuffle(order)
    yield replace(state, deal=replace(deal, passive_order=tuple(order)))
    spymaster = seat is not None and seat.endswith("spymaster")
    if spymaster or state.outcome is not None:
        return
    hidden = [kind for kind, covered in zip(deal.key, state.covered, strict=True) if not covered]
    rng.shuffle(hidden)
    cards = zip(deal.key, state.covered, strict=True)
    key = tuple(kind if covered else hidden.pop() for kind, covered in cards)
    yield replace(state, deal=replace(deal, key=key))
