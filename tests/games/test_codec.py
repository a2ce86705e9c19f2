"""What pydantic finds is told in both languages, with what to write instead."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest
from pydantic import BaseModel, Field

from cluebot.errors import InputError
from cluebot.games.codec import parse
from cluebot.rules.text import is_han


@dataclass
class _Part:
    size: int


class _Shape(BaseModel):
    yes: bool = True
    count: int = 0
    share: float = Field(default=0, gt=-1, allow_inf_nan=False)
    part: _Part | None = None
    word: str = Field(default="", max_length=9)
    sizes: tuple[int, ...] = Field(default=(1,), min_length=1)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"yes": "maybe"}, 'yes = "maybe": must be true or false.'),
        ({"count": "few"}, 'count = "few": must be a whole number.'),
        ({"count": "9" * 5000}, "too large"),
        ({"share": "half"}, 'share = "half": must be a number.'),
        ({"share": math.nan}, "share = NaN: must be a finite number."),
        ({"share": -1}, "share = -1: must be more than -1"),
        ({"part": 5}, "part = 5: must be an object."),
        ({"word": "a\ud800"}, r"word = a\ud800: holds half a character"),
        ([], "value = []: must be an object."),
    ],
)
def test_every_kind_of_mistake_has_a_remedy(data, told):
    with pytest.raises(InputError) as caught:
        parse(_Shape, data)
    assert told in caught.value.to("en")
    assert any(map(is_han, caught.value.defects[0].message.zh))
    assert caught.value.defects[0].message.zh != "这个值不对。"


def test_a_list_of_wrong_entries_is_not_called_empty():
    with pytest.raises(InputError) as caught:
        parse(_Shape, {"sizes": ["few"]})
    assert [d.field for d in caught.value.defects] == ["sizes.0"]
    with pytest.raises(InputError, match="is empty; give at least one"):
        parse(_Shape, {"sizes": []})
