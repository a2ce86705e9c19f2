"""The encoder: three clues that the own team reads and the other side does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cluebot.games.decrypto.history import HistoryEntry
from cluebot.players.decrypto.baseline import Comparison
from cluebot.players.decrypto.candidates import pools
from cluebot.players.decrypto.keywords import KeywordModel
from cluebot.players.decrypto.kinds import Rivals
from cluebot.players.decrypto.meanings import Meanings
from cluebot.players.decrypto.memory import Memory
from cluebot.players.decrypto.posteriors import (
    ANY_CODE,
    Floats,
    allowed_codes,
    code_probabilities,
    slot_probabilities,
    softmax,
)
from cluebot.players.decrypto.rivals import Suspicion, suspects
from cluebot.players.decrypto.survey import Survey
from cluebot.players.decrypto.teammates import readings
from cluebot.players.decrypto.triples import Candidates, best_triple

ROUNDS = 8
SAFETY = 0.3
"""The default; see `Encoder`."""

LEAKAGE = 0.2
"""What one unit of log-probability given away about a keyword costs, with all rounds to come."""

_PLAIN, _MISLEADING = 0.15, 3.0
"""How much of the chance to be caught the search counts where it begins: for plain words a little,
for misleading ones more than the encoder does."""

_STARTS: NDArray[np.intp] = np.array([(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)])
"""The searches begin with one misleading clue (1) beside two plain ones (0), or with three."""

_REMEMBERED = 16


@dataclass(frozen=True, slots=True)
class Encoding:
    """Three clues and what they are expected to do.

    Attributes:
        clues: The clues, in the order of the code.
        p_decode: Probability that a team mate who thinks in vectors of his own finds the code.
        p_intercept: Probability that the interceptor finds it, as far as he is known.
        reads: For each clue the probability that a team mate takes it for each slot, (3, 4).
        suspects: The same for the interceptor.
        leakage: For each clue, how many times likelier the true keyword becomes to an interceptor
            who suspects keywords (as a natural logarithm), times how likely he is one.
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
        words: The U words considered, slot by slot; few come up for several slots.
        ids: The number of each word, the same wherever it comes up, array (U,).
        repeated: Whether a word comes up for several slots.
        bounds: Where the words of each slot begin, and U.
        slots: The slot that each is considered for, array (U,).
        suspicion: The interceptor who suspects keywords.
        rivals: Which interceptor is at the table.
        readings: P(slot | word) by each team mate, array (L, 4, U).
        true: Logarithm of how much likelier the keyword of its slot makes each word, array (H, U).
    """

    words: tuple[str, ...]
    ids: NDArray[np.intp]
    repeated: bool
    bounds: list[int]
    slots: NDArray[np.intp]
    suspicion: Suspicion
    rivals: Rivals
    readings: Floats
    true: Floats


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a hand's ratios by word; see `keywords.Known`."""

    places: Mapping[str, int]
    ratios: Floats

    def find(self, clues: Sequence[str]) -> Floats | None:
        """Return the ratios of clues, array (H, C, N); None: they are not all among the words."""
        places = [self.places.get(clue, -1) for clue in clues]
        return None if -1 in places else self.ratios[:, places]


@dataclass(frozen=True, slots=True)
class _Outlook:
    """What would be made of the words of a hand now.

    Attributes:
        readers: P(slot | word) by each team mate, by who compares, and by who suspects under each
            hypothesis, array (L + 1 + H, 4, U).
        read: How likely the team reads each word as it is meant, array (U,).
        caught: How likely the interceptor does, array (U,).
        leakage: What each word gives away about its keyword, array (U,).
    """

    readers: Floats
    read: Floats
    caught: Floats
    leakage: Floats


class Encoder:
    """Chooses clues by what team mates and interceptors are expected to make of them.

    Of the triples of candidates it looks for the one with the largest

        P(decode) - safety * (P(intercept) + leakage).

    P(decode) is the mean over team mates who think in vectors of their own; see `teammates`.
    P(intercept) is the mean over two modelled interceptors, each as likely as it would have made
    the guesses of the game so far: one suspects keywords, as `interceptor.intercept` does, the
    other compares with earlier clues; see `kinds`. One clue that looks like another slot's is
    enough to lead either astray, while the other two are plain. All candidates are
    related to their keyword, however large the safety; see `candidates.pools`.

    Args:
        meanings: The spaces.
        suspected: The keywords an interceptor would consider, with their likelihoods.
        comparison: How an interceptor compares clues who does nothing else; None: there is none.
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
        self._hands: Memory[_Hand] = Memory(_REMEMBERED)

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
            history: The team's past transmissions, which the other side knows, with its guesses.
            legal: Says whether a clue may be given now.
            interception: Whether this transmission can be intercepted.
            repeat_codes: Whether codes can come twice, as both sides know.

        Raises:
            Forfeit: If no three legal clues are found.
            UnknownWord: If a keyword or earlier clue has no vector.
        """
        hand = self._hands.recall(tuple(keywords), lambda: self._deal(tuple(keywords)))
        allowed = allowed_codes(() if repeat_codes else (entry.code for entry in history))
        slots = [number - 1 for number in code]
        rivals = hand.rivals.weights(history, repeat_codes=repeat_codes)
        outlook = self._outlook(hand, rivals, history)
        candidates = self._candidates(hand, slots, outlook, history)
        mates = len(hand.readings)
        team = np.full(mates, 1 / mates, dtype=np.float32)
        worth = np.concatenate([team, np.float32(-self._safety * interception) * rivals])
        # The team and who suspects know which codes are used up; who compares keeps no list.
        possible = np.tile(allowed, (len(worth), 1))
        possible[mates] = ANY_CODE
        chosen, chances = best_triple(
            candidates, slots, possible, worth, legal, repeated=hand.repeated
        )
        lines = [hand.bounds[slot] + i for slot, i in zip(slots, chosen, strict=True)]
        read = np.log(np.maximum(outlook.readers[:, :, lines].swapaxes(1, 2), 1e-30))
        codes = code_probabilities(read, possible)
        return Encoding(
            clues=tuple(hand.words[i] for i in lines),
            p_decode=float(team @ chances[:mates]),
            p_intercept=float(rivals @ chances[mates:]) * interception,
            reads=slot_probabilities(team @ codes[:mates]),
            suspects=slot_probabilities(rivals @ codes[mates:]),
            leakage=tuple(float(outlook.leakage[i]) for i in lines),
        )

    def _deal(self, keywords: tuple[str, ...]) -> _Hand:
        model, around = self._suspected, self._survey.of(keywords)
        found = pools(model, keywords, around)
        words = tuple(word for pool in found for word in pool.words)
        ids = {word: i for i, word in enumerate(words)}
        sizes = [len(pool.words) for pool in found]
        similar = np.concatenate([pool.keywords for pool in found], axis=1)
        normalisers = np.stack([some.normalisers for some in around], axis=1)
        likely = suspects(model, keywords, self._survey.likeness(keywords, around))
        ratios = np.empty((model.hypotheses, len(words), len(likely.prior)), dtype=np.float32)
        places = np.concatenate([pool.places for pool in found])
        ratios[:, :, :-4] = model.among(places, likely.ids)
        ratios[:, :, -4:] = model.from_similarities(similar, normalisers)
        suspected = KeywordModel(
            self._meanings,
            (*(model.keywords[i] for i in likely.ids.tolist()), *keywords),
            sharpness=model.sharpness,
            prior=likely.prior,
            normalisers=np.concatenate([model.normalisers[:, likely.ids], normalisers], axis=1),
            known=_Rows(ids, ratios),
        )
        suspicion = Suspicion(suspected, words, ratios)
        lines, slots = np.arange(len(words)), np.repeat(np.arange(4), sizes)
        return _Hand(
            words,
            np.array([ids[word] for word in words]),
            len(ids) < len(words),
            [0, *np.cumsum(sizes).tolist()],
            slots,
            suspicion,
            Rivals(self._comparison, suspicion, words),
            softmax(np.ascontiguousarray(readings(similar).swapaxes(1, 2)), axis=1),
            np.log(ratios[:, lines, slots + len(likely.ids)]),
        )

    def _outlook(self, hand: _Hand, rivals: Floats, history: Sequence[HistoryEntry]) -> _Outlook:
        likelihoods, scores = hand.suspicion.view(history)
        lines, mates = np.arange(len(hand.words)), len(hand.readings)
        readers = np.empty((mates + len(rivals), 4, len(lines)), dtype=np.float32)
        readers[:mates] = hand.readings
        readers[mates] = hand.rivals.compared(history)
        readers[mates + 1 :] = softmax(scores, axis=1)
        own = readers[:, hand.slots, lines]
        leakage = rivals[1:] @ (hand.true - likelihoods[:, hand.slots, lines])
        return _Outlook(readers, own[:mates].mean(axis=0), rivals @ own[mates:], leakage)

    def _candidates(
        self,
        hand: _Hand,
        slots: Sequence[int],
        outlook: _Outlook,
        history: Sequence[HistoryEntry],
    ) -> list[Candidates]:
        """Return the words for each clue."""
        left = LEAKAGE * max(0, ROUNDS - len(history) - 1) / ROUNDS
        cost = np.float32(self._safety * left) * outlook.leakage
        # No table lets a clue be given again: nearly all that would be barred are these.
        given = {clue for entry in history for clue in entry.clues}
        cost[[i for i, word in enumerate(hand.words) if word in given]] = np.inf
        caught = np.float32(self._safety) * outlook.caught
        plain = outlook.read - cost
        begin = [plain - np.float32(share) * caught for share in (_PLAIN, _MISLEADING)]
        cost /= 3
        result = []
        for slot, kinds in zip(slots, _STARTS.T, strict=True):
            some = slice(hand.bounds[slot], hand.bounds[slot + 1])
            best = np.array([values[some].argmax() if values[some].size else 0 for values in begin])
            result.append(
                Candidates(
                    hand.words[some],
                    hand.ids[some],
                    outlook.readers[:, :, some],
                    cost[some],
                    best[kinds],
                )
            )
        return result
