"""What the tests of the harness share: small suites of random players, and quiet runs."""

from __future__ import annotations

import shlex
import sys
import textwrap
from pathlib import Path

import pytest

from eval import seating
from eval.runner import Settings, run_suite
from eval.suite import parse_suite


def forget_vectors(patch):
    """Forget vectors that other tests have loaded: a run tells of all that its process has."""
    patch.setattr(seating, "_loaded", {})
    seating._player.cache_clear()


@pytest.fixture(autouse=True)
def _fresh_process(monkeypatch):
    forget_vectors(monkeypatch)


PROGRAM = """
import json, sys, time
for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    else:
        ACTION
"""


@pytest.fixture
def bot(tmp_path):
    """Return ``bot(action)``: a command whose program does ``action`` when it is to move."""

    def write(action, name="bot.py"):
        path = tmp_path / name
        path.write_text(PROGRAM.replace("ACTION", action), "utf-8")
        return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"

    return write


class Quiet:
    """Listens to a run; may end it the way a kill would."""

    def __init__(self, give_up_after=None):
        self.notes = []
        self.games = 0
        self.done = 0
        self._give_up_after = give_up_after

    def begin(self, total, done):
        self.total, self.done = total, done

    def advance(self, line, tracker):
        self.games += 1
        if self.games == self._give_up_after:
            raise KeyboardInterrupt

    def note(self, text):
        self.notes.append(text.en)


CROSS = """
    name = "small-cross"
    title = { en = "Small", zh = "小" }
    games = 3
    primary = "win_rate"
    plots = ["heatmap"]

    [players]
    random = { name = "random" }
    other = { name = "random", options = { words = ["ocean", "engine", "violin", "planet"] } }

    [axes]
    giver = ["random", "other"]
    guesser = ["random"]

    [[tables]]
    game = "codenames"
    presets = ["solo"]
    seats = { "red.spymaster" = "giver", "red.operative.*" = "guesser" }
"""

DECRYPTO = """
    name = "small-decrypto"
    title = { en = "Small", zh = "小" }
    languages = ["en"]
    games = 4
    primary = "interception_rate"
    plots = ["heatmap", "rounds", "curve", "calibration"]

    [players]
    random = { name = "random" }

    [axes]
    encoder = ["random"]
    decoder = ["random"]
    interceptor = ["random"]

    [[tables]]
    game = "decrypto"
    presets = ["research"]
    [tables.seats]
    "white.encoder" = "encoder"
    "white.decoder" = "decoder"
    "interceptor" = "interceptor"

    [[tables]]
    game = "decrypto"
    presets = ["official"]
    [tables.seats."*"]
    encode = "encoder"
    decode = "decoder"
    intercept = "interceptor"
    guess_keywords = "interceptor"
    [[tables.perspectives]]
    side = "white"
    group = { encoder = "encoder", decoder = "decoder", interceptor = "interceptor" }
    [[tables.perspectives]]
    side = "black"
    group = { encoder = "encoder", decoder = "decoder", interceptor = "interceptor" }
"""

VERSUS = """
    name = "small-versus"
    title = { en = "Small", zh = "小" }
    languages = ["en"]
    games = 4
    primary = "win_rate"

    [players]
    random = { name = "random" }
    other = { name = "random" }

    [axes]
    red = ["random", "other"]
    blue = ["random", "other"]

    [[tables]]
    game = "codenames"
    presets = ["standard"]
    seats = { "red.*" = "red", "blue.*" = "blue" }
    mirror = false
    perspectives = [
        { side = "red", group = { player = "red", opponent = "blue" } },
        { side = "blue", group = { player = "blue", opponent = "red" } },
    ]
"""

SUITES = {"cross": CROSS, "decrypto": DECRYPTO, "versus": VERSUS}


@pytest.fixture(scope="session")
def suite_of():
    """Return ``suite_of(name, **changes)``: one of the small suites."""

    def make(name, **changes):
        suite = parse_suite(textwrap.dedent(SUITES[name]), name)
        return suite.model_copy(update=changes)

    return make


@pytest.fixture
def run(tmp_path):
    """Return ``run(suite, folder="run", ...)``: play a suite, return its folder."""

    def play(suite, folder="run", *, executor="serial", workers=1, clear=False, give_up_after=None):
        path = Path(tmp_path) / folder
        quiet = Quiet(give_up_after)
        play.summary = run_suite(suite, path, Settings(executor, workers, clear), quiet)
        play.heard = quiet
        return path

    return play


@pytest.fixture(scope="session")
def finished(tmp_path_factory, suite_of):
    """Return the folders of one finished run of each small suite."""
    # The lexicons of both languages load once, here.
    folders = {}
    for name in SUITES:
        folders[name] = tmp_path_factory.mktemp(name) / "run"
        run_suite(suite_of(name), folders[name], Settings(), Quiet())
    return folders


@pytest.fixture(autouse=True)
def steady_code(monkeypatch):
    """Keep the code's version fixed: somebody may edit the sources while the tests run."""
    monkeypatch.setattr("eval.versions.code", lambda: "fixed")
