"""Kept replies, and whole games played again from their record without any endpoint."""

import json
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import create_model

from cluebot.errors import InputError, Text
from cluebot.games.codenames import CODENAMES, CodenamesSetup, GiveClue, Guess, judging
from cluebot.llm.cache import CachedModel
from cluebot.llm.errors import ModelError
from cluebot.llm.loop import propose
from cluebot.llm.model import Message, Reply, Request, Settings, Token
from cluebot.llm.reading import Problem, read_answer
from cluebot.llm.replay import ReplayModel, recorded_calls, replay_models
from cluebot.llm.schema import quoted
from cluebot.llm.scripted import ScriptedModel
from cluebot.match import play, replay
from cluebot.players.base import Decision
from cluebot.rules.legality import Verdict

WORDS = tuple(f"w{i}" for i in range(8))
KEY = ("red", "red", "red", "blue", "blue", "neutral", "neutral", "assassin")
SETUP = CodenamesSetup(
    language="en", words=WORDS, key=KEY, first=3, second=2, neutral=2, starts="red"
)
SEATS = CODENAMES.seats(SETUP)
ORDER = ["neutral", "red", "blue", "assassin"]
Clue = create_model("Clue", word=(str, ...))


class Chatting:
    """A player that leaves everything to a model."""

    def __init__(self, model):
        self.model = model
        self.name = f"llm:{model.endpoint}"

    def act(self, view, rng, budget):
        words = [w for w, covered in zip(view.words, view.covered, strict=True) if not covered]
        prompt = [Message("user", f"{view.role}: {quoted(words, 'en')} {rng.random()}")]
        if view.role == "spymaster":
            answer = propose(self.model, prompt, Clue, self.check)
            move = GiveClue(word=answer.value.word, number=1)
        else:
            schema = create_model("Pick", word=(Literal[tuple(words)], ...))
            answer = propose(self.model, prompt, schema)
            move = Guess(word=answer.value.word)
        return Decision(move, {"calls": list(answer.calls)})

    @staticmethod
    def check(answer):
        if answer.word in WORDS:
            return [Problem("illegal", Text("is on the board.", "在牌面上。"))]
        return []


def clue_giver():
    lines: list[Any] = ['{"word": "w1"}', Reply('{"word": "ocean"}', seconds=1.25)]
    lines += ["no idea"] * 3
    lines += [ModelError("timeout", Text("Too slow.", "太慢。"), 9.5)]
    lines += [f'{{"word": "clue{i}"}}' for i in range(40)]
    return lines


def guesser():
    identity = dict(zip(SETUP.words, KEY, strict=True))

    def pick(request):
        words = request.schema["properties"]["word"]["enum"]
        return json.dumps({"word": min(words, key=lambda w: ORDER.index(identity[w]))})

    token = Token("w", -0.5, (("w", -0.5), ("x", -1.0)))
    return ["?", Reply('{"word": "w0"}', tokens=(token,), cost=0.001)] + [pick] * 40


@pytest.fixture(autouse=True)
def _every_clue_is_legal(monkeypatch):
    monkeypatch.setattr(judging, "check_clue", lambda clue, *args, **kwargs: Verdict(clue))


@pytest.fixture
def record():
    scripts = {seat: clue_giver() if "spymaster" in seat else guesser() for seat in SEATS}
    players = {s: Chatting(ScriptedModel(lines, endpoint=s)) for s, lines in scripts.items()}
    return play(CODENAMES, SETUP, players, seed=5)


def test_a_game_is_played_again_byte_for_byte(record):
    entries = [json.loads(line) for line in record.lines()]
    models = replay_models(entries)
    again = play(CODENAMES, SETUP, {s: Chatting(models[s]) for s in SEATS}, seed=5)
    assert again.lines() == record.lines()
    assert all(model.left == 0 for model in models.values())
    assert replay(record.lines()) == record.state


def test_the_record_holds_the_calls_behind_forfeits_too(record):
    forfeits = [e for e in record.entries if e["type"] == "forfeit"]
    assert forfeits
    calls = recorded_calls(record.entries)
    assert sum("error" in call for made in calls.values() for call in made) >= 1
    at = record.entries.index(forfeits[0])
    following = record.entries[at + 1]
    assert (following["type"], following["ply"]) == ("notes", forfeits[0]["ply"])
    assert len(following["notes"]["calls"]) == 3


def test_another_prompt_fails_loudly(record):
    models = replay_models(record.entries)
    with pytest.raises(InputError, match=r"asks another question .* \(messages\)"):
        play(CODENAMES, SETUP, {s: Chatting(models[s]) for s in SEATS}, seed=6)


REQUEST = Request((Message("user", "?"),), {"type": "object"})


def call(request=REQUEST, **kept):
    return {
        "endpoint": "e",
        "model": "m",
        "mode": "native",
        "try": 1,
        "request": request.to_json(),
        **(kept or {"reply": Reply("x").to_json()}),
    }


def test_a_record_that_runs_out_fails_loudly():
    model = ReplayModel([call()])
    assert model.ask(REQUEST) == Reply("x")
    with pytest.raises(InputError, match="more often"):
        model.ask(REQUEST)


@pytest.mark.parametrize(
    ("request_", "part"),
    [
        (Request((Message("system", "?"),), {"type": "object"}), "messages"),
        (Request((Message("user", "?"),), {}), "schema"),
        (Request((Message("user", "?"),), {"type": "object"}, Settings(seed=1)), "settings"),
    ],
)
def test_every_part_of_the_question_is_compared(request_, part):
    model = ReplayModel([call()])
    with pytest.raises(InputError, match=rf"\({part}\)"):
        model.ask(request_)
    assert model.left == 1


@pytest.mark.parametrize(
    "damaged",
    [
        {},
        {"endpoint": "e", "model": "m", "mode": "native"},
        call(reply=None),
        call(reply={"text": "x"}),
        call(reply={**Reply("x").to_json(), "more": 1}),
        call(error="?"),
        call(error={"fault": "tired", "message": {"en": "", "zh": ""}, "seconds": 1}),
        call(error={"fault": "timeout", "message": {"en": ""}, "seconds": 1}),
    ],
)
def test_a_damaged_record_fails_loudly(damaged):
    with pytest.raises(InputError, match="not the record of a call"):
        ReplayModel([damaged]).ask(REQUEST)


def test_a_seat_that_never_asked_has_a_model_that_says_nothing():
    header = {"type": "header", "players": {"a": "llm:e", "b": "random", "c": "llm:f"}}
    notes = {"type": "notes", "seat": "a", "notes": {"calls": [call()]}}
    models = replay_models([header, notes, {"type": "notes", "seat": "b", "notes": {}}])
    assert {seat: model.endpoint for seat, model in models.items()} == {"a": "e", "c": "f"}
    with pytest.raises(InputError, match="more often"):
        models["c"].ask(REQUEST)


replies = st.builds(
    Reply,
    st.text(),
    finish=st.sampled_from(["stop", "length"]),
    tokens_in=st.integers(0, 10**6),
    cost=st.none() | st.floats(0, 100),
    seconds=st.floats(0, 1000),
    tokens=st.lists(
        st.builds(Token, st.text(), st.floats(-50, 0), st.just((("a", -1.0),)) | st.just(())),
        max_size=3,
    ).map(tuple),
    retried=st.just(()) | st.just(("429",)),
)


@given(replies)
def test_a_reply_survives_its_json(reply):
    assert Reply.from_json(json.loads(json.dumps(reply.to_json()))) == reply


@given(st.text() | st.text(alphabet='{}[]"\\:,0wordn ', max_size=60))
def test_whatever_a_model_says_is_read_without_an_exception(text):
    answer = read_answer(Reply(text), Clue)
    assert isinstance(answer, Clue) or answer


# --- kept replies ---------------------------------------------------------------------------------


def test_the_same_question_is_asked_once(tmp_path):
    inner = ScriptedModel([Reply("a", seconds=2.0, cost=1.0), "b", "c"])
    model = CachedModel(inner, tmp_path)
    first, second = model.ask(REQUEST), model.ask(REQUEST)
    assert (first.text, first.cached) == ("a", False)
    assert (second.text, second.cached, second.seconds, second.cost) == ("a", True, 2.0, 1.0)
    assert CachedModel(inner, tmp_path).ask(REQUEST).text == "a"
    other = Request((Message("user", "!"),), {"type": "object"})
    assert model.ask(other).text == "b"
    assert CachedModel(inner, tmp_path, "elsewhere").ask(REQUEST).text == "c"


def test_every_setting_is_part_of_the_key(tmp_path):
    settings = [Settings(), Settings(max_tokens=9), Settings(seed=1), Settings(logprobs=2)]
    inner = ScriptedModel([str(i) for i in range(8)])
    model = CachedModel(inner, tmp_path)
    said = [model.ask(Request((), {}, s)).text for s in settings]
    said += [model.ask(Request((), schema)).text for schema in ({"type": "object"}, {"enum": []})]
    assert said == [str(i) for i in range(6)]


def test_samples_are_kept_only_with_a_seed(tmp_path):
    model = CachedModel(ScriptedModel(["a", "b", "c"]), tmp_path)
    free = Request((), {}, Settings(temperature=1.0))
    assert [model.ask(free).text for _ in range(2)] == ["a", "b"]
    seeded = Request((), {}, Settings(temperature=1.0, seed=4))
    assert [model.ask(seeded).text for _ in range(2)] == ["c", "c"]


def test_failures_and_fragments_are_not_kept(tmp_path):
    failure = ModelError("server", Text("x", "x"))
    lines = [failure, Reply("a", finish="length"), Reply(" "), "b"]
    model = CachedModel(ScriptedModel(lines), tmp_path)
    with pytest.raises(ModelError):
        model.ask(REQUEST)
    assert [model.ask(REQUEST).text for _ in range(4)] == ["a", " ", "b", "b"]


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"text": 1}', "null", "\x00"])
def test_a_damaged_file_is_asked_for_again(tmp_path, damage):
    model = CachedModel(ScriptedModel(["a", "b"]), tmp_path)
    model.ask(REQUEST)
    (file,) = tmp_path.rglob("*.json")
    file.write_text(damage)
    assert model.ask(REQUEST).text == "b"
    assert model.ask(REQUEST).text == "b"


def test_a_folder_that_cannot_be_written_costs_no_answer(tmp_path):
    (tmp_path / "file").write_text("")
    model = CachedModel(ScriptedModel(["a"]), tmp_path / "file")
    assert model.ask(REQUEST).text == "a"
