"""Codenames between players that think in different vectors.

    python -m benchmarks.codenames_play [--games 100] [--language en] [--mode none]

One team plays on the key 9/8/7/1; the clue giver has not got the guesser's vectors. Seeds are
0 to N-1 and decide board and key.

The suite ``codenames-cross`` crosses three players, of words, of sentences and of both. This goes
through every way to give each block of a blend to one of the two and none to both: in English six,
of which that suite has two. A suite plays all givers with all guessers, 49 cells for these six.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cluebot.games.base import Seat
from cluebot.games.codenames import CODENAMES
from cluebot.games.codenames.setup import CodenamesSetup
from cluebot.match import Match
from cluebot.players.base import Context, Player
from cluebot.players.codenames import EmbeddingClueGiver, EmbeddingGuesser
from embeddings.space_blend import SpaceBlend
from embeddings.standard import load_blend
from eval.partial import PartialBlend
from wordlists.loader import load_wordlist


@dataclass(frozen=True, slots=True)
class Play:
    """What came of many games.

    Attributes:
        wins: Share of games won.
        turns: Mean number of turns of the games won.
        endings: How often each ending occurred.
    """

    wins: float
    turns: float
    endings: Counter[str]


def cross_play(
    blend: SpaceBlend,
    giver: Sequence[str],
    guesser: Sequence[str],
    games: int,
    *,
    mode: str = "none",
    level: str = "balanced",
) -> Play:
    """Let a clue giver on some blocks play with a guesser on others."""
    language = blend.language
    words = tuple(load_wordlist(language, "codenames").words)
    setup = CodenamesSetup.model_validate({"language": language, "words": words, "opponent": mode})
    mine, theirs = PartialBlend(blend, giver), PartialBlend(blend, guesser)
    players: dict[Seat, Player[Any, Any]] = {
        Seat("red.spymaster"): EmbeddingClueGiver(
            Context(language, lambda _: mine, options={"level": level})
        ),
        Seat("red.operative.1"): EmbeddingGuesser(Context(language, lambda _: theirs)),
    }
    turns: list[int] = []
    endings: Counter[str] = Counter()
    for seed in range(games):
        state = Match(CODENAMES, setup, players, seed).run().state
        outcome = state.outcome
        assert outcome is not None
        won = "red" in outcome.winners
        endings["won" if won else outcome.reason] += 1
        if won:
            turns.append(state.view(None).turns_taken("red"))
    return Play(len(turns) / games, float(np.mean(turns)) if turns else float("nan"), endings)


def splits(blocks: Sequence[str]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return every way of giving the blocks to giver and guesser so that none is shared."""
    return [
        (giver, tuple(b for b in blocks if b not in giver))
        for size in range(1, len(blocks))
        for giver in itertools.combinations(blocks, size)
    ]


def main() -> None:
    """Print one line a split."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--language", default="en")
    parser.add_argument("--mode", default="none", choices=("none", "passive"))
    parser.add_argument("--level", default="balanced")
    args = parser.parse_args()
    blend = load_blend(args.language)
    both = [(blend.blocks, blend.blocks)]
    for giver, guesser in splits(blend.blocks) + both:
        play = cross_play(blend, giver, guesser, args.games, mode=args.mode, level=args.level)
        print(
            f"{args.language} {'+'.join(giver):16s} -> {'+'.join(guesser):16s} "
            f"wins {play.wins:.0%} turns {play.turns:.2f} {dict(play.endings)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
