"""Stopping early: on whole boards in order, the same whoever plays, and only when it is clear."""

from __future__ import annotations

import json
import random

import pytest

from cluebot.errors import InputError
from eval.analysis import analyse
from eval.games import make_plan
from eval.metrics import METRICS
from eval.rows import comparisons
from eval.suite import PlayerEntry
from eval.tracker import Tracker


def lines_of(plan, wins):
    """Return lines of made-up games: ``wins(cell, board)`` says whether red wins."""
    lines = []
    for number in range(plan.count):
        key, _, board = plan.id(number).rpartition("/")
        cell = next(cell for cell in plan.cells if cell.key == key)
        winner = "red" if wins(cell, int(board)) else "blue"
        record = [
            {
                "type": "header",
                "setup": {},
                "players": {"red.spymaster": "", "red.operative.1": ""},
            },
            {"type": "end", "outcome": {"winners": [winner]}, "table": {"history": []}},
        ]
        moves = {"red.spymaster": [], "red.operative.1": []}
        lines.append(
            {"id": plan.id(number), "game": {"record": record}, "measured": {"moves": moves}}
        )
    return lines


def soon_clear(suite_of, games):
    """Return a suite whose comparison is clear after a few boards.

    A giver without a word to say loses every turn, so that nothing can be said of guesses: the
    difference stays within a margin as wide as this.
    """
    suite = suite_of("cross", games=games, languages=("en",), primary="first_guess", margin=0.9)
    players = suite.players | {"other": PlayerEntry(name="random")}
    return suite.model_copy(update={"players": players})


@pytest.fixture
def plan(suite_of):
    return make_plan(suite_of("cross", games=200, languages=("en",)))


def stop_of(plan, lines):
    tracker = Tracker(plan)
    tracker.watch()
    for line in lines:
        tracker.add(line)
    return tracker.clear_after()


def test_a_plain_difference_is_clear_after_a_few_boards(plan):
    stop = stop_of(plan, lines_of(plan, lambda cell, board: cell.labels["giver"] == "other"))
    assert 5 < stop < 40


def test_the_order_in_which_games_end_does_not_matter(plan):
    lines = lines_of(plan, lambda cell, board: cell.labels["giver"] == "other" or board % 3 == 0)
    stop = stop_of(plan, lines)
    random.Random(1).shuffle(lines)
    assert stop_of(plan, lines) == stop is not None


def test_no_difference_is_not_taken_for_one(plan):
    rng = random.Random(2)
    assert stop_of(plan, lines_of(plan, lambda cell, board: rng.random() < 0.5)) is None


def test_rows_are_compared_to_the_first_of_their_table(suite_of):
    pairs = comparisons(make_plan(suite_of("cross")).rows(), METRICS.load("win_rate"))
    assert [(g[1], g[3][0][1], r[3][0][1]) for g, r in pairs] == [
        ("en", "other", "random"),
        ("zh", "other", "random"),
    ]


def test_a_metric_without_bounds_cannot_promise_anything(suite_of):
    tracker = Tracker(make_plan(suite_of("cross", primary="turns")))
    with pytest.raises(InputError, match="no bounds"):
        tracker.watch()


def test_a_stopped_run_reports_the_boards_up_to_there_and_stays_stopped(run, suite_of):
    suite = soon_clear(suite_of, 200)
    folder = run(suite, clear=True)
    stop = run.summary.stopped
    assert stop is not None
    assert json.loads((folder / "stop.json").read_text())["boards"] == stop
    analysis = analyse(folder)
    assert analysis.expected == analysis.finished == 2 * stop
    run(suite)
    assert run.heard.games == 0
    processes = run(suite, "processes", clear=True, executor="processes", workers=2)
    assert run.summary.stopped == stop
    assert analyse(processes).finished == analysis.finished


def test_a_run_that_has_been_played_to_the_end_is_not_cut_short(run, suite_of):
    suite = soon_clear(suite_of, 40)
    folder = run(suite)
    assert run(suite, clear=True) == folder
    assert run.summary.stopped is None
    assert not (folder / "stop.json").exists()
    assert analyse(folder).finished == 80


def test_stopping_counts_the_boards_that_have_been_played_on(run, suite_of):
    suite = soon_clear(suite_of, 200)
    run(suite, "fresh", clear=True)
    assert run.summary.stopped < 50
    with pytest.raises(KeyboardInterrupt):
        run(suite, give_up_after=101)
    folder = run(suite, clear=True)
    # The board that had been begun is played off, and no other one is begun.
    assert run.heard.games == 1
    assert run.summary.stopped == 51
    assert analyse(folder).finished == analyse(folder).expected == 102


def test_a_line_that_is_there_twice_counts_once(run, suite_of):
    suite = soon_clear(suite_of, 200)
    fresh = run(suite, "fresh", clear=True)
    stop = run.summary.stopped
    with pytest.raises(KeyboardInterrupt):
        run(suite, give_up_after=3)
    games = (fresh / "games.jsonl").read_bytes().splitlines(keepends=True)
    (fresh.with_name("run") / "games.jsonl").write_bytes(b"".join(games[:3]) * 100)
    run(suite, clear=True)
    assert run.summary.stopped == stop
    assert run.heard.done == 3


@pytest.mark.parametrize(
    "text", ["", "[]", '{"boards": "x"}', '{"boards": 0}', '{"boards": 9}', '{"boards":']
)
def test_a_damaged_note_of_stopping_is_named(run, suite_of, text):
    suite = suite_of("cross", games=1)
    folder = run(suite)
    (folder / "stop.json").write_text(text)
    for read in (lambda: analyse(folder), lambda: run(suite)):
        with pytest.raises(InputError, match=r"^stop\.json = .*: is damaged; delete it"):
            read()
