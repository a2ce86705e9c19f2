"""Live games over HTTP: every game of the registry, moves, versions, streams, transcripts."""

from __future__ import annotations

import json
import random
import threading
import time
from pathlib import Path

import pytest

from api.live.service import LiveGames
from api.live.shapes import AcceptedMove, NewGame, NewMove
from api.settings import Settings
from api.store.database import connect, migrate
from api.store.games import GameStore
from cluebot.games.base import GAMES
from cluebot.record import replay

from .conftest import running
from .tables import GAME_PRESETS, Table, bearer, seats_of

CODENAMES = ("codenames", "standard", "en")


def wait_for_turn(table: Table, token: str) -> dict:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        view = table.show(token)
        if view["your_turn"] or view["over"]:
            return view
        time.sleep(0.02)
    raise AssertionError("the bots do not move")


@pytest.mark.parametrize(("name", "preset", "language"), GAME_PRESETS)
def test_people_play_every_game_to_the_end(live, name, preset, language):
    with live.http() as http:
        table = Table(live, http, name, preset, language, seats_of(name, preset, language))
        assert http.get(f"/v1/games/{table.id}/transcript").status_code == 409
        for ply, (seat, response) in enumerate(table.play(random.Random(1))):
            answer = response.json()
            assert (answer["ply"], answer["repeated"]) == (ply, False)
            assert answer["game"]["view"] == table.state.view(seat).to_json()
        end = table.show()
        record = http.get(f"/v1/games/{table.id}/transcript")
    assert end["over"] is True
    assert end["outcome"]["reason"] == table.state.outcome.reason
    assert record.headers["content-type"] == "application/x-ndjson"
    assert replay(record.text.splitlines()) == table.state


@pytest.mark.parametrize(("name", "preset", "language"), GAME_PRESETS)
def test_bots_move_by_themselves_to_the_end(live, name, preset, language):
    with live.http() as http:
        table = Table(live, http, name, preset, language, [])
        with http.stream("GET", f"/v1/games/{table.id}/events", timeout=60) as stream:
            views = [json.loads(line[6:]) for line in stream.iter_lines() if line[:5] == "data:"]
        versions = [view["version"] for view in views]
        assert versions == list(range(versions[0], versions[-1] + 1))
        assert views[-1]["over"]
        state = replay(http.get(f"/v1/games/{table.id}/transcript").text.splitlines())
    assert state.outcome is not None


def test_the_same_seed_gives_the_same_game(live):
    with live.http() as http:
        records = []
        for _ in range(2):
            table = Table(live, http, "decrypto", "official", "zh", [], seed=11)
            while not table.show()["over"]:
                time.sleep(0.02)
            text = http.get(f"/v1/games/{table.id}/transcript").text
            moves = [json.loads(line) for line in text.splitlines()]
            records.append([move.get("move") for move in moves])
    assert records[0] == records[1]


def test_a_person_plays_among_bots_by_text(live):
    with live.http() as http:
        table = Table(
            live, http, "codenames", "standard", "zh", ["red.spymaster", "red.operative.1"]
        )
        spymaster, operative = table.tokens["red.spymaster"], table.tokens["red.operative.1"]
        view = wait_for_turn(table, spymaster)
        response = table.move("red.spymaster", {"version": view["version"], "text": "宇宙飞船 2"})
        assert response.status_code == 200, response.text
        view = wait_for_turn(table, operative)
        word = view["choices"][0]["word"]
        response = table.move("red.operative.1", {"version": view["version"], "text": word})
        assert response.status_code == 200, response.text
        assert response.json()["game"]["view"]["history"][-1]["guessed"][0]["word"] == word


def test_a_bot_leaves_the_move_to_the_people_of_its_side(live):
    with live.http() as http:
        table = Table(live, http, "codenames", "six", "en", ["red.operative.1", "blue.operative.1"])
        token = {side: table.tokens[f"{side}.operative.1"] for side in ("red", "blue")}
        view = table.show()
        while view["view"]["phase"] != "guess":
            view = table.show()
        side = view["view"]["turn"]
        assert len(view["view"]["to_act"]) == (2 if side == "red" else 1)
        time.sleep(0.3)
        assert table.show(token[side])["version"] == view["version"]
        assert table.show(token[side])["your_turn"]


def test_a_repeated_post_plays_once(live):
    with live.http() as http:
        table = Table(live, http, *CODENAMES, humans=seats_of(*CODENAMES))
        seat = table.state.to_act()[0]
        body = {"version": 0, "text": "submarine 1"}
        first, again = (table.move(seat, body, key="once").json() for _ in range(2))
        later = table.move(seat, body | {"version": 1}, key="once").json()
        other = table.move(seat, {"version": 1, "text": "volcano 1"}, key="once")
        assert (first["ply"], first["repeated"]) == (0, False)
        assert (again["ply"], again["repeated"]) == (later["ply"], later["repeated"]) == (0, True)
        assert again["game"]["version"] == 1
        assert other.status_code == 422
        assert other.json()["type"].endswith("key-reused")


def test_a_stale_move_gets_the_present_view(live):
    with live.http() as http:
        table = Table(live, http, *CODENAMES, humans=seats_of(*CODENAMES))
        seat = table.state.to_act()[0]
        assert table.move(seat, {"version": 0, "text": "submarine 1"}).is_success
        for version in (0, 2):
            response = table.move(seat, {"version": version, "text": "volcano 1"})
            assert response.status_code == 409
            assert response.json()["game"] == table.show(table.tokens[seat])


def test_illegal_and_unreadable_moves_say_why_and_change_nothing(live):
    with live.http(**{"Accept-Language": "zh"}) as http:
        table = Table(live, http, *CODENAMES, humans=seats_of(*CODENAMES))
        seat = table.state.to_act()[0]
        waiting = next(s for s in table.tokens if s != seat)
        word = table.state.view(seat).words[0]
        cases = [
            (seat, {"move": {"kind": "clue", "word": word, "number": 1}}, "illegal-move"),
            (waiting, {"text": "submarine 1"}, "illegal-move"),
            (waiting, {"forfeit": True}, "illegal-move"),
            (seat, {"move": {"kind": "no such"}}, "invalid-request"),
            (seat, {"text": "???"}, "invalid-request"),
            (seat, {}, "invalid-request"),
            (seat, {"text": "submarine 1", "forfeit": True}, "invalid-request"),
        ]
        for who, body, kind in cases:
            response = table.move(who, {"version": 0, **body})
            assert response.status_code == 422, body
            assert response.json()["type"].endswith(kind), response.text
            assert any("\u4e00" <= c <= "\u9fff" for c in response.json()["detail"])
        assert table.show()["version"] == 0


@pytest.mark.parametrize("deep", ['{"a":%s}', "[%s]"])
def test_a_move_nested_deeply_is_refused(live, deep):
    inner = "1"
    for _ in range(600):
        inner = deep % inner
    with live.http() as http:
        table = Table(live, http, *CODENAMES, humans=seats_of(*CODENAMES))
        token = table.tokens[table.state.to_act()[0]]
        response = http.post(
            f"/v1/games/{table.id}/moves",
            content=f'{{"version": 0, "move": {{"kind": "clue", "word": {inner}}}}}',
            headers=bearer(token) | {"Idempotency-Key": "1", "Content-Type": "application/json"},
        )
    assert response.status_code == 422
    assert "nested too deeply" in response.json()["detail"]


def test_a_turn_can_be_given_up(live):
    with live.http() as http:
        table = Table(live, http, *CODENAMES, humans=seats_of(*CODENAMES))
        seat = table.state.to_act()[0]
        response = table.move(seat, {"version": 0, "forfeit": True})
        assert response.json()["game"]["view"]["history"][-1]["end"] == "forfeit"


@pytest.mark.parametrize("player", ["human", "random"])
def test_clues_that_come_after_the_sandglass_are_forfeited(tmp_path, player):
    engine = connect(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    migrate(engine)
    clock = [1000.0]
    games = LiveGames(GameStore(engine), lambda *_: None, lambda: clock[0])
    new = NewGame(
        game="decrypto", language="en", preset="sandglass", others="random", seed=1,
        seats={"white.1": player, "black.1": "human"},
    )  # fmt: skip
    created = games.create(new)

    def write(seat: str, version: int) -> AcceptedMove:
        move = {"kind": "clues", "clues": ["quartz", "onion", "violin"]}
        posted = NewMove(version=version, move=move)
        return games.move(created.id, created.tokens[seat], posted, seat)

    assert write("black.1", 0).game.view["deadline"] == 30.0
    clock[0] += 30.1
    if player == "human":
        write("white.1", 1)
    else:
        games.play_bot(created.id)
    game = games.show(created.id, None)
    assert game.version == 2
    assert game.view["record"][0]["clues"] is None
    assert games.table(created.id).record()[-1]["cause"] == "late"
    again = LiveGames(GameStore(engine), lambda *_: None, lambda: clock[0])
    assert again.show(created.id, None) == game
    engine.dispose()


def test_time_is_called_for_a_person_who_does_nothing(serve):
    """On the real server: the sandglass runs out, nobody posts, and the game goes on."""
    live = serve()
    with live.http() as http:
        request = {
            "game": "decrypto", "language": "en", "preset": "sandglass", "others": "random",
            "setup": {"clue_seconds": 1}, "seats": {"white.1": "human", "white.2": "human"},
        }  # fmt: skip
        created = http.post("/v1/games", json=request).json()
        token = created["tokens"]["white.1"]
        with http.stream("GET", f"/v1/games/{created['id']}/events", headers=bearer(token)) as got:
            for line in got.iter_lines():
                if line.startswith("data: "):
                    game = json.loads(line[6:])
                    if game["view"]["record"]:
                        break
        first = game["view"]["record"][0]
        assert (first["side"], first["clues"]) == ("white", None)
        assert game["view"]["deadline"] is None
        figures = http.get("/metrics").text
        assert 'cluebot_moves_total{by="timer",game="decrypto"} 1.0' in figures
    late = [m for m in live.service.store.moves(created["id"]) if m.entry["type"] == "forfeit"]
    assert [(m.seat, m.entry["cause"]) for m in late] == [("white.1", "late")]


@pytest.mark.parametrize("seconds", [29.9, 30.1])
def test_time_is_called_once_and_by_a_process_that_did_not_see_the_game_begin(database, seconds):
    engine = connect(database)
    migrate(engine)
    clock = [1000.0]
    one, *others = (LiveGames(GameStore(engine), lambda *_: None, lambda: clock[0]) for _ in "123")
    new = NewGame(game="decrypto", language="en", preset="sandglass", others="human", seed=1)
    created = one.create(new)
    assert one.overdue(9) == []
    move = {"kind": "clues", "clues": ["quartz", "onion", "violin"]}
    one.move(created.id, created.tokens["black.1"], NewMove(version=0, move=move), "k")
    for other in others:
        assert other.table(created.id).version == 1
    clock[0] += seconds
    assert one.overdue(9) == ([created.id] if seconds > 30 else [])
    called = []
    threads = [
        threading.Thread(target=lambda g=games: called.append(g.call_time(created.id)))
        for games in (one, *others)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [row.seat for row in called if row is not None] == ["white.1"] * (seconds > 30)
    assert one.show(created.id, None).version == 1 + (seconds > 30)
    assert one.overdue(9) == []
    engine.dispose()


def test_only_the_right_token_opens_a_seat(live):
    with live.http() as http:
        table, other = (
            Table(live, http, *CODENAMES, humans=seats_of(*CODENAMES)) for _ in range(2)
        )
        seat = table.state.to_act()[0]
        body = {"version": 0, "text": "submarine 1"}
        address, key = f"/v1/games/{table.id}", {"Idempotency-Key": "k"}
        for wrong in ("Bearer nonsense", "Basic eDp5", "Bearer", f"Bearer {other.tokens[seat]}"):
            headers = {"Authorization": wrong}
            assert http.get(address, headers=headers).status_code == 401
            assert http.get(f"{address}/events", headers=headers).status_code == 401
            refused = http.post(f"{address}/moves", json=body, headers=headers | key)
            assert refused.status_code == 401
            assert refused.headers["www-authenticate"] == "Bearer"
        assert http.post(f"{address}/moves", json=body, headers=key).status_code == 401
        assert http.get(f"{address}x").status_code == 404
        assert table.show()["seat"] is None
        for seat, token in table.tokens.items():
            assert table.show(token)["seat"] == seat


def test_tokens_are_kept_only_as_hashes(live):
    with live.http() as http:
        table = Table(live, http, *CODENAMES, humans=seats_of(*CODENAMES))
    stored = live.service.store.hashes(table.id)
    assert stored.keys() == table.tokens.keys()
    assert not set(stored.values()) & set(table.tokens.values())
    file = live.service.engine.url.database
    content = b"".join(Path(file + end).read_bytes() for end in ("", "-wal"))
    assert not [token for token in table.tokens.values() if token.encode() in content]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"preset": "nope"}, "preset"),
        ({"seats": {"green.spymaster": "human"}}, "seats"),
        ({"seats": {"red.spymaster": "nobody"}}, "seats.red.spymaster"),
        ({"others": "nobody"}, "others"),
        ({"seats": {"red.spymaster": {"player": "random", "options": {"path": "/"}}}}, "seats"),
        (
            {"seats": {"red.spymaster": {"player": "random", "options": {"safety": 1}}}},
            "seats.red.spymaster.options.safety",
        ),
        ({"words": ["apple"]}, "words"),
        ({"words": ["\ud800"] * 25}, "words"),
        ({"words": ["apple"], "wordlist": "en_codenames"}, "wordlist"),
        ({"wordlist": "zh_codenames"}, "wordlist"),
        ({"setup": {"players": 99}}, "setup.players"),
        ({"setup": {"words": []}}, "setup.words"),
        ({"setup": {"nonsense": 1}}, "setup.nonsense"),
        ({"language": "fr"}, "language"),
        ({"seed": -1}, "seed"),
    ],
)
def test_games_that_cannot_be_set_up_name_the_field(live, change, field):
    request = {"game": "codenames", "language": "en", "others": "random"} | change
    with live.http() as http:
        body = json.dumps(request).encode()
        response = http.post(
            "/v1/games", content=body, headers={"Content-Type": "application/json"}
        )
    assert response.status_code == 422, response.text
    assert response.json()["errors"][0]["field"].startswith(field)


def events(http, table, token=None, last=None) -> list[tuple[int, dict]]:
    """Return the ids and views of a stream that ends."""
    headers = bearer(token) | ({} if last is None else {"Last-Event-ID": str(last)})
    with http.stream("GET", f"/v1/games/{table.id}/events", headers=headers) as stream:
        if stream.status_code == 204:
            return []
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = [line for line in stream.iter_lines() if line]
    ids = [int(line[4:]) for line in lines if line.startswith("id: ")]
    return list(zip(ids, (json.loads(x[6:]) for x in lines if x.startswith("data: ")), strict=True))


def test_a_stream_goes_on_where_it_broke_off(live):
    with live.http() as http:
        table = Table(live, http, *CODENAMES, humans=seats_of(*CODENAMES))
        seat, moves = "blue.spymaster", table.play(random.Random(3))
        token = table.tokens[seat]
        next(moves)
        with http.stream("GET", f"/v1/games/{table.id}/events", headers=bearer(token)) as stream:
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    seen = json.loads(line[6:])
                    break
        assert seen["version"] == 1
        for _ in moves:
            pass
        last = table.state.ply
        missed = events(http, table, token, last=1)
        assert [number for number, _ in missed] == list(range(2, last + 1))
        for number, view in missed:
            assert view["view"] == table.states[number].view(seat).to_json()
        assert events(http, table, token, last=last) == []
        assert [number for number, _ in events(http, table, token)] == [last]
        bad = http.get(f"/v1/games/{table.id}/events", headers={"Last-Event-ID": "x"})
        assert bad.status_code == 422


def test_silent_streams_show_signs_of_life_and_are_counted(serve):
    live = serve(heartbeat=0.05, max_streams=1)
    with live.http() as http:
        table = Table(live, http, *CODENAMES, humans=seats_of(*CODENAMES))
        with http.stream("GET", f"/v1/games/{table.id}/events") as stream:
            lines = stream.iter_lines()
            assert any(line == ": still here" for line in lines)
            with live.http() as second:
                assert second.get(f"/v1/games/{table.id}/events").status_code == 429
        deadline = time.monotonic() + 10
        while live.service.streams and time.monotonic() < deadline:
            time.sleep(0.02)
        assert live.service.streams == 0


def test_an_expired_game_is_gone(serve):
    live = serve()
    with live.http() as http:
        table = Table(live, http, *CODENAMES, humans=seats_of(*CODENAMES))
        with http.stream("GET", f"/v1/games/{table.id}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines)
            time.sleep(0.05)
            assert live.service.store.expire(0.0) == 1
            assert not [line for line in lines if line.startswith("event: end")]
        assert http.get(f"/v1/games/{table.id}").status_code == 404
        assert (
            table.move(table.state.to_act()[0], {"version": 0, "forfeit": True}).status_code == 404
        )


def test_a_bot_that_crashes_forfeits_after_a_few_attempts(serve, monkeypatch):
    from cluebot.players.random import RandomPlayer

    live = serve(lease=0.1)

    def crash(*_):
        raise RuntimeError("broken bot")

    monkeypatch.setattr(RandomPlayer, "act", crash)
    with live.http() as http:
        table = Table(live, http, *CODENAMES, humans=[])
        deadline = time.monotonic() + 20
        while table.show()["version"] == 0 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert table.show()["view"]["history"][0]["end"] == "forfeit"


def test_games_go_on_after_a_restart(serve, tmp_path):
    settings = Settings(database=f"sqlite:///{tmp_path / 'kept.sqlite3'}", warm=[], rate_limit=0)
    with running(settings) as first, first.http() as http:
        table = Table(first, http, *CODENAMES, humans=seats_of(*CODENAMES))
        moves = table.play(random.Random(5))
        next(moves)
        next(moves)
    with running(settings) as second, second.http() as http:
        table.live, table.http = second, http
        assert table.show()["version"] == 2
        for _ in moves:
            pass
        assert table.show()["over"]


def test_every_game_of_the_registry_is_in_the_catalog(live):
    with live.http() as http:
        catalog = {game["name"]: game for game in http.get("/v1/catalog").json()}
    for name in GAMES:
        presets = {preset["name"]: preset["seats"] for preset in catalog[name]["presets"]}
        assert list(presets) == list(GAMES.load(name).presets)
        shown = [piece["id"] for piece in catalog[name]["pieces"]]
        assert shown == [piece.id for piece in GAMES.load(name).pieces]
        assert all(
            role in catalog[name]["players"] for s in presets.values() for role in s.values()
        )
