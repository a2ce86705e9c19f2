"""The shared entry point: arguments, shared rules, order of reasons, invariants."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluebot.errors import InputError
from cluebot.rules.legality import LegalityOptions, Reason, Verdict, check_clue
from cluebot.rules.text import MAX_WORD_LENGTH, detect_language, fold, normalise, script_of, squash

BOARD = ("BEAR", "ICE CREAM", "HORSESHOE", "QUEEN", "NEW YORK")


def test_a_bare_string_is_no_board():
    with pytest.raises(InputError, match="list of words"):
        check_clue("fox", "BEAR", "en")


@pytest.mark.parametrize("language", ["fr", "", "english"])
def test_unknown_language(language):
    with pytest.raises(InputError, match="language"):
        check_clue("fox", BOARD, language)


def test_unknown_game():
    with pytest.raises(InputError, match="game"):
        check_clue("fox", BOARD, "en", "chess")  # type: ignore[arg-type]


def test_every_bad_board_word_is_named():
    with pytest.raises(InputError) as caught:
        check_clue("fox", ["BEAR", "", "a\x00b", "x" * 10_000], "en")
    assert len(caught.value.defects) == 3


def test_too_many_words():
    with pytest.raises(InputError, match="too many"):
        check_clue("fox", [f"w{i}" for i in range(101)], "en")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("clue", "rule"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("...", "no_letters"),
        ("a\u200bb", "control_characters"),
        ("\x07", "control_characters"),
        ("x" * 10_000, "too_long"),
    ],
)
def test_nonsense_in_any_language(clue, rule, language):
    verdict = check_clue(clue, [], language)
    assert verdict.verdict == "illegal"
    assert rule in {r.rule for r in verdict.reasons}


def test_decrypto_allows_longer_clues():
    clue = "the place where everybody goes when the day is over"
    assert check_clue(clue, ["BED"], "en").verdict == "illegal"
    assert check_clue(clue, ["BED"], "en", "decrypto").verdict == "legal"


def test_every_legal_clue_may_be_an_earlier_one():
    longest = "a " * (MAX_WORD_LENGTH // 2 - 1) + "b"
    assert check_clue(longest, ["BED"], "en", "decrypto").verdict == "legal"
    again = check_clue(longest, ["BED"], "en", "decrypto", used=[longest])
    assert {r.rule for r in again.reasons} == {"used_clue"}
    longer = check_clue(longest + " and more", ["BED"], "en", "decrypto")
    assert {r.rule for r in longer.reasons} == {"too_long"}


def test_reasons_stand_gravest_first_in_board_order():
    verdict = check_clue("new ice age bears", BOARD, "en")
    assert [r.ruling for r in verdict.reasons] == ["illegal"] * 3 + ["ask"]
    assert [r.word for r in verdict.reasons] == ["BEAR", "ICE CREAM", "NEW YORK", None]


def test_what_ask_becomes():
    assert check_clue("big animal", BOARD, "en").legal
    strict = check_clue("big animal", BOARD, "en", options=LegalityOptions(ask="illegal"))
    assert strict.verdict == "ask"
    assert not strict.legal


def test_verdict_as_json():
    reason = check_clue("bears", BOARD, "en").to_json("zh")
    assert reason["verdict"] == "illegal"
    assert reason["legal"] is False
    assert reason["reasons"][0]["rule"] == "word_form"
    assert "变形" in reason["reasons"][0]["detail"]


def test_a_plain_verdict_is_legal():
    assert Verdict("fox").legal
    assert Verdict("fox").verdict == "legal"
    assert Reason.__doc__


def test_normal_form_keeps_what_is_shown():
    assert normalise(" Ｃａｆé  noir ") == "Café noir"
    assert fold("CAFÉ") == "cafe"
    assert squash("T-Shirt") == squash("ｔ ｓｈｉｒｔ") == "tshirt"


def test_scripts():
    assert [script_of(t) for t in ("Straße", "火车", "X光", "1984", "медведь", "беаr")] == [
        "latin",
        "han",
        "mixed",
        "other",
        "other",
        "mixed",
    ]


def test_language_detection():
    assert detect_language(["火车", "007", "卡拉OK"]) == "zh"
    assert detect_language(["bear", "007"]) == "en"
    assert detect_language(["007"]) == "en"
    with pytest.raises(InputError, match="苹果"):
        detect_language(["bear", "fox", "苹果"])


def test_letters_that_look_like_latin_ones():
    assert check_clue("b\u0435ar", ["BEAR"], "en").verdict == "illegal"


WORDS = st.sampled_from(
    ["bear", "fox", "horse", "horseshoe", "snowman", "ice", "cream", "king", "mouse", "sea"]
)
GAMES = st.sampled_from(["codenames", "decrypto"])


@given(st.text(max_size=60), GAMES)
@settings(max_examples=150, deadline=None)
def test_no_text_makes_it_raise(clue, game):
    first = check_clue(clue, BOARD, "en", game, used=("roar",))
    assert first == check_clue(clue, BOARD, "en", game, used=("roar",))


@given(
    st.text(alphabet=st.characters(codec="utf-8", categories=("L", "N", "P", "Z")), max_size=20),
    st.lists(st.text(alphabet="abcdefghij klmnoprstuz'-", min_size=1, max_size=12), max_size=5),
)
@settings(max_examples=100, deadline=None)
def test_any_words_can_be_judged(clue, board):
    kept = [word for word in board if squash(word)]
    check_clue(clue, kept, "en")


@given(WORDS, st.data())
@settings(max_examples=80, deadline=None)
def test_the_board_word_is_illegal_in_any_dress(word, data):
    letters = [
        data.draw(st.sampled_from([c.upper(), c.lower(), chr(ord(c) + 0xFEE0)])) for c in word
    ]
    gaps = [data.draw(st.sampled_from(["", "", "", "-", " ", "."])) for _ in word]
    clue = "".join(letter + gap for letter, gap in zip(letters, gaps, strict=True))
    verdict = check_clue(clue, ["QUEEN", word], "en")
    assert verdict.verdict == "illegal"
    assert "same_word" in {r.rule for r in verdict.reasons}


@given(WORDS, st.lists(WORDS, max_size=4), WORDS, GAMES)
@settings(max_examples=100, deadline=None)
def test_one_more_board_word_never_makes_a_clue_legal(clue, board, more, game):
    before = check_clue(clue, board, "en", game)
    after = check_clue(clue, [*board, more], "en", game)
    assert set(before.reasons) <= set(after.reasons)
    assert after.legal <= before.legal


MANY = {
    "en": ["bear", "fox", "horse", "horseshoe", "snowman", "ice", "night", "mouse", "sea", "king"],
    "zh": ["火车", "森林", "明天", "玩具", "水手", "苹果", "银行", "中国", "大海", "T恤"],
}
SAID = {
    "en": ["knight", "snow", "bears", "moon", "roi", "horze", "k i n g", "dog", "seasons", "reb"],
    "zh": [
        "日月",
        "木木",
        "王元",
        "月亮",
        "hc",
        "huoche",
        "apple",
        "China",
        "平果",
        "车站",
        "海洋",
    ],
}


@given(st.sampled_from(["en", "zh"]), GAMES, st.data())
@settings(max_examples=200, deadline=None)
def test_legal_beside_some_words_and_beside_others_is_legal_beside_all(language, game, data):
    words = st.lists(st.sampled_from(MANY[language]), max_size=6, unique=True)
    some, others = data.draw(words), data.draw(words)
    clue = data.draw(st.sampled_from(SAID[language]))
    parts = [check_clue(clue, part, language, game) for part in (some, others)]
    whole = check_clue(clue, list(dict.fromkeys([*some, *others])), language, game)
    assert (whole.verdict == "legal") >= all(part.verdict == "legal" for part in parts)
