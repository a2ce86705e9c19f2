"""``cluebot play codenames``: the language of the words, what the screen says."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from cluebot.cli.codenames_screen import screen
from cluebot.cli.person import HELP, Person
from cluebot.games.codenames import CODENAMES, CodenamesSetup, GiveClue, Guess
from cluebot.games.codenames.moves import PROMPTS
from cluebot.record import deal_rng
from wordlists.loader import load_wordlist


def started(run_cluebot, *arguments, **settings):
    """Deal a game, and leave it at the first question."""
    solo = ("--with", "random", "--preset", "solo", "--seed", "1")
    done = run_cluebot("play", "codenames", *solo, *arguments, **settings)
    assert done.exit_code == 130
    return done.output


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_words_of_a_file_decide_the_language(run_cluebot, tmp_path, language):
    path = tmp_path / "words.txt"
    path.write_text("\n".join(load_wordlist(language, "codenames").words[:30]), encoding="utf-8")
    for locale in ("C.UTF-8", "zh_CN.UTF-8"):
        shown = started(run_cluebot, "--words", str(path), env={"LC_ALL": locale})
        assert ("座位：红队队员 1" in shown) == (language == "zh")
        assert ("You are red operative 1" in shown) == (language == "en")


def test_a_language_that_the_words_are_not_in_is_refused(run_cluebot, tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("\n".join(load_wordlist("zh", "codenames").words[:30]), encoding="utf-8")
    done = run_cluebot("play", "codenames", "--words", str(path), "--language", "en")
    assert done.exit_code == 2
    assert "not English like the rest" in done.errors


def test_added_vectors_are_no_matter_of_a_service(run_cluebot):
    done = run_cluebot("play", "codenames", "--server", "http://localhost:1", "--vectors", "mine")
    assert done.exit_code == 2
    assert "--vectors = mine" in done.errors


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [("en", "?", "the number before it"), ("en", "HELP", "the number before it"),
     ("zh", "帮助", "词前的编号"), ("zh", "？", "词前的编号")],
)  # fmt: skip
def test_help_is_shown_where_it_is_asked_for(run_cluebot, language, asked, told):
    shown = started(run_cluebot, "-l", language, stdin=f"{asked}\n")
    assert told in shown
    assert "not on the board" not in shown
    assert "词卡里没有" not in shown


def test_help_fits_a_narrow_terminal():
    lines = [line for text in HELP.values() for t in (text.en, text.zh) for line in t.split("\n")]
    assert max(map(cell_len, lines)) <= 80


def asked_with(view, typed, monkeypatch):
    person = Person("codenames", "en", screen)
    person.draw(view)
    monkeypatch.setattr("sys.stdin", StringIO(typed + "\n"))
    return person.ask("Touch a card")


def guessing(words):
    setup = CodenamesSetup(
        language="en", words=words, first=2, second=1, neutral=1, assassin=1, starts="red"
    )
    state = CODENAMES.start(setup, deal_rng(1))
    state = state.apply("red.spymaster", GiveClue(word="sea", number=1))
    return state.view("red.operative.1")


def test_a_card_goes_by_its_number_unless_a_word_is_that_number(monkeypatch):
    view = guessing(("moon", "fish", "iron", "lamp", "rope"))
    assert asked_with(view, "2", monkeypatch) == view.words[1]
    assert asked_with(view, "guess 5", monkeypatch) == f"guess {view.words[4]}"
    assert asked_with(view, "6", monkeypatch) == "6"
    view = guessing(("moon", "2", "iron", "lamp", "rope"))
    assert asked_with(view, "2", monkeypatch) == "2"
    view = guessing(("moon", "help", "iron", "lamp", "rope"))
    assert asked_with(view, "help", monkeypatch) == "help"


def test_numbers_stand_by_the_words_that_can_be_touched():
    view = guessing(("moon", "fish", "iron", "lamp", "rope"))
    console = Console(width=80, record=True, file=StringIO())
    console.print(screen(view))
    shown = console.export_text()
    assert all(f" {i} {word} " in shown for i, word in enumerate(view.words, 1))


def test_the_example_of_a_clue_is_no_clue():
    for prompt in (PROMPTS["clue"].en, PROMPTS["clue"].zh):
        assert not any(c.isdigit() for c in prompt)


@pytest.mark.parametrize(
    ("name", "seat"),
    [("guesser", "red operative 1"), ("Clue-Giver", "red spymaster"), ("giver", "red spymaster"),
     ("猜词者", "red operative 1"), ("头目", "red spymaster")],
)  # fmt: skip
def test_seats_have_other_names(run_cluebot, name, seat):
    assert f"You are {seat}" in started(run_cluebot, "-l", "en", "--seat", name)


def test_the_last_word_is_one_word():
    words = tuple(f"w{i}" for i in range(5))
    setup = CodenamesSetup(
        language="en", words=words, first=2, second=1, neutral=1, assassin=1, starts="red"
    )
    state = CODENAMES.start(setup, deal_rng(1))
    own = state.view("red.spymaster").own
    state = state.apply("red.spymaster", GiveClue(word="sea", number=1))
    state = state.apply("red.operative.1", Guess(word=own[0]))
    told = [str(part) for part in screen(state.view("red.operative.1")).renderables[1:]]
    assert "Red has 1 word to find, blue 1." in told
