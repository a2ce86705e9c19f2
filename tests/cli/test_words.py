"""Words on the command line: commas, blanks, repeated options."""

from __future__ import annotations

import json

import pytest

from cluebot.cli.words import split_clues, split_words
from cluebot.errors import InputError


@pytest.mark.parametrize("text", ["moon star rocket", "月亮 星星", "月亮 星星 火箭"])
def test_several_words_without_commas_are_refused_with_the_remedy(text):
    with pytest.raises(InputError) as error:
        split_words([text], "own")
    listed = ",".join(text.split())
    assert f"write commas between words: --own {listed}" in error.value.to("en")
    assert f"请用逗号分隔各词：--own {listed}" in error.value.to("zh")


@pytest.mark.parametrize("text", ["ice cream", "Santa Claus"])
def test_a_phrase_of_the_dictionary_is_one_word(text, capfd):
    assert split_words([text], "own") == [text]
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("name", ["harry potter", "lily of the valley"])
def test_what_may_be_a_name_is_taken_with_a_note(run_cluebot, name):
    done = run_cluebot("check", "wizard", "--board", name, "--json")
    assert (done.exit_code, json.loads(done.output)["verdict"]) == (0, "legal")
    assert f"if it is several: --board {','.join(name.split())}" in done.errors


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (None, []),
        ([""], []),
        (["moon,star", "ice cream"], ["moon", "star", "ice cream"]),
        (["quick brown fox", "moon"], ["quick brown fox", "moon"]),
    ],
)
def test_an_option_may_be_repeated(given, words):
    assert split_words(given, "own") == words


def test_three_clues_may_be_options_of_their_own():
    assert split_clues(["to be, or not", "moon", "a b c"]) == ["to be, or not", "moon", "a b c"]
    assert split_clues(["moon,star", "sun"]) == ["moon", "star", "sun"]


def test_repeated_options_of_the_command(run_cluebot):
    done = run_cluebot("check", "horse", "--board", "carpet", "--board", "horseshoe", "--json")
    assert json.loads(done.output)["verdict"] == "illegal"
    keywords = [part for word in ("马", "河", "月亮", "冰") for part in ("--keywords", word)]
    done = run_cluebot("decrypto", "check", "马车", *keywords, "--json")
    assert json.loads(done.output)["verdict"] == "illegal"
    done = run_cluebot("clue", "--own", "moon star rocket", env={"LC_ALL": "zh_CN.UTF-8"})
    assert done.exit_code == 2
    assert "请用逗号分隔各词" in done.errors
