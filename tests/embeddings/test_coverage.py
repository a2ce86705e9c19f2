"""Which texts have a vector of their own."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from embeddings.coverage import composed


def blend(language, *vocabulary):
    return SimpleNamespace(language=language, vocabulary=vocabulary)


def test_made_up_words_are_composed():
    texts = ["moon", "xqzzk", "ice cream", "Quokka", "covfefy", "xqzzk"]
    assert composed(blend("en", "moon", "covfefy"), texts) == ("xqzzk",)
    assert composed(blend("zh", "月亮"), ["月亮", "火车", "狐鹿鱼"]) == ("狐鹿鱼",)


def test_what_the_vocabulary_holds_needs_no_table():
    assert composed(blend("en", "xqzzk"), ["Xqzzk"]) == ()


def test_one_string_is_no_list():
    with pytest.raises(TypeError):
        composed(blend("en"), "moon")
