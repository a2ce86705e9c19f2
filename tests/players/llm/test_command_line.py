"""``--player llm:NAME`` and ``play --with llm:NAME``: the same players on the command line."""

import json

import pytest

from cluebot.llm.scripted import ScriptedModel
from cluebot.players.llm import makers

from .conftest import say


def answer(request):
    """Answer any question of the players sensibly enough."""
    fields = request.schema["properties"]
    if "answers" in fields:
        items = fields["answers"]
        return say(answers=items["items"]["enum"][: items["minItems"]])
    if "clue" in fields:
        return say(clue="zebra", words=fields["words"]["items"]["enum"][:2])
    return say(clues=["saddle", "penguin", "delta"])


@pytest.fixture(autouse=True)
def asked(monkeypatch):
    """Let every endpoint be a script; return the names that were opened."""
    names = []

    def opened(name, **_):
        names.append(name)
        return ScriptedModel([answer] * 50, endpoint=name)

    monkeypatch.setattr(makers, "open_model", opened)
    return names


KEYWORDS = ("--keywords", "horse,river,moon,ice")
QUESTIONS = {
    "clue": (("clue", "--own", "moon,star", "--assassin", "night"), "clue", "zebra"),
    "guess": (
        ("guess", "--board", "moon,fish,star", "--clue", "space", "--number", "2"), "take", 2,
    ),
    "encode": (
        ("decrypto", "encode", *KEYWORDS, "--code", "1,4,2"), "clues",
        ["saddle", "penguin", "delta"],
    ),
    "decode": (
        ("decrypto", "decode", *KEYWORDS, "--clues", "saddle,delta,tide"), "code", [1, 2, 3],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "field", "value"), QUESTIONS.values(), ids=QUESTIONS)
def test_one_question(run_cluebot, asked, arguments, field, value):
    done = run_cluebot(*arguments, "--player", "llm:mine", "--json")
    assert done.exit_code == 0, done.errors
    found = json.loads(done.output)
    assert found[field] == value
    assert found["player"] == "llm:mine"
    assert asked == ["mine"]


def test_interception_and_lines_of_json(run_cluebot):
    turn = {"clues": ["hoof", "Nile", "white"], "code": [4, 2, 1]}
    request = {"clues": ["glacier", "delta", "saddle"], "history": [turn], "player": "llm:mine"}
    lines = json.dumps(request) + "\n" + json.dumps({**request, "player": "lmm:mine"}) + "\n"
    done = run_cluebot("decrypto", "intercept", "--jsonl", "-", stdin=lines)
    first, second = map(json.loads, done.output.splitlines())
    assert first["code"] == [1, 2, 3]
    assert "error" in second
    assert done.exit_code == 1


def test_a_model_gives_the_clues_of_a_game(run_cluebot, tmp_path):
    record = tmp_path / "game.jsonl"
    done = run_cluebot(
        "play", "codenames", "--language", "en", "--with", "llm:mine", "--seed", "1",
        "--preset", "solo", "--record", str(record),
    )  # fmt: skip
    assert done.exit_code == 130
    entries = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    assert entries[0]["players"]["red.spymaster"] == "llm:mine"
    assert entries[1]["move"]["word"] == "zebra"
    assert len(entries[2]["notes"]["calls"]) == 1
