"""Messages name the field, the value and the remedy, in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluebot.errors import Defect, InputError, Text, bad_input, shorten


def test_a_defect_names_field_value_and_remedy():
    error = bad_input("number", 11, en="must be at most 9", zh="不能大于 9")
    assert error.to("en") == "number = 11: must be at most 9"
    assert error.to("zh") == "number = 11：不能大于 9"


def test_all_defects_are_listed():
    defects = [Defect("a", "1", Text("x", "甲")), Defect("b", "", Text("y", "乙"))]
    assert InputError(defects).to("en") == "a = 1: x; b: y"
    with pytest.raises(ValueError, match="at least one"):
        InputError([])


@given(st.text())
def test_shown_values_are_short_and_printable(text):
    shown = shorten(text, 20)
    assert shown.isprintable() or not shown
    assert len(shown) <= 21 * len("\\U0010ffff")


def test_what_cannot_be_printed_is_escaped_as_python_does():
    assert shorten("a\x07\u202e\U000e0041") == r"a\x07\u202e\U000e0041"
