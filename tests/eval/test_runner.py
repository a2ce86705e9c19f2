"""Runs: the same games wherever they are played, and whatever interrupts them."""

from __future__ import annotations

import json
import math
import resource
import shutil
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from cluebot.errors import InputError, ResourceError
from cluebot.record import replay, to_line
from eval.analysis import analyse
from eval.folder import Folder
from eval.games import make_plan
from eval.playing import to_text
from eval.replay import find_game
from eval.versions import of_run
from tests.eval.conftest import CROSS


def games_of(folder):
    """Return the reproducible part of every line, by id."""
    lines = [json.loads(line) for line in (folder / "games.jsonl").read_text("utf-8").splitlines()]
    return {line["id"]: json.dumps(line["game"], ensure_ascii=False) for line in lines}


def test_every_game_is_a_record_that_follows_the_rules(finished):
    for folder in finished.values():
        for line in Folder(folder).lines():
            state = replay(map(to_line, line["game"]["record"]))
            assert state.outcome is not None


def test_all_cells_play_the_same_boards(suite_of):
    plan = make_plan(suite_of("cross"))
    by_board = {}
    for number in range(plan.count):
        spec = plan.spec(number)
        by_board.setdefault((spec.cell.language, spec.board), set()).add((spec.seed, spec.setup))
    assert all(len(boards) == 1 for boards in by_board.values())
    assert len({seed for boards in by_board.values() for seed, _ in boards}) == len(by_board)


def test_boards_do_not_depend_on_how_many_are_played(suite_of):
    few, many = make_plan(suite_of("cross", games=2)), make_plan(suite_of("cross", games=9))
    assert [few.spec(n) for n in range(few.count)] == [many.spec(n) for n in range(few.count)]


def test_processes_play_the_same_games_to_the_byte(run, suite_of):
    suite = suite_of("cross", languages=("en",))
    alone = run(suite, "serial")
    folder = run(suite, "processes", executor="processes", workers=2)
    assert games_of(folder) == games_of(alone)


def test_what_games_share_is_left_out_of_garbage_collection(suite_of):
    script = textwrap.dedent("""
        import gc, sys
        from eval.executors import serial
        from eval.games import make_plan
        from eval.suite import Suite
        from eval.versions import of_run
        plan = make_plan(Suite.model_validate_json(sys.argv[1]))
        lines = serial(plan, range(3), of_run(), 1)
        next(lines)
        first = gc.get_freeze_count()
        print(len(list(lines)), first > 10_000, gc.get_freeze_count() <= first)
    """)
    suite = suite_of("cross").model_dump_json()
    done = subprocess.run([sys.executable, "-c", script, suite], capture_output=True, check=True)
    assert done.stdout.split() == [b"2", b"True", b"True"]


def test_nothing_is_played_twice(run, suite_of):
    suite = suite_of("cross")
    with pytest.raises(KeyboardInterrupt):
        run(suite, give_up_after=5)
    folder = run(suite)
    assert run.heard.done == 5
    assert run.heard.games == run.heard.total - 5
    lines = (folder / "games.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == len({json.loads(line)["id"] for line in lines}) == 12
    assert run(suite) == folder
    assert run.heard.games == 0


def test_a_torn_line_is_dropped_with_a_note_and_its_game_played_again(run, suite_of):
    suite = suite_of("cross")
    whole = run(suite, "whole")
    folder = run(suite, "torn")
    path = folder / "games.jsonl"
    path.write_bytes(path.read_bytes()[:-200])
    run(suite, "torn")
    assert run.heard.notes == [
        "Line 12 of the games was torn apart by a kill; its game is played again."
    ]
    torn = []
    again = {line["id"]: line["sha256"] for line in Folder(folder).lines(torn)}
    assert torn == [12]
    assert again == {line["id"]: line["sha256"] for line in Folder(whole).lines()}


def test_a_changed_line_is_named_and_nothing_is_written(run, suite_of):
    suite = suite_of("cross")
    folder = run(suite)
    path = folder / "games.jsonl"
    changed = path.read_text("utf-8").replace('"kind":"guess"', '"kind":"gness"', 1)
    path.write_text(changed, "utf-8")
    with pytest.raises(InputError, match="line 1"):
        run(suite)
    assert path.read_text("utf-8") == changed


@pytest.mark.parametrize(
    ("change", "named"),
    [({"seed": 2}, "suite.seed"), ({"games": 5}, "suite.games"), ({"languages": ("en",)}, "lang")],
)
def test_a_folder_of_another_run_is_refused_and_left_alone(run, suite_of, change, named):
    folder = run(suite_of("cross"))
    before = {p.name: p.read_bytes() for p in folder.iterdir()}
    with pytest.raises(InputError, match=named):
        run(suite_of("cross", **change))
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == before


def test_a_folder_with_other_things_in_it_is_refused(run, suite_of, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match="not empty"):
        run(suite_of("cross"))
    assert {p.name for p in (tmp_path / "run").iterdir()} <= {"thesis.txt", ".lock"}


def test_two_runners_do_not_share_a_folder(run, suite_of, tmp_path):
    with Folder(tmp_path / "run").claimed(), pytest.raises(ResourceError, match="another runner"):
        run(suite_of("cross"))


def test_a_breakdown_is_excluded_and_listed_and_tried_again(run, suite_of, monkeypatch):
    from cluebot.players.random import RandomPlayer
    from eval.analysis import analyse

    act = RandomPlayer.act

    def breaks_down(self, view, rng, budget):
        if view.language == "zh":
            raise ConnectionResetError("the line is dead")
        return act(self, view, rng, budget)

    with monkeypatch.context() as broken:
        broken.setattr(RandomPlayer, "act", breaks_down)
        folder = run(suite_of("cross"))
    assert (run.summary.finished, run.summary.failed) == (6, 6)
    analysis = analyse(folder)
    assert analysis.finished == 6
    assert len(analysis.failed) == 6
    assert "the line is dead" in next(iter(analysis.failed.values())).en
    run(suite_of("cross"))
    assert (run.summary.finished, run.summary.failed) == (12, 0)
    assert not analyse(folder).failed


def test_a_forfeit_is_part_of_the_game(run, suite_of, monkeypatch):
    from cluebot.errors import Forfeit, Text
    from cluebot.players.random import RandomPlayer
    from eval.analysis import analyse
    from eval.metrics import METRICS

    def gives_up(self, view, rng, budget):
        raise Forfeit(Text("no idea", "想不出"))

    monkeypatch.setattr(RandomPlayer, "act", gives_up)
    analysis = analyse(run(suite_of("cross")))
    assert analysis.finished == 12
    rate = METRICS.load("forfeit_rate")
    giver = next(row for group, row in analysis.players.items() if group[3][0][1] == "spymaster")
    assert giver.estimate(rate).value == 1
    row = next(iter(analysis.rows.values()))
    assert row.estimate(METRICS.load("win_rate")).value == 0
    assert row.estimate(METRICS.load("clue_efficiency")) is None


FIXED_CODE = (
    "import eval.versions; eval.versions.code = lambda: 'fixed'; "
    "from cluebot.cli import main; main()"
)
"""The command line, with a code version that does not change while somebody edits the sources."""


def start(tmp_path, out, games, *options, **process):
    """Start a run of the small suite from the command line."""
    file = tmp_path / "small-cross.toml"
    file.write_text(textwrap.dedent(CROSS), "utf-8")
    command = [sys.executable, "-c", FIXED_CODE, "eval", "run", str(file), "--games", str(games)]
    command += ["--language", "en", "--out", str(out), *options]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **process)


def test_killed_again_and_again_a_run_ends_as_if_undisturbed(run, suite_of, tmp_path):
    suite = suite_of("cross", games=60, languages=("en",))
    whole = run(suite, "whole")
    out = tmp_path / "killed"
    for _ in range(2):
        before = _size(out)
        with start(tmp_path, out, 60) as runner:
            while runner.poll() is None and _size(out) < before + 50_000:
                time.sleep(0.002)
            assert runner.poll() is None, "the run ended before it could be killed"
            runner.kill()
    run(suite, "killed")
    assert games_of_finished(out) == games_of_finished(whole)


def test_workers_follow_a_killed_runner(tmp_path):
    out = tmp_path / "run"
    with start(tmp_path, out, 5000, "--executor", "processes", "--workers", "1") as runner:
        while _size(out) == 0:
            assert runner.poll() is None
            time.sleep(0.02)
        children = _children(runner.pid)
        assert children
        runner.kill()
    deadline = time.monotonic() + 20
    while any(_alive(pid) for pid in children):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _children(pid):
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def _alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def _size(out):
    path = out / "games.jsonl"
    return path.stat().st_size if path.exists() else 0


def games_of_finished(folder):
    found = [(line["id"], line["sha256"]) for line in Folder(folder).lines()]
    assert len(found) == len(set(found))
    return sorted(found)


def test_play_game_names_whose_player_broke_down(suite_of, monkeypatch):
    from cluebot.players.random import RandomPlayer

    def breaks_down(self, view, rng, budget):
        raise RuntimeError("kaputt")

    monkeypatch.setattr(RandomPlayer, "act", breaks_down)
    line = make_plan(suite_of("cross")).play(0, of_run())
    assert line["status"] == "failed"
    assert line["game"]["failure"]["en"] == "red.spymaster: RuntimeError: kaputt"


def test_a_line_is_written_as_json_and_only_with_finite_numbers() -> None:
    line = {"id": "a/1", "game": {"词": [1.5, None, "火车"]}}
    assert to_text(line) == '{"id":"a/1","game":{"词":[1.5,null,"火车"]}}'
    with pytest.raises(ValueError, match="JSON compliant"):
        to_text({"p": float("nan")})


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line | {"id": line["id"].replace("/1", "/2")},
        lambda line: line | {"status": "failed"},
        lambda line: line | {"measured": line["measured"] | {"seconds": "long"}},
        lambda line: line | {"measured": {"seconds": 1, "moves": {}}},
        lambda line: line | {"measured": line["measured"] | {"seconds": math.nan}},
        lambda line: line | {"more": 1},
        lambda line: line | {"more": "\ud800"},
        lambda line: {name: value for name, value in line.items() if name != "seal"},
    ],
)
def test_no_part_of_a_line_can_change_unseen(finished, tmp_path, change):
    shutil.copytree(finished["cross"], tmp_path / "run")
    path = tmp_path / "run" / "games.jsonl"
    first, *rest = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([json.dumps(change(json.loads(first))) + "\n", *rest]), "utf-8")
    with pytest.raises(InputError, match=r"line 1 .*is not the line that was written"):
        analyse(tmp_path / "run")


def test_a_folder_of_an_older_format_is_told_as_such(finished, tmp_path):
    shutil.copytree(finished["cross"], tmp_path / "run")
    path = tmp_path / "run" / "run.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"format": 1}), "utf-8")
    with pytest.raises(InputError, match="is of format 1, this version reads 2"):
        Folder(tmp_path / "run").suite()


def test_half_a_description_left_by_a_kill_does_not_refuse_the_folder(run, suite_of, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "run.json.part").write_text('{"format"')
    run(suite_of("cross", games=1))
    assert run.summary.finished == 4


def test_a_full_disk_leaves_whole_lines_and_is_told(run, suite_of, tmp_path):
    suite = suite_of("cross", languages=("en",))
    whole = run(suite, "whole")
    lines = (whole / "games.jsonl").read_bytes().splitlines(keepends=True)
    room = len(lines[0]) + len(lines[1]) // 2
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    # The kernel writes as much of a line as there is room for, as on a full disk.
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, most))
    try:
        with pytest.raises(ResourceError, match="cannot write to"):
            run(suite)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    (line,) = (tmp_path / "run" / "games.jsonl").read_bytes().splitlines(keepends=True)
    assert json.loads(line)["id"] == json.loads(lines[0])["id"]
    assert line.endswith(b"\n")
    folder = run(suite)
    assert not run.heard.notes
    assert games_of(folder) == games_of(whole)


def test_lines_of_another_run_are_told_apart(run, suite_of, tmp_path):
    own, other = run(suite_of("cross"), "own"), run(suite_of("cross", seed=2), "other")
    shutil.copy(other / "games.jsonl", own / "games.jsonl")
    for ask in (lambda: analyse(own), lambda: run(suite_of("cross"), "own"),
                lambda: find_game(f"{own}#codenames/solo/en/random+random/1", "en")):  # fmt: skip
        with pytest.raises(InputError, match="belongs to another run"):
            ask()
    assert (own / "games.jsonl").read_bytes() == (other / "games.jsonl").read_bytes()


@pytest.mark.parametrize("game", ["nothing", "codenames/solo/en/zz+zz/1", "{}/99", "{}/01", "{}/x"])
def test_a_line_that_no_game_of_the_run_has_is_named(run, suite_of, game):
    game = game.format("codenames/solo/en/random+random")
    folder = run(suite_of("cross", games=1))
    line = next(Folder(folder).lines())
    del line["seal"]
    with Folder(folder).appending() as append:
        append(line | {"id": game})
    for ask in (lambda: analyse(folder), lambda: run(suite_of("cross", games=1))):
        with pytest.raises(InputError, match="belongs to another run"):
            ask()


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found | {"versions": []},
        lambda found: found | {"suite": 3},
        lambda found: found | {"suite": found["suite"] | {"axes": {"giver": ["random"]}}},
        lambda found: [],
    ],
)
def test_a_changed_description_is_named(finished, tmp_path, change):
    shutil.copytree(finished["cross"], tmp_path / "run")
    path = tmp_path / "run" / "run.json"
    path.write_text(json.dumps(change(json.loads(path.read_text("utf-8")))), "utf-8")
    with pytest.raises(InputError, match=r"is damaged|tables.0.seats"):
        analyse(tmp_path / "run")
    path.write_text("[" * 100_000, "utf-8")
    with pytest.raises(InputError, match="is damaged"):
        analyse(tmp_path / "run")


def test_the_name_of_a_folder_may_hold_the_sign_before_a_game(finished, tmp_path):
    shutil.copytree(finished["cross"], tmp_path / "run #2")
    shutil.copytree(finished["versus"], tmp_path / "run ")
    place = f"{tmp_path / 'run #2'}#codenames/solo/en/random+random/1"
    assert find_game(place, "en").steps
    with pytest.raises(InputError, match=r"run #2#codenames/solo"):
        find_game(str(tmp_path / "run #2"), "en")
