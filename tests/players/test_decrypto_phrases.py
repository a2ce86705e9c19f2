"""Clues as people give them, read with the vectors that are shipped.

The sets are our own invention: everyday phrases, brands, names and numbers. They guard against
regressions; with four unrelated keywords they are easier than a real game.
"""

from pathlib import Path

import pytest

from cluebot.players.decrypto.decoder import temperatures
from cluebot.players.decrypto.meanings import Meanings
from embeddings.errors import VectorsError
from embeddings.standard import load_blend


def questions(language):
    lines = Path(__file__).with_name(f"decrypto_phrases_{language}.tsv").read_text("utf-8")
    for line in lines.splitlines():
        if not line.startswith("#"):
            kind, clue, *keywords, slot = line.split("\t")
            yield kind, clue, keywords, int(slot)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_sets_are_well_formed(language):
    rows = list(questions(language))
    assert len(rows) >= 50
    assert len({clue for _, clue, _, _ in rows}) == len(rows)
    for _, clue, keywords, slot in rows:
        assert len(set(keywords)) == 4
        assert slot in (1, 2, 3, 4)
        assert clue not in keywords
    assert all(sum(slot == s for *_, slot in rows) >= 10 for s in (1, 2, 3, 4))


@pytest.mark.parametrize(("language", "at_least"), [("en", 0.9), ("zh", 0.78)])
def test_most_are_read_right(language, at_least, require):
    try:
        meanings = Meanings(load_blend(language))
    except VectorsError as error:
        require(False, f"the vectors of {language!r} ({error})")
    temperature = temperatures(meanings.spaces)[-1]
    rows = list(questions(language))
    right = 0
    for _, clue, keywords, slot in rows:
        scores = temperature * meanings.similarities([clue], keywords)[-1, 0]
        right += int(scores.argmax()) == slot - 1
    assert right / len(rows) >= at_least
