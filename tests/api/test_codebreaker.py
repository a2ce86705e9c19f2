"""Live games of Code Breaker: all that a caller can get wrong, and whole games of every kind."""

from __future__ import annotations

import json
import time

import pytest

from cluebot.games.base import GAMES
from cluebot.games.codebreaker import card_name
from cluebot.games.codec import parse
from cluebot.record import deal_rng, replay

from .tables import Table, bearer

P1, P2 = "player.1", "player.2"
CODES = [[4, 2, 7, 9], [1, 5, 3, 8]]
GAME = GAMES.load("codebreaker")


def seed_with(hand=(), without=(), hand2=(), **fields) -> int:
    """Return a seed that deals player 1, who begins, and player 2 certain cards."""
    setup = parse(GAME.setup_type, {"language": "en", "codes": CODES, "first": 1, **fields})
    for seed in range(5000):
        state = GAME.start(setup, deal_rng(seed))
        own, other = (state.view(seat).hand for seat in (P1, P2))
        if {*hand} <= {*own} and not {*without} & {*own} and {*hand2} <= {*other}:
            return seed
    raise AssertionError("no such deal")


def seat_people(live, http, seed, language="en", **fields) -> Table:
    given = {"codes": CODES, "first": 1, "ask": "holders"} | fields
    given = {name: value for name, value in given.items() if value is not None}
    return Table(live, http, "codebreaker", "stated", language, [P1, P2], seed, **given)


def refused(table: Table, seat: str, body: dict, kind: str = "illegal-move") -> str:
    """Fail unless a move is refused and has changed nothing; return what was said."""
    before = table.show(table.tokens[seat])
    response = table.move(seat, {"version": before["version"], **body})
    assert response.status_code == 422, response.text
    assert response.json()["type"].endswith(kind), response.text
    assert table.show(table.tokens[seat]) == before
    return response.json()["detail"]


def accepted(table: Table, seat: str, text: str) -> dict:
    version = table.show()["version"]
    response = table.move(seat, {"version": version, "text": text})
    assert response.status_code == 200, response.text
    return response.json()["game"]


def test_a_code_of_the_wrong_length_or_out_of_place(live):
    with live.http() as http:
        table = seat_people(live, http, 1, codes=None)
        for code in ([4, 2, 7], [4, 2, 7, 9, 1]):
            assert "exactly 4 digits" in refused(
                table, P1, {"move": {"kind": "code", "code": code}}
            )
        for code in ([1, 2, 3, 10], "12", "four", None, [1, 2, 3, True]):
            body = {"move": {"kind": "code", "code": code}}
            assert "code is a list of 4 digits" in refused(table, P1, body, "invalid-request")
        assert "exactly 4 digits" in refused(table, P1, {"text": "427"})
        accepted(table, P1, "4279")
        refused(table, P1, {"text": "code 4279"})
        after = accepted(table, P2, "1538")
    assert after["view"]["phase"] != "code"


def test_cards_that_are_not_held_and_fees_that_do_not_fit(live):
    with live.http() as http:
        seed = seed_with(hand=["freq"], without=["frag_a"])
        table = seat_people(live, http, seed, hand_limit=20)
        held = table.state.view(P1).hand
        for card in ("joker", *[c for c in ("scan", "ghost", "pact") if c not in held]):
            move = {"kind": "play", "card": card, "target": P2, "position": 1}
            assert "do not hold" in refused(table, P1, {"move": move})
        if held.count("frag_a") < 2:
            move = {"kind": "play", "card": "freq", "target": P2, "digit": 7}
            assert "costs 2 x A fragment" in refused(table, P1, {"move": move})
            assert "fee" in refused(
                table, P1, {"move": move | {"fee": "frag_b"}}, "invalid-request"
            )
        for grade, fee in (("elementary", "frag_a"), ("precise", "frag_b"), ("ultimate", "frag_c")):
            if fee not in held:
                move = {"kind": "guess", "grade": grade, "target": P2,
                        "positions": [1], "digits": [1]}  # fmt: skip
                assert card_name(fee, "en") in refused(table, P1, {"move": move})


def test_guesses_at_immune_and_own_positions(live):
    with live.http(**{"Accept-Language": "zh"}) as http:
        seed = seed_with(hand=["encrypt"], hand2=["frag_a"])
        table = seat_people(live, http, seed, "zh")
        accepted(table, P1, "反制 双重加密 #2")
        accepted(table, P1, "结束")
        while table.show()["view"]["active"] == P1:
            acting = table.show()["view"]["to_act"][0]
            choice = table.show(table.tokens[acting])["choices"][0]
            version = table.show()["version"]
            assert table.move(acting, {"version": version, "move": choice}).status_code == 200
        shown = table.show(table.tokens[P2])
        while shown["view"]["phase"] == "counter":
            acting = shown["view"]["to_act"][0]
            accepted(table, acting, "放弃")
            shown = table.show(table.tokens[P2])
        assert "已加密" in refused(table, P2, {"text": "初级 @1 2=2"})
        assert "自己的密码" in refused(table, P2, {"text": "初级 @2 1=1"})
        guess = {"kind": "guess", "target": P1, "positions": [2], "digits": [2]}
        assert not [c for c in shown["choices"] if c | guess == c]


def test_moves_out_of_turn_and_counters_outside_their_window(live):
    with live.http() as http:
        table = seat_people(live, http, seed_with(hand=["reset"], hand2=["frag_a", "wall"]))
        acting = table.show()["view"]["to_act"][0]
        assert acting == P1
        texts = ("end", "elementary @1 1=4", "counter wall", "pass", "accept frag_a")
        for body in ({"forfeit": True}, *({"text": text} for text in texts)):
            assert "not the turn of player.2" in refused(table, P2, body)
        assert "nothing to counter" in refused(table, P1, {"text": "counter reset"})
        for text in ("pass", "accept reset", "discard reset", "1234"):
            kind = "invalid-request" if text == "1234" else "illegal-move"
            refused(table, P1, {"text": text}, kind)
        spectator = http.post(
            f"/v1/games/{table.id}/moves",
            json={"version": 0, "text": "end"},
            headers={"Idempotency-Key": "k"},
        )
        assert spectator.status_code == 401


@pytest.mark.parametrize(
    ("language", "preset", "fields", "seats"),
    [
        ("en", "stated", {"players": 4}, 4),
        ("zh", "balanced", {"players": 3}, 3),
        ("zh", "lightning", {"players": 4}, 4),
        ("en", "expert", {}, 2),
        ("zh", "coop", {"players": 4}, 4),
        ("en", "stated", {"variant": "three_way", "players": 3}, 3),
    ],
)
def test_a_person_plays_a_whole_game_against_bots(live, language, preset, fields, seats):
    """The bots of the request's default take the other seats; the events lead through the game."""
    with live.http() as http:
        request = {"game": "codebreaker", "language": language, "preset": preset, "seed": 5,
                   "setup": fields, "seats": {P1: "human"}}  # fmt: skip
        created = http.post("/v1/games", json=request).json()
        players = created["game"]["seats"]
        assert players == {P1: "human"} | {f"player.{i}": "belief" for i in range(2, seats + 1)}
        address, headers = f"/v1/games/{created['id']}", bearer(created["tokens"][P1])
        over = False
        with http.stream("GET", f"{address}/events", headers=headers, timeout=60) as stream:
            for line in stream.iter_lines():
                if not line.startswith("data: "):
                    continue
                game = json.loads(line[6:])
                over = game["over"]
                if game["your_turn"]:
                    choices = game["choices"]
                    # Codes are chosen at the same time: by the next event it may go through.
                    expected = (200,) if choices else (200, 409)
                    typed = {"text": game["prompt"]["zh"].rpartition(" ")[2]}
                    move = {"move": choices[len(choices) // 2]} if choices else typed
                    answer = http.post(
                        f"{address}/moves",
                        json={"version": game["version"]} | move,
                        headers=headers | {"Idempotency-Key": f"{game['version']}"},
                    )
                    assert answer.status_code in expected, answer.text
        assert over
        record = http.get(f"{address}/transcript").text
    state = replay(record.splitlines())
    assert state.outcome is not None
    assert not [line for line in record.splitlines() if '"type":"forfeit"' in line]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"setup": {"players": 9}}, "setup.players"),
        ({"setup": {"variant": "expert", "players": 3}}, "players"),
        ({"setup": {"codes": [[1, 2, 3, 4]]}}, "codes"),
        ({"setup": {"pact_b": "maybe"}}, "setup.pact_b"),
        ({"words": ["apple"]}, "words"),
        ({"wordlist": "en_codenames"}, "wordlist"),
        ({"seats": {"player.3": "human"}}, "seats"),
        ({"others": "embedding"}, "others"),
        ({"seats": {P1: {"player": "search", "options": {"level": "high"}}}}, "seats.player.1"),
    ],
)
def test_games_that_cannot_be_set_up_name_the_field(live, change, field):
    with live.http() as http:
        response = http.post("/v1/games", json={"game": "codebreaker", "language": "en"} | change)
    assert response.status_code == 422, response.text
    assert response.json()["errors"][0]["field"].startswith(field)


def test_a_bot_sets_its_code_while_people_choose_theirs(live):
    with live.http() as http:
        table = Table(live, http, "codebreaker", "stated", "en", [P1], players=3)
        deadline = time.monotonic() + 20
        while table.show()["version"] < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
        shown = table.show(table.tokens[P1])
    assert [player["ready"] for player in shown["view"]["players"]] == [False, True, True]
    assert shown["your_turn"]
