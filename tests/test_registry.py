"""Tables load when used, refuse duplicates and offer the nearest name."""

import pytest

from cluebot.errors import InputError
from cluebot.registry import Table, nearest


def test_an_entry_is_imported_when_it_is_first_used():
    table = Table("thing", {"here": "cluebot:__version__", "broken": "no_such_module:x"})
    assert table.load("here")
    with pytest.raises(ModuleNotFoundError):
        table.load("broken")


def test_a_name_is_never_overwritten():
    table = Table("thing", {"a": "cluebot:__version__"})
    table.add("b", "cluebot:__doc__")
    with pytest.raises(ValueError, match="already registered"):
        table.add("b", "cluebot:__version__")
    assert list(table) == ["a", "b"]
    assert "b" in table


def test_an_unknown_name_is_answered_with_the_nearest():
    table = Table("player", {"embedding": "cluebot:__version__", "random": "cluebot:__version__"})
    with pytest.raises(InputError) as caught:
        table.load("embeding")
    assert "did you mean 'embedding'?" in caught.value.to("en")
    assert "是否想用 embedding？" in caught.value.to("zh")


def test_nothing_is_near_to_nonsense():
    assert nearest("qqqq", ["embedding"]) is None


def test_a_family_answers_to_every_name_with_its_colon():
    table = Table("player", {"llm:NAME": "operator:concat", "random": "cluebot:__version__"})
    assert table.load("llm:a")("b") == "ab"
    assert "llm:ollama" in table
    assert "random:ollama" not in table
    assert "llm" not in table
    with pytest.raises(InputError, match="Known: llm:NAME, random"):
        table.load("lmm:ollama")
