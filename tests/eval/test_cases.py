"""Suites of cases: rulings on clues, and choices that people made."""

from __future__ import annotations

import json
import re

import pytest

from cluebot.errors import InputError
from eval.analysis import analyse
from eval.chosen import choose
from eval.compare import comparison
from eval.folder import Folder
from eval.games import make_plan
from eval.metrics import METRICS
from eval.report import Table, build
from eval.report.document import Code, Items
from eval.report.transcripts import transcript
from eval.results import Result
from eval.suite import PlayerEntry, load_suite


def lines(path, *rows):
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return str(path)


@pytest.fixture
def rulings(tmp_path):
    """Return a suite of three clues: two as people ruled, one illegal clue called legal."""
    board = ["bear", "ice cream"]
    path = lines(
        tmp_path / "mine.jsonl",
        {"game": "codenames", "clue": "honey", "board": board, "verdict": "legal"},
        {"game": "codenames", "clue": "bears", "board": board, "verdict": "illegal"},
        {"game": "codenames", "clue": "icecream", "board": board, "verdict": "legal"},
    )
    suite = load_suite("legality")
    return suite.model_copy(update={"data": {"en": (path,)}, "languages": ("en",)})


def test_rulings_are_compared_with_those_of_people(run, rulings):
    analysis = analyse(run(rulings))
    ((group, row),) = analysis.rows.items()
    assert group == ("legality", "en", "", (("file", "mine.jsonl"),))
    assert row.estimate(METRICS.load("agreement")).value == pytest.approx(2 / 3)
    assert row.estimate(METRICS.load("missed")).value == 0
    assert row.estimate(METRICS.load("false_alarms")).value == 0.5
    (moment,) = analysis.highlights.moments["en", "misjudged"]
    assert "“icecream”: illegal" in moment.text.en
    (facts,) = transcript(analysis.plan, moment.line, "en")
    assert "by people: legal" in facts.items


def test_a_file_that_has_changed_is_told_apart_from_what_was_judged(run, rulings, tmp_path):
    run(rulings)
    judged = (tmp_path / "run" / "games.jsonl").read_bytes()
    path = tmp_path / "mine.jsonl"
    path.write_text(path.read_text("utf-8").replace("honey", "bees"), "utf-8")
    with pytest.raises(InputError, match="holds others now"):
        run(rulings)
    assert (tmp_path / "run" / "games.jsonl").read_bytes() == judged


def test_a_report_over_a_file_that_has_changed_says_so(run, rulings, tmp_path):
    folder = run(rulings)
    path = tmp_path / "mine.jsonl"
    path.write_text(path.read_text("utf-8").replace("honey", "bees"), "utf-8")
    with pytest.raises(InputError, match="holds others now"):
        analyse(folder)


def test_the_same_cases_count_once(run, rulings, tmp_path):
    path = tmp_path / "mine.jsonl"
    (tmp_path / "other").mkdir()
    again = tmp_path / "other" / "mine.jsonl"
    again.write_bytes(path.read_bytes())
    both = rulings.model_copy(update={"data": {"en": (str(path), str(again))}})
    with pytest.raises(InputError, match="named twice"):
        run(both)


def test_a_path_is_no_shipped_file(run, rulings, tmp_path):
    named = str(tmp_path / "legality-en.jsonl")
    with pytest.raises(InputError, match="cannot be read"):
        run(rulings.model_copy(update={"data": {"en": (named,)}}))


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('"verdict": "illegal"', '"verdict": "forbidden"', "line 2"),
        ('"clue": "honey", ', "", "line 1"),
        ('{"game"', '"game"', "line 1"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_written(run, rulings, tmp_path, old, new, named):
    path = tmp_path / "mine.jsonl"
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    with pytest.raises(InputError, match=named):
        run(rulings)
    assert not (tmp_path / "run").exists()


def test_the_shipped_rulings_hold_up(run):
    """The suite measures; but a collapse of the rules would show here."""
    analysis = analyse(run(load_suite("legality")))
    for row in analysis.rows.values():
        assert row.games >= 100
        assert row.estimate(METRICS.load("agreement")).value > 0.9


@pytest.mark.parametrize("kind", ["legality", "listeners"])
def test_all_wrong_lines_are_named_up_to_some(tmp_path, kind):
    good = {
        "legality": {"game": "codenames", "clue": "a", "board": ["b"], "verdict": "legal"},
        "listeners": {"board": ["b"], "clue": "a", "targets": ["b"], "human_guesses": [["b"]]},
    }[kind]
    rows = [good | {"clue": 7} if number % 2 else good for number in range(16)]
    path = lines(tmp_path / "mine.jsonl", *rows)
    suite = load_suite(kind).model_copy(update={"data": {"en": (path,)}, "languages": ("en",)})
    with pytest.raises(InputError) as told:
        make_plan(suite).check()
    named = {"en": r"line (\d+): clue = 7", "zh": r"第 (\d+) 行：?\s*clue = 7"}
    for language, pattern in named.items():
        found = re.findall(pattern, told.value.to(language))
        assert found == ["2", "4", "6", "8", "10"], told.value.to(language)
    assert "3 more lines are wrong" in told.value.to("en")
    assert "另有 3 行有误" in told.value.to("zh")


@pytest.fixture
def choices(tmp_path):
    """Return a suite that asks a random guesser about two clues."""
    board = ["bat", "bear", "iron", "jam"]
    path = lines(
        tmp_path / "people.jsonl",
        {"board": board, "clue": "animal", "targets": ["bat", "bear"],
         "human_guesses": [["bear", "bat"], ["bat", "bear"]]},
        {"board": board, "clue": "metal", "targets": ["iron"], "human_guesses": [["iron"]]},
    )  # fmt: skip
    return load_suite("listeners").model_copy(
        update={
            "data": {"en": (path,)},
            "languages": ("en",),
            "players": {"random": PlayerEntry(name="random")},
            "axes": {"guesser": ("random",)},
        }
    )


def test_guessers_are_asked_about_every_clue(run, choices):
    folder = run(choices)
    analysis = analyse(folder)
    assert analysis.finished == 2
    ((group, row),) = analysis.rows.items()
    assert group[3] == (("file", "people.jsonl"), ("guesser", "random"))
    assert set(row.samples) >= {"top_n", "first_pick", "first_touch"}
    # Both clues are on the same board: one cluster, of which no spread is known.
    assert row.estimate(METRICS.load("top_n")).boards == 1


def test_a_case_is_shown_with_what_player_and_people_chose(run, choices, run_cluebot):
    folder = run(choices)
    (line,) = (line for line in Folder(folder).lines() if line["id"].endswith("random/1"))
    ranking = line["game"]["case"]["ranking"]
    place = f"{folder}#{line['id']}"
    shown = run_cluebot("eval", "show", place)
    assert shown.exit_code == 0, shown.errors
    told = [line.strip().split(maxsplit=1) for line in shown.output.splitlines()]
    assert ["clue", "animal"] in told
    assert ["board", "bat, bear, iron, jam"] in told
    assert ["meant", "bat, bear"] in told
    assert ["random", ranking[0]["word"]] in told
    assert ["people", "bear → bat; bat → bear"] in told
    chinese = run_cluebot("eval", "show", place, env={"LC_ALL": "zh_CN.UTF-8"})
    assert "本意" in chinese.output


@pytest.mark.parametrize(
    ("guesses", "ranking"),
    [
        (["jam", "bat", "jam", "iron", "bat"], [("jam", 0.1), ("bat", 0.2), ("iron", 0.4)]),
        (["moon", "jam", "sun"], [("jam", 0.2)]),
        (["moon", "sun"], [("bear", None)]),
        ([], [("bear", None)]),
    ],
)
def test_each_word_has_one_place_in_a_ranking(run, choices, bot, guesses, ranking):
    noted = [{"word": w, "probability": i / 10} for i, w in enumerate(guesses, 1)]
    command = bot(
        'print(json.dumps({"move": {"kind": "guess", "word": "bear"}, '
        f'"notes": {{"guesses": {noted}}}}}), flush=True)'
    )
    players = {"random": PlayerEntry(name=f"process:{command}")}
    folder = run(choices.model_copy(update={"players": players}))
    for line in Folder(folder).lines():
        found = line["game"]["case"]["ranking"]
        assert [(guess["word"], guess.get("probability")) for guess in found] == ranking


def test_a_ruling_is_shown_with_its_reasons(run, rulings, run_cluebot, tmp_path):
    folder = run(rulings)
    (judged,) = (line["id"] for line in Folder(folder).lines() if line["id"].endswith("/3"))
    place = f"{folder}#{judged}"
    shown = run_cluebot("eval", "show", place).output
    assert "ice cream" in shown
    assert re.search(r"by the rules +illegal \(\w+", shown)
    assert re.search(r"by people +legal", shown)
    path = tmp_path / "mine.jsonl"
    path.write_text("".join(path.read_text("utf-8").splitlines(keepends=True)[:2]), "utf-8")
    changed = run_cluebot("eval", "show", place)
    assert changed.exit_code == 2
    assert "holds others now" in changed.errors


def test_listeners_need_data_and_a_known_player(run, choices, tmp_path):
    with pytest.raises(InputError, match="--data"):
        make_plan(load_suite("listeners")).check()
    unknown = choices.model_copy(update={"players": {"random": PlayerEntry(name="randm")}})
    with pytest.raises(InputError, match="did you mean 'random'"):
        run(unknown)
    (tmp_path / "people.jsonl").write_text('{"board": ["a"]}\n', "utf-8")
    with pytest.raises(InputError, match=r"people\.jsonl, line 1: clue"):
        run(choices)


def test_cases_are_judged_to_the_end(run, rulings):
    with pytest.raises(InputError, match="not drawn at random"):
        run(rulings, clear=True)


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("top_n", (1, 2)),
        ("first_pick", (1, 1)),
        ("first_touch", (2, 3)),
        ("rank_correlation", None),
    ],
)
def test_metrics_of_listeners(metric, expected):
    case = {
        "targets": ["bat", "bear"],
        "people": [["bat"], ["bat", "bear"], ["bear"]],
        "ranking": [{"word": "bat"}, {"word": "jam"}, {"word": "bear"}],
    }
    found = METRICS.load(metric).tally(Result("side", "listeners", "en", "", 1, "", (), case=case))
    if expected is not None:
        assert found == expected
    else:
        # Ranks 3 2 1 against 2, 0, 2 touches: one pair agrees, one does not, one is tied.
        assert found[0] == pytest.approx(0.0)


def told(document):
    """Return everything that a report says, and its tables."""
    blocks = [block for section in document.sections for block in section.blocks]
    items = [item for b in blocks if isinstance(b, Items) for item in b.items]
    code = [b.text for b in blocks if isinstance(b, Code)]
    return [*items, *code, *(b for b in blocks if isinstance(b, str))], [
        b for b in blocks if isinstance(b, Table)
    ]


def test_a_report_on_rulings_speaks_of_cases(run, rulings):
    analysis = analyse(run(rulings))
    texts, (table,) = told(build(analysis, "en"))
    assert table.columns[:3] == ("file", "cases", "agreement")
    assert "3 of 3 cases finished" in texts
    assert any("bootstrap over cases" in text for text in texts)
    assert not [text for text in texts if "boards" in text or " games " in text]
    texts, (table,) = told(build(analysis, "zh"))
    assert table.columns[:3] == ("文件", "案例", "一致")
    assert not [text for text in texts if "棋盘" in text or "局" in text]
    (again,) = [text for text in texts if text.startswith("cluebot eval run legality")]
    assert f"--data {rulings.data['en'][0]}" in again


def test_a_report_on_listeners_says_how_many_boards_the_cases_share(run, choices):
    texts, (table, *_) = told(build(analyse(run(choices)), "en", plots=False))
    assert table.columns[:4] == ("file", "guesser", "cases", "boards")
    assert table.rows[0][2:4] == ("2", "1")
    assert any("count as one board" in text for text in texts)


def test_runs_of_cases_are_compared_on_the_same_cases(run, rulings, tmp_path):
    first, second = analyse(run(rulings, "one")), analyse(run(rulings, "two"))
    same = comparison(first, second, "en").sections[1].blocks
    (table,) = [block for block in same if isinstance(block, Table)]
    assert table.columns[2] == "common cases"
    assert {row[2] for row in table.rows} <= {"1", "2", "3"}
    (tmp_path / "other").mkdir()
    path = lines(
        tmp_path / "other" / "mine.jsonl",
        {"game": "codenames", "clue": "honey", "board": ["bear"], "verdict": "legal"},
    )
    other = analyse(run(rulings.model_copy(update={"data": {"en": (path,)}}), "three"))
    with pytest.raises(InputError, match="judges other cases"):
        comparison(first, other, "en")


def test_files_of_a_suite_lie_beside_it_and_are_found_from_everywhere(
    rulings, run, tmp_path, monkeypatch
):
    source = tmp_path / "mine.toml"
    source.write_text(
        'name = "mine"\ntitle = { en = "Mine", zh = "我的" }\nkind = "legality"\ngames = 3\n'
        'languages = ["en"]\nprimary = "agreement"\ndata = { en = ["mine.jsonl"] }\n'
    )
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(tmp_path)
    by_option = choose("legality", language="en", data=["mine.jsonl"])
    assert by_option.data["en"] == rulings.data["en"]
    monkeypatch.chdir(elsewhere)
    assert choose("../mine.toml").data["en"] == (str(elsewhere / ".." / "mine.jsonl"),)
    assert analyse(run(by_option)).finished == 3


def test_a_mere_name_is_a_shipped_file_unless_one_of_its_name_lies_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = "legality-en.jsonl"
    assert choose("legality", language="en", data=[name]).data["en"] == (name,)
    (tmp_path / name).write_text("")
    assert choose("legality", language="en", data=[name]).data["en"] == (str(tmp_path / name),)


@pytest.mark.parametrize(
    ("kind", "change", "named"),
    [
        ("legality", {"clue": "\ud800"}, r"line 1: text = .*ud800: is half a character"),
        ("legality", {"board": ["b", ""]}, r"line 1: board.1.*the word is empty"),
        ("legality", {"board": []}, r"line 1: board"),
        ("listeners", {"board": ["b", " "]}, r"line 1: board.1.*the word is empty"),
        ("listeners", {"board": ["b", "b"]}, r"line 1: board = b: is there twice"),
        ("listeners", {"targets": ["b", "b"]}, r"line 1: targets = b: is there twice"),
    ],
)
def test_what_nobody_can_judge_is_named_before_anything_is_written(
    run, tmp_path, kind, change, named
):
    good = {
        "legality": {"game": "codenames", "clue": "a", "board": ["b"], "verdict": "legal"},
        "listeners": {"board": ["b"], "clue": "a", "targets": ["b"], "human_guesses": [["b"]]},
    }[kind]
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps(good | change) + "\n")
    suite = load_suite(kind).model_copy(update={"data": {"en": (str(path),)}, "languages": ("en",)})
    with pytest.raises(InputError, match=named):
        run(suite)
    assert not (tmp_path / "run").exists()


def test_signs_that_python_breaks_lines_at_may_stand_in_a_text(run, tmp_path):
    row = {"game": "codenames", "clue": "a\u2028b", "board": ["bear"], "verdict": "illegal"}
    path = lines(tmp_path / "mine.jsonl", row, row)
    suite = load_suite("legality").model_copy(
        update={"data": {"en": (path,)}, "languages": ("en",)}
    )
    assert analyse(run(suite)).finished == 2


def test_files_of_one_name_have_rows_of_their_own(run, rulings, tmp_path):
    (tmp_path / "other").mkdir()
    row = {"game": "codenames", "clue": "honey", "board": ["bear"], "verdict": "legal"}
    names = (rulings.data["en"][0], lines(tmp_path / "other" / "mine.jsonl", row))
    analysis = analyse(run(rulings.model_copy(update={"data": {"en": names}})))
    told = {dict(group[3])["file"]: row.games for group, row in analysis.rows.items()}
    assert told == {f"{tmp_path.name}/mine.jsonl": 3, "other/mine.jsonl": 1}


def test_control_characters_of_a_clue_do_not_reach_the_terminal(run, tmp_path, run_cluebot):
    row = {"game": "codenames", "clue": "sea\u001b[31m", "board": ["bear"], "verdict": "legal"}
    path = lines(tmp_path / "mine.jsonl", row)
    folder = run(
        load_suite("legality").model_copy(update={"data": {"en": (path,)}, "languages": ("en",)})
    )
    (line,) = Folder(folder).lines()
    assert "\u001b" not in run_cluebot("eval", "show", f"{folder}#{line['id']}").output
    document = build(analyse(folder), "en")
    assert "\u001b" not in repr(document).encode().decode("unicode_escape")
