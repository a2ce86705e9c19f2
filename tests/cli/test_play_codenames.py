"""``cluebot play codenames``: the language of the words, what the screen says."""

from __future__ import annotations

import pytest

from cluebot.cli.codenames_screen import screen
from cluebot.games.codenames import CODENAMES, CodenamesSetup, GiveClue, Guess
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
