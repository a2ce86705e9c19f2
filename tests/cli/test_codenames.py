"""``cluebot clue`` and ``guess`` with the real vectors, and how they tell what is doubtful."""

from __future__ import annotations

import json

import pytest

from api.resources import use_vectors
from embeddings.cache import Cache


@pytest.fixture(autouse=True)
def _vectors(require):
    require(any(Cache().folder.glob("zh-space-*")), "built vectors; run make demo")
    yield
    use_vectors(None)


@pytest.mark.parametrize("clue", ["Moon", "ICE-CREAM"])
def test_a_word_of_the_board_is_no_clue(run_cluebot, clue):
    asked = ("guess", "--board", "moon,fish,ice cream", "--clue", clue)
    done = run_cluebot(*asked)
    assert (done.exit_code, done.output) == (2, "")
    assert f"clue = {clue}: is the word" in done.errors
    done = run_cluebot(*asked, "--json")
    assert (done.exit_code, done.errors) == (2, "")
    assert json.loads(done.output)["error"]["defects"][0]["field"] == "clue"


def test_an_illegal_clue_is_guessed_after_with_a_warning(run_cluebot):
    asked = ("guess", "--board", "moon,fish,river", "--clue", "moons")
    assert "the clue is illegal" in run_cluebot(*asked).output
    answer = json.loads(run_cluebot(*asked, "--json").output)
    assert (answer["verdict"], answer["guesses"][0]["word"]) == ("illegal", "moon")
    assert answer["reasons"][0]["rule"] == "word_form"


def test_a_made_up_word_is_named(run_cluebot):
    asked = ("guess", "--board", "moon,fish,river", "--clue", "xqzzk")
    shown = run_cluebot(*asked).output
    assert "ask the table about the clue" in shown
    assert "xqzzk is not in the word vectors; composed from pieces" in shown
    assert json.loads(run_cluebot(*asked, "--json").output)["composed"] == ["xqzzk"]
    done = run_cluebot("clue", "--own", "月亮,狐鹿鱼", "--opponent", "火车")
    assert "词向量里没有 狐鹿鱼" in done.output


def test_the_order_and_the_percentages_are_explained(run_cluebot):
    assert "how likely the word is your own" in run_cluebot(
        "guess", "--board", "moon,fish", "--clue", "space"
    ).output  # fmt: skip
    shown = run_cluebot("clue", "--own", "月亮,星星", "--opponent", "鱼").output
    assert "从优到劣" in shown


def test_a_player_that_only_moves_says_so(run_cluebot):
    done = run_cluebot("guess", "--board", "moon,fish", "--clue", "space", "--player", "random")
    assert "it does not rank the words" in done.output
    done = run_cluebot("clue", "--own", "moon,fish", "--player", "random")
    assert "does not say what it means" in done.output


def test_a_person_cannot_be_asked(run_cluebot):
    done = run_cluebot("clue", "--own", "moon", "--player", "human")
    assert done.exit_code == 2
    assert "player = human: a person cannot be asked here" in done.errors


def test_options_fill_in_what_lines_leave_out(run_cluebot):
    lines = ['{"own": ["moon", "star"]}', '{"own": ["moon", "star"], "top": 2}']
    done = run_cluebot("clue", "--jsonl", "-", "--top", "1", stdin="\n".join(lines))
    answers = [json.loads(line) for line in done.output.splitlines()]
    assert [len(answer["candidates"]) for answer in answers] == [1, 2]


def test_a_line_without_a_number_needs_the_option(run_cluebot):
    line = '{"board": ["moon", "fish"], "clue": "space"}'
    assert run_cluebot("guess", "--jsonl", "-", stdin=line).exit_code == 1
    assert run_cluebot("guess", "--jsonl", "-", "--number", "1", stdin=line).exit_code == 0


def test_a_table_fits_into_eighty_columns(run_cluebot):
    own = "submarine,lighthouse,screwdriver,wheelchair,microscope"
    done = run_cluebot("clue", "--own", own, "--opponent", "grandmother", env={"COLUMNS": "80"})
    assert max(map(len, done.output.splitlines())) <= 80
