"""``cluebot decrypto``: how codes and files are read."""

from __future__ import annotations

import json

import pytest


@pytest.mark.parametrize("code", ["4,2,0", "４，２，０", "420", "４２０"])
def test_the_digits_of_a_code_may_be_full_width(run_cluebot, code):
    done = run_cluebot("decrypto", "encode", "--keywords", "马，河，月亮，冰", "--code", code)
    assert done.exit_code == 2
    assert "code.2 = 0" in done.errors
    assert "整数" not in done.errors


def test_a_file_is_named_by_its_path(run_cluebot, tmp_path):
    path = str(tmp_path / "none.json")
    done = run_cluebot("decrypto", "intercept", "--clues", "a,b,c", "--history", path)
    assert done.exit_code == 2
    assert "--history = /" in done.errors


@pytest.mark.parametrize(
    ("clues", "said"),
    [("snow,neil,cowboy", "#1  no telling yet"), ("雪花,嫦娥,骑士", "#1  还看不出")],
)
def test_keywords_that_nothing_points_to_are_not_named(run_cluebot, clues, said):
    done = run_cluebot("decrypto", "intercept", "--clues", clues, "--player", "random")
    assert said in done.output


def test_a_bank_is_named_as_the_option_is(run_cluebot, tmp_path):
    history = tmp_path / "turns.json"
    history.write_text('[{"clues": ["snow", "neil", "cowboy"], "code": [1, 2, 3]}]')
    done = run_cluebot(
        "decrypto", "intercept", "--clues", "ice,arm,boot", "--history", str(history),
        "--bank", str(tmp_path / "none.txt"),
    )  # fmt: skip
    assert done.exit_code == 2
    assert "--bank = /" in done.errors


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        (["encode", "--keywords", "xqzzzk,river,moon,ice", "--code", "4,2,1"], ["xqzzzk"]),
        (["decode", "--keywords", "horse,river,moon,ice", "--clues", "snow,frozen lake,qqzzq"],
         ["qqzzq"]),
        (["intercept", "--clues", "snow,qqzzq,lake"], ["qqzzq"]),
    ],
)  # fmt: skip
def test_words_that_no_list_has_are_pointed_out(run_cluebot, asked, named):
    done = run_cluebot("decrypto", *asked)
    shown = " ".join(done.output.split())
    assert f"{named[0]} is not in the word vectors; composed from pieces" in shown
    assert json.loads(run_cluebot("decrypto", *asked, "--json").output)["composed"] == named
