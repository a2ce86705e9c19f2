import json

import numpy as np
import pytest

from cluebot.errors import InputError
from eval.choice_model import choices, fit, log_likelihood
from eval.human_games import HumanClue, read_human_clues, top_overlap


def simulated(theta, count=600, seed=0):
    """Clues on boards of five words, answered by the model itself."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(count, 5, len(theta)))
    clues = []
    for features in x:
        left = [0, 1, 2, 3, 4]
        picks = []
        for _ in range(2):
            p = np.exp(features[left] @ theta)
            chosen = left[rng.choice(len(left), p=p / p.sum())]
            picks.append(f"w{chosen}")
            left.remove(chosen)
        words = tuple(f"w{i}" for i in range(5))
        clues.append(HumanClue(words, "clue", (picks[0],), (tuple(picks),), 0))
    return x, clues


def test_the_fit_finds_the_weights_that_made_the_choices():
    theta = np.array([1.5, -0.7, 0.0])
    x, clues = simulated(theta)
    found = fit(x, choices(clues, 5), ridge=1e-6)
    assert found == pytest.approx(theta, abs=0.15)


def test_the_fit_is_at_the_top_of_the_likelihood():
    x, clues = simulated(np.array([1.0, 0.5]), count=200)
    data = choices(clues, 5)
    best = fit(x, data, ridge=1e-9)
    top = log_likelihood(x @ best, data)
    for step in np.eye(2) * 0.05:
        assert log_likelihood(x @ (best + step), data) < top
        assert log_likelihood(x @ (best - step), data) < top


def test_words_touched_before_cannot_be_chosen():
    clue = HumanClue(("a", "b", "c"), "x", ("a",), (("b", "a"),), 0)
    data = choices([clue], 4)
    assert data.open.tolist() == [
        [True, True, True, False],
        [True, False, True, False],
        [True, True, True, False],
    ]
    assert data.weight.tolist() == [1, 1, 1]


def test_nothing_to_fit_is_refused():
    _, clues = simulated(np.array([1.0]), count=1)
    data = choices(clues, 5)
    with pytest.raises(ValueError, match="no choices"):
        fit(np.zeros((1, 5, 1)), data.of(np.array([False])))


def test_boards_of_one_game_share_a_group(tmp_path):
    rows = [
        {"board": list("abcde"), "clue": "x", "targets": ["a"], "human_guesses": [["a"]]},
        {"board": list("bcde"), "clue": "y", "targets": ["b"], "human_guesses": []},
        {"board": list("vwxyz"), "clue": "z", "targets": ["v"], "human_guesses": [["v"]]},
    ]
    path = tmp_path / "clues.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    found = read_human_clues(path)
    assert [c.group for c in found] == [0, 0, 1]
    assert found[0].guesses == (("a",),)


GOOD = {"board": ["bat", "bear"], "clue": "animal", "targets": ["bat"], "human_guesses": [["bear"]]}


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("[]", "must be an object"),
        ("{", "is not JSON"),
        ('{"board": ["a"]}', "clue: is required"),
        (json.dumps(GOOD | {"targets": ["zzz"]}), "targets = zzz: is not on the board"),
        (
            json.dumps(GOOD | {"human_guesses": [["bat"], ["nope"]]}),
            r"human_guesses\.1 = nope: is not on the board",
        ),
        (json.dumps(GOOD | {"targets": [], "human_guesses": [[]]}), "name no words"),
        (json.dumps(GOOD | {"board": "bat bear"}), 'board = "bat bear": must be a list'),
    ],
)
def test_a_bad_line_is_named(tmp_path, line, named):
    path = tmp_path / "clues.jsonl"
    path.write_text(json.dumps(GOOD) + "\n" + line)
    with pytest.raises(InputError, match=rf"clues\.jsonl, line 2.*{named}"):
        read_human_clues(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_human_clues(tmp_path / "none.jsonl")


def test_overlap_of_nothing_is_refused():
    with pytest.raises(ValueError, match="no targets"):
        top_overlap(["a"], [])
