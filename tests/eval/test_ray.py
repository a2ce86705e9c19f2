"""Ray as it is: a local cluster of two workers plays the same games."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pytest

from cluebot.errors import ResourceError


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
