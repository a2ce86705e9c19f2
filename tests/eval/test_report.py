"""Reports: complete, the same for the same games, and without requests to anywhere."""

from __future__ import annotations

import csv
import json
import random
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from cluebot.errors import InputError
from eval.analysis import analyse
from eval.calibration import Calibration
from eval.compare import comparison
from eval.folder import Folder
from eval.games import make_plan
from eval.replay import find_game
from eval.report import Table, build, write_report
from eval.report.build import unit
from eval.report.document import Code, Document, Folded, Items, Section
from eval.report.figures import number, out_of_reach, probability
from eval.report.files import markdown
from eval.report.transcripts import _codenames, _decrypto, transcript
from eval.statistics import Difference, EmptySample
from eval.suite import load_suite, shipped
from eval.terms import heading, term


def report_of(folder, out, language="en", *, plots=True):
    analysis = analyse(folder)
    write_report(out, [build(analysis, language, plots=plots)], [analysis])
    return {path.name: path.read_text("utf-8") for path in out.iterdir()}


@pytest.mark.parametrize("name", ["cross", "decrypto", "versus"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_report_has_its_sections_in_either_language(finished, tmp_path, name, language):
    files = report_of(finished[name], tmp_path, language)
    text = files["report.md"]
    assert ("## 结果" if language == "zh" else "## Results") in text
    assert ("## 如何重现" if language == "zh" else "## How to reproduce") in text
    assert f"cluebot eval run {finished[name]}/run.json" in text
    drawings = {file for file in files if file.endswith(".svg")}
    assert drawings == set(re.findall(r"\]\(<(.*?)>\)", text))


def test_a_chinese_report_names_roles_and_presets_in_chinese(finished, tmp_path):
    files = report_of(finished["decrypto"], tmp_path, "zh")
    tables = [line for line in files["report.md"].splitlines() if line.startswith(("|", "#", "**"))]
    told = "\n".join(tables)
    assert "加密者" in told
    assert "解码者" in told
    assert not re.search(r"\b(encoder|decoder|interceptor|research|official)\b", told)


@pytest.mark.parametrize("name", [n for n in shipped() if load_suite(n).kind == "games"])
def test_every_dimension_of_the_shipped_suites_has_a_chinese_name(name):
    rows = make_plan(load_suite(name)).rows()
    for dimension in {dimension for group in rows for dimension, _ in group[3]}:
        assert not term(dimension, "zh").isascii(), dimension
    for preset in {group[2].partition("-")[0] for group in rows}:
        assert preset not in heading(("codenames", "zh", preset), "zh")


class Requests(HTMLParser):
    """Collects whatever a browser would fetch."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        names = dict(attrs)
        if tag in ("script", "link", "iframe", "img", "object", "embed"):
            self.found.append(tag)
        for name in ("src", "href", "xlink:href", "data"):
            value = names.get(name) or "#"
            if not value.startswith("#"):
                self.found.append(value)


def test_the_page_asks_for_nothing_from_outside(finished, tmp_path):
    page = report_of(finished["decrypto"], tmp_path)["report.html"]
    parser = Requests()
    parser.feed(page)
    assert parser.found == []
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)
    assert page.count("<svg") == len(list(tmp_path.glob("*.svg"))) > 0


def test_words_of_players_cannot_become_markup(run, suite_of, tmp_path):
    from eval.suite import PlayerEntry

    evil = "<script>alert(1)</script>"
    suite = suite_of("cross", languages=("en",), games=2)
    suite = suite.model_copy(
        update={
            "players": {evil: PlayerEntry(name="random")},
            "axes": {"giver": (evil,), "guesser": (evil,)},
        }
    )
    page = report_of(run(suite), tmp_path / "report", plots=False)["report.html"]
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_a_label_that_begins_with_an_underscore_is_in_the_legend(run, suite_of, tmp_path):
    from eval.suite import PlayerEntry

    suite = suite_of("decrypto", languages=("en",), games=2)
    players = {"_mine": PlayerEntry(name="random")}
    axes = dict.fromkeys(suite.axes, ("_mine",))
    suite = suite.model_copy(update={"players": players, "axes": axes})
    drawings = report_of(run(suite), tmp_path / "report")
    rounds = [text for name, text in drawings.items() if name.startswith("rounds")]
    assert rounds
    assert all("_mine" in drawing for drawing in rounds)


def test_the_order_of_the_games_and_the_timings_do_not_show(finished, tmp_path):
    one = report_of(finished["cross"], tmp_path / "one", plots=False)
    shuffled = tmp_path / "run"
    shuffled.mkdir()
    (shuffled / "run.json").write_bytes((finished["cross"] / "run.json").read_bytes())
    lines = (finished["cross"] / "games.jsonl").read_text("utf-8").splitlines()
    random.Random(1).shuffle(lines)
    with Folder(shuffled).appending() as append:
        for line in map(json.loads, lines):
            line["measured"] = {
                "seconds": line["measured"]["seconds"] * 3,
                "moves": {s: [9 * ms for ms in m] for s, m in line["measured"]["moves"].items()},
            }
            append(line)
    two = report_of(shuffled, tmp_path / "two", plots=False)

    def untimed(text):
        return text.split("## Timings")[0].replace(str(finished["cross"]), str(shuffled))

    assert untimed(one["report.md"]) == untimed(two["report.md"])
    for name in one.keys() - {"report.md", "report.html", "timings.csv"}:
        assert one[name] == two[name], name


def test_the_csv_holds_unrounded_figures(finished, tmp_path):
    rows = list(
        csv.DictReader(
            report_of(finished["cross"], tmp_path, plots=False)["results.csv"].splitlines()
        )
    )
    wins = [row for row in rows if row["metric"] == "win_rate"]
    assert [(row["language"], row["group"]) for row in wins] == [
        ("en", "giver=random; guesser=random"),
        ("en", "giver=other; guesser=random"),
        ("zh", "giver=random; guesser=random"),
        ("zh", "giver=other; guesser=random"),
    ]
    assert all(float(row["low"]) <= float(row["value"]) <= float(row["high"]) for row in wins)
    assert {row["metric"] for row in rows} >= {"forfeit_rate", "score"}
    assert "latency" not in {row["metric"] for row in rows}


def test_the_csv_leaves_empty_what_is_not_known_and_tells_units(run, suite_of, tmp_path):
    one_board = run(suite_of("cross", games=1))
    files = report_of(one_board, tmp_path / "report", plots=False)
    results, timings = (
        list(csv.DictReader(files[name].splitlines())) for name in ("results.csv", "timings.csv")
    )
    assert "nan" not in files["results.csv"] + files["timings.csv"]
    assert {row["low"] for row in results} == {""}
    assert {(row["metric"], row["unit"]) for row in timings} == {("latency", "ms")}
    assert {row["unit"] for row in results} == {""}


def test_names_of_drawings_need_no_quotes(run, suite_of, tmp_path):
    from eval.suite import PlayerEntry

    suite = suite_of("decrypto", games=1)
    suite = suite.model_copy(
        update={
            "players": suite.players | {"random (bank) 甲": PlayerEntry(name="random")},
            "axes": suite.axes | {"decoder": ("random (bank) 甲", "random")},
        }
    )
    files = report_of(run(suite), tmp_path / "report")
    drawn = [name for name in files if name.endswith(".svg")]
    assert any("random-bank-甲" in name for name in drawn)
    assert all(re.fullmatch(r"[\w.-]+", name) for name in drawn)


def test_a_run_without_games_is_an_error(run, suite_of, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        run(suite_of("cross"), give_up_after=1)
    (tmp_path / "run" / "games.jsonl").write_text("")
    with pytest.raises(EmptySample):
        analyse(tmp_path / "run")
    with pytest.raises(InputError, match="holds no run"):
        analyse(tmp_path / "nowhere")


def test_ratings_of_a_round_robin(finished):
    analysis = analyse(finished["versus"])
    (boards,) = analysis.wins.values()
    assert sum(sum(wins.values()) for wins in boards.values()) == analysis.finished == 8
    titles = [section.title for section in build(analysis, "en", plots=False).sections]
    assert "Ratings" in titles


def test_a_run_compared_with_itself_shows_noise_only(finished):
    analysis = analyse(finished["cross"])
    document = comparison(analysis, analysis, "en")
    assert "Nothing has changed by more than noise." in document.sections[0].blocks
    assert "Settings and versions are the same." in document.sections[2].blocks


def test_a_real_change_is_told_and_the_setting_that_made_it(run, suite_of):
    from eval.suite import PlayerEntry

    def with_words(suite, words):
        options = {"words": words}
        players = suite.players | {"other": PlayerEntry(name="random", options=options)}
        axes = {"giver": ("other",), "guesser": ("random",)}
        return suite.model_copy(update={"players": players, "axes": axes})

    suite = suite_of("cross", games=30, languages=("en",))
    before = run(with_words(suite, None), "before")
    after = run(with_words(suite, ["?!"]), "after")
    document = comparison(analyse(before), analyse(after), "en")
    told = document.sections[0].blocks[0].items
    assert any("turns" in item for item in told)
    assert any("options.words" in item for item in document.sections[2].blocks[0].items)


def test_figures_and_difference_are_taken_over_the_common_boards(finished, run, suite_of):
    """A run of three boards against one of two: all figures are of the two."""
    long = analyse(finished["cross"])
    short = analyse(run(suite_of("cross", games=2)))
    tables = [b for b in comparison(long, short, "en").sections[1].blocks if isinstance(b, Table)]
    assert tables
    for table in tables:
        assert table.columns[2:6] == ("common boards", "A", "B", "B − A")
        for row in table.rows:
            assert row[2] in ("1", "2")
            assert row[3] == row[4]
            assert row[5].split()[0] in ("0.0", "0.00")
            assert "[" not in row[5]


def blocks(document, title):
    (section,) = [section for section in document.sections if section.title == title]
    return section.blocks


def test_the_other_side_of_the_same_games_is_not_compared_once_more(run, suite_of):
    from eval.suite import PlayerEntry

    names = ("random", "other", "third")
    suite = suite_of("versus", axes={"red": names, "blue": names}, games=2)
    suite = suite.model_copy(
        update={"players": suite.players | {"third": PlayerEntry(name="random")}}
    )
    analysis = analyse(run(suite))
    assert len(analysis.rows) == 6
    table, *notes = blocks(build(analysis, "en", plots=False), "Against the first row")[1:]
    # Three pairs have met; two of them are compared to the first.
    assert [row[0] for row in table.rows] == ["random × third", "other × third"]
    assert any("what one wins the other loses" in note for note in notes)
    same = comparison(analysis, analysis, "en").sections[1].blocks
    won = [r for b in same if isinstance(b, Table) for r in b.rows if r[1] == "win rate"]
    assert [row[0] for row in won] == ["random × other", "random × third", "other × third"]
    assert any(isinstance(b, str) and "what one wins" in b for b in same)


def test_no_win_rate_where_every_side_of_a_game_counts(finished, tmp_path):
    """Half of the games are won whatever happens, and four games are four."""
    analysis = analyse(finished["decrypto"])
    research, official = blocks(build(analysis, "en", plots=False), "Results")
    assert "win rate" in research.columns
    assert "win rate" not in official.columns
    assert "no win rate where every side of a game counts" in official.title
    assert official.rows[0][official.columns.index("games")] == "4"
    assert "win_rate" in report_of(finished["decrypto"], tmp_path, plots=False)["results.csv"]
    assert not [r for r in comparison(analysis, analysis, "en").sections[1].blocks
                if isinstance(r, Table) and "official" in r.title
                and any(row[1] == "win rate" for row in r.rows)]  # fmt: skip


def test_a_player_against_itself_is_measured_from_both_sides(run, suite_of):
    versus = suite_of("versus", axes={"red": ("random",), "blue": ("random",)})
    tables = tuple(
        table.model_copy(update={"mirror": True, "perspectives": views})
        for table in versus.tables
        for views in ((), table.perspectives)
    )
    plain = analyse(run(versus.model_copy(update={"tables": tables[:1]}), "plain"))
    (table,) = blocks(build(plain, "en", plots=False), "Results")
    assert [row[0] for row in table.rows] == ["red", "blue"]
    red, blue = (float(row[table.columns.index("win rate")].split("%")[0]) for row in table.rows)
    assert red + blue == 100
    chinese = blocks(build(plain, "zh", plots=False), "结果")[0]
    assert chinese.columns[0] == "一方"
    assert [row[0] for row in chinese.rows] == ["红队", "蓝队"]
    # Grouped as one player, it wins half of its games, and has nobody to be rated against.
    grouped = analyse(run(versus.model_copy(update={"tables": tables[1:]}), "grouped"))
    document = build(grouped, "en", plots=False)
    (table,) = blocks(document, "Results")
    assert "win rate" not in table.columns
    assert "Ratings" not in [section.title for section in document.sections]


def test_it_is_said_where_no_p_can_be_small(finished):
    analysis = analyse(finished["cross"])
    for document in (comparison(analysis, analysis, "en"), build(analysis, "en", plots=False)):
        (told,) = [
            block
            for section in document.sections
            for block in section.blocks
            if isinstance(block, str) and "No p can be below 0.05" in block
        ]
        assert "3 boards give 0.25 at the least" in told
        assert re.search(r"\d+ boards or more are needed", told)


def test_nothing_is_said_where_a_p_can_be_small():
    assert out_of_reach([Difference(0.5, 0.4, 0.6, 0.03, 6)], unit("games")) is None
    few = out_of_reach([Difference(0.5, 0.4, 0.6, 0.125, 4)] * 34, unit("games"))
    assert "4 boards give 0.12 at the least, times 34 comparisons by Holm" in few.en
    assert "11 boards or more are needed" in few.en
    assert "棋盘至少要有 11 张" in few.zh


def test_runs_on_other_boards_are_not_compared(finished, run, suite_of):
    other = run(suite_of("cross", seed=2, games=1))
    with pytest.raises(InputError, match="other boards"):
        comparison(analyse(finished["cross"]), analyse(other), "en")
    with pytest.raises(InputError, match="no players in common"):
        comparison(analyse(finished["cross"]), analyse(finished["versus"]), "en")


def test_runs_dealt_by_another_setup_or_from_other_words_are_not_compared(run, suite_of, tmp_path):
    suite = suite_of("cross", games=2)
    (table,) = suite.tables
    smaller = table.model_copy(update={"setup": {"neutral": 6, "assassin": 2}})
    before = analyse(run(suite, "before"))
    after = analyse(run(suite.model_copy(update={"tables": (smaller,)}), "after"))
    with pytest.raises(InputError, match="on other boards: its setup, words or cases"):
        comparison(before, after, "en")
    # One of two word lists has changed since.
    words = before.versions["words"] | {"zh_codenames": "0" * 16}
    later = replace(before, versions=before.versions | {"words": words})
    told = comparison(before, later, "en").sections[1].blocks
    tables = [block for block in told if isinstance(block, Table)]
    assert [table.title.split(" · ")[1] for table in tables] == ["English"]
    assert any("are left out" in text for text in told if isinstance(text, str))


def test_two_runs_in_one_report_keep_their_figures_apart(finished, run, suite_of, tmp_path):
    analyses = [analyse(finished["cross"]), analyse(run(suite_of("cross", games=2)))]
    documents = [build(analysis, "en") for analysis in analyses]
    write_report(tmp_path / "both", documents, analyses)
    files = {path.name: path.read_text("utf-8") for path in (tmp_path / "both").iterdir()}
    drawings = re.findall(r"\]\(<(.*?)>\)", files["report.md"])
    assert len(drawings) == len(set(drawings)) == len([f for f in files if f.endswith(".svg")])
    assert {name[:2] for name in drawings} == {"a-", "b-"}
    assert re.findall("^# (.: )", files["report.md"], re.MULTILINE) == ["A: ", "B: "]
    rows = list(csv.DictReader(files["results.csv"].splitlines()))
    assert {row["run"] for row in rows} == {"A", "B"}
    assert len({tuple(row[c] for c in list(row)[:7]) for row in rows}) == len(rows)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("![i](http://a.b/c)", "![i]\\(http://a.b/c)"),
        ("# head\n```", "\\# head \\`\\`\\`"),
        ("1. one", "1\\. one"),
        ("*a* _b_ c_d", "\\*a\\* \\_b\\_ c_d"),
        ("a\\|b <i>", "a\\\\|b &lt;i>"),
        ("-16.7 pp [-50.0, 0.0]", "-16.7 pp [-50.0, 0.0]"),
    ],
)
def test_markdown_shows_text_as_it_is(text, shown):
    document = Document("t", "en", (Section("s", (Items((text,)),)),))
    assert f"\n- {shown}\n" in markdown(document)


def test_the_title_of_what_is_folded_is_html():
    document = Document("t", "en", (Section("s", (Folded("[a] *b* <i>", ()),)),))
    assert "<summary>[a] *b* &lt;i&gt;</summary>" in markdown(document)


def test_code_ends_where_it_ends():
    document = Document("t", "en", (Section("s", (Code("a\n```\n# b"),)),))
    assert "````\na\n```\n# b\n````\n" in markdown(document)


def test_calibration_counts_each_guess_at_its_own_transmission(finished, suite_of):
    """Players that state 0.85 for the truth and 0.15 for anything else are found out."""
    plan = make_plan(suite_of("decrypto"))
    calibration = Calibration()
    right = {"decode": 0, "intercept": 0}
    for line in Folder(finished["decrypto"]).lines():
        record = line["game"]["record"]
        turns = record[-1]["table"]["record"]
        for turn in turns:
            right["decode"] += turn["decode"] == turn["code"]
            right["intercept"] += turn["intercept"] == turn["code"]
        stated = [
            {
                "type": "notes",
                "ply": e["ply"],
                "seat": e["seat"],
                "notes": {"probabilities": [{"code": e["move"].get("code"), "p": 0.45}]},
            }
            for e in record
            if e["type"] == "move"
        ]
        line["game"]["record"] = [*record[:-1], *stated, record[-1]]
        for found in plan.stated(line):
            calibration.add(*found)
    for kind, hits in right.items():
        bins = calibration.bins["en", kind, "random"]
        assert sum(b.right for b in bins) == hits
        assert bins[4].count == sum(b.count for b in bins)
        assert bins[4].stated == pytest.approx(0.45 * bins[4].count)


def test_a_game_is_found_and_replayed(finished):
    game = find_game(f"{finished['cross']}#codenames/solo/zh/random+random/2", "en")
    assert game.name == "codenames"
    assert len(game.steps) >= 2
    assert game.outcome is not None


def folded(analysis, language="en"):
    """Return the games that a report tells turn by turn."""
    document = build(analysis, language, plots=False)
    blocks = [block for section in document.sections for block in section.blocks]
    return [block for block in blocks if isinstance(block, Folded)]


@pytest.mark.parametrize("name", ["cross", "decrypto", "versus"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_game_of_the_best_moment_of_each_kind_is_told_turn_by_turn(finished, name, language):
    analysis = analyse(finished[name])
    moments = list(analysis.highlights.moments.values())
    games = folded(analysis, language)
    assert moments
    assert sorted(game.title for game in games) == sorted({kind[0].game for kind in moments})
    lines = {line["id"]: line["game"]["record"] for line in Folder(finished[name]).lines()}
    for game in games:
        table = lines[game.title][-1]["table"]
        facts, turns, *tied, outcome, show = game.blocks
        guesses = [item for items in tied for item in items.items]
        assert len(guesses) == len(table.get("keyword_guesses", ()))
        assert [len(row) for row in turns.rows] == [len(turns.columns)] * len(turns.rows)
        assert len(turns.rows) == len(table.get("history" if name != "decrypto" else "record"))
        screens = table.get("screens", [{"keywords": table.get("words")}])
        for word in (word for screen in screens for word in screen["keywords"]):
            assert any(word in fact for fact in facts.items)
        place = show.text.removeprefix("cluebot eval show ").strip("'")
        assert outcome == find_game(place, language).outcome


def test_a_clue_is_told_with_what_was_meant_and_what_was_read():
    table = {
        "screens": [{"side": "white", "keywords": ["sun", "rope", "bear", "tea"]}],
        "keyword_guesses": [{"side": "white", "words": ["sun", "moon"], "correct": 1}],
        "record": [
            {"round": 1, "side": "white", "clues": ["cup", "day", "knot"], "code": [4, 1, 2],
             "decode": [4, 1, 2], "intercept": None},
            {"round": 2, "side": "white", "clues": ["den", "ray", "pot"], "code": [3, 1, 4],
             "decode": [3, 4, 1], "intercept": [3, 1, 4]},
            {"round": 3, "side": "white", "clues": None, "code": [1, 2, 3], "decode": None,
             "intercept": None},
        ],
    }  # fmt: skip
    facts, (turns, tied) = _decrypto(table, "en")
    assert tied.items == ("white guessed the keywords sun, moon: 1 right",)
    assert facts == [("white", "1 sun, 2 rope, 3 bear, 4 tea")]
    assert turns.rows == (
        ("1", "white", "cup (tea), day (sun), knot (rope)", "4-1-2", "4-1-2 ✓", "–"),
        ("2", "white", "den (bear), ray (sun), pot (tea)", "3-1-4", "3-4-1 ✗", "3-1-4 ✓"),
        ("3", "white", "–", "1-2-3", "–", "–"),
    )


def test_a_touch_is_told_with_what_it_was():
    table = {
        "words": ["moon", "fish", "iron"], "identities": ["red", "assassin", "red"],
        "history": [
            {"side": "red", "clue": "night", "number": "unlimited", "end": "assassin",
             "guessed": [{"word": "moon", "identity": "red"},
                         {"word": "fish", "identity": "assassin"}]},
            {"side": "blue", "clue": None, "number": None, "end": "forfeit", "guessed": []},
        ],
    }  # fmt: skip
    facts, (turns,) = _codenames(table, "zh")
    assert facts == [("红队", "moon、iron"), ("刺客", "fish")]
    assert turns.rows == (
        ("红队", "night ∞", "moon（红队）、fish（刺客）", "猜到刺客"),
        ("蓝队", "–", "–", "弃权"),
    )


def test_a_game_turn_by_turn_is_folded_away_on_the_page(finished, tmp_path):
    files = report_of(finished["cross"], tmp_path, plots=False)
    games = folded(analyse(finished["cross"]))
    for text in (files["report.md"], files["report.html"]):
        assert text.count("<details>") == text.count("</details>") == len(games)
        for game in games:
            assert f"<summary>{game.title}</summary>" in text
    assert "<caption></caption>" not in files["report.html"]


def test_who_sat_where_is_told_by_the_labels_of_the_run(finished):
    place = f"{finished['cross']}#codenames/solo/en/other+random/1"
    players = find_game(place, "en").title.splitlines()[1]
    assert players.startswith("red spymaster other, red operative 1 random")
    rotating = find_game(
        f"{finished['decrypto']}#decrypto/official/en/random+random+random/1", "en"
    )
    assert "white 1 random" in rotating.title


def test_players_who_share_a_seat_are_told_by_their_tasks(run, suite_of):
    from eval.suite import PlayerEntry

    suite = suite_of("decrypto", games=1)
    players = {name: PlayerEntry(name="random") for name in ("one", "two")}
    axes = {"encoder": ("one",), "decoder": ("two",), "interceptor": ("one",)}
    folder = run(suite.model_copy(update={"players": players, "axes": axes}))
    place = f"{folder}#decrypto/official/en/one+two+one/1"
    assert "white 1 one + two + one" in find_game(place, "en").title
    analysis = analyse(folder)
    (line,) = (line for line in Folder(folder).lines() if "official" in line["id"])
    facts, *_ = transcript(analysis.plan, line, "zh")
    assert "白队 1：加密 one、解码 two、拦截 one、猜关键词 one" in facts.items


@pytest.mark.parametrize(
    ("place", "named"),
    [
        ("nowhere", "DIR#GAME"),
        ("{}#codenames/solo/zh/random+random/99", "did you mean codenames/solo/zh/random"),
        ("nowhere#x", "holds no run"),
    ],
)
def test_a_game_that_is_not_there_is_named(finished, place, named):
    with pytest.raises(InputError, match=named):
        find_game(place.format(finished["cross"]), "en")


@pytest.mark.parametrize("sign", ["", "#"])
def test_whoever_names_no_game_is_told_of_some_that_can_be_shown(finished, sign):
    with pytest.raises(InputError) as told:
        find_game(f"{finished['cross']}{sign}", "en")
    for message in (told.value.to("en"), told.value.to("zh")):
        assert "games.jsonl" in message
        named = re.findall(r"/\S+?#[\w/+]+", message.replace("、", " "))
        assert len(named) == 3
        for place in named:
            assert find_game(place, "en").steps


def test_a_run_without_a_finished_game_says_so(finished, tmp_path):
    (tmp_path / "run.json").write_bytes((finished["cross"] / "run.json").read_bytes())
    with pytest.raises(InputError, match="no game has been finished"):
        find_game(str(tmp_path), "en")


def test_figures_are_written_as_people_read_them():
    assert number(-0.0001) == "0.00"
    assert number(0.5, percent=True) == "50.0%"
    assert probability(0.9999) == "1.000"


def test_markdown_shows_labels_as_they_are():
    cells = ("a|b", "<b>", "a\\|b", "R&D")
    table = Table("<t>", ("one", "two", "three", "four"), (cells,), labels=4)
    text = markdown(Document("Run", "en", (Section("Results", (table,)),)))
    assert "| a\\|b | &lt;b> | a\\\\\\|b | R&amp;D |" in text
    assert "### &lt;t>" in text
