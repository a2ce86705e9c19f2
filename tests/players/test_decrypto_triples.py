"""The search for three clues, against trying all triples."""

from itertools import product

import numpy as np
import pytest

from cluebot.errors import Forfeit
from cluebot.players.decrypto.posteriors import CODES, allowed_codes
from cluebot.players.decrypto.triples import Candidates, best_triple

CODE = (2, 0, 3)
READERS = 3


def candidates(seed, size=9, ids=None):
    """Return candidates with random readers; few words of one clue come up for another."""
    rng = np.random.default_rng(seed)
    result = []
    for clue in range(3):
        numbers = np.arange(size) + size * clue if ids is None else np.array(ids[clue])
        readers = rng.dirichlet(np.full(4, 0.4), size=(READERS, len(numbers))).swapaxes(1, 2)
        result.append(
            Candidates(
                [f"w{number}" for number in numbers],
                numbers,
                readers.astype(np.float32),
                (rng.random(len(numbers)) / 20).astype(np.float32),
                rng.integers(max(1, len(numbers)), size=4),
            )
        )
    return result


WORTH = np.array([1.0, -0.6, -0.4], dtype=np.float32)
"""The first reader should find the code, the others not."""


def chance(some, places, allowed):
    """Return P(reader finds the code), array (R,), by enumeration."""
    rows = [one.readers[:, :, i] for one, i in zip(some, places, strict=True)]
    totals = np.array([np.prod([r[:, s] for r, s in zip(rows, c, strict=True)], 0) for c in CODES])
    true = next(i for i, code in enumerate(CODES.tolist()) if tuple(code) == CODE)
    return totals[true] / (totals * allowed.T).sum(axis=0)


def search(some, allowed, legal=lambda _: True, **options):
    return best_triple(some, CODE, allowed, WORTH, legal, **{"repeated": False, **options})


ALLOWED = np.stack([allowed_codes([(1, 2, 3)]), allowed_codes(()), allowed_codes([(4, 2, 1)])])


@pytest.mark.parametrize("seed", range(20))
def test_chances_agree_with_enumeration(seed):
    some = candidates(seed)
    chosen, chances = search(some, ALLOWED)
    assert chances == pytest.approx(chance(some, chosen, ALLOWED), abs=1e-4)


def test_finds_nearly_the_best_of_all_triples():
    lost = []
    for seed in range(20):
        some = candidates(seed)

        def value(places, some=some):
            costs = sum(one.cost[i] for one, i in zip(some, places, strict=True))
            return WORTH @ chance(some, places, ALLOWED) - costs

        best = max(map(value, product(range(9), repeat=3)))
        lost.append(best - value(search(some, ALLOWED)[0]))
    assert min(lost) > -1e-4
    # From chance beginnings; the encoder's are good ones.
    assert np.mean(np.array(lost) < 1e-4) > 0.7


def test_barred_words_are_replaced_and_each_is_judged_once():
    some, asked = candidates(1), []
    first = search(some, ALLOWED)[0]
    gone = {one.words[i] for one, i in zip(some, first, strict=True)}

    def legal(word):
        asked.append(word)
        return word not in gone

    second = search(some, ALLOWED, legal)[0]
    assert gone.isdisjoint(one.words[i] for one, i in zip(some, second, strict=True))
    assert len(asked) == len(set(asked))


def test_no_word_is_chosen_twice():
    some = candidates(3, ids=[[0, 1], [0, 1, 2], [1, 2]])
    chosen, _ = search(some, ALLOWED, repeated=True)
    assert len({one.words[i] for one, i in zip(some, chosen, strict=True)}) == 3


@pytest.mark.parametrize("ids", [[[0], [0], [1]], [[0], [], [1]]])
def test_forfeits_without_three_different_words(ids):
    with pytest.raises(Forfeit):
        search(candidates(5, ids=ids), ALLOWED, repeated=True)
