"""The players of Code Breaker: legal, deterministic, and better than chance."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import pytest

from cluebot.errors import InputError
from cluebot.games.base import GAMES
from cluebot.games.codebreaker import learn
from cluebot.games.codec import parse
from cluebot.match import play
from cluebot.players.base import PLAYERS, Budget, Context
from cluebot.players.codebreaker.search import SearchOptions, SearchPlayer, _Trial, pick
from cluebot.players.codebreaker.worlds import Worlds, bits

GAME = GAMES.load("codebreaker")


def make(name, **options):
    return PLAYERS["codebreaker", "player"].load(name)(Context("en", None, options=options))


def match(names, seed, players=None, **fields):
    setup = parse(GAME.setup_type, {"language": "en", "players": len(names), **fields})
    made = players or [make(name) for name in names]
    return play(GAME, setup, dict(zip(GAME.seats(setup), made, strict=True)), seed)


@pytest.mark.parametrize(
    "fields",
    [{}, {"players": 4}, {"variant": "lightning"}, {"variant": "expert"},
     {"variant": "coop", "players": 3}, {"pact_b": "lose3", "spy_exile": True},
     {"answer_visibility": "asker", "players": 3}],
)  # fmt: skip
def test_belief_plays_every_table_by_the_rules(fields):
    count = fields.get("players", 2)
    record = match(["belief"] * count, 3, **{k: v for k, v in fields.items() if k != "players"})
    assert record.outcome is not None
    assert not [e for e in record.entries if e["type"] == "forfeit"]


def test_belief_beats_random_from_either_seat():
    balanced = {"pact_b": "lose3", "spy_exile": True}
    wins = sum(
        f"player.{1 + (names[1] == 'belief')}" in match(names, seed, **balanced).outcome.winners
        for names in (["belief", "random"], ["random", "belief"])
        for seed in range(15)
    )
    assert wins >= 26


def test_belief_forgets_nothing_between_games():
    """One player at several tables moves as fresh ones do."""
    player = make("belief")
    shared = [match(["belief", "random"], s, [player, make("random")]).lines() for s in (1, 2)]
    fresh = [match(["belief", "random"], s).lines() for s in (1, 2)]
    assert shared == fresh


@pytest.mark.parametrize("fields", [{"players": 3}, {"variant": "expert"}])
@pytest.mark.parametrize("name", ["belief", "search"])
def test_a_game_that_broke_off_leaves_nothing_to_the_next(name, fields):
    player = make(name)
    broken = GAME.start(parse(GAME.setup_type, {"language": "en"}), random.Random(1))
    (seat, *_) = broken.to_act()
    player.act(broken.view(seat), random.Random(1), Budget())
    other = GAME.start(parse(GAME.setup_type, {"language": "en", **fields}), random.Random(1))
    known = player._memory.knowledge(other.view(seat))
    assert known == learn(other.view(seat))


def test_search_is_repeatable_and_legal():
    few = partial(make, "search", iterations=4)
    records = [match(["search", "belief"], 5, [few(), make("belief")]) for _ in range(2)]
    assert records[0].lines() == records[1].lines()
    assert not [e for e in records[0].entries if e["type"] == "forfeit"]


def test_search_leaves_the_first_move_only_for_a_clear_lead():
    def trial(name, *results):
        return _Trial(name, list(results))

    first = trial("first", 0.5, 0.1, 0.9, 0.4)
    better = trial("better", 0.6, 0.2, 1.0, 0.5)
    lucky = trial("lucky", 0.9, 0.9, 0.0, 0.6)
    assert pick([first, lucky]) is first
    assert pick([first, lucky, better]) is better
    assert pick([first]) is first
    lead, error = better.lead(first)
    assert lead == pytest.approx(0.1)
    assert error == pytest.approx(0, abs=1e-9)


def test_search_keeps_to_the_time_it_is_given():
    state = next(s for s in _positions(3) if s.view(s.to_act()[0]).task == "act")
    view = state.view(state.to_act()[0])
    decision = SearchPlayer(SearchOptions(iterations=1_000_000)).act(
        view, random.Random(1), Budget(seconds=0.05)
    )
    assert 0 < decision.notes["iterations"] < 10_000
    view.check(decision.move)


def test_search_finds_the_guess_that_wins():
    setup = parse(
        GAME.setup_type,
        {"language": "en", "codes": [[4, 2, 7, 9], [1, 5, 3, 8]], "first": 1, "ask": "holders"},
    )
    state = GAME.start(setup, random.Random(1))
    state = replace(
        state, agenda=(), stars=((0, 7), (0, 0)), hands=(("frag_a", "scan", "frag_b"), ())
    )
    move = SearchPlayer(SearchOptions(iterations=20)).act(
        state.view("player.1"), random.Random(1), Budget()
    ).move  # fmt: skip
    assert move.card == "scan"
    assert move.position == 4


def test_worlds_agree_with_what_is_seen():
    rng = random.Random(4)
    for state in _positions(9):
        seat = state.to_act()[0]
        view = state.view(seat)
        if view.task != "act":
            continue
        known = learn(view)
        world = Worlds(view, known).draw(rng)
        other = world.view(seat)
        hidden = {"log"}
        assert other.model_dump(exclude=hidden) == view.model_dump(exclude=hidden)
        assert other.log == view.log
        assert sorted(world.deck + sum(world.hands, ())) == sorted(
            state.deck + sum(state.hands, ())
        )
        for name, code in zip(world.names, world.codes, strict=True):
            assert known.sets[name] & known.masks.exactly(code)


def _positions(seed):
    setup = parse(GAME.setup_type, {"language": "en", "players": 3})
    state, player, rng = GAME.start(setup, random.Random(seed)), make("random"), random.Random(2)
    while state.to_act():
        seat = state.to_act()[0]
        state = state.apply(seat, player.act(state.view(seat), rng, Budget()).move)
        if state.to_act():
            yield state


def test_bits_are_listed():
    assert bits(0) == []
    assert bits(0b10110) == [1, 2, 4]


@pytest.mark.parametrize("options", [{"iterations": 0}, {"depth": 3}, {"seconds": -1}])
def test_wrong_options_are_refused(options):
    with pytest.raises(InputError):
        make("search", **options)
