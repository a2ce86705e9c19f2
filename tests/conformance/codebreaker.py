"""What the conformance suite has to be told about Code Breaker."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from cluebot.games.base import Seat
from cluebot.games.codebreaker import CodebreakerState
from cluebot.games.codebreaker.cards import in_order

SETUPS = {language: {"language": language, "max_rounds": 6} for language in ("en", "zh")}
"""Six rounds, after which most stars win: random players take far longer to crack a code. Games
of full length are played in tests/games/codebreaker."""


def hidden_variants(
    state: CodebreakerState, seat: Seat | None, rng: random.Random
) -> Iterator[CodebreakerState]:
    """Yield states that differ from ``state`` only in what ``seat`` may not know."""
    index = None if seat is None else state.names.index(seat)
    seen = set() if index is None else {index}
    if state.setup.coop and index:
        seen = set(range(1, len(state.names)))
    yield _other_cards(state, seen, rng)
    yield replace(_other_cards(state, seen, rng), chance=rng.getrandbits(64))
    if state.outcome is None:
        codes = tuple(
            tuple(rng.randrange(10) for _ in code)
            if code is not None and i != index and state.alive[i]
            else code
            for i, code in enumerate(state.codes)
        )
        yield replace(state, codes=codes)
        yield replace(state, log=tuple(_other_secrets(state, index, rng)))


def _other_cards(state: CodebreakerState, seen: set[int], rng: random.Random) -> CodebreakerState:
    """Deal the deck and the hands that are not seen anew."""
    hidden = list(state.deck)
    for i, hand in enumerate(state.hands):
        if i not in seen:
            hidden += hand
    rng.shuffle(hidden)
    hands = tuple(
        hand if i in seen else in_order([hidden.pop() for _ in hand])
        for i, hand in enumerate(state.hands)
    )
    agenda = tuple(
        # Drawn cards and an offered one are known to their owner alone.
        replace(job, cards=tuple(rng.choice(hands[job.seat] or ("fog",)) for _ in job.cards))
        if (job.name == "swap" or job.reason == "drawn") and job.seat not in seen
        else job
        for job in state.agenda
    )
    return replace(state, deck=tuple(hidden), hands=hands, agenda=agenda)


def _other_secrets(state: CodebreakerState, index: int | None, rng: random.Random):
    for logged in state.log:
        if logged.secret is None or index in logged.to:
            yield logged
        else:
            cards = logged.secret.cards and tuple(
                rng.choice(state.setup.deck) for _ in logged.secret.cards
            )
            yield replace(logged, secret=logged.secret.model_copy(update={"cards": cards}))
