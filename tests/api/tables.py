"""What the tests of live games share: every game of the registry, played through HTTP at random."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator

import httpx2 as httpx

from cluebot.games.base import GAMES, Seat
from cluebot.games.codec import parse
from cluebot.match import player_rng
from cluebot.players.base import PLAYERS, Budget, Context
from cluebot.record import deal_rng
from wordlists.loader import load_wordlist

GAME_PRESETS = [
    (name, preset, ("en", "zh")[i % 2])
    for name in GAMES
    for i, preset in enumerate(GAMES.load(name).presets)
]


def words(name: str, language: str) -> list[str]:
    return list(load_wordlist(language, name).words[:60])


SHORT = {"codebreaker": {"max_rounds": 3}}
"""What keeps games of the registry short that would be long at random."""


def fields(name: str, preset: str, language: str) -> dict:
    """Return the fields of a setup."""
    game = GAMES.load(name)
    found = {**game.presets[preset], **SHORT.get(name, {}), "language": language}
    if "words" in game.setup_type.model_fields:
        found["words"] = words(name, language)
    return found


def bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


class Table:
    """A game on a service whose people are played here, by random players on the same state.

    ``state`` is replayed beside the service, so that every answer can be compared with it.
    ``more`` are fields of the setup.
    """

    def __init__(self, live, http: httpx.Client, name, preset, language, humans, seed=7, **more):
        self.live = live
        self.http = http
        self.game = GAMES.load(name)
        more = SHORT.get(name, {}) | more
        setup = fields(name, preset, language) | more
        request = {
            "game": name, "language": language, "preset": preset, "others": "random",
            "words": setup.get("words"), "setup": more, "seed": seed,
            "seats": dict.fromkeys(humans, "human"),
        }  # fmt: skip
        response = http.post("/v1/games", json=request)
        assert response.status_code == 201, response.text
        created = response.json()
        self.id, self.tokens = created["id"], created["tokens"]
        self.setup = parse(self.game.setup_type, setup)
        self.states = [self.game.start(self.setup, deal_rng(seed))]
        self.rngs = {seat: player_rng(seed, seat) for seat in self.game.seats(self.setup)}
        options = {"words": setup["words"]} if "words" in setup else {}
        context = Context(language, blend=lambda _: None, options=options)
        self.players = {
            seat: PLAYERS[name, self.game.role(seat)].load("random")(context) for seat in humans
        }

    @property
    def state(self):
        return self.states[-1]

    def log(self):
        """Return the moves as the service keeps them, with their times."""
        return self.live.service.store.moves(self.id)

    def show(self, token: str | None = None) -> dict:
        response = self.http.get(f"/v1/games/{self.id}", headers=bearer(token))
        assert response.status_code == 200, response.text
        return response.json()

    def move(self, seat: str, body: dict, key: str | None = None) -> httpx.Response:
        return self.http.post(
            f"/v1/games/{self.id}/moves",
            json=body,
            headers=bearer(self.tokens[seat]) | {"Idempotency-Key": key or secrets.token_hex(8)},
        )

    def play(self, order: random.Random) -> Iterator[tuple[Seat, httpx.Response]]:
        """Play a game in which all seats are people; yield each seat and the answer to its move."""
        while self.state.to_act():
            seat = order.choice(self.state.to_act())
            move = self.players[seat].act(self.state.view(seat), self.rngs[seat], Budget()).move
            response = self.move(seat, {"version": self.state.ply, "move": move.to_json()})
            assert response.status_code == 200, response.text
            now = self.log()[-1].entry["now"]
            self.states.append(self.state.apply(seat, move, now=now))
            yield seat, response


def seats_of(name: str, preset: str, language: str) -> list[str]:
    game = GAMES.load(name)
    setup = parse(game.setup_type, fields(name, preset, language))
    return [str(seat) for seat in game.seats(setup)]
