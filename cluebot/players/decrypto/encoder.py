"""The encoder: three clues that the own team reads and the other side does not."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cluebot.errors import Forfeit, Text
from cluebot.games.decrypto.history import HistoryEntry
from cluebot.players.decrypto.candidates import Pool, phrases, pools
from cluebot.players.decrypto.decoder import temperatures
from cluebot.players.decrypto.keywords import KeywordModel
from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.posteriors import (
    Floats,
    Mask,
    allowed_codes,
    code_log_probabilities,
    slot_probabilities,
    triple_probabilities,
)
from cluebot.players.decrypto.rivals import Rivals

ROUNDS = 8
LEAKAGE = 0.2
"""What one unit of log-probability given away about a keyword costs, with all rounds to come."""

PAIRED = 40
FINALISTS = 32
_REMEMBERED = 16

_NO_CLUES = Text(
    "The encoder found no three legal clues for this code.",
    "加密者找不到三条合法的线索来表达这个密码。",
)


@dataclass(frozen=True, slots=True)
class Encoding:
    """Three clues and what they are expected to do.

    Attributes:
        clues: The clues, in the order of the code.
        p_decode: Probability that a team mate who thinks in vectors of his own finds the code.
        p_intercept: Probability that the likelier of the modelled interceptors finds it.
        reads: For each clue the probability that a team mate takes it for each slot, (3, 4).
        suspects: The same for the modelled interceptor who works from suspected keywords.
        leakage: For each clue, how many times likelier the true keyword becomes to him (as a
            natural logarithm).
    """

    clues: tuple[str, ...]
    p_decode: float
    p_intercept: float
    reads: Floats
    suspects: Floats
    leakage: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Hand:
    """What belongs to four keywords and serves a whole game."""

    pools: tuple[Pool, ...]
    normalisers: Floats


@dataclass(frozen=True, slots=True)
class _Finalist:
    """The candidates for one clue: scores by slot for each reader, and what each gives away."""

    texts: tuple[str, ...]
    team: Floats
    rivals: tuple[Floats, Floats]
    leakage: Floats

    def only(self, candidate: int) -> _Finalist:
        """Return the same with one candidate."""
        one = slice(candidate, candidate + 1)
        likeness, suspicion = self.rivals
        return _Finalist(
            self.texts[one],
            self.team[one],
            (likeness[:, one], suspicion[:, one]),
            self.leakage[one],
        )


class Encoder:
    """Chooses clues by what team mates and interceptors are expected to make of them.

    Of all triples of candidates it takes the one with the largest

        P(decode) - safety * P(intercept) - leakage.

    P(decode) is that of a team mate who thinks in vectors of his own: the blend's log-odds,
    tempered until they predicted other spaces. P(intercept) is the larger of two modelled
    interceptors' chances, one who suspects keywords, one who compares with earlier clues, each
    averaged over the spaces.

    Args:
        meanings: The spaces.
        suspected: The keywords the modelled interceptor considers, with their likelihoods.
        population: How many keywords an interceptor would consider, of which ``suspected`` is a
            sample.
        safety: How many miscommunications an interception is worth: 1 counts both alike, as the
            rules do; 0 speaks plainly; 3 would rather be misunderstood.
        pairs: Whether phrases of two words may be given.
    """

    def __init__(
        self,
        meanings: Meanings,
        suspected: KeywordModel,
        *,
        population: int,
        safety: float = 1.0,
        pairs: bool = True,
    ) -> None:
        self._meanings = meanings
        self._suspected = suspected
        self._population = population
        self._safety = safety
        self._pairs = pairs
        self._hands: OrderedDict[tuple[str, ...], _Hand] = OrderedDict()

    def encode(
        self,
        keywords: Sequence[str],
        code: Sequence[int],
        history: Sequence[HistoryEntry],
        legal: Callable[[str], bool],
        *,
        interception: bool = True,
        repeat_codes: bool = True,
    ) -> Encoding:
        """Return three legal clues for ``code``.

        Args:
            keywords: The four keywords, slot 1 first.
            code: The code, slots from 1.
            history: The team's past transmissions, which the other side knows.
            legal: Says whether a clue may be given now.
            interception: Whether this transmission can be intercepted.
            repeat_codes: Whether codes can come twice, as both sides know.

        Raises:
            Forfeit: If no three legal clues are found.
            UnknownWord: If a keyword or earlier clue has no vector.
        """
        hand = self._hand(tuple(keywords))
        allowed = allowed_codes(() if repeat_codes else (entry.code for entry in history))
        slots = [number - 1 for number in code]
        rivals = Rivals(self._suspected, self._population, hand.normalisers, keywords, history)
        left = max(0, ROUNDS - len(history) - 1) / ROUNDS
        finalists = [self._finalists(hand.pools[slot], slot, rivals, left) for slot in slots]
        team = triple_probabilities([f.team for f in finalists], slots, allowed)
        caught = _caught(finalists, rivals.weights, slots, allowed) * interception
        first, second, third = (f.leakage for f in finalists)
        leaks = first[:, None, None] + second[:, None] + third
        value = team - self._safety * (caught + LEAKAGE * left / 3 * leaks)
        chosen = _first_legal(value, finalists, legal)
        picked = [f.only(i) for f, i in zip(finalists, chosen, strict=True)]
        suspects = np.exp(
            code_log_probabilities(np.stack([p.rivals[1][:, 0] for p in picked], axis=1), allowed)
        )
        reads = np.exp(code_log_probabilities(np.stack([p.team[0] for p in picked]), allowed))
        return Encoding(
            clues=tuple(p.texts[0] for p in picked),
            p_decode=float(team[chosen]),
            p_intercept=float(caught[chosen]),
            reads=slot_probabilities(reads),
            suspects=slot_probabilities(rivals.weights @ suspects),
            leakage=tuple(float(p.leakage[0]) for p in picked),
        )

    def _hand(self, keywords: tuple[str, ...]) -> _Hand:
        hand = self._hands.pop(keywords, None)
        if hand is None:
            hidden = self._suspected.keywords
            found, table = pools(self._meanings, keywords, hidden)
            true = self._suspected.means_over_clues(table)
            hand = _Hand(found, np.concatenate([self._suspected.normalisers, true], axis=1))
        self._hands[keywords] = hand
        while len(self._hands) > _REMEMBERED:
            self._hands.popitem(last=False)
        return hand

    def _finalists(self, pool: Pool, slot: int, rivals: Rivals, left: float) -> _Finalist:
        """Return the most promising candidates for one clue."""
        temperature = temperatures(self._meanings.spaces)[-1]
        price = self._safety * LEAKAGE * left
        likeness = rivals.likeness(pool)
        suspicion, leakage = rivals.suspicion(pool.hidden, pool.keywords, slot)
        worth = _worth(temperature * pool.keywords[-1], (likeness, suspicion), slot, self._safety)
        best = np.argsort(price * leakage - worth, kind="stable")[:PAIRED]
        made = phrases(pool, best, pairs=self._pairs)
        team = temperature * made.compose(pool.keywords)[-1]
        likeness = made.compose(likeness)
        # To suspect keywords from hundreds of phrases takes too long; what their words tell is
        # composed instead, and only finalists are done properly.
        worth = _worth(team, (likeness, made.compose(suspicion)), slot, self._safety)
        leakage = (leakage[made.first] + leakage[made.second]) * made.scale[-1]
        top = np.argsort(price * leakage - worth, kind="stable")[:FINALISTS]
        suspicion, leakage = rivals.suspicion(
            made.compose(pool.hidden, top), made.compose(pool.keywords, top), slot
        )
        texts = tuple(made.text(pool, int(i)) for i in top)
        return _Finalist(texts, team[top], (likeness[:, top], suspicion), leakage)


def _worth(readings: Floats, rivals: Sequence[Floats], slot: int, safety: float) -> Floats:
    """Return what each clue promises taken alone, array (C,).

    The logarithm of a team mate's chance to take it for its slot, minus ``safety`` times the
    larger of the rivals' chances.
    """
    read = readings[:, slot] - np.logaddexp.reduce(readings, axis=1)
    chances = [_softmax(rival)[:, :, slot].mean(axis=0) for rival in rivals]
    worth: Floats = read - safety * np.maximum.reduce(chances)
    return worth


def _caught(
    finalists: Sequence[_Finalist], weights: Floats, slots: Sequence[int], allowed: Mask
) -> Floats:
    """Return the larger of the rivals' chances to find the code, array (M1, M2, M3)."""
    chances = []
    for rival, shares in enumerate((np.full(len(weights), 1 / len(weights)), weights)):
        spaces = (
            share * triple_probabilities([f.rivals[rival][s] for f in finalists], slots, allowed)
            for s, share in enumerate(shares)
        )
        chances.append(np.add.reduce(list(spaces)))
    result: Floats = np.maximum(*chances)
    return result


def _first_legal(
    value: NDArray[np.floating[Any]], finalists: Sequence[_Finalist], legal: Callable[[str], bool]
) -> tuple[int, ...]:
    """Return the best triple of different, legal clues.

    Raises:
        Forfeit: If there is none.
    """
    value = value.copy()
    verdicts: dict[str, bool] = {}
    while True:
        chosen = np.unravel_index(int(value.argmax()), value.shape)
        if not np.isfinite(value[chosen]):
            raise Forfeit(_NO_CLUES)
        texts = [f.texts[i] for f, i in zip(finalists, chosen, strict=True)]
        barred = False
        for axis, text in enumerate(texts):
            if text not in verdicts:
                verdicts[text] = legal(text)
            if not verdicts[text]:
                np.moveaxis(value, axis, 0)[chosen[axis]] = -np.inf
                barred = True
        if not barred and len(set(texts)) < len(texts):
            value[chosen] = -np.inf
            barred = True
        if not barred:
            return tuple(int(i) for i in chosen)


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return result
