"""Measure Decrypto players by the research protocol, many paired games at a time.

Protocol of Lupu, Willi and Foerster (2025): an encoder and a decoder against one interceptor, at
most 8 turns, codes never repeat, interception counts from the first turn; two interceptions or two
miscommunications lose. The games of two settings are paired: the same keywords, codes and seeds.

A decoder in the encoder's own vectors hardly ever misses, by construction. *Witnesses* are further
decoders that read every clue without a say in the game: decoders in vectors that the encoder does
not use show how much of its success is obscurity.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from cluebot.games.decrypto.codes import ALL_CODES
from cluebot.games.decrypto.history import HistoryEntry

Code = tuple[int, int, int]
History = Sequence[HistoryEntry]
Encode = Callable[[Sequence[str], Code, History, random.Random], tuple[str, ...]]
Decode = Callable[[Sequence[str], Sequence[str], History], Code]
Intercept = Callable[[Sequence[str], History, random.Random], Code]
Legal = Callable[[str, Sequence[str], Sequence[str]], bool]

TURNS = 8
EPISODES = 32
SEEDS = 3
LIMIT = 2


@dataclass(frozen=True, slots=True)
class Deal:
    """What paired games have in common.

    Attributes:
        episode: Number of the episode; it decides the keywords.
        seed: Number of the seed; it decides codes and the players' random choices.
        keywords: The four keywords.
        codes: The codes in order, none twice.
    """

    episode: int
    seed: int
    keywords: tuple[str, ...]
    codes: tuple[Code, ...]


@dataclass(slots=True)
class Game:
    """What happened in one game.

    Attributes:
        deal: Keywords and codes.
        history: All transmissions.
        misses: For each turn, whether the team missed its code.
        hits: For each turn, whether the interceptor found it.
        witness_misses: The same for each witness.
        illegal: Clues that the rules forbid.
        seconds: Processor time taken by each role.
    """

    deal: Deal
    history: list[HistoryEntry] = field(default_factory=list)
    misses: list[bool] = field(default_factory=list)
    hits: list[bool] = field(default_factory=list)
    witness_misses: dict[str, list[bool]] = field(default_factory=dict)
    illegal: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def won(self) -> bool:
        """Whether the team came through."""
        return sum(self.misses) < LIMIT and sum(self.hits) < LIMIT


def deals(
    words: Sequence[str], episodes: int = EPISODES, seeds: int = SEEDS, first: int = 0
) -> tuple[Deal, ...]:
    """Return the deals of ``episodes * seeds`` paired games, from episode ``first`` on.

    Raises:
        TypeError: If ``words`` is one string.
        ValueError: If there are fewer than four words, or no games.
    """
    if isinstance(words, str):
        raise TypeError("words must be a sequence of words, not one string")
    if len(words) < 4 or episodes < 1 or seeds < 1:
        msg = f"{len(words)} words, {episodes} episodes, {seeds} seeds: too few for a game"
        raise ValueError(msg)
    result = []
    for episode in range(first, first + episodes):
        keywords = tuple(random.Random(f"keywords/{episode}").sample(list(words), 4))
        for seed in range(seeds):
            codes = random.Random(f"codes/{episode}/{seed}").sample(ALL_CODES, TURNS)
            result.append(Deal(episode, seed, keywords, tuple(codes)))
    return tuple(result)


def play(
    deal: Deal,
    encode: Encode,
    decode: Decode,
    intercept: Intercept,
    *,
    witnesses: Mapping[str, Decode] | None = None,
    legal: Legal | None = None,
) -> Game:
    """Play one game.

    Args:
        deal: Keywords and codes.
        encode: The encoder.
        decode: The decoder.
        intercept: The interceptor.
        witnesses: Further decoders, by name.
        legal: Judges a clue against the keywords and the clues used before; None: all pass.
    """
    game = Game(deal, witness_misses={name: [] for name in witnesses or {}})
    rng = random.Random(f"players/{deal.episode}/{deal.seed}")
    for code in deal.codes:
        history = tuple(game.history)
        with _timed(game, "encode"):
            clues = encode(deal.keywords, code, history, rng)
        used = [clue for entry in history for clue in entry.clues]
        if legal is not None:
            game.illegal += [clue for clue in clues if not legal(clue, deal.keywords, used)]
        with _timed(game, "decode"):
            read = decode(deal.keywords, clues, history)
        with _timed(game, "intercept"):
            caught = intercept(clues, history, rng)
        game.misses.append(read != code)
        game.hits.append(caught == code)
        for name, witness in (witnesses or {}).items():
            game.witness_misses[name].append(witness(deal.keywords, clues, history) != code)
        game.history.append(HistoryEntry(clues=clues, code=code, intercept=caught))
        if not game.won:
            break
    return game


@dataclass(frozen=True, slots=True)
class Figure:
    """A rate with its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Summary:
    """What many games came to.

    Attributes:
        games: Their number.
        wins: Share of games that the team won.
        turns: Turns a game.
        misses: Codes missed by the team, a turn.
        interceptions: Codes found by the interceptor, a turn.
        witness_misses: Codes missed by each witness, a turn.
        illegal: Number of illegal clues.
        milliseconds: Mean processor time of each role, a turn.
    """

    games: int
    wins: Figure
    turns: Figure
    misses: Figure
    interceptions: Figure
    witness_misses: Mapping[str, Figure]
    illegal: int
    milliseconds: Mapping[str, float]


def summarise(games: Sequence[Game]) -> Summary:
    """Return rates with bootstrap intervals over episodes (games of one episode stay together).

    Raises:
        ValueError: If there are no games.
    """
    if not games:
        raise ValueError("no games to summarise")
    turns = [len(game.history) for game in games]
    ones = [1] * len(games)
    total = sum(turns)
    names = games[0].witness_misses
    roles = games[0].seconds

    def rate(counts: Sequence[int], of: Sequence[int]) -> Figure:
        return _ratio([game.deal.episode for game in games], counts, of)

    return Summary(
        games=len(games),
        wins=rate([int(game.won) for game in games], ones),
        turns=rate(turns, ones),
        misses=rate([sum(game.misses) for game in games], turns),
        interceptions=rate([sum(game.hits) for game in games], turns),
        witness_misses={
            name: rate([sum(game.witness_misses[name]) for game in games], turns) for name in names
        },
        illegal=sum(len(game.illegal) for game in games),
        milliseconds={
            role: 1000 * sum(game.seconds[role] for game in games) / total for role in roles
        },
    )


_RESAMPLES = 1000


def _ratio(clusters: Sequence[int], counts: Sequence[int], of: Sequence[int]) -> Figure:
    """Return sum(counts) / sum(of) with a percentile interval from resampled clusters."""
    ids, index = np.unique(np.array(clusters), return_inverse=True)
    top = np.bincount(index, weights=np.array(counts, dtype=np.float64))
    bottom = np.bincount(index, weights=np.array(of, dtype=np.float64))
    draws = np.random.default_rng(0).integers(len(ids), size=(_RESAMPLES, len(ids)))
    ratios = top[draws].sum(axis=1) / bottom[draws].sum(axis=1)
    low, high = np.percentile(ratios, [2.5, 97.5])
    return Figure(float(top.sum() / bottom.sum()), float(low), float(high))


class _timed:  # noqa: N801 - reads as a statement
    """Add the time of a block to a role of a game."""

    def __init__(self, game: Game, role: str) -> None:
        self._seconds, self._role = game.seconds, role

    def __enter__(self) -> None:
        self._begun = time.process_time()

    def __exit__(self, *_: object) -> None:
        spent = time.process_time() - self._begun
        self._seconds[self._role] = self._seconds.get(self._role, 0.0) + spent
