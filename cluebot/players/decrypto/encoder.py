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
from cluebot.players.decrypto.candidates import Pool, pools
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
from cluebot.players.decrypto.teammates import readings, understood

ROUNDS = 8
SAFETY = 0.3
"""The default; see `Encoder`."""

LEAKAGE = 0.2
"""What one unit of log-probability given away about a keyword costs, with all rounds to come."""

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
    """What belongs to four keywords and serves a whole game.

    Attributes:
        pools: The words considered for each slot.
        readings: Of these words by each team mate, four arrays (L, W, 4).
        ratios: How much likelier each suspected keyword, and then each true one, makes each word,
            four arrays (H, W, N + 4).
        normalisers: Of the suspected and the true keywords, array (H, N + 4).
    """

    pools: tuple[Pool, ...]
    readings: tuple[Floats, ...]
    ratios: tuple[Floats, ...]
    normalisers: Floats


@dataclass(frozen=True, slots=True)
class _Finalists:
    """The candidates for one clue: scores by slot for each reader, and what each gives away."""

    words: tuple[str, ...]
    team: Floats
    likeness: Floats
    suspicion: Floats
    leakage: Floats


class Encoder:
    """Chooses clues by what team mates and interceptors are expected to make of them.

    Of all triples of candidates it takes the one with the largest

        P(decode) - safety * (P(intercept) + leakage).

    P(decode) is that of `teammates.understood`: team mates who know one space each and see strong
    ties only, the worst of them counted double. P(intercept) is the larger of two modelled
    interceptors' chances, one who suspects keywords, one who compares with earlier clues, each
    averaged over the spaces. All candidates are related to their keyword, however large the
    safety; see `candidates.pools`.

    Args:
        meanings: The spaces.
        suspected: The keywords the modelled interceptor considers, with their likelihoods.
        population: How many keywords an interceptor would consider, of which ``suspected`` is a
            sample.
        safety: How much of the chance to be understood is given for not being intercepted: a clue
            that lowers P(intercept) by .10 may lower P(decode) by safety times .10. 0 speaks as
            plainly as can be, 1 counts an interception as bad as a miscommunication, as the rules
            do.
    """

    def __init__(
        self,
        meanings: Meanings,
        suspected: KeywordModel,
        *,
        population: int,
        safety: float = SAFETY,
    ) -> None:
        self._meanings = meanings
        self._suspected = suspected
        self._population = population
        self._safety = safety
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
        finalists = [self._finalists(hand, slot, rivals, left) for slot in slots]
        team = understood([f.team for f in finalists], slots, allowed)
        caught = _caught(finalists, rivals.weights, slots, allowed) * interception
        first, second, third = (f.leakage for f in finalists)
        leaks = first[:, None, None] + second[:, None] + third
        value = team - self._safety * (caught + LEAKAGE * left / 3 * leaks)
        chosen = _first_legal(value, finalists, legal)
        picked = list(zip(finalists, chosen, strict=True))
        reads = _codes(np.stack([f.team[:, i] for f, i in picked], axis=1), allowed)
        suspects = _codes(np.stack([f.suspicion[:, i] for f, i in picked], axis=1), allowed)
        return Encoding(
            clues=tuple(f.words[i] for f, i in picked),
            p_decode=float(team[chosen]),
            p_intercept=float(caught[chosen]),
            reads=slot_probabilities(reads.mean(axis=0)),
            suspects=slot_probabilities(rivals.weights @ suspects),
            leakage=tuple(float(f.leakage[i]) for f, i in picked),
        )

    def _hand(self, keywords: tuple[str, ...]) -> _Hand:
        hand = self._hands.pop(keywords, None)
        if hand is None:
            model = self._suspected
            found, table = pools(self._meanings, keywords, model.keywords)
            normalisers = np.concatenate([model.normalisers, model.means_over_clues(table)], axis=1)
            ratios = tuple(
                model.from_similarities(np.concatenate([p.hidden, p.keywords], axis=2), normalisers)
                for p in found
            )
            hand = _Hand(found, tuple(readings(p.keywords) for p in found), ratios, normalisers)
        self._hands[keywords] = hand
        while len(self._hands) > _REMEMBERED:
            self._hands.popitem(last=False)
        return hand

    def _finalists(self, hand: _Hand, slot: int, rivals: Rivals, left: float) -> _Finalists:
        """Return the most promising candidates for one clue."""
        pool, team = hand.pools[slot], hand.readings[slot]
        likeness = rivals.likeness(pool)
        suspicion, leakage = rivals.suspicion(hand.ratios[slot], slot)
        read = _softmax(team)[:, :, slot]
        caught = [_softmax(rival)[:, :, slot].mean(axis=0) for rival in (likeness, suspicion)]
        worth = 0.5 * (read.mean(axis=0) + read.min(axis=0)) - self._safety * (
            np.maximum(*caught) + LEAKAGE * left * leakage
        )
        top = np.argsort(-worth, kind="stable")[:FINALISTS]
        return _Finalists(
            tuple(pool.words[i] for i in top),
            team[:, top],
            likeness[:, top],
            suspicion[:, top],
            leakage[top],
        )


def _caught(
    finalists: Sequence[_Finalists], weights: Floats, slots: Sequence[int], allowed: Mask
) -> Floats:
    """Return the larger of the rivals' chances to find the code, array (M1, M2, M3)."""
    even = np.full(len(weights), 1 / len(weights), dtype=np.float32)
    likeness = sum(
        share * triple_probabilities([f.likeness[s] for f in finalists], slots, allowed)
        for s, share in enumerate(even[: len(finalists[0].likeness)])
    )
    suspicion = sum(
        share * triple_probabilities([f.suspicion[s] for f in finalists], slots, allowed)
        for s, share in enumerate(weights)
    )
    result: Floats = np.maximum(likeness, suspicion)
    return result


def _first_legal(
    value: NDArray[np.floating[Any]], finalists: Sequence[_Finalists], legal: Callable[[str], bool]
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
        texts = [f.words[i] for f, i in zip(finalists, chosen, strict=True)]
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


def _codes(scores: Floats, allowed: Mask) -> Floats:
    result: Floats = np.exp(code_log_probabilities(scores, allowed))
    return result


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return result
