"""Suites: the shipped ones hold together, and mistakes in one are named."""

from __future__ import annotations

import json
import textwrap

import pytest

from cluebot.errors import InputError
from eval.folder import Folder
from eval.games import make_plan
from eval.suite import PlayerEntry, load_suite, parse_suite, shipped, with_players
from tests.eval.conftest import CROSS


def broken(old, new):
    assert old in CROSS
    return textwrap.dedent(CROSS).replace(old, new)


@pytest.mark.parametrize("name", shipped())
def test_shipped_suites_are_named_as_their_files_and_can_be_played(name):
    suite = load_suite(name)
    assert suite.name == name
    if suite.kind == "games":
        make_plan(suite).check()


def test_ids_are_stable_and_distinct(suite_of):
    plan = make_plan(suite_of("cross", games=2))
    ids = [plan.id(n) for n in range(plan.count)]
    assert len(set(ids)) == plan.count == 8
    assert ids[0] == "codenames/solo/en/random+random/1"
    assert ids[-1] == "codenames/solo/zh/other+random/2"


APART = """presets = ["solo"]
perspectives = [
    { side = "red", group = { a = "giver" } }, { side = "red", group = { b = "giver" } },
]"""


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('name = "small-cross"', 'nam = "small-cross"', "did you mean 'name'"),
        ("games = 3", "games = 0", "games = 0"),
        ("games = 3", 'games = "many"', 'games = "many"'),
        ("games = 3", "games = 3\nsed = 4", "did you mean 'seed'"),
        ('"giver", "red', '"givr", "red', "did you mean 'giver'"),
        ('giver = ["random", "other"]', 'giver = ["random", "random"]', "is there twice"),
        ('game = "codenames"', 'game = "chess"', "game = chess"),
        ("[players]", "[players", "is not TOML"),
        ("games = 3", "games = 1" + "0" * 5000, "is not TOML"),
        ("games = 3", "games = 3\nplots = " + "[" * 3000, "is not TOML"),
        ("games = 3", "games = 3\nseed = 0x1" + "0" * 9000, "seed = 0x1"),
        ('zh = "小"', 'zh = "小\\u001b"', "control character"),
        ('presets = ["solo"]', APART, "tables.0.perspectives = b: is grouped otherwise"),
        (
            'random = { name = "random" }',
            'random = { name = "process:bot", options = { depth = 1, temperature = nan } }',
            r"^players\.random\.options\.temperature = NaN: .* use text, finite numbers",
        ),
        (
            'random = { name = "random" }',
            'random = { name = "process:bot", options = { inner = { far = [1, -inf] } } }',
            r"^players\.random\.options\.inner = .*-Infinity",
        ),
        (
            'random = { name = "random" }',
            'random = { name = "process:bot", options = { day = 2024-02-29 } }',
            r"^players\.random\.options\.day = ",
        ),
        (
            'title = { en = "Small", zh = "小" }',
            'title = "Small"',
            r'title = Small: is needed in both languages; write \{ en = "Small", zh = "Small" \}',
        ),
    ],
)
def test_a_wrong_suite_is_named(old, new, named):
    with pytest.raises(InputError, match=named):
        parse_suite(broken(old, new), "suite.toml")


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('giver = ["random", "other"]', 'giver = ["randon"]', "did you mean 'random'"),
        ('random = { name = "random" }', 'random = { name = "randam" }', "did you mean 'random'"),
        ('presets = ["solo"]', 'presets = ["solos"]', "did you mean 'solo'"),
        ('"red.operative.*" = "guesser"', '"red.operative.*" = { encode = "guesser" }', "no role"),
        ('primary = "win_rate"', 'primary = "decode_accuracy"', "says nothing of codenames"),
        ('"red.operative.*" = "guesser"', '"red.operator.*" = "guesser"', "nobody sits here"),
        ('primary = "win_rate"', 'primary = "winrate"', "did you mean 'win_rate'"),
        (
            'presets = ["solo"]',
            'presets = ["solo"]\nperspectives = [{ side = "rde", group = { giver = "giver" } }]',
            "did you mean 'red'",
        ),
    ],
)
def test_a_suite_that_cannot_be_played_writes_nothing(run, tmp_path, old, new, named):
    suite = parse_suite(broken(old, new), "suite.toml")
    with pytest.raises(InputError, match=named):
        run(suite)
    assert not (tmp_path / "run").exists()


def seated(suite, place, seats):
    """Return a suite with one of its tables alone, and others at its seats."""
    table = suite.tables[place].model_copy(update={"seats": seats, "perspectives": ()})
    return suite.model_copy(update={"tables": (table,)})


TWO = {"encode": "encoder", "decode": "decoder"}


@pytest.mark.parametrize(
    ("name", "place", "seats", "named"),
    [
        ("decrypto", 1, {"*": {"encode": "encoder"}},
         "white.1: nobody plays decode, intercept, guess_keywords here in official"),
        ("decrypto", 1, {"black.2": TWO | {"intercept": "interceptor"}, "*": "encoder"},
         "black.2: nobody plays guess_keywords here"),
        ("decrypto", 1, {"*": {}}, "white.1: nobody plays encode, decode"),
        ("decrypto", 0, {"*": TWO}, "interceptor: nobody plays intercept here in research"),
        ("decrypto", 0, {"interceptor": {}, "*": TWO}, "interceptor: nobody plays intercept"),
        ("versus", 0, {"red.*": "red", "blue.*": {}}, "blue.spymaster: nobody sits here"),
    ],
)  # fmt: skip
def test_a_seat_whose_tasks_nobody_plays_is_named(
    run, suite_of, tmp_path, name, place, seats, named
):
    with pytest.raises(InputError, match=r"^tables\.0\.seats = .*name an axis") as told:
        run(seated(suite_of(name), place, seats))
    assert named in told.value.to("en")
    assert "写一个轴" in told.value.to("zh")
    assert not (tmp_path / "run").exists()


def test_a_team_against_a_lone_interceptor_need_not_intercept(run, suite_of):
    suite = seated(suite_of("decrypto"), 0, {"interceptor": "interceptor", "*": TWO})
    (table,) = suite.tables
    tables = (table.model_copy(update={"presets": ("three_player", "research")}),)
    folder = run(suite.model_copy(update={"tables": tables}))
    assert run.summary.finished == 8
    for line in Folder(folder).lines():
        assert "nobody at this seat" not in json.dumps(line["game"])


def test_it_is_told_whose_option_is_wrong(run, suite_of):
    suite = suite_of("cross", games=1)
    players = {
        "random": PlayerEntry(name="random"),
        "other": PlayerEntry(name="random", options={"wrods": ["sea"]}),
    }
    with pytest.raises(InputError, match=r"random\.options\.wrods.*did you mean 'words'"):
        run(suite.model_copy(update={"players": players}))


def test_names_of_options_are_plain_text():
    named = broken("options = { words", 'options = { "a\\u001b[31m" = 1, words')
    with pytest.raises(InputError, match="control character"):
        parse_suite(named, "suite.toml")


def test_an_unknown_player_is_named_where_no_combination_is_left(suite_of):
    suite = suite_of("versus", axes={"red": ("randam",), "blue": ("randam",)})
    suite = suite.model_copy(update={"players": {"randam": PlayerEntry(name="randam")}})
    with pytest.raises(InputError, match="did you mean 'random'"):
        make_plan(suite).check()


def test_a_sandglass_is_refused():
    suite = parse_suite(
        broken('presets = ["solo"]', 'presets = ["solo"]\nsetup = {clue_seconds = 30}'), "s"
    )
    with pytest.raises(InputError, match="without a clock"):
        make_plan(suite).check()


def test_unknown_suites_come_with_the_nearest_name():
    with pytest.raises(InputError, match="did you mean 'decrypto-interception'"):
        load_suite("decrypto-intercept")
    with pytest.raises(InputError, match="cannot be read"):
        load_suite("nowhere/mine.toml")


def test_players_are_replaced_on_one_axis_or_on_all(suite_of):
    suite = with_players(suite_of("cross"), {"giver": ("process:bot --level 3",)})
    assert suite.axes == {"giver": ("process:bot --level 3",), "guesser": ("random",)}
    assert make_plan(suite).cells[0].key == "codenames/solo/en/process:bot --level 3+random"
    everyone = with_players(suite_of("cross"), {None: ("other",)})
    assert set(everyone.axes.values()) == {("other",)}
    with pytest.raises(InputError, match="did you mean 'giver'"):
        with_players(suite_of("cross"), {"givers": ("random",)})


@pytest.mark.parametrize("sign", ["\n", "\x1b[31m", "\u2028"])
def test_a_player_that_would_break_lines_is_refused(suite_of, sign):
    command = f'process:python3 -c "import bot{sign}bot.play()"'
    with pytest.raises(InputError, match=r"^--players = .*line break or control character") as told:
        with_players(suite_of("cross"), {"giver": ("random", command)})
    assert sign not in told.value.to("zh")


def test_labels_cannot_run_into_each_other_in_ids(suite_of):
    suite = with_players(suite_of("cross"), {"giver": ("process:a/b+c%2F",)})
    assert make_plan(suite).cells[0].key.split("/")[3] == "process:a%2Fb%2Bc%252F+random"


def test_a_table_without_perspectives_is_measured_from_every_side_that_plays_alike(suite_of):
    versus = suite_of("versus")
    table = versus.tables[0].model_copy(update={"perspectives": (), "mirror": True})
    rows = make_plan(versus.model_copy(update={"tables": (table,)})).rows()
    assert [group[3] for group in rows][:2] == [
        (("side", "red"), ("red", "random"), ("blue", "random")),
        (("side", "blue"), ("red", "random"), ("blue", "random")),
    ]
    assert len(rows) == 8
    # The interceptor of the research rules does another thing than the team.
    research = suite_of("decrypto")
    alone = research.model_copy(update={"tables": research.tables[:1]})
    table = alone.tables[0].model_copy(update={"perspectives": ()})
    (group,) = make_plan(alone.model_copy(update={"tables": (table,)})).rows()
    assert [name for name, _ in group[3]] == ["encoder", "decoder", "interceptor"]
