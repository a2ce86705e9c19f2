"""What the command line asks for, and the command that asks for what a run has played."""

from __future__ import annotations

import json
import re
import shlex

import pytest

from cluebot.errors import InputError
from eval.chosen import choose, command
from eval.folder import Folder
from eval.suite import PlayerEntry


def games_of(folder):
    return sorted((line["id"], line["sha256"]) for line in Folder(folder).lines())


@pytest.fixture
def played_again(run_cluebot, tmp_path):
    """Return ``played_again(folder)``: run the command of a run's report, return its folder."""

    def play(folder):
        report = run_cluebot("eval", "report", str(folder), "--out", str(tmp_path / "report"))
        assert report.exit_code == 0, report.errors
        page = (tmp_path / "report" / "report.md").read_text("utf-8")
        words = shlex.split(re.search(r"^cluebot eval run .*", page, re.MULTILINE)[0])[1:]
        again = tmp_path / "again"
        if "NEW" in words:
            words[words.index("NEW")] = str(again)
        else:
            words += ["--out", str(again)]
        done = run_cluebot(*words)
        assert done.exit_code == 0, done.errors
        return again

    return play


@pytest.mark.parametrize(
    "options",
    [
        "codenames-cross --players giver=random --players guesser=random --games 2 -l en",
        "decrypto-interception --players random --games 1 --seed 5 -l zh",
        "legality --games 5",
        "legality -l en --data DATA",
        "listeners -l en --data DATA --players random",
    ],
)
def test_the_command_of_a_report_plays_the_same(run_cluebot, tmp_path, played_again, options):
    data = tmp_path / "cases with a blank.jsonl"
    case = {"board": ["bat", "bear", "iron"], "clue": "animal"}
    case |= {"game": "codenames", "verdict": "legal"} if "legality" in options else {
        "targets": ["bat"], "human_guesses": [["bat"], ["bear"]]
    }  # fmt: skip
    data.write_text(json.dumps(case) + "\n", "utf-8")
    words = [str(data) if word == "DATA" else word for word in shlex.split(options)]
    out = tmp_path / "run"
    done = run_cluebot("eval", "run", *words, "--out", str(out))
    assert done.exit_code == 0, done.errors
    assert games_of(played_again(out)) == games_of(out)


def test_a_run_that_stopped_when_clear_stops_there_again(run, suite_of, played_again):
    suite = suite_of("cross", games=200, languages=("en",), primary="first_guess", margin=0.9)
    players = suite.players | {"other": PlayerEntry(name="random")}
    folder = run(suite.model_copy(update={"players": players}), clear=True)
    again = played_again(folder)
    assert (again / "stop.json").read_text() == (folder / "stop.json").read_text()
    assert games_of(again) == games_of(folder)


def test_a_shipped_suite_is_named_and_one_of_the_users_is_not(tmp_path, suite_of):
    asked = choose("codenames-versus", ["process:bot a=b,embedding", "random"], 80, 3, "en")
    for stopped in (False, True):
        told = command(asked, tmp_path, stopped=stopped)
        words = shlex.split(told)
        assert words[3] == "codenames-versus"
        assert ("--stop-when-clear" in words) == stopped
        players = [words[i + 1] for i, word in enumerate(words) if word == "--players"]
        assert choose("codenames-versus", players, 80, 3, "en") == asked
    changed = asked.model_copy(update={"margin": 0.5})
    for suite in (changed, suite_of("cross")):
        assert command(suite, tmp_path, stopped=False) == (
            f"cluebot eval run {tmp_path}/run.json --out NEW"
        )


@pytest.mark.parametrize(
    ("option", "players"),
    [
        ("process:node bot.js,embedding", ("process:node bot.js", "embedding")),
        ("embedding, process:node bot.js", ("embedding", "process:node bot.js")),
        ("process:a,process:b x=1", ("process:a", "process:b x=1")),
        ("process:bot,llm:mine", ("process:bot", "llm:mine")),
        ("process:bot --level '1,2',random", ("process:bot --level '1,2'", "random")),
        ('process:bot "say \\"a,b\\""', ('process:bot "say \\"a,b\\""',)),
        ("giver=process:bot --x=1,words", ("process:bot --x=1", "words")),
    ],
)
def test_a_comma_ends_a_command_unless_it_is_in_quotes(option, players):
    chosen = choose("codenames-cross", [option])
    assert chosen.axes["giver"] == players
    assert set(players) <= chosen.players.keys()


@pytest.mark.parametrize("option", ["process:bot --level 1,2", "process:node bot.js,embeding"])
def test_a_comma_that_may_belong_to_the_command_is_refused(option):
    with pytest.raises(InputError) as told:
        choose("codenames-cross", [option])
    for message in (told.value.to("en"), told.value.to("zh")):
        assert "--players" in message
        assert option.rpartition(",")[2] in message
        assert '--level "1,2"\'' in message


@pytest.mark.parametrize("option", ["process:bot \x1b[31m", "process:bot,x\x1b[31m"])
def test_control_characters_do_not_reach_the_terminal(option):
    with pytest.raises(InputError, match=r"^--players") as told:
        choose("codenames-cross", [option])
    for message in (told.value.to("en"), told.value.to("zh")):
        assert "\x1b" not in message


@pytest.mark.parametrize(("option", "named"), [("games", "at most 1000000"), ("seed", "number")])
def test_a_setting_out_of_bounds_is_refused_before_anything_is_played(option, named):
    with pytest.raises(InputError, match=f"^--{option} = .*{named}"):
        choose("codenames-cross", **{option: 2_000_000 if option == "games" else 0.5})
