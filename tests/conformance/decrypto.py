"""What the conformance suite has to be told about Decrypto."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from cluebot.games.base import Seat
from cluebot.games.decrypto import ALL_CODES, DecryptoState, side_of
from wordlists.loader import load_wordlist

SETUPS = {
    language: {"language": language, "words": list(load_wordlist(language, "decrypto").words[:60])}
    for language in ("en", "zh")
}


def hidden_variants(
    state: DecryptoState, seat: Seat | None, rng: random.Random
) -> Iterator[DecryptoState]:
    """Yield states that differ from ``state`` only in what ``seat`` may not know."""
    own = None if seat is None else side_of(seat)
    yield replace(state, secrets=tuple(_secrets(state, seat, rng)))
    if state.phase == "encode":
        yield replace(
            state,
            drafts=tuple((s, c if s == own else ("one", "two", "three")) for s, c in state.drafts),
        )
    sealed = tuple((s, c if s == own else rng.choice(ALL_CODES)) for s, c in state.guesses)
    yield replace(state, guesses=sealed)
    if state.phase == "guess_keywords":
        final = tuple((s, w if s == own else ("a", "b", "c", "d")) for s, w in state.final)
        yield replace(state, final=final)


def _secrets(state, seat, rng):
    """Yield each team's secrets with all that is hidden drawn anew."""
    for team, secrets in zip(state.setup.teams, state.secrets, strict=True):
        revealed = sum(t.side == team for t in state.record)
        if seat in state.view(None).encoders and side_of(seat) == team:
            revealed = max(revealed, state.round)
        new = tuple(rng.choice(ALL_CODES) for _ in secrets.codes)
        codes = (*secrets.codes[:revealed], *new[revealed:])
        keywords = secrets.keywords
        if state.phase != "over" and (seat is None or side_of(seat) != team):
            keywords = tuple(f"{word}x" for word in rng.sample(keywords, 4))
        yield replace(secrets, keywords=keywords, codes=codes)
