"""Requests: every defect is named, in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.decrypto import intercept
from api.errors import error_json
from api.schemas import ClueRequest, EncodeRequest, GuessRequest, InterceptRequest
from cluebot.errors import InputError
from cluebot.games.codec import parse


def defects(model, data):
    with pytest.raises(InputError) as caught:
        parse(model, data)
    return caught.value


def test_every_defect_is_reported_at_once():
    error = defects(ClueRequest, {"own": "abc", "opponent": [1], "levle": "bold", "top": 0})
    assert [d.field for d in error.defects] == ["own", "opponent.0", "top", "levle"]
    assert "must be a list" in error.to("en")
    assert "应为列表" in error.to("zh")
    assert "did you mean 'level'" in error.to("en")


def test_a_bare_string_is_not_a_list_of_characters():
    assert "应为列表" in defects(GuessRequest, {"board": "苹果", "clue": "水", "number": 1}).to(
        "zh"
    )


@pytest.mark.parametrize("number", [-1, 10, 11, 1.5, True, "2", None, "many"])
def test_numbers_out_of_range_are_refused(number):
    error = defects(GuessRequest, {"board": ["a"], "clue": "b", "number": number})
    assert [d.field for d in error.defects] == ["number"]
    assert "0 到 9" in error.to("zh")


@pytest.mark.parametrize("number", [0, 9, "unlimited"])
def test_numbers_in_range_are_taken(number):
    assert parse(GuessRequest, {"board": ["a"], "clue": "b", "number": number}).number == number


def test_too_many_and_too_long_words_are_refused():
    error = defects(ClueRequest, {"own": [f"w{i}" for i in range(101)], "assassin": ["x" * 10_000]})
    assert [d.field for d in error.defects] == ["own", "assassin.0"]
    assert len(error.to("en")) < 600


def test_an_unknown_language_is_named_with_the_known_ones():
    error = defects(ClueRequest, {"language": "fr", "own": ["a"]})
    assert "'auto', 'en' or 'zh'" in error.to("en")


def test_codes_need_three_digits_from_one_to_four():
    keywords = ["a", "b", "c", "d"]
    for code in ([1, 2], [1, 2, 5], [0, 1, 2], [1, 2, 3, 4]):
        assert defects(EncodeRequest, {"keywords": keywords, "code": code}).defects


def test_the_error_object_lists_the_defects_in_the_language_asked_for():
    body = error_json(defects(ClueRequest, {}), "zh")["error"]
    assert body["defects"] == [{"field": "own", "value": "", "message": "缺少这一项，请补上。"}]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["own", "top", "level", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(json_values)
def test_any_json_is_either_a_request_or_a_named_defect(data):
    try:
        request = parse(ClueRequest, data)
    except InputError as error:
        told = [*error.defects, error.to("en"), error.to("zh")]
        assert all(told)
    else:
        assert request.own is not None


ENGLISH = {"clues": ["snow", "neil", "cowboy"], "code": [1, 2, 3]}
CHINESE = {"clues": ["雪花", "嫦娥", "骑士"], "code": [1, 2, 3]}


@pytest.mark.parametrize(
    ("asked", "clues", "history", "blamed"),
    [
        ("auto", ["ice", "arm", "boot"], [ENGLISH, CHINESE], "history.1.clues"),
        ("auto", ["冰", "臂", "靴"], [ENGLISH, CHINESE], "history.0.clues"),
        ("en", ["ice", "arm", "boot"], [CHINESE], "history.0.clues"),
        ("auto", ["007", "42", "1984"], [CHINESE, ENGLISH], "history.1.clues"),
        ("auto", ["ice", "arm", "靴"], [], "clues"),
        ("zh", ["ice", "arm", "boot"], [ENGLISH], "clues"),
    ],
)
def test_what_is_in_another_language_is_named_by_its_place(asked, clues, history, blamed):
    request = parse(InterceptRequest, {"language": asked, "clues": clues, "history": history})
    with pytest.raises(InputError) as caught:
        intercept(request)
    assert [defect.field for defect in caught.value.defects] == [blamed]


@pytest.mark.parametrize(
    ("asked", "clues", "history", "spoken"),
    [
        ("auto", ["007", "42", "1984"], [CHINESE], "zh"),
        ("auto", ["007", "42", "1984"], [], "en"),
        ("zh", ["KTV", "NBA", "DNA"], [CHINESE], "zh"),
        ("auto", ["冰", "臂", "靴"], [CHINESE], "zh"),
    ],
)
def test_past_clues_help_to_tell_the_language(asked, clues, history, spoken):
    data = {"language": asked, "clues": clues, "history": history, "player": "random"}
    assert intercept(parse(InterceptRequest, data)).language == spoken
