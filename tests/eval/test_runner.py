"""Runs: the same games wherever they are played, and whatever interrupts them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from cluebot.errors import InputError, ResourceError
from cluebot.record import replay, to_line
from eval.folder import Folder
from eval.games import make_plan
from eval.playing import play_game
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
    suite = suite_of("cross", games=2)
    alone = run(suite, "serial")
    for workers in (1, 2):
        folder = run(suite, f"processes{workers}", executor="processes", workers=workers)
        assert games_of(folder) == games_of(alone)


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

    monkeypatch.setattr(RandomPlayer, "act", breaks_down)
    folder = run(suite_of("cross"))
    assert (run.summary.finished, run.summary.failed) == (6, 6)
    analysis = analyse(folder)
    assert analysis.finished == 6
    assert len(analysis.failed) == 6
    assert "the line is dead" in next(iter(analysis.failed.values())).en
    monkeypatch.undo()
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


def test_killed_again_and_again_a_run_ends_as_if_undisturbed(run, suite_of, tmp_path):
    suite = suite_of("cross", games=40)
    whole = run(suite, "whole")
    file = tmp_path / "small-cross.toml"
    file.write_text(CROSS, "utf-8")
    out = tmp_path / "killed"
    command = [sys.executable, "-c", "from cluebot.cli import main; main()", "eval", "run", str(file), "--games", "40",
               "--out", str(out), "--executor", "processes", "--workers", "1"]  # fmt: skip
    kills = 0
    for _ in range(40):
        runner = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        size = _size(out)
        while runner.poll() is None and _size(out) < size + 40_000:
            time.sleep(0.01)
        if runner.poll() is not None:
            break
        os.kill(runner.pid, signal.SIGKILL)
        runner.wait()
        kills += 1
        if kills == 3:
            assert subprocess.run(command, capture_output=True, check=False).returncode == 0
            break
    assert kills >= 2
    assert games_of_finished(out) == games_of_finished(whole)


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
    line = play_game(make_plan(suite_of("cross")).spec(0), {})
    assert line["status"] == "failed"
    assert line["game"]["failure"]["en"] == "red.spymaster: RuntimeError: kaputt"
