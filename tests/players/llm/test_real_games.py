"""Whole games with a real model as team mate: llama.cpp's server, the real HTTP path."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from cluebot.errors import Forfeit
from cluebot.games.codec import parse
from cluebot.games.codenames import CODENAMES, GiveClue
from cluebot.games.decrypto import DECRYPTO
from cluebot.llm.client import HttpModel
from cluebot.llm.endpoint import make_endpoint
from cluebot.llm.gate import Gate
from cluebot.llm.local import LocalServer
from cluebot.match import Match, play, replay
from cluebot.players.base import PLAYERS, Context
from cluebot.players.llm.replay import replay_players
from cluebot.record import deal_rng

from .conftest import LANGUAGES, act, blend, board_words, decrypto_setup, no_vectors

CONTEXT = 1024


@pytest.fixture(scope="module")
def server(chat_model_file):
    with LocalServer(chat_model_file, parallel=4, context=CONTEXT) as server:
        yield server


def model_at(server, **settings):
    given = {"url": server.url, "model": server.model, "retries": 0, "timeout": 120, **settings}
    endpoint = make_endpoint("local", given)
    return HttpModel(endpoint, gate=Gate(endpoint.concurrency))


def player(name, game, role, language, model, **options):
    """Return a player; those of a model answer briefly, so that the games end soon."""
    if name != "embedding":
        options = {"model": model, "tries": 2, "max_tokens": 60, "samples": 1, **options}
    if name.startswith("hybrid"):
        options = {"weight": 0.3, **options}
    if game.name == "decrypto":
        options["bank"] = board_words(language)
    context = Context(language, blend, options=options)
    return PLAYERS[game.name, role].load(name)(context)


def seated(game, setup, by_seat, model, **options):
    """Return players for all seats; ``by_seat`` says who sits at those of the model's team."""
    return {
        seat: player(
            by_seat.get(seat, "embedding"), game, game.role(seat), setup.language, model,
            **(options if seat in by_seat else {}),
        )
        for seat in game.seats(setup)
    }  # fmt: skip


def codenames_setup(language):
    words = board_words(language)
    fields = {"language": language, "words": words, "first": 2, "second": 2, "neutral": 1}
    return parse(CODENAMES.setup_type, {**fields, "starts": "red", "opponent": "passive"})


def small_decrypto(language):
    return decrypto_setup(language, rounds=2)


GAMES = {
    "codenames": (CODENAMES, codenames_setup, "red.spymaster", "red.operative.1"),
    "decrypto": (DECRYPTO, small_decrypto, "white.1"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", ["llm", "hybrid"])
def test_a_whole_game_with_a_model_as_team_mate(server, language, name, kind):
    game, setup_of, *taken = GAMES[name]
    setup = setup_of(language)
    seats = dict.fromkeys(taken, f"{kind}:local")
    record = play(game, setup, seated(game, setup, seats, model_at(server)), seed=1)
    assert record.outcome is not None
    lines = record.lines()
    entries = [json.loads(line) for line in lines]
    calls = [c for e in entries if e["type"] == "notes" for c in e["notes"].get("calls", ())]
    assert calls
    assert all(call["reply"]["tokens_in"] > 10 for call in calls)
    # What a model says may be refused, but never reaches the table: all moves are legal.
    assert not any(e.get("cause") == "illegal" for e in entries)
    assert replay(lines) == record.state
    vectors = blend if kind == "hybrid" else no_vectors
    again = play(game, setup, replay_players(entries, vectors), seed=1)
    assert again.lines() == lines


class Counted:
    """A model that does something before one of its calls."""

    def __init__(self, model, before, call):
        self._model, self._before, self._call = model, before, call
        self.calls = 0

    def __getattr__(self, name):
        return getattr(self._model, name)

    def ask(self, request, timeout=None):
        self.calls += 1
        if self.calls == self._call:
            self._before()
        return self._model.ask(request, timeout)


@pytest.mark.parametrize("fallback", ["none", "embedding"])
def test_a_server_killed_in_mid_game_ends_no_game(chat_model_file, fallback):
    with LocalServer(chat_model_file, context=CONTEXT) as server:
        setup = small_decrypto("en")
        model = Counted(model_at(server, timeout=20), server.kill, 2)
        seats = {"white.1": "llm:local", "white.2": "llm:local"}
        players = seated(DECRYPTO, setup, seats, model, fallback=fallback)
        record = play(DECRYPTO, setup, players, seed=1)
    assert record.outcome is not None
    faults = {
        call["error"]["fault"]
        for entry in record.entries
        if entry["type"] == "notes"
        for call in entry["notes"].get("calls", ())
        if "error" in call
    }
    assert faults <= {"unreachable", "open"}
    assert faults
    forfeits = [e for e in record.entries if e["type"] == "forfeit"]
    stepped_in = [e for e in record.entries if "fallback" in e.get("notes", ())]
    assert bool(forfeits) == (fallback == "none")
    assert bool(stepped_in) == (fallback == "embedding")
    lines = record.lines()
    entries = [json.loads(line) for line in lines]
    again = play(DECRYPTO, setup, replay_players(entries, blend), seed=1)
    assert again.lines() == lines


def test_four_games_at_once(server):
    model = model_at(server, concurrency=4)
    started = threading.Barrier(4, timeout=60)

    def one(number):
        setup = codenames_setup("en")
        players = seated(CODENAMES, setup, {"red.operative.1": "llm:local"}, model)
        match = Match(CODENAMES, setup, players, number)
        started.wait()
        return match.run()

    with ThreadPoolExecutor(4) as pool:
        records = list(pool.map(one, range(4)))
    assert all(record.outcome is not None for record in records)
    assert all(any("calls" in e.get("notes", ()) for e in r.entries) for r in records)


def test_a_prompt_beyond_the_context_is_a_forfeit_that_says_so(server):
    fields = {"language": "en", "words": tuple(f"word{i}" * 16 for i in range(25)), "starts": "red"}
    state = CODENAMES.start(parse(CODENAMES.setup_type, fields), deal_rng(0))
    state = state.apply("red.spymaster", GiveClue(word="ocean", number=2))
    guesser = player("llm:local", CODENAMES, "operative", "en", model_at(server))
    with pytest.raises(Forfeit, match="context"):
        act(guesser, state.view("red.operative.1"))
