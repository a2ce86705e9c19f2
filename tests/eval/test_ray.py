"""Ray as it is: a local cluster of two workers plays the same games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from cluebot.errors import ResourceError
from eval.folder import Folder


def hashes(folder):
    lines = map(json.loads, (folder / "games.jsonl").read_text("utf-8").splitlines())
    return {line["id"]: line["sha256"] for line in lines}


def test_without_ray_it_is_named(run, suite_of, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(ResourceError, match=r"cluebot\[ray\]"):
        run(suite_of("cross"), executor="ray")


@pytest.mark.filterwarnings("ignore")
def test_a_local_cluster_plays_the_same_games(run, suite_of, require, monkeypatch):
    require(find_spec("ray") is not None, "the extra ray")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    # Workers import the code for themselves and compare its version with the driver's.
    monkeypatch.undo()
    suite = suite_of("cross", languages=("en",))
    alone = run(suite, "serial")
    cluster = run(suite, "ray", executor="ray", workers=2)
    assert run.summary.failed == 0
    assert hashes(cluster) == hashes(alone)


def test_players_on_vectors_play_on_a_cluster(require, tmp_path):
    require(find_spec("ray") is not None, "the extra ray")
    out = tmp_path / "run"
    command = [
        sys.executable, "-c", "from cluebot.cli import main; main()",
        "eval", "run", "codenames-cross", "--language", "en", "--games", "1",
        "--players", "embedding", "--executor", "ray", "--workers", "1", "--out", str(out),
    ]  # fmt: skip
    alone = {name: value for name, value in os.environ.items() if name != "RAY_ADDRESS"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=alone)
    assert done.returncode == 0, done.stderr
    (line,) = Folder(out).lines()
    assert line["status"] == "finished"
