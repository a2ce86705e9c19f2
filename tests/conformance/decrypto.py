"""What the conformance suite has to be told about Decrypto."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from cluebot.games.base import Seat
from cluebot.games.decrypto import ALL_CODES, DecryptoState, Secrets, side_of
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
    secrets = replace(state, secrets=tuple(_secrets(state, seat, rng)))
    # Clues are known to who wrote them, and to all once they are read out.
    writers = dict(zip(state.setup.teams, state.view(None).encoders, strict=True))
    drafts = replace(
        state,
        drafts=tuple(
            (s, c if s == state.transmitting or writers[s] == seat else ("one", "two", "three"))
            for s, c in state.drafts
        ),
    )
    guesses = replace(
        state,
        guesses=tuple((s, c if s == own else rng.choice(ALL_CODES)) for s, c in state.guesses),
    )
    final = state
    if state.outcome is None:
        final = replace(
            state,
            final=tuple((s, w if s == own else ("a", "b", "c", "d")) for s, w in state.final),
        )
    yield from (secrets, drafts, guesses, final)
    yield replace(secrets, drafts=drafts.drafts, guesses=guesses.guesses, final=final.final)


def _secrets(state: DecryptoState, seat: Seat | None, rng: random.Random) -> Iterator[Secrets]:
    """Yield each team's secrets with all that is hidden drawn anew."""
    for team, secrets in zip(state.setup.teams, state.secrets, strict=True):
        # What is revealed is shown from the record; only the encoder's own code is not yet.
        codes = [rng.choice(ALL_CODES) for _ in secrets.codes]
        revealed = any(t.side == team and t.round == state.round for t in state.record)
        if seat in state.view(None).encoders and side_of(seat) == team and not revealed:
            codes[state.round - 1] = secrets.codes[state.round - 1]
        keywords = secrets.keywords
        if state.outcome is None and (seat is None or side_of(seat) != team):
            keywords = tuple(f"{word}x" for word in rng.sample(keywords, 4))
        yield Secrets(keywords, tuple(codes))
