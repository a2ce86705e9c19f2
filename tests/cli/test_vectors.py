"""``cluebot vectors`` and ``doctor``: a file of one's own from the file to the clue."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
import typer

from api.resources import use_cache, use_vectors
from api.schemas import CheckRequest
from cluebot.cli.common import answer_lines
from embeddings.cache import Cache
from embeddings.cache_errors import interrupted
from embeddings.standard import load_blend


@pytest.fixture(autouse=True)
def _the_standard_vectors_again():
    yield
    use_vectors(None)
    use_cache(Cache())


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "my vectors.txt"
    path.write_text("sun 1 2 3\nvoid 0 0 0\nmoon 4 5 6\nsun 1 2 3\n")
    return path


@pytest.fixture
def empty_cache(tmp_path):
    return {"CLUEBOT_CACHE_DIR": str(tmp_path / "cache")}


def test_what_was_added_and_left_out_is_told(run_cluebot, file, empty_cache):
    done = run_cluebot("vectors", "add", str(file), env=empty_cache)
    assert done.exit_code == 0
    assert "Added my-vectors: 2 words, 3 dimensions" in done.output
    assert "1 row of words that stood before" in done.output
    assert "1 row of nothing but zeros" in done.output
    assert "--vectors my-vectors" in done.output
    listed = run_cluebot("vectors", "list", env=empty_cache).output
    assert listed.count("added:my-vectors") == 1
    assert "自行添加" in run_cluebot("vectors", "info", env={**empty_cache, "LC_ALL": "zh"}).output


def test_every_kind_of_built_part_has_a_chinese_name(run_cluebot):
    """The standard vectors hold parts of every kind."""
    lines = run_cluebot("vectors", "info", env={"LC_ALL": "zh"}).output.splitlines()[2:]
    assert lines
    untold = re.compile(r" (block|space|vocabulary|neighbours|table) ")
    assert not any(map(untold.search, lines))


def test_ctrl_c_in_a_build_ends_as_everywhere(run_cluebot, file, empty_cache, monkeypatch):
    def stop(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr("embeddings.cache.write_array", stop)
    done = run_cluebot("vectors", "add", str(file), env=empty_cache)
    assert done.exit_code == 130
    assert "was interrupted; nothing half-built is left" in done.errors


def test_ctrl_c_in_a_build_ends_a_file_of_requests(tmp_path, capsys):
    def stop(_request):
        asked.append(_request)
        raise interrupted("en-mine")

    asked = []
    path = tmp_path / "requests.jsonl"
    path.write_text('{"board": ["moon"], "clue": "sun"}\n' * 2, "utf-8")
    with pytest.raises(typer.Exit) as ended:
        answer_lines(str(path), CheckRequest, stop, {})
    assert (ended.value.exit_code, len(asked)) == (130, 1)
    assert "was interrupted" in capsys.readouterr().err


def test_a_name_is_not_taken_over_unasked(run_cluebot, file, empty_cache):
    run_cluebot("vectors", "add", str(file), "--name", "mine", env=empty_cache)
    file.write_text("star 1 2 3\n")
    done = run_cluebot("vectors", "add", str(file), "--name", "mine", env=empty_cache)
    assert done.exit_code == 2
    assert "--replace" in done.errors
    again = ("vectors", "add", str(file), "--name", "mine", "--replace")
    assert "mine: 1 word," in run_cluebot(*again, env=empty_cache).output


def test_vectors_are_removed_by_name_and_others_stay(run_cluebot, file, empty_cache):
    for name in ("mine", "mine-2"):
        run_cluebot("vectors", "add", str(file), "--name", name, env=empty_cache)
    done = run_cluebot("vectors", "remove", "mine", env=empty_cache)
    assert (done.exit_code, done.output) == (0, "Removed the vectors mine.\n")
    listed = run_cluebot("vectors", "list", env=empty_cache).output
    assert "added:mine-2" in listed
    assert "added:mine\n" not in listed
    assert file.exists()
    again = run_cluebot("vectors", "remove", "mine", env=empty_cache)
    assert again.exit_code == 2
    assert "no vectors were added under the name 'mine'; known: mine-2" in again.errors


def test_damaged_vectors_can_be_removed(run_cluebot, file, empty_cache):

    run_cluebot("vectors", "add", str(file), "--name", "mine", env=empty_cache)
    (folder,) = Path(empty_cache["CLUEBOT_CACHE_DIR"]).glob("added-mine-*")
    (folder / "rows.npy").write_bytes(b"")
    assert run_cluebot("vectors", "remove", "mine", env=empty_cache).exit_code == 0
    assert not folder.exists()


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("sun 1 2 3\nmoon 1 2\n", "line 2: a word and 3 numbers were expected"),
        ("0 50\n", "line 1: no word follows it"),
        ("sun 0 0 0\n", "nothing but zeros"),
    ],
)
def test_a_wrong_file_is_refused(run_cluebot, file, empty_cache, content, named):
    file.write_text(content)
    done = run_cluebot("vectors", "add", str(file), env=empty_cache)
    assert done.exit_code == 2
    assert named in done.errors.replace("\n", "")


def test_the_doctor_names_an_unusable_and_a_damaged_cache(run_cluebot, tmp_path, empty_cache):
    done = run_cluebot("doctor", env=empty_cache)
    assert done.exit_code == 0
    assert "Nothing is built yet" in done.output
    (tmp_path / "cache" / "en-space-use-0123456789abcdef").mkdir(parents=True)
    done = run_cluebot("doctor", env=empty_cache)
    assert done.exit_code == 1
    assert "is damaged" in done.output
    assert "All is well" not in done.output
    (tmp_path / "file").write_text("")
    done = run_cluebot("doctor", env={"CLUEBOT_CACHE_DIR": str(tmp_path / "file")})
    assert done.exit_code == 1
    assert "cannot be used" in done.output


def test_added_vectors_have_their_say(run_cluebot, tmp_path, require):
    require(any(Cache().folder.glob("zh-space-*")), "built vectors; run make demo")
    words = load_blend("en").vocabulary[:5000]
    rows = np.random.default_rng(0).normal(size=(len(words), 8)).round(3)
    # In these vectors, and nowhere else, "company" means moon and bread.
    rows[[words.index(word) for word in ("company", "moon", "bread")]] = [5] + [0] * 7
    lines = (f"{w} {' '.join(map(str, row))}" for w, row in zip(words, rows, strict=True))
    (tmp_path / "v.txt").write_text("\n".join(lines))
    name = "test-of-added"
    guess = ("guess", "--board", "moon,bread,river,castle", "--clue", "company", "--number", "2")
    clue = ("clue", "--own", "moon,bread", "--opponent", "river,castle", "--json")
    mine = ("--vectors", name)
    try:
        assert run_cluebot("vectors", "add", str(tmp_path / "v.txt"), "--name", name).exit_code == 0
        plain = json.loads(run_cluebot(*guess, "--json").output)
        told = json.loads(run_cluebot(*guess, "--json", *mine).output)
        assert told["vectors"].startswith(plain["vectors"] + "+")
        assert meant(told) > meant(plain) + 0.1
        variable = {"CLUEBOT_VECTORS": name}
        heard = json.loads(run_cluebot(*guess, "--json", env=variable).output)
        assert heard["guesses"] == told["guesses"]
        chinese = ("guess", "--board", "月亮,鱼", "--clue", "太空", "--json")
        assert "+" not in json.loads(run_cluebot(*chinese, env=variable).output)["vectors"]
        refused = json.loads(run_cluebot(*chinese, *mine).output)["error"]["message"]
        assert "线索词中的 0 个" in refused
        assert json.loads(run_cluebot(*clue, *mine, "--listener", name).output)["clue"]
        unknown = run_cluebot(*clue, "--listener", name, env={"CLUEBOT_VECTORS": ""})
        assert "no listener" in json.loads(unknown.output)["error"]["message"]
        assert len(made_from(name)) > 1
        assert run_cluebot("vectors", "remove", name).exit_code == 0
        assert made_from(name) == []
        assert json.loads(run_cluebot(*guess, "--json").output)["guesses"] == plain["guesses"]
    finally:
        for path in Cache().folder.glob(f"*{name}*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def made_from(name):
    """Return the folders of added vectors and of what was built from them."""
    return [path.name for path in Cache().folder.glob(f"[!.]*{name}*")]


def meant(answer):
    """Return the probabilities of the words that the added vectors put beside the clue."""
    return sum(g["probability"] for g in answer["guesses"] if g["word"] in ("moon", "bread"))


def test_unknown_added_vectors_are_named(run_cluebot, require):
    require(any(Cache().folder.glob("zh-space-*")), "built vectors; run make demo")
    done = run_cluebot("clue", "--own", "moon", "--vectors", "nope")
    assert done.exit_code == 2
    assert "no vectors were added under the name 'nope'" in done.errors
