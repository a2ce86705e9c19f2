"""`WordVectors` and the rule that a string is no list of words."""

from __future__ import annotations

import numpy as np
import pytest

from embeddings.errors import SourceError
from embeddings.vectors import WordVectors, refuse_string


def test_rows_are_found_by_word_and_cannot_be_changed():
    vectors = WordVectors(("sun", "moon"), np.eye(2, dtype=np.float32))
    assert vectors.id_of("moon") == 1
    assert vectors.id_of("star") is None
    assert "sun" in vectors
    assert len(vectors) == 2
    with pytest.raises(ValueError, match="read-only"):
        vectors.rows[0, 0] = 2


def test_both_lengths_are_reported_when_they_differ():
    with pytest.raises(SourceError, match=r"2 words but rows of shape \(3, 3\)"):
        WordVectors(("sun", "moon"), np.eye(3, dtype=np.float32))


def test_a_repeated_word_is_refused():
    with pytest.raises(SourceError, match="twice") as caught:
        WordVectors(("sun", "sun"), np.eye(2, dtype=np.float32))
    assert "重复" in caught.value.to("zh")


def test_a_string_is_not_taken_for_its_characters():
    with pytest.raises(TypeError):
        WordVectors("苹果", np.eye(2, dtype=np.float32))
    with pytest.raises(TypeError):
        refuse_string("苹果")
    refuse_string(["苹果"])
