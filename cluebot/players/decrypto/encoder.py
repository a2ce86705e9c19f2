"""The encoder: three clues that the own team reads and the other side does not."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cluebot.games.decrypto.history import HistoryEntry, sheet
from cluebot.players.decrypto.baseline import Comparison
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
from cluebot.players.decrypto.rivals import COMPARING, Suspicion, suspects
from cluebot.players.decrypto.survey import Survey
from cluebot.players.decrypto.teammates import readings
from cluebot.players.decrypto.triples import first_legal

ROUNDS = 8
SAFETY = 0.2
"""The default; see `Encoder`."""

LEAKAGE = 0.2
"""What one unit of log-probability given away about a keyword costs, with all rounds to come."""

FINALISTS = 32
_PLAIN = 0.15
_REMEMBERED = 16
_HEARD = 256


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
        readings: Of these words by a team mate, four arrays (W, 4).
        words: The U words of all pools.
        places: Where each pool's words are among them, four arrays (W,).
        suspects: The keywords an interceptor may suspect.
        ratios: How much likelier each of these makes each word, four arrays (H, W, N).
        plain: The words' rows for `Comparison`, four arrays (W, d); none without it.
        heard: The similarity of all words to clues that were given, arrays (S, U).
    """

    pools: tuple[Pool, ...]
    readings: tuple[Floats, ...]
    words: tuple[str, ...]
    places: tuple[NDArray[np.intp], ...]
    suspects: KeywordModel
    ratios: tuple[Floats, ...]
    plain: tuple[Floats, ...]
    heard: dict[str, Floats] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Finalists:
    """The candidates for one clue: scores by slot for each reader, and what each gives away."""

    words: tuple[str, ...]
    team: Floats
    compared: Floats
    suspicion: Floats
    leakage: Floats


class Encoder:
    """Chooses clues by what team mates and interceptors are expected to make of them.

    Of all triples of candidates it takes the one with the largest

        P(decode) - safety * (P(intercept) + leakage).

    P(decode) is that of a team mate who thinks in vectors of his own; see `teammates.readings`.
    P(intercept) is the larger of two modelled interceptors' chances: one suspects keywords, as
    `interceptor.intercept` does, the other compares with earlier clues. One clue that looks like
    another slot's is enough to lead both astray, while the other two are plain. All candidates are
    related to their keyword, however large the safety; see `candidates.pools`.

    Args:
        meanings: The spaces.
        suspected: The keywords an interceptor would consider, with their likelihoods.
        comparison: How the interceptor compares clues who does nothing else; None: there is none.
        safety: How much of the chance to be understood is given for not being intercepted: a clue
            that lowers P(intercept) by .10 may lower P(decode) by safety times .10. 0 speaks as
            plainly as can be, 1 counts an interception as bad as a miscommunication, as the rules
            do.
        survey: What is known of keywords beforehand; None: nothing.
    """

    def __init__(
        self,
        meanings: Meanings,
        suspected: KeywordModel,
        comparison: Comparison | None = None,
        *,
        safety: float = SAFETY,
        survey: Survey | None = None,
    ) -> None:
        self._meanings = meanings
        self._suspected = suspected
        self._comparison = comparison
        self._safety = safety
        self._survey = survey or Survey(suspected)
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
        if history:
            last = history[-1]
            for clue, number in zip(last.clues, last.code, strict=True):
                pool, ratios = hand.pools[number - 1], hand.ratios[number - 1]
                if clue in pool.words:
                    hand.suspects.learn(clue, ratios[:, pool.words.index(clue)])
        rival = Suspicion(hand.suspects, history, repeat_codes=repeat_codes)
        likeness = self._likeness(hand, history)
        means = self._comparison.means(history) if self._comparison else None
        left = LEAKAGE * max(0, ROUNDS - len(history) - 1) / ROUNDS
        finalists = [self._finalists(hand, slot, rival, likeness, means, left) for slot in slots]
        team = triple_probabilities([f.team for f in finalists], slots, allowed)
        caught = _caught(finalists, rival.weights, slots, allowed) * interception
        first, second, third = (f.leakage for f in finalists)
        leaks = first[:, None, None] + second[:, None] + third
        value = team - self._safety * (caught + left / 3 * leaks)
        chosen = first_legal(value, [f.words for f in finalists], legal)
        picked = list(zip(finalists, chosen, strict=True))
        reads = _codes(np.stack([f.team[i] for f, i in picked]), allowed)
        suspected = _codes(np.stack([f.suspicion[:, i] for f, i in picked], axis=1), allowed)
        return Encoding(
            clues=tuple(f.words[i] for f, i in picked),
            p_decode=float(team[chosen]),
            p_intercept=float(caught[chosen]),
            reads=slot_probabilities(reads),
            suspects=slot_probabilities(rival.weights @ suspected),
            leakage=tuple(float(f.leakage[i]) for f, i in picked),
        )

    def _hand(self, keywords: tuple[str, ...]) -> _Hand:
        hand = self._hands.pop(keywords, None)
        if hand is None:
            around = self._survey.of(keywords)
            found = pools(self._meanings, keywords, [some.near for some in around])
            normalisers = np.stack([some.normalisers for some in around], axis=1)
            suspected = suspects(self._suspected, keywords, normalisers)
            words = tuple(dict.fromkeys(word for pool in found for word in pool.words))
            place = {word: i for i, word in enumerate(words)}
            places = tuple(np.array([place[w] for w in p.words], dtype=np.intp) for p in found)
            hand = _Hand(
                found,
                tuple(readings(pool.keywords) for pool in found),
                words,
                places,
                suspected,
                self._ratios(found, words, places, suspected),
                tuple(self._comparison.rows(p.words) for p in found) if self._comparison else (),
            )
        self._hands[keywords] = hand
        while len(self._hands) > _REMEMBERED:
            self._hands.popitem(last=False)
        return hand

    def _ratios(
        self,
        found: Sequence[Pool],
        words: tuple[str, ...],
        places: Sequence[NDArray[np.intp]],
        suspected: KeywordModel,
    ) -> tuple[Floats, ...]:
        """Return `_Hand.ratios`; a word of several pools is looked up once."""
        true = np.empty((len(found[0].keywords), len(words), 4), dtype=np.float32)
        for pool, ids in zip(found, places, strict=True):
            true[:, ids] = pool.keywords
        similar = self._meanings.similarities(words, suspected.keywords[:-4])
        ratios = suspected.from_similarities(
            np.concatenate([similar, true], axis=2), suspected.normalisers
        )
        return tuple(ratios[:, ids] for ids in places)

    def _likeness(self, hand: _Hand, history: Sequence[HistoryEntry]) -> Floats:
        """Return the mean similarity of all words to each slot's earlier clues, (H, U, 4)."""
        columns = sheet(history)
        new = [clue for column in columns for clue in column if clue not in hand.heard]
        if new:
            similar = self._meanings.similarities(new, hand.words)
            hand.heard.update((clue, similar[:, i]) for i, clue in enumerate(new))
        result = np.zeros((len(self._meanings.spaces), len(hand.words), 4), dtype=np.float32)
        for slot, column in enumerate(columns):
            for clue in column:
                result[:, :, slot] += hand.heard[clue] / np.float32(len(column))
        while len(hand.heard) > _HEARD:
            hand.heard.pop(next(iter(hand.heard)))
        return hand.suspects.by_hypothesis(result)

    def _finalists(
        self,
        hand: _Hand,
        slot: int,
        rival: Suspicion,
        likeness: Floats,
        means: Floats | None,
        left: float,
    ) -> _Finalists:
        """Return the most promising candidates for one clue: plain ones, and misleading ones."""
        pool, team = hand.pools[slot], hand.readings[slot]
        suspicion, leakage = rival.of(hand.ratios[slot], likeness[:, hand.places[slot]], slot)
        compared = np.zeros_like(team)
        caught = rival.weights @ _softmax(suspicion)[:, :, slot]
        if means is not None:
            compared = COMPARING * (hand.plain[slot] @ means.T)
            caught = np.maximum(caught, _softmax(compared)[:, slot])
        worth = _softmax(team)[:, slot] - self._safety * left * leakage
        orders = [
            np.argsort(-(worth - share * self._safety * caught), kind="stable")
            for share in (1, _PLAIN)
        ]
        best = [*orders[0][: FINALISTS // 2], *orders[1]]
        top = list(dict.fromkeys(int(i) for i in best))[:FINALISTS]
        return _Finalists(
            tuple(pool.words[i] for i in top),
            team[top],
            compared[top],
            suspicion[:, top],
            leakage[top],
        )


def _caught(
    finalists: Sequence[_Finalists], weights: Floats, slots: Sequence[int], allowed: Mask
) -> Floats:
    """Return the larger of the rivals' chances to find the code, array (M1, M2, M3).

    Who only compares keeps no list of the codes that were used.
    """
    compared = triple_probabilities([f.compared for f in finalists], slots, allowed_codes(()))
    suspicion = triple_probabilities([f.suspicion for f in finalists], slots, allowed)
    result: Floats = np.maximum(compared, np.tensordot(weights, suspicion, axes=1))
    return result


def _codes(scores: Floats, allowed: Mask) -> Floats:
    result: Floats = np.exp(code_log_probabilities(scores, allowed))
    return result


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    result: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return result
