"""The typed client: questions, games, streams and refusals, blocking and asynchronous."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

import httpx2 as httpx
import pytest

from api.examples import REQUESTS
from api.live.shapes import NewGame, NewMove
from api.operations import OPERATIONS
from api.schemas import CheckRequest
from cluebot.client import ApiError, AsyncClient, Client, Conflict, calls
from cluebot.record import replay

METHODS = dict(
    zip(OPERATIONS, ("clue", "guess", "check", "encode", "decode", "intercept", "check_decrypto"),
        strict=True)
)  # fmt: skip
SETUP = {"game": "codenames", "language": "en", "others": "random", "seed": 4}
PEOPLE = {"red.operative.1": "human", "blue.operative.1": "human"}


def request(name: str, language: int):
    shape = OPERATIONS[name].request
    fields = dict(REQUESTS[name][language])
    if "player" in shape.model_fields:
        fields["player"] = "random"
    return shape(**fields)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_question_has_its_typed_method(live, name):
    async def ask(asked):
        async with AsyncClient(live.url) as client:
            return await getattr(client, METHODS[name])(asked)

    with Client(live.url) as client:
        for language in (0, 1):
            asked = request(name, language)
            answers = [getattr(client, METHODS[name])(asked), asyncio.run(ask(asked))]
            for answer in answers:
                assert isinstance(answer, OPERATIONS[name].response)
            same = [answer.model_dump(exclude={"elapsed_ms"}) for answer in answers]
            assert same[0] == same[1]


def test_refusals_carry_the_problem_in_the_language_of_the_client(live):
    wrong = CheckRequest.model_construct(board=["apple"], clue="x", game="chess")
    with Client(live.url, language="zh") as client, pytest.raises(ApiError) as caught:
        client.check(wrong)
    assert caught.value.kind == "invalid-request"
    assert caught.value.errors[0].field == "game"
    assert "只能是" in caught.value.to("zh")
    assert not isinstance(caught.value, Conflict)


def test_a_game_is_played_by_its_events(live):
    rng = random.Random(0)
    with Client(live.url) as client:
        created = client.new_game(NewGame(**SETUP, seats=PEOPLE))
        views = {}
        for view in client.events(created.id):
            views[view.version] = view
            for token in created.tokens.values():
                own = client.game(created.id, token)
                if own.your_turn and own.version == view.version:
                    move = NewMove(version=own.version, move=rng.choice(own.choices))
                    assert client.move(created.id, token, move).ply == view.version
        assert sorted(views) == list(range(min(views), max(views) + 1))
        assert views[max(views)].over
        assert replay(client.transcript(created.id).splitlines()).outcome is not None
        assert list(client.events(created.id, after=max(views))) == []
        assert {game.name for game in client.catalog()} >= {"codenames", "decrypto"}


def test_a_stale_move_raises_with_the_present_game(live):
    with Client(live.url) as client:
        seats = {"red.spymaster": "human", "blue.spymaster": "human"}
        created = client.new_game(NewGame(**SETUP, seats=seats))
        side = created.game.view["turn"]
        token = created.tokens[f"{side}.spymaster"]
        move = NewMove(version=0, text="submarine 1")
        first = client.move(created.id, token, move, key="one")
        again = client.move(created.id, token, move, key="one")
        assert (first.repeated, again.repeated) == (False, True)
        with pytest.raises(Conflict) as caught:
            client.move(created.id, token, move, key="two")
        assert caught.value.game.version >= 1
        assert caught.value.game.seat == f"{side}.spymaster"
        with pytest.raises(ApiError) as refused:
            client.game(created.id, "wrong")
        assert refused.value.problem.status == 401


def test_the_asynchronous_client_plays_too(live):
    async def play():
        async with AsyncClient(live.url) as client:
            created = await client.new_game(NewGame(**SETUP))
            versions = [view.version async for view in client.events(created.id)]
            return versions, await client.transcript(created.id)

    versions, record = asyncio.run(play())
    assert versions == list(range(versions[0], versions[-1] + 1))
    assert replay(record.splitlines()).ply == versions[-1]


def test_both_clients_have_the_same_methods():
    def public(of):
        return {name for name in vars(of) if not name.startswith("_")}

    assert public(Client) == public(AsyncClient)


class Scripted(httpx.BaseTransport):
    """Answers from a list."""

    def __init__(self, *responses: httpx.Response) -> None:
        self.responses = list(responses)

    def handle_request(self, request):
        return self.responses.pop(0)


def scripted(monkeypatch, *responses) -> Client:
    waits = []
    monkeypatch.setattr("time.sleep", waits.append)
    client = Client("http://test", attempts=2)
    client._http = httpx.Client(base_url="http://test", transport=Scripted(*responses))
    client.waits = waits
    return client


def busy(wait: str) -> httpx.Response:
    body = {
        "type": "urn:cluebot:problem:busy",
        "title": "",
        "status": 429,
        "detail": "",
        "instance": "",
    }
    return httpx.Response(429, json=body, headers={"Retry-After": wait})


def test_a_busy_service_is_asked_again_after_the_time_it_names(monkeypatch):
    client = scripted(monkeypatch, busy("7"), httpx.Response(200, json=[]))
    assert client.catalog() == []
    assert client.waits == [7.0]
    client = scripted(monkeypatch, busy("1"), busy("1"))
    with pytest.raises(ApiError):
        client.catalog()


def test_an_answer_of_something_else_is_told_as_such(monkeypatch):
    client = scripted(monkeypatch, httpx.Response(502, text="<html>Bad gateway"))
    with pytest.raises(ApiError) as caught:
        client.catalog()
    assert caught.value.problem.status == 502
    assert "not an answer of cluebot" in caught.value.to("en")


def test_events_are_read_line_by_line():
    reader = calls.EventReader()
    assert [*reader.feed("retry: 1"), *reader.feed(""), *reader.feed(": still here")] == []


@pytest.mark.parametrize("page", ["api.md", "api.zh.md"])
def test_the_program_in_the_docs_runs(live, page, capsys):
    text = (Path(__file__).parents[2] / "docs" / page).read_text("utf-8")
    (program,) = re.findall(r"^```py\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    exec(program.replace("http://127.0.0.1:8000", live.url), {})
    verdict, outcome = capsys.readouterr().out.splitlines()
    assert verdict == "illegal"
    assert "wins" in outcome or "获胜" in outcome
