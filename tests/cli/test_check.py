"""``cluebot check`` and what all commands share: JSON, JSON lines, errors, exit codes."""

import json
import subprocess
import sys

import pytest


def test_a_verdict_for_a_person(run_cluebot):
    done = run_cluebot("check", "horse", "--board", "horseshoe,carpet")
    assert done.exit_code == 0
    assert "illegal" in done.output
    assert "horseshoe" in done.output


def test_words_are_shown_as_they_are(run_cluebot):
    done = run_cluebot("check", ":fish:", "--board", "moon")
    assert ":fish:" in done.output


def test_a_verdict_in_chinese(run_cluebot):
    done = run_cluebot("check", "车站", "--board", "火车，月亮")
    assert done.exit_code == 0
    assert "不合法" in done.output
    assert "火车" in done.output


def test_a_verdict_as_json(run_cluebot):
    done = run_cluebot("check", "ocean", "--board", "horse,moon", "--json")
    assert json.loads(done.output) == {
        "clue": "ocean", "verdict": "legal", "legal": True, "reasons": [], "language": "en",
    }  # fmt: skip


def test_lines_are_answered_in_order_and_bad_ones_named(run_cluebot):
    requests = [
        '{"board": ["horse", "moon"], "clue": "ocean"}',
        "not json",
        '{"board": ["horse"], "clue": "ocean", "colour": "red"}',
        "",
        '{"board": ["马", "月亮"], "clue": "马车"}',
        "[1]",
        '{"board": "horse", "clue": "ocean"}',
    ]
    done = run_cluebot("check", "--jsonl", "-", stdin="\n".join(requests))
    answers = [json.loads(line) for line in done.output.splitlines()]
    assert done.exit_code == 1
    assert [a.get("verdict") for a in answers] == ["legal", None, None, "illegal", None, None]
    assert answers[2]["error"]["defects"][0]["field"] == "colour"
    assert "list" in answers[5]["error"]["message"]


def test_an_over_long_line_is_one_bad_line(run_cluebot):
    good = '{"board": ["horse", "moon"], "clue": "ocean"}'
    long = json.dumps({"board": ["horse"], "clue": "x" * 2_000_000})
    done = run_cluebot("check", "--jsonl", "-", stdin=f"{long}\n{good}\n")
    answers = [json.loads(line) for line in done.output.splitlines()]
    assert [next(iter(a)) for a in answers] == ["error", "clue"]


def test_a_file_that_is_not_there(run_cluebot):
    done = run_cluebot("check", "--jsonl", "/nowhere/requests.jsonl")
    assert done.exit_code == 2
    assert "--jsonl = /nowhere/requests.jsonl" in done.errors


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["check", "x"], "board = []: is empty; give at least one"),
        (["check", "--board", "moon"], "CLUE: is required"),
        (["guess", "--board", "moon,star", "--clue", "!!!"], "neither letters nor digits"),
        (["guess", "--board", "moon,star", "--clue", "  "], "clue"),
        (["guess", "--board", "moon,star", "--clue", "s\x07ky"], "control characters: U+0007"),
        (["guess", "--board", "moon,star", "--clue", "x" * 10_000], "at most 60 characters"),
        (["check", "x", "--board", "a,b,a"], "board = a: is there twice"),
        (
            ["check", "x", "--board", "头发,月亮,頭髮"],
            "board = 頭髮：重复出现，与「头发」是同一个词",
        ),
        (["clue", "--own", "头发", "--assassin", "頭髮"], "在 own 里也有这个词，写作「头发」"),
        (["check", "x", "--board", "moon,🐻"], "write what it shows as a word"),
        (["check", "x", "--board", "Ice cream,icecream"], "is there twice"),
        (["check", "x", "--board", "moon,火车"], "中英文词语混在一起"),
        (["check", "x", "--board", "moon", "--language", "fr"], "language = fr"),
        (["check", "x", "--board", "moon", "--game", "chess"], "game = chess"),
        (["check", "x", "--board", "moon,b\x07ell"], "control characters"),
        (["check", "x", "--board", ",".join(f"w{i}x" for i in range(101))], "at most 100"),
        (["check", "x", "--board", "y" * 10_000], "at most"),
        (["guess", "--board", "moon,star", "--clue", "sky", "--number", "-1"], "number = -1"),
        (["guess", "--board", "moon,star", "--clue", "sky", "--number", "11"], "number = 11"),
        (["guess", "--board", "moon,star"], "--clue"),
        (["clue"], "own"),
        (["clue", "--own", "moon", "--assassin", "Moon"], "stands in own too"),
        (["clue", "--own", "moon", "--level", "wild"], "level = wild"),
        (["clue", "--own", "moon", "--player", "embeding"], "did you mean 'embedding'"),
        (["clue", "--own", "moon,,star"], "own = moon,,star: a word is missing before a comma"),
        (["clue", "--own", "moon,star,"], "a word is missing after the last comma"),
        (["clue", "--own", "月亮，星星，"], "最后一个逗号后面缺少词语"),
        (["guess", "--board", "horse,moon", "--clue", "Moon"], "clue = Moon: is the word moon"),
        (
            [
                "clue",
                "--own",
                ",".join(f"w{i}x" for i in range(60)),
                "--opponent",
                ",".join(f"v{i}x" for i in range(60)),
            ],
            "the board has 120 words; at most 100",
        ),
        (["decrypto", "encode", "--keywords", "a,b,c", "--code", "1,2,3"], "keywords"),
        (["decrypto", "encode", "--keywords", "horse,river,moon,ice", "--code", "1,1,2"], "code"),
        (["decrypto", "encode", "--keywords", "horse,horse,moon,ice", "--code", "412"], "keywords"),
        (["decrypto", "decode", "--keywords", "horse,river,moon,ice", "--clues", "x,x,x"], "clues"),
    ],
)
def test_a_mistake_is_named_and_ends_with_two(run_cluebot, arguments, named):
    done = run_cluebot(*arguments)
    assert done.exit_code == 2
    assert named in done.errors.replace("\n", "")
    assert "Traceback" not in done.errors
    assert not done.output


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["clue", "--json"], "own"),
        (["clue", "--own", "moon,", "--json"], "own"),
        (["guess", "--board", "moon,star", "--clue", "sky", "--number", "11", "--json"], "number"),
        (["check", "x", "--board", "moon", "--language", "fr", "--json"], "language"),
        (["decrypto", "encode", "--keywords", "a,b", "--code", "123", "--json"], "keywords"),
        (["decrypto", "check", "x", "--keywords", "a,b,c,d", "--history", "/nowhere", "--json"],
         "--history"),
    ],
)  # fmt: skip
def test_a_mistake_is_json_where_json_was_asked_for(run_cluebot, arguments, field):
    done = run_cluebot(*arguments)
    assert (done.exit_code, done.errors) == (2, "")
    error = json.loads(done.output)["error"]
    assert error["message"]
    assert error["defects"][0]["field"] == field


def test_a_mistake_in_chinese_is_answered_in_chinese(run_cluebot):
    done = run_cluebot("check", "车站", "--board", "火车,火车")
    assert done.exit_code == 2
    assert "错误" in done.errors
    assert "重复出现" in done.errors


def test_the_version_and_the_help(run_cluebot):
    assert run_cluebot("--version").output.startswith("cluebot 0")
    shown = run_cluebot("clue", "--help").output
    assert "cluebot clue --own 月亮" in shown
    assert run_cluebot("clu").exit_code == 2


def test_importing_cluebot_loads_nothing_heavy():
    heavy = {"numpy", "faiss", "pydantic", "jieba", "typer", "wordfreq", "rich"}
    program = "import cluebot, sys; print(','.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not heavy & set(done.stdout.strip().split(","))


def test_the_command_line_starts_without_vectors_or_lexicons():
    heavy = {"numpy", "faiss", "jieba", "wordfreq"}
    program = "import cluebot.cli, sys; print(','.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not heavy & set(done.stdout.strip().split(","))
