"""Nothing reaches a seat that its view does not hold, in any answer, event, error or header."""

from __future__ import annotations

import json
import random

import pytest

from api.live.shapes import GameView
from cluebot.games.base import GAMES

from .tables import GAME_PRESETS, Table, bearer, seats_of

# What a seat may be told beside its view: it follows from the view, or all may know it.
PUBLIC = {
    "id", "game", "language", "version", "seat", "role", "seats", "sides", "your_turn", "over",
    "outcome", "prompt", "choices", "view",
}  # fmt: skip


def expected(table: Table, seat: str | None, version: int) -> dict:
    """Return the one answer that ``seat`` may get at a version, made from its view alone."""
    state = table.states[version]
    view = state.view(seat)
    prompt = table.game.prompt(view)
    outcome = state.outcome
    return {
        "id": table.id,
        "game": table.game.name,
        "language": view.language,
        "version": version,
        "seat": seat,
        "role": None if seat is None else table.game.role(seat),
        "seats": dict.fromkeys(table.game.seats(table.setup), "human"),
        "sides": {name: table.game.side(name) for name in table.game.seats(table.setup)},
        "your_turn": seat in view.to_act,
        "over": view.outcome is not None,
        "outcome": None
        if outcome is None
        else {
            "winners": list(outcome.winners),
            "reason": outcome.reason,
            "text": {"en": outcome.text.en, "zh": outcome.text.zh},
        },
        "prompt": {"en": prompt.en, "zh": prompt.zh},
        "choices": [move.to_json() for move in view.choices()],
        "view": view.to_json(),
    }


@pytest.mark.parametrize(("name", "preset", "language"), GAME_PRESETS)
def test_every_answer_and_event_is_the_view_of_its_seat(live, name, preset, language):
    everybody = [None, *seats_of(name, preset, language)]
    with live.http() as http:
        table = Table(live, http, name, preset, language, everybody[1:])
        tokens = table.tokens | {None: None}
        for seat, response in table.play(random.Random(2)):
            version = table.state.ply
            assert response.json()["game"] == expected(table, seat, version)
            for other in everybody:
                assert table.show(tokens[other]) == expected(table, other, version)
        for seat in everybody:
            headers = bearer(tokens[seat]) | {"Last-Event-ID": "0"}
            with http.stream("GET", f"/v1/games/{table.id}/events", headers=headers) as stream:
                data = [json.loads(x[6:]) for x in stream.iter_lines() if x.startswith("data: ")]
            for view in data:
                assert view == expected(table, seat, view["version"])
            assert len(data) == table.state.ply


@pytest.mark.parametrize("name", GAMES)
def test_refusals_tell_no_more_than_the_view(live, name):
    preset = next(iter(GAMES.load(name).presets))
    seats = seats_of(name, preset, "en")
    with live.http() as http:
        table = Table(live, http, name, preset, "en", seats)
        acting = table.state.to_act()[0]
        for seat in seats:
            stale = table.move(seat, {"version": 9, "forfeit": True}).json()
            assert stale["game"] == expected(table, seat, 0)
            wrong = table.move(seat, {"version": 0, "move": {"kind": "nonsense"}})
            for secret in hidden(table, seat):
                assert secret not in wrong.text
        refused = table.move(acting, {"version": 0, "forfeit": True}, key="k")
        assert refused.status_code == 200
        reused = table.move(acting, {"version": 1, "text": "another"}, key="k").json()
        assert reused.get("game") is None


def hidden(table: Table, seat: str) -> set[str]:
    """Return the words of the pool, or the cards, that the seat does not see."""
    shown = json.dumps(table.state.view(seat).to_json(), ensure_ascii=False)
    pool = getattr(table.setup, "words", None) or table.setup.deck
    return {f'"{word}"' for word in pool if f'"{word}"' not in shown}


def test_the_view_of_a_game_has_no_other_fields():
    assert set(GameView.model_fields) == PUBLIC


def test_a_creator_with_one_seat_sees_no_other(live):
    with live.http() as http:
        request = {
            "game": "codenames", "language": "en", "others": "random", "seed": 3,
            "seats": {"red.operative.1": "human"},
        }  # fmt: skip
        created = http.post("/v1/games", json=request).json()
    assert set(created) == {"id", "tokens", "game"}
    assert list(created["tokens"]) == ["red.operative.1"]
    assert "key" not in created["game"]["view"]
    assert created["game"]["view"]["identities"] == [None] * 25


def test_a_running_game_gives_neither_seed_nor_notes(live):
    with live.http() as http:
        table = Table(
            live, http, "codenames", "standard", "en", ["red.operative.1"], seed=918273645
        )
        texts = [http.get(f"/v1/games/{table.id}{end}").text for end in ("", "/transcript")]
    assert not [text for text in texts if "918273645" in text or '"notes"' in text]
