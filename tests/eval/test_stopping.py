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
    from eval.suite import PlayerEntry

    suite = suite_of("cross", games=200, languages=("en",), primary="first_guess", margin=0.9)
    # A giver without a word to say loses every turn, so that nothing can be said of guesses: the
    # difference stays within a margin as wide as this after a few boards.
    players = suite.players | {"other": PlayerEntry(name="random")}
    suite = suite.model_copy(update={"players": players})
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
