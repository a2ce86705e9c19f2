"""Players from outside: the example of the docs plays, and whatever goes wrong is named."""

from __future__ import annotations

import json
import random
import re
import shlex
import sys
import time
from pathlib import Path

import pytest

import cluebot
from cluebot.errors import Forfeit, InputError, ResourceError
from cluebot.games.base import GAMES, Seat
from cluebot.players.base import Budget
from eval.analysis import analyse
from eval.folder import Folder
from eval.process_player import ProcessPlayer
from eval.suite import PlayerEntry, with_players

DOCS = Path(cluebot.__file__).parents[1] / "docs" / "eval.md"


@pytest.fixture
def view():
    """Return the view of a spymaster before the first clue."""
    game = GAMES.load("codenames")
    words = tuple("abcdefghijklmnopqrstuvwxy")
    setup = game.setup_type(language="en", words=[f"{w}{w}{w}" for w in words], opponent="none")
    return game.start(setup, random.Random(1)).view(Seat("red.spymaster"))


@pytest.fixture
def sit(request):
    """Return ``sit(command, **options)``: a player that is closed after the test."""

    def start(command, **options):
        player = ProcessPlayer(command, "codenames", "spymaster", "en", options)
        request.addfinalizer(player.close)
        return player

    return start


def act(player, view):
    return player.act(view, random.Random(1), Budget())


def test_the_example_of_the_docs_plays_its_games(run, suite_of, tmp_path):
    (code,) = re.findall(r"```python\n# bot.py\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    path = tmp_path / "bot.py"
    path.write_text(code, "utf-8")
    command = f"process:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"
    suite = with_players(suite_of("cross", games=2, languages=("en",)), {None: (command,)})
    folder = run(suite)
    analysis = analyse(folder)
    assert (analysis.finished, analysis.failed) == (2, {})
    record = next(Folder(folder).lines())["game"]["record"]
    assert record[0]["players"]["red.spymaster"] == command
    assert [e["type"] for e in record[1:3]] == ["move", "notes"]
    assert not any(entry["type"] == "forfeit" for entry in record)


def test_a_move_comes_back_with_its_notes(bot, sit, view):
    action = (
        'print(json.dumps({"move": {"kind": "clue", "word": "ocean", "number": 2}, "notes": '
        '{"seed": question["seed"], "side": question["view"]["side"]}}), flush=True)'
    )
    decision = act(sit(bot(action)), view)
    assert decision.move.word == "ocean"
    assert decision.notes["side"] == "red"
    assert decision.notes["seed"] == random.Random(1).getrandbits(48)


@pytest.mark.parametrize(
    ("action", "named"),
    [
        ('print("I think OCEAN is best", flush=True)', "no JSON object: I think OCEAN is best"),
        ("print(json.dumps([1, 2]), flush=True)", "no JSON object"),
        ('print(json.dumps({"move": {"kind": "clue"}}), flush=True)', "word"),
        ('print(json.dumps({"mvoe": 1}), flush=True)', "mvoe"),
        (
            'print(json.dumps({"move": {"kind": "clue", "word": "aaa", "number": 1}}), flush=True)',
            "aaa",
        ),
        ('print(json.dumps({"forfeit": "too hard"}), flush=True)', "gives up: too hard"),
        ('sys.stdout.buffer.write(b"\\xff\\xfe\\n"); sys.stdout.flush()', "no JSON object"),
        ('print("x" * 3_000_000, flush=True)', "no JSON object"),
    ],
)
def test_what_is_no_legal_move_is_a_forfeit(bot, sit, view, action, named):
    with pytest.raises(Forfeit, match=named):
        act(sit(bot(action)), view)


def test_no_answer_in_time_is_a_forfeit_and_the_program_starts_afresh(bot, sit, view):
    player = sit(bot("time.sleep(30)"), timeout=0.5)
    for _ in range(2):
        with pytest.raises(Forfeit, match=r"did not answer within 0\.5 s"):
            act(player, view)


def test_a_program_that_ends_is_a_technical_failure_with_its_last_words(bot, sit, view):
    player = sit(bot('sys.exit("out of ideas")'))
    with pytest.raises(ResourceError, match="ended with code 1; its last words: out of ideas"):
        act(player, view)


@pytest.mark.parametrize(
    ("command", "error", "named"),
    [
        ("no-such-program --really", ResourceError, "cannot be started"),
        ("", InputError, "command"),
        ("'unclosed", InputError, "command"),
        (f"{shlex.quote(sys.executable)} -c 'print(1)'", ResourceError, "no JSON object: 1"),
        (
            f"{shlex.quote(sys.executable)} -c 'import this, sys; sys.exit(3)'",
            ResourceError,
            "JSON",
        ),
        (f"{shlex.quote(sys.executable)} -c 'print([].x)'", ResourceError, "AttributeError"),
    ],
)
def test_a_program_that_does_not_start_is_named(command, error, named):
    with pytest.raises(error, match=named):
        ProcessPlayer(command, "codenames", "spymaster", "en", {"timeout": 20})


@pytest.mark.parametrize("wrong", ["long", 0, float("nan"), 1e300, True])
def test_a_wrong_timeout_is_named(bot, wrong):
    with pytest.raises(InputError, match="timeout"):
        ProcessPlayer(bot("pass"), "codenames", "spymaster", "en", {"timeout": wrong})


def test_a_command_that_no_system_takes_is_named():
    with pytest.raises(InputError, match="write a command"):
        ProcessPlayer("bot\0", "codenames", "spymaster", "en", {})


def test_a_crash_in_a_run_is_excluded_and_the_run_goes_on(run, suite_of, bot):
    action = (
        'sys.exit("tired") if len(question["view"]["history"]) == 1 else '
        'print(json.dumps({"move": {"kind": "clue", "word": "ocean", "number": 1}}), flush=True)'
    )
    suite = suite_of("cross", games=2, languages=("en",))
    players = suite.players | {"tired": PlayerEntry(name=f"process:{bot(action)}")}
    suite = suite.model_copy(update={"players": players})
    suite = with_players(suite, {"giver": ("tired", "random")})
    folder = run(suite)
    assert run.summary.finished + run.summary.failed == 4
    failed = analyse(folder).failed
    assert failed
    assert all("tired" in game for game in failed)
    assert all("its last words: tired" in text.en for text in failed.values())


CLUE = '{"kind": "clue", "word": "ocean", "number": 1}'


@pytest.mark.parametrize(
    ("notes", "named"),
    [
        ("[1]", "must be an object"),
        ('{"x": float("nan")}', "NaN"),
        ('{"x": json.loads("-1e999")}', "Infinity"),
        ('{"x": "\\ud800"}', "whole characters"),
        ('{"\\udfff": 1}', "whole characters"),
        ('{"x": "x" * 200_000}', "longer than"),
        ('{"x": json.loads("[" * 30 + "]" * 30)}', "deeper than"),
        ('{"x": json.loads("[" * 900 + "]" * 900)}', "deeper than"),
        ('{"calls": 5}', "kept for players of cluebot"),
        ('{"fallback": {"en": "", "zh": ""}}', "kept for players of cluebot"),
        ('{"guesses": 5}', "guesses"),
        ('{"guesses": None}', "guesses"),
        ('{"guesses": [{"word": "moon", "probability": "much"}]}', "probability"),
        ('{"guesses": [{"word": "moon", "probability": True}]}', "probability"),
        ('{"guesses": [{"word": "moon"}]}', "probability"),
        ('{"probabilities": [{"code": "421", "p": 0.5}]}', "code"),
        ('{"probabilities": [{"code": [4, 2, 1], "p": 1.5}]}', "p"),
        ('{"probabilities": {"code": [4, 2, 1], "p": 0.5}}', "probabilities"),
    ],
)
def test_notes_that_are_no_proper_notes_are_a_forfeit_that_says_so(bot, sit, view, notes, named):
    action = f'print(json.dumps({{"move": {CLUE}, "notes": {notes}}}), flush=True)'
    with pytest.raises(Forfeit, match=named) as told:
        act(sit(bot(action)), view)
    told.value.to("zh").encode()


def test_notes_may_say_more_than_is_documented(bot, sit, view):
    notes = '{"guesses": [{"word": "moon", "probability": 1, "why": ["近"]}], "mine": None}'
    action = f'print(json.dumps({{"move": {CLUE}, "notes": {notes}}}), flush=True)'
    noted = act(sit(bot(action)), view).notes
    assert noted == {
        "guesses": [{"word": "moon", "probability": 1, "why": ["近"]}],
        "mine": None,
    }


def test_strange_notes_end_no_run(run, suite_of, bot):
    action = f'print(json.dumps({{"move": {CLUE}, "notes": {{"x": float("nan")}}}}), flush=True)'
    suite = suite_of("cross", games=1, languages=("en",))
    suite = with_players(suite, {"giver": (f"process:{bot(action)}",)})
    folder = run(suite)
    assert (run.summary.finished, run.summary.failed) == (1, 0)
    record = next(Folder(folder).lines())["game"]["record"]
    assert record[1]["type"] == "forfeit"
    assert "NaN" in record[1]["message"]["en"]
    assert analyse(folder).finished == 1


def test_a_program_that_does_not_read_is_a_forfeit(sit, view, tmp_path):
    path = tmp_path / "deaf.py"
    path.write_text('import time\nprint(\'{"type": "ready"}\', flush=True)\ntime.sleep(60)\n')
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"
    player = sit(command, timeout=0.5, lexicon=["word"] * 100_000)
    with pytest.raises(Forfeit, match=r"did not answer within 0\.5 s"):
        act(player, view)


def test_a_second_line_answers_no_other_question(bot, sit, view):
    action = (
        f'print(json.dumps({{"move": {CLUE}}}) + "\\n" + json.dumps({{"forfeit": "late"}}), '
        "flush=True)"
    )
    player = sit(bot(action))
    for _ in range(2):
        assert act(player, view).move.word == "ocean"
        _await(lambda: not player._answers.empty())
        with pytest.raises(Forfeit, match=r"more than one line for a question.*late"):
            act(player, view)


def test_lines_that_nobody_awaits_are_not_kept(bot, sit, view):
    action = f'print(json.dumps({{"move": {CLUE}}}), flush=True)\n        '
    action += 'while True: print("x" * 100_000, flush=True)'
    player = sit(bot(action))
    assert act(player, view).move.word == "ocean"
    # What it writes to is closed, so that it ends by itself.
    player._process.wait(timeout=20)
    assert player._answers.qsize() <= 3


def _await(condition):
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


REMEMBERING = """
        import os
        with open(os.path.join(os.path.dirname(__file__), "seen.jsonl"), "a") as seen:
            seen.write(json.dumps([os.getpid(), question["view"]]) + "\\n")
        print(json.dumps({"forfeit": "no idea"}), flush=True)
"""


@pytest.mark.parametrize("seats", ["one", "by task"])
def test_no_program_sees_what_another_game_or_side_may_see(run, suite_of, bot, tmp_path, seats):
    command = f"process:{bot(REMEMBERING.strip())}"
    suite = suite_of("decrypto", games=2)
    axes = {"encoder": ("random", command), "decoder": (command,), "interceptor": (command,)}
    players = suite.players | {command: PlayerEntry(name=command)}
    tables = [table for table in suite.tables if table.presets == ("official",)]
    if seats == "one":
        tables = [tables[0].model_copy(update={"seats": {"*": "encoder"}, "perspectives": ()})]
    run(suite.model_copy(update={"axes": axes, "players": players, "tables": tuple(tables)}))
    assert run.summary.failed == 0
    seen = {}
    for line in (tmp_path / "seen.jsonl").read_text("utf-8").splitlines():
        pid, view = json.loads(line)
        seen.setdefault(pid, []).append(view)
    assert len(seen) >= 4
    for views in seen.values():
        assert len({view["side"] for view in views}) == 1
        # Who knows the code of a transmission does not decode it.
        coded = {view["round"] for view in views if view["task"] == "encode"}
        assert coded.isdisjoint(view["round"] for view in views if view["task"] == "decode")
        assert len({json.dumps(view["keywords"]) for view in views}) == 1
        rounds = [view["round"] for view in views]
        assert rounds == sorted(rounds)


def test_programs_end_with_their_game(run, suite_of, bot, tmp_path):
    command = f"process:{bot(REMEMBERING.strip())}"
    suite = suite_of("cross", games=1, languages=("en",))
    run(with_players(suite, {None: (command,)}))
    lines = (tmp_path / "seen.jsonl").read_text("utf-8").splitlines()
    for pid in {json.loads(line)[0] for line in lines}:
        assert not Path(f"/proc/{pid}").exists()


def test_a_program_that_starts_once_only_is_a_technical_failure(run, suite_of, tmp_path):
    script = (
        "import os, sys\nif os.path.exists(__file__ + '.was'): sys.exit('no licence left')\n"
        "open(__file__ + '.was', 'w').close()\nprint('{\"type\": \"ready\"}', flush=True)\n"
        "sys.stdin.read()\n"
    )
    path = tmp_path / "once.py"
    path.write_text(script)
    command = f"process:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"
    folder = run(with_players(suite_of("cross", games=1, languages=("en",)), {"giver": (command,)}))
    assert (run.summary.finished, run.summary.failed) == (0, 1)
    (line,) = Folder(folder).lines()
    assert "red.spymaster: process:" in line["game"]["failure"]["en"]
    assert "no licence left" in line["game"]["failure"]["en"]
