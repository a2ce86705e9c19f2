"""``cluebot decrypto``: how codes and files are read."""

from __future__ import annotations

import json
from pathlib import Path

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


@pytest.mark.parametrize(
    ("content", "english", "chinese"),
    [
        ('[{"clues": 1', "is not JSON; correct it at character 13", "请检查第 13 个字符处"),
        ("[\n{},\n]", "is not JSON; correct it in line 3 at character 1", "第 3 行第 1 个字符处"),
        ("[" * 100_000, "is nested too deeply", "嵌套太深"),
        (b"\xff\xfe", "is not UTF-8; save it as UTF-8", "不是 UTF-8 编码"),
    ],
)
def test_a_history_that_is_no_json_is_told_in_our_own_words(
    run_cluebot, tmp_path, monkeypatch, content, english, chinese
):
    monkeypatch.chdir(tmp_path)
    path = Path("turns.json")
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    for option in ("--history", "--opponent-history"):
        asked = ("decrypto", "encode", "--keywords", "horse,river,moon,ice", "--code", "4,2,1")
        told = run_cluebot(*asked, option, str(path))
        assert told.exit_code == 2
        assert f"{option} = {path}: {english}" in told.errors
        told = run_cluebot(*asked, option, str(path), env={"LC_ALL": "zh_CN.UTF-8"})
        assert told.errors.startswith(f"错误：{option} = {path}：")
        assert chinese in told.errors


@pytest.mark.parametrize(
    ("turn", "named"),
    [
        ({"code": ["1", 2, 3]}, 'history.0.code.0 = "1": must be a whole number'),
        ({"code": "123"}, 'history.0.code = "123": must be a list'),
        ({"code": [True, 2, 3]}, "history.0.code.0 = true: must be a whole number"),
        ({"code": None}, "history.0.code = null: must be a list"),
        ({"clues": {"a": None}}, 'history.0.clues = {"a": null}: must be a list'),
    ],
)
def test_what_is_wrong_with_a_past_turn_is_shown_as_it_stands_in_the_file(
    run_cluebot, tmp_path, turn, named
):
    path = tmp_path / "turns.json"
    path.write_text(json.dumps([{"clues": ["snow", "neil", "cowboy"], "code": [1, 2, 3]} | turn]))
    told = run_cluebot("decrypto", "intercept", "--clues", "ice,arm,boot", "--history", str(path))
    assert told.exit_code == 2
    assert named in told.errors


def test_lines_and_lengths_of_a_bank_are_named_by_the_option(run_cluebot, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bank = Path("bank.txt")
    for words, named in (
        ("horse\nriver\nmoon\nhorse\n", "--bank, line 4 = horse: the same word as in line 1"),
        ("horse\nriver\n", f"--bank = {bank}: only 2 words but the game needs 4"),
    ):
        bank.write_text(words)
        told = run_cluebot("decrypto", "intercept", "--clues", "ice,arm,boot", "--bank", str(bank))
        assert told.exit_code == 2
        assert named in told.errors


@pytest.mark.parametrize("player", ["llm:gone", "hybrid:gone"])
def test_a_player_without_its_endpoint_is_named_as_it_was_asked_for(run_cluebot, tmp_path, player):
    told = run_cluebot(
        "decrypto", "intercept", "--clues", "ice,arm,boot", "--player", player,
        env={"CLUEBOT_CONFIG_DIR": str(tmp_path)},
    )  # fmt: skip
    assert told.exit_code == 2
    assert f"player = {player}: no endpoints" in told.errors
