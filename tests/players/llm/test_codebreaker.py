"""The chat player of Code Breaker: told its moves, corrected with the reason, replayed."""

from __future__ import annotations

import json

import pytest

from cluebot.errors import Forfeit
from cluebot.games.codebreaker import CODEBREAKER, EndTurn
from cluebot.games.codec import parse
from cluebot.llm.client import HttpModel
from cluebot.llm.endpoint import make_endpoint
from cluebot.llm.gate import Gate
from cluebot.llm.scripted import ScriptedModel
from cluebot.match import play
from cluebot.players.base import PLAYERS, Context
from cluebot.players.llm.codebreaker import menu
from cluebot.players.llm.replay import replay_players
from cluebot.record import deal_rng
from tests.llm.conftest import FakeServer, completion

from .conftest import act, make, no_vectors, say

CODES = ((4, 2, 7, 9), (1, 5, 3, 8))
END = {"en": "end", "zh": "结束"}
OWN = {"en": "elementary @1 1=4", "zh": "初级 @1 1=4"}
SAID = {"en": "your own code", "zh": "自己的密码"}


def player(model, language, **options):
    return make("llm", "codebreaker", "player", model, language, vectors=no_vectors, **options)


def setup(language, **fields):
    given = {"language": language, "codes": CODES, "first": 1, "ask": "holders", **fields}
    return parse(CODEBREAKER.setup_type, given)


def in_turn(language, fee="frag_a"):
    """Return the view of player 1 in its turn, with a fee for a guess."""
    for seed in range(200):
        state = CODEBREAKER.start(setup(language), deal_rng(seed))
        view = state.view("player.1")
        if view.task == "act" and fee in view.hand:
            return view
    raise AssertionError("no such deal")


def test_the_moves_are_listed_in_the_language_of_the_game(script, language):
    view = in_turn(language)
    model = script(say(move=END[language]))
    assert act(player(model, language), view).move == EndTurn()
    prompt = model.requests[0].messages[0].content
    for line in menu(view.choices(), language):
        assert f"- {line}" in prompt
    guess = {"en": "elementary @2 1=?    (?: 0-9)", "zh": "初级 @2 1=?    (?: 0-9)"}
    assert guess[language] in prompt
    assert "4279" in prompt
    assert "1538" not in prompt
    assert "10000" in prompt


def test_the_menu_covers_every_legal_move(language):
    view = in_turn(language)
    lines = list(menu(view.choices(), language))
    assert len(lines) == len(set(lines)) < len(view.choices())
    verbs = {CODEBREAKER.move_to_text(m, language).split()[0] for m in view.choices()}
    assert {line.split()[0] for line in lines} == verbs


def test_an_illegal_move_comes_back_with_the_reason(script, language):
    view = in_turn(language)
    model = script(say(move=OWN[language]), say(move="dance"), say(move=END[language]))
    decision = act(player(model, language), view)
    assert decision.move == EndTurn()
    second, third = (request.messages[-1].content for request in model.requests[1:])
    assert SAID[language] in second
    assert "dance" in third
    kinds = [[p["kind"] for p in call["problems"]] for call in decision.notes["calls"]]
    assert kinds == [["illegal"], ["invalid"], []]


def test_it_forfeits_when_no_answer_is_legal(script, language):
    model = script(*[say(move=OWN[language])] * 3)
    with pytest.raises(Forfeit) as caught:
        act(player(model, language), in_turn(language))
    assert SAID[language] in caught.value.to(language)


def test_beliefs_step_in_when_asked_to(script, language):
    view = in_turn(language)
    decision = act(player(script("", "", ""), language, fallback="embedding"), view)
    view.check(decision.move)
    assert decision.notes["fallback"]


def test_codes_and_moves_without_a_choice_cost_no_call(script, language):
    state = CODEBREAKER.start(setup(language, codes=None), deal_rng(1))
    move = act(player(script(), language), state.view("player.1")).move
    assert len(move.code) == 4
    state = CODEBREAKER.start(setup(language, ask="all"), deal_rng(1))
    view = state.view(state.to_act()[0])
    while len(view.choices()) > 1:
        state = state.forfeit(state.to_act()[0])
        view = state.view(state.to_act()[0])
    assert act(player(script(), language), view).move == view.choices()[0]


def last_line(prompt):
    return [line[2:] for line in prompt.splitlines() if line.startswith("- ")][-1]


def improvise(language):
    """Play the last move of the list, with a digit in place of the question mark."""
    count = 0

    def line(request):
        nonlocal count
        count += 1
        if count % 5 == 0:
            return say(move=OWN[language])
        prompt = request.messages[0].content
        return say(move=last_line(prompt).split("    ")[0].replace("?", "3"))

    return ScriptedModel([line] * 2000)


def test_a_game_is_replayed_from_its_record_byte_for_byte(language):
    given = setup(language, max_rounds=4, codes=None)
    bot = PLAYERS["codebreaker", "player"].load("belief")(Context(language, no_vectors))
    players = {"player.1": player(improvise(language), language), "player.2": bot}
    lines = play(CODEBREAKER, given, players, seed=4).lines()
    entries = [json.loads(line) for line in lines]
    assert entries[0]["players"]["player.1"] == "llm:scripted"
    assert sum('"calls":[{' in line for line in lines) > 3
    again = play(CODEBREAKER, given, replay_players(entries, no_vectors), seed=4)
    assert again.lines() == lines


def test_over_http_an_illegal_answer_is_corrected(language):
    server = FakeServer(*(completion(say(move=move)) for move in (OWN[language], END[language])))
    try:
        endpoint = make_endpoint("fake", {"url": server.url, "model": "m", "retries": 0})
        model = HttpModel(endpoint, gate=Gate(endpoint.concurrency))
        decision = act(player(model, language), in_turn(language))
    finally:
        server.close()
    assert decision.move == EndTurn()
    first, second = server.bodies
    assert "- " + END[language] in first["messages"][-1]["content"]
    assert SAID[language] in second["messages"][-1]["content"]
