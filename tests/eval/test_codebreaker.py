"""A game without words, in which every seat is a side of its own, measured like the others."""

from __future__ import annotations

import textwrap

import pytest

from cluebot.errors import InputError
from cluebot.games.codebreaker import CODEBREAKER
from eval.analysis import analyse
from eval.games import make_plan
from eval.replay import find_game
from eval.report.build import build, result_tables
from eval.suite import load_suite, parse_suite

SUITE = """
    name = "small-codebreaker"
    title = { en = "Small", zh = "小" }
    languages = ["en", "zh"]
    games = 3
    primary = "win_rate"

    [players]
    belief = { name = "belief" }
    random = { name = "random" }

    [axes]
    one = ["belief", "random"]
    others = ["random"]

    [[tables]]
    game = "codebreaker"
    presets = ["lightning"]
    seats = { "player.1" = "one", "*" = "others" }
    perspectives = [
        { side = "player.1", group = { seat = "$side", player = "one" } },
        { side = "player.2", group = { seat = "$side", player = "others" } },
    ]

    [[tables]]
    game = "codebreaker"
    name = "three"
    presets = ["lightning"]
    setup = { players = 3, max_rounds = 4 }
    seats = { "player.1" = "one", "*" = "others" }
"""


@pytest.fixture(scope="module")
def suite():
    return parse_suite(textwrap.dedent(SUITE), "suite.toml")


@pytest.fixture
def analysis(suite, run):
    return analyse(run(suite))


def test_tables_that_share_a_preset_are_told_apart_by_name(suite):
    keys = [cell.key for cell in make_plan(suite).cells]
    assert keys[0] == "codebreaker/lightning/en/belief+random"
    assert "codebreaker/lightning-three/zh/random+random" in keys
    assert len(keys) == len(set(keys)) == 8


def test_boards_have_a_seed_alone_and_are_shared(suite):
    plan = make_plan(suite)
    specs = [plan.spec(n) for n in range(plan.count)]
    english = [s for s in specs if s.cell.language == "en"]
    assert len({s.seed for s in english}) == suite.games
    assert all("words" not in s.setup.to_json() for s in specs)


def test_wins_are_counted_by_seat(analysis):
    rows = {group[1:]: row for group, row in analysis.rows.items()}
    seats = {dict(labels)["seat"] for _, preset, labels in rows if preset == "lightning"}
    assert seats == {"player.1", "player.2"}
    first = rows["en", "lightning", (("seat", "player.1"), ("player", "belief"))]
    wins, games = map(sum, zip(*first.samples["win_rate"].values(), strict=True))
    assert games == first.games == 3
    assert 0 <= wins <= 3
    for name in ("cracks", "knock_outs", "timeouts", "game_turns", "turns"):
        assert set(first.samples[name]) == {1, 2, 3}
    ended = [first.samples[name] for name in ("cracks", "knock_outs", "timeouts")]
    assert sum(sums[board][0] for sums in ended for board in sums) == 3


def test_reports_name_the_game_and_its_tables(analysis):
    for language, title in (("en", "Code Breaker"), ("zh", "密码破译师")):
        tables = result_tables(analysis, language)
        assert [title in table.title for table in tables] == [True] * 4
        assert any(table.title.endswith("lightning-three") for table in tables)
        assert build(analysis, language).sections


def test_a_game_is_shown_with_the_names_of_its_cards_in_the_readers_language(suite, run):
    folder = run(suite)
    named = {"en": set(), "zh": set()}
    for played in ("en", "zh"):
        place = f"{folder}#codebreaker/lightning/{played}/belief+random/1"
        for language, found in named.items():
            told = find_game(place, language)
            assert told.view.language == language
            words = {word for step in told.steps for word in step.text.split()}
            assert not words & {piece.id for piece in CODEBREAKER.pieces}
            found |= {p.id for p in CODEBREAKER.pieces if p.name.to(language) in words}
    assert named["en"] == named["zh"]
    assert len(named["en"]) > 2


def test_a_table_of_an_unknown_game_is_named(suite):
    text = textwrap.dedent(SUITE).replace('"codebreaker"', '"codebraker"', 1)
    with pytest.raises(InputError, match="did you mean 'codebreaker'"):
        parse_suite(text, "suite.toml")


def test_two_tables_of_one_name_are_refused():
    text = textwrap.dedent(SUITE).replace('name = "three"\n', "")
    with pytest.raises(InputError, match="labels or names"):
        _ = make_plan(parse_suite(text, "suite.toml")).cells


def test_the_shipped_suite_measures_every_variant():
    suite = load_suite("codebreaker")
    presets = {preset for table in suite.tables for preset in table.presets}
    assert presets == {"stated", "balanced", "lightning", "expert", "coop"}
