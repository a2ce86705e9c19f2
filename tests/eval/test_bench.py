"""cluebot-bench-1: its boards never change, and a submission is a complete run of it."""

from __future__ import annotations

import hashlib
import json
import math
from importlib.resources import files

import pytest

from cluebot.errors import InputError
from cluebot.games.codec import parse
from eval.analysis import analyse
from eval.bench import BOARDS, NAME
from eval.bench.leaderboard import tables
from eval.bench.submission import Submission, leaderboard, read_submission, submit
from eval.games import make_plan
from eval.suite import Boards, load_suite, with_players

SHA256 = "d9567e6423f44c18e7914f4e2f8e8ef01dfd374855ecc86950116e6e450365d2"
"""Written here a second time on purpose: nobody changes the boards without noticing."""


@pytest.fixture(scope="module")
def bench():
    """Return the benchmark with a random player as player and reference, on few boards."""
    return with_players(load_suite(NAME), {None: ("random",)})


def test_the_boards_are_frozen():
    content = (files("eval") / "suites" / f"{NAME}.jsonl").read_bytes()
    assert hashlib.sha256(content).hexdigest() == SHA256
    assert load_suite(NAME).boards.sha256 == SHA256


def test_boards_are_complete_and_differ():
    lines = (files("eval") / "suites" / f"{NAME}.jsonl").read_text("utf-8").splitlines()
    boards = [json.loads(line) for line in lines]
    assert len(boards) == 4 * BOARDS
    assert len({board["seed"] for board in boards}) == len(boards)
    for board in boards:
        if board["game"] == "codenames":
            assert len(set(board["setup"]["words"])) == 25
            assert board["setup"]["key"].count("red") == 9
        else:
            assert len(set(board["setup"]["white_keywords"])) == 4
            assert len(board["codes"]["research"][0]) == 8


def test_codes_are_those_written_down(bench):
    plan = make_plan(bench)
    plan.check()
    board = next(iter(plan.fixed["decrypto", "en"]))
    board.codes["research"][0][0] = (
        [4, 3, 2] if board.codes["research"][0][0] != [4, 3, 2] else [1, 2, 3]
    )
    with pytest.raises(InputError, match="does not bring the codes"):
        plan.check()


def test_changed_boards_are_refused(tmp_path, bench):
    content = (files("eval") / "suites" / f"{NAME}.jsonl").read_bytes()
    path = tmp_path / "boards.jsonl"
    path.write_bytes(content.replace(b'"red", "red"', b'"red", "blue"', 1))
    changed = bench.model_copy(update={"boards": Boards(file=str(path), sha256=SHA256)})
    with pytest.raises(InputError, match="has been changed"):
        make_plan(changed)
    line = content.splitlines()[0] + b"\n{\n"
    path.write_bytes(line)
    own = Boards(file=str(path), sha256=hashlib.sha256(line).hexdigest())
    with pytest.raises(InputError, match="line 2"):
        make_plan(bench.model_copy(update={"boards": own}))
    missing = Boards(file="nowhere.jsonl", sha256=SHA256)
    with pytest.raises(InputError, match="cannot be read"):
        make_plan(bench.model_copy(update={"boards": missing}))


def test_there_are_no_more_boards_than_there_are(bench):
    with pytest.raises(InputError, match="40 fixed boards"):
        make_plan(bench.model_copy(update={"games": 41}))


def test_the_schema_is_that_of_the_code():
    text = (files("eval") / "bench" / "submission.schema.json").read_text("utf-8")
    assert json.loads(text) == Submission.model_json_schema()


def test_the_leaderboard_that_ships_is_sound():
    board = leaderboard()
    assert board.benchmark == NAME
    assert all(entry.boards_sha256 == SHA256 for entry in board.entries)
    assert all(table.rows for table in tables(board.entries, "en"))
    for entry in board.entries:
        assert {figure.language for figure in entry.figures} == {"en", "zh"}
    for table in tables(board.entries, "en"):
        assert [row[0] for row in table.rows] == ["cluebot embedding", "random"]


@pytest.fixture(scope="module")
def submission(tmp_path_factory):
    """Return a submission of a random player against a random reference, and its run."""
    from eval.runner import Settings, run_suite
    from tests.eval.conftest import Quiet, forget_vectors

    patch = pytest.MonkeyPatch()
    forget_vectors(patch)
    # The real reference needs vectors; the rules of submitting do not.
    suite = with_players(load_suite(NAME), {None: ("random",)}).model_copy(update={"games": 2})
    patch.setattr("eval.bench.submission.load_suite", lambda _: suite)
    patch.setattr("eval.versions.code", lambda: "fixed")
    folder = tmp_path_factory.mktemp("bench") / "run"
    run_suite(suite, folder, Settings(), Quiet())
    yield submit(analyse(folder), "rnd", "me"), folder, suite
    patch.undo()


def test_a_submission_survives_its_file(submission, tmp_path):
    made, _, _ = submission
    path = tmp_path / "submission.json"
    path.write_text(json.dumps(made.to_json(), ensure_ascii=False), "utf-8")
    assert read_submission(path) == made
    path.write_text(path.read_text("utf-8").replace('"by": "me"', '"buy": "me"'), "utf-8")
    with pytest.raises(InputError, match="by"):
        read_submission(path)


@pytest.fixture
def entry(tmp_path):
    """Return ``entry(**changes)``: the path of a submission, the first that ships, with changes.

    What is no field of a submission changes its first figure, a win rate of Codenames.
    """

    def write(**changes):
        data = leaderboard().entries[0].to_json()
        for name, value in changes.items():
            (data if name in data else data["figures"][0])[name] = value
        path = tmp_path / "submission.json"
        path.write_text(json.dumps(data), "utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("changes", "field", "value", "remedy"),
    [
        ({"benchmark": "cluebot-bench-2"}, "benchmark", "cluebot-bench-2", "cluebot-bench-1"),
        ({"boards_sha256": "0" * 64}, "boards_sha256", "0" * 60 + "…", SHA256),
        ({"name": "a\x1b[31m"}, "name", "a\\x1b[31m", "U+001B"),
        ({"by": "me\nyou"}, "by", "me\\x0ayou", "U+000A"),
        ({"url": "x\u202e"}, "url", "x\\u202e", "U+202E"),
        ({"by": "  "}, "by", "  ", "write a name"),
        ({"game": "foo"}, "figures.0.game", "foo", "codenames, decrypto"),
        ({"game": "codebreaker"}, "figures.0.game", "codebreaker", "codenames, decrypto"),
        ({"language": "fr"}, "figures.0.language", "fr", "'en' or 'zh'"),
        ({"preset": "standard"}, "figures.0.preset", "standard", "solo"),
        ({"metric": "win_rat"}, "figures.0.metric", "win_rat", "'win_rate'"),
        ({"metric": "latency"}, "figures.0.metric", "latency", "score"),
        ({"metric": "interceptions"}, "figures.0.metric", "interceptions", "score"),
        ({"value": -5}, "figures.0.value", "-5", "between 0 and 1"),
        ({"low": -0.5}, "figures.0.low", "-0.5", "between 0 and 1"),
        ({"high": 9}, "figures.0.high", "9", "between 0 and 1"),
        ({"metric": "turns", "value": -5}, "figures.0.value", "-5", "at least 0"),
        ({"value": 0.5, "low": 0.6}, "figures.0.low", "0.6", "at most the value"),
        ({"value": 0.5, "low": 0, "high": 0.4}, "figures.0.high", "0.4", "high at least"),
        ({"value": math.nan}, "figures.0.value", "NaN", "finite"),
        ({"high": math.inf}, "figures.0.high", "Infinity", "finite"),
        ({"value": "1"}, "figures.0.value", '"1"', "a number"),
        ({"boards": -1}, "figures.0.boards", "-1", "at least 1"),
        ({"boards": 41}, "figures.0.boards", "41", "at most 40"),
        ({"group": {"x": "y"}}, "figures.0.group", '{"x": "y"}', "names player"),
        ({"label": "a\x1b[31m"}, "label", "a\\x1b[31m", "U+001B"),
        ({"count": 0}, "figures.0.count", "0", "more than 0"),
    ],
)
def test_what_the_benchmark_cannot_have_measured_is_refused(entry, changes, field, value, remedy):
    path = entry(**changes)
    with pytest.raises(InputError) as caught:
        read_submission(path)
    (defect,) = (d for d in caught.value.defects if d.field == f"{path}: {field}")
    assert defect.value == value
    assert remedy in defect.message.en
    assert defect.message.zh != defect.message.en


def test_each_figure_is_named_once(submission):
    made, _, _ = submission
    twice = made.to_json() | {
        "figures": [figure.to_json() for figure in (*made.figures, made.figures[0])]
    }
    with pytest.raises(InputError, match="is there twice for one row"):
        parse(Submission, twice)


def test_names_in_any_script_are_shown(entry):
    name = "我的　机器人 [/b] é"
    (row, *_) = tables([read_submission(entry(name=name))], "zh")[0].rows
    assert row[0] == name


def test_versions_cannot_speak_to_the_terminal(entry):
    made = read_submission(entry(versions={"cluebot": "\x1b[31m", "code": ["c"]}))
    assert tables([made], "en")[0].rows[0][2] == "\\x1b[31m · c"


@pytest.mark.parametrize(
    ("text", "en", "zh"),
    [
        ("not json", "is not JSON; correct it at character 1", "不是合法的 JSON"),
        ("[" * 100_000, "is nested too deeply", "嵌套太深"),
        (None, "cannot be read (No such file or directory)", "无法读取（"),
    ],
)
@pytest.mark.parametrize("spoken", ["en", "zh_CN"])
def test_a_file_that_is_no_json_is_told_of(run_cluebot, tmp_path, text, en, zh, spoken):
    path = tmp_path / "submission.json"
    if text is not None:
        path.write_text(text, "utf-8")
    answer = run_cluebot("eval", "leaderboard", str(path), env={"LC_ALL": f"{spoken}.UTF-8"})
    assert answer.exit_code == 2
    assert f"{path}{f'：{zh}' if spoken == 'zh_CN' else f': {en}'}" in answer.errors


@pytest.mark.parametrize("columns", ["300", "60"])
def test_the_leaderboard_in_the_terminal_shows_names_as_they_are(run_cluebot, entry, columns):
    path = entry(name=r"x\[/b]", by="[/x]")
    shown = run_cluebot("eval", "leaderboard", str(path), env={"COLUMNS": columns})
    assert shown.exit_code == 0, shown.errors
    assert r"x\[/b]" in shown.output
    assert "[/x]" in shown.output


def test_a_row_of_a_narrow_leaderboard_does_not_look_like_a_pairing(run_cluebot):
    shown = run_cluebot("eval", "leaderboard", env={"COLUMNS": "60"})
    assert "random\n  by cluebot; code and vectors 0.1.0" in shown.output
    assert " × " not in shown.output


@pytest.mark.parametrize(
    ("option", "text", "en", "zh"),
    [
        ("name", "", "must not be empty", "不能为空"),
        ("name", "n" * 500, "at most 200 characters", "最多 200 个字符"),
        ("by", "a\nb", "remove the control characters U+000A", "请去掉控制字符 U+000A"),
        ("url", "u" * 501, "at most 500 characters", "最多 500 个字符"),
    ],
)
@pytest.mark.parametrize("spoken", ["en", "zh_CN"])
def test_names_that_cannot_be_shown_are_refused(
    submission, run_cluebot, option, text, en, zh, spoken
):
    _, folder, _ = submission
    given = {"name": "rnd", "by": "me", "url": ""} | {option: text}
    options = [word for name, value in given.items() for word in (f"--{name}", value)]
    answer = run_cluebot("eval", "submit", str(folder), *options, env={"LC_ALL": f"{spoken}.UTF-8"})
    assert answer.exit_code == 2
    assert answer.output == ""
    assert f"--{option}" in answer.errors
    assert (zh if spoken == "zh_CN" else en) in answer.errors


def test_the_leaderboard_ranks_by_the_first_figure(submission):
    made, _, _ = submission
    worse = made.model_copy(
        update={
            "name": "worse",
            "figures": tuple(
                f.model_copy(update={"value": 25.0 if f.metric == "score" else f.value})
                for f in made.figures
            ),
        }
    )
    for table in tables([worse, made], "en")[:2]:
        assert [row[0] for row in table.rows] == ["rnd", "worse"]


def with_figures(made, name, **values):
    """Return a submission with other figures of the team in Decrypto."""
    return made.model_copy(
        update={
            "name": name,
            "figures": tuple(
                f.model_copy(update={"value": values.get(f.metric, f.value)})
                if f.game == "decrypto" and f.group["team"] == made.label
                else f
                for f in made.figures
            ),
        }
    )


def test_who_wins_stands_above_who_is_hard_to_read(submission):
    """Nonsense is seldom intercepted: not to be understood is no merit."""
    made, _, _ = submission
    nonsense = with_figures(made, "nonsense", win_rate=0.0, interception_rate=0.0)
    winner = with_figures(made, "winner", win_rate=0.9, interception_rate=0.4)
    safer = with_figures(made, "safer", win_rate=0.9, interception_rate=0.3)
    english, chinese = (
        [t for t in tables([nonsense, winner, safer], language) if "research" in t.title
         or "研究规则" in t.title]
        for language in ("en", "zh")
    )  # fmt: skip
    for table in (*english, *chinese):
        assert [row[0] for row in table.rows] == ["safer", "winner", "nonsense"]
    assert "ranked by win rate (as team), ties by intercepted a turn (as team)" in english[0].title
    assert "按胜率（作为己方）排名" in chinese[0].title


def test_the_leaderboard_tells_what_the_games_were_played_with(submission):
    made, _, _ = submission
    versions = {"cluebot": "9.9", "code": "c0de", "vectors": {"en": "en-1", "zh": "zh-2"}}
    newer = made.model_copy(update={"versions": versions})
    told = {row[2] for table in tables([newer], "en") for row in table.rows}
    assert told == {"9.9 · c0de · en-1", "9.9 · c0de · zh-2"}
    assert {row[2] for table in tables([made], "en") for row in table.rows} == {
        f"{made.versions['cluebot']} · fixed"
    }


def test_an_incomplete_or_altered_run_is_no_submission(submission, run):
    _, folder, suite = submission
    other = run(suite.model_copy(update={"games": 1}))
    with pytest.raises(InputError, match="as it is"):
        submit(analyse(other), "rnd", "me")
    games = folder / "games.jsonl"
    whole = games.read_bytes()
    games.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    with pytest.raises(InputError, match="lacks 1 of"):
        submit(analyse(folder), "rnd", "me")
    games.write_bytes(whole)


def test_a_game_that_is_there_twice_does_not_change_a_submission(submission):
    made, folder, _ = submission
    games = folder / "games.jsonl"
    whole = games.read_bytes()
    games.write_bytes(whole + whole.splitlines(keepends=True)[0])
    again = submit(analyse(folder), made.name, made.by)
    games.write_bytes(whole)
    assert again.games_sha256 == made.games_sha256
    assert again.figures == made.figures


def test_a_run_with_torn_lines_is_handed_in_as_it_is(submission):
    made, folder, _ = submission
    games = folder / "games.jsonl"
    whole = games.read_bytes()
    first, *others = whole.splitlines(keepends=True)
    torn = first[: len(first) // 2]
    games.write_bytes(b"".join([torn, b"\n", first, *others, torn]))
    analysis = analyse(folder)
    again = submit(analysis, made.name, made.by)
    games.write_bytes(whole)
    assert analysis.torn == [1, 2 + len(others) + 1]
    assert again == made


def test_the_checksum_of_the_games_is_what_the_guide_says(submission):
    made, folder, _ = submission
    lines = map(json.loads, (folder / "games.jsonl").read_text("utf-8").splitlines())
    text = "".join(sorted(f"{line['id']} {line['sha256']}\n" for line in lines))
    assert hashlib.sha256(text.encode()).hexdigest() == made.games_sha256
