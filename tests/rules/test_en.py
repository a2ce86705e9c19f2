"""The English rules against the hand-reviewed suites, and their parts one by one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluebot.rules.en import talk
from cluebot.rules.en.compounds import holds, split
from cluebot.rules.en.decrypto import repeated, spells_code
from cluebot.rules.en.forms import american, roots
from cluebot.rules.en.letters import one_edit_apart, smuggles
from cluebot.rules.en.lexicon import data_lines
from cluebot.rules.en.talk import talks_of_letters, talks_of_place
from cluebot.rules.en.translation import may_be_pinyin
from cluebot.rules.legality import GameName, LegalityOptions, check_clue
from cluebot.rules.zh.lexicon import lexicon

SUITES = Path(__file__).parent / "suites"


def rows(name: str, columns: int) -> list[list[str]]:
    """Return the cases of a suite, padded to ``columns`` cells."""
    found = []
    for line in (SUITES / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("# "):
            cells = line.split("\t")
            found.append(cells + [""] * (columns - len(cells)))
    return found


def unescape(text: str) -> str:
    return text.encode().decode("unicode_escape") if "\\u" in text else text


def check(clue: str, board: str, game: GameName, used: str, verdict: str, rule: str) -> None:
    earlier = used.split(",") if used else []
    result = check_clue(unescape(clue), board.split(","), "en", game, used=earlier)
    assert result.verdict == verdict, result.reasons
    if verdict == "legal":
        assert rule == "-"
    else:
        assert rule in {r.rule for r in result.reasons if r.ruling == verdict}


@pytest.mark.parametrize(
    "row",
    rows("en_codenames.tsv", 5) + rows("en_found_codenames.tsv", 5),
    ids=lambda r: f"{r[0]}-{r[1][:20]}",
)
def test_codenames_suite(row):
    clue, board, verdict, rule, _note = row
    check(clue, board, "codenames", "", verdict, rule)


@pytest.mark.parametrize(
    "row",
    rows("en_decrypto.tsv", 6) + rows("en_found_decrypto.tsv", 6),
    ids=lambda r: f"{r[0]}-{r[1][:20]}",
)
def test_decrypto_suite(row):
    clue, board, verdict, rule, used, _note = row
    check(clue, board, "decrypto", used, verdict, rule)


def test_the_suites_are_large_and_balanced():
    codenames = rows("en_codenames.tsv", 5)
    decrypto = rows("en_decrypto.tsv", 6)
    assert len(codenames) >= 250
    assert len(decrypto) >= 150
    for suite in (codenames, decrypto):
        assert sum(row[2] != "illegal" for row in suite) >= 0.45 * len(suite)


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("horseshoe", ("horse", "shoe")),
        ("dragonfly", ("dragon", "fly")),
        ("seafood", ("sea", "food")),
        ("carpet", ()),
        ("champion", ()),
        ("generally", ()),
        ("mushroom", ()),
        ("massacre", ()),
    ],
)
def test_split(word, parts):
    assert split(word) == parts


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("killer", "kill"),
        ("funny", "fun"),
        ("rider", "ride"),
        ("piracy", "pirate"),
        ("lit", "light"),
    ],
)
def test_forms_of_one_word(a, b):
    assert roots(a) & roots(b)


@pytest.mark.parametrize(
    ("a", "b"),
    [("corner", "corn"), ("rider", "rid"), ("party", "part"), ("shower", "show"), ("tidy", "tide")],
)
def test_lookalikes_are_no_forms(a, b):
    assert not roots(a) & roots(b)


def test_american_spelling_leaves_lookalikes_alone():
    assert [american(w) for w in ("flour", "timbre", "rise", "acre")] == [
        "flour",
        "timbre",
        "rise",
        "acre",
    ]


def test_one_edit_apart():
    assert one_edit_apart("horze", "horse")
    assert one_edit_apart("hrose", "horse")
    assert one_edit_apart("hors", "horse")
    assert not one_edit_apart("horse", "horse")
    assert not one_edit_apart("hosre", "horse") or sorted("hosre") == sorted("horse")
    assert not one_edit_apart("house", "mouth")


@pytest.mark.parametrize("clue", ["horze", "esroh", "h0rse", "hoarce", "hrs", "hors"])
def test_smuggled_spellings(clue):
    assert smuggles(clue, "horse")


@pytest.mark.parametrize("clue", ["zebra", "rodeo", "xylo"])
def test_other_words_smuggle_nothing(clue):
    assert not smuggles(clue, "horse")


@pytest.mark.parametrize("clue", ["letter", "love letters", "initial", "a long word of thanks"])
def test_words_about_writing_are_not_all_about_letters(clue):
    assert talks_of_letters(clue) is (clue == "a long word of thanks")


@pytest.mark.parametrize("clue", ["top left", "second row", "row 3", "the bottom right corner"])
def test_places_on_the_table(clue):
    assert talks_of_place(clue)
    assert check_clue(clue, ["BEAR"], "en").verdict == "illegal"


@pytest.mark.parametrize("clue", ["front row", "left hand", "top hat", "bottom", "card"])
def test_words_about_places_elsewhere(clue):
    assert not talks_of_place(clue)


@pytest.mark.parametrize("pattern", [*talk._TALK_OF_LETTERS, *talk._TALK_OF_SOUND])
def test_what_only_phrases_are_searched_for_holds_a_blank(pattern: re.Pattern[str]) -> None:
    @given(st.from_regex(pattern))
    def holds_a_blank(text: str) -> None:
        assert " " in text

    holds_a_blank()


@pytest.mark.parametrize("clue", ["bearbirdfox", "superbear", "snowbear", "xqbear"])
def test_inventions_around_a_board_word(clue):
    assert holds(clue, "bear")


def test_a_name_holds_no_short_word_by_chance():
    assert not holds("vercatorix", "cat")
    assert holds("supercatdog", "cat")


@pytest.mark.parametrize(
    ("clue", "ruling"),
    [("4-2-1", "illegal"), ("112", None), ("12", None), ("1 1", None), ("second", "ask")],
)
def test_codes(clue, ruling):
    assert spells_code(clue) == ruling


def test_a_used_clue_comes_back_in_another_form():
    assert repeated("Big Cats", ["the big cat"])
    assert repeated("蛋糕", ["cake"])
    assert not repeated("cat", ["big cat"])


def test_translation_is_an_option_in_codenames_and_always_barred_in_decrypto():
    options = LegalityOptions(translation=False)
    assert check_clue("perro", ["DOG"], "en", options=options).legal
    assert check_clue("perro", ["DOG"], "en").verdict == "illegal"
    assert check_clue("perro", ["DOG"], "en", "decrypto", options=options).verdict == "illegal"


@pytest.mark.parametrize("name", ["families.txt", "strangers.txt", "compounds.txt", "arguable.txt"])
def test_reviewed_lists_are_folded_words(name):
    for line in data_lines(name):
        assert len(line.split()) >= 2, line
        assert line == line.casefold(), line


def test_reviewed_lists_do_not_contradict_themselves():
    words = [line.split()[0] for line in data_lines("compounds.txt")]
    assert len(words) == len(set(words))
    related = {
        frozenset((a, b))
        for line in data_lines("families.txt")
        for a in line.split()
        for b in line.split()
        if a != b
    }
    for line in data_lines("strangers.txt"):
        derived, *bases = line.split()
        for base in bases:
            assert frozenset((derived, base)) not in related, (derived, base)


def test_whatever_is_made_of_syllables_may_be_pinyin():
    syllables = sorted(lexicon().syllables())
    assert all(may_be_pinyin(one) for one in syllables)
    assert all(may_be_pinyin(one + other) for one in syllables for other in syllables)
    assert not any(map(may_be_pinyin, ("bigben", "santaclaus", "tetris", "a" * 99 + "t")))
