"""How a game of Code Breaker begins: shuffled, dealt, the one who begins drawn."""

from __future__ import annotations

import random
from dataclasses import replace

from cluebot.games.codebreaker.cards import in_order
from cluebot.games.codebreaker.moves import SetCode
from cluebot.games.codebreaker.setup import CodebreakerSetup, check_setup
from cluebot.games.codebreaker.state import CodebreakerState


def deal(setup: CodebreakerSetup, rng: random.Random) -> CodebreakerState:
    """Deal a new game.

    Raises:
        InputError: If the setup cannot be played; lists every defect.
    """
    check_setup(setup)
    n = setup.players
    deck = list(setup.deck)
    rng.shuffle(deck)
    drawn = 0 if setup.coop else rng.randrange(n)
    first = drawn if setup.first is None else setup.first - 1
    chance = rng.getrandbits(64)
    hands = [[deck.pop() for _ in range(setup.deal_size)] for _ in range(n)]
    zeros = tuple((0,) * n for _ in range(n))
    state = CodebreakerState(
        setup=setup,
        chance=chance,
        first=first,
        deck=tuple(deck),
        hands=tuple(in_order(hand) for hand in hands),
        codes=(None,) * n,
        intel=tuple(map(setup.intel_of, range(n))),
        alive=(True,) * n,
        stars=zeros,
        crosses=zeros,
        immune=(0,) * n,
        encrypted=(False,) * n,
    )
    if setup.codes is None:
        return state
    for name, code in zip(state.names, setup.codes, strict=True):
        state = state.after(name, SetCode(code=code))
    return replace(state, ply=0)
