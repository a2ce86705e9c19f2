"""The rules case by case: codes 4279 and 1538 unless said otherwise."""

from __future__ import annotations

import random
from collections import Counter as Count
from dataclasses import replace

import pytest

from cluebot.errors import IllegalMove
from cluebot.games.codebreaker import learn
from cluebot.games.codebreaker.cards import CARDS, full_deck

from .tables import (
    CODES,
    GAME,
    P1,
    P2,
    P3,
    codes_left,
    crosses,
    do,
    hand,
    info,
    last,
    lay,
    setup,
    stars,
)


def illegal(state, *moves: str) -> str:
    with pytest.raises(IllegalMove) as error:
        do(state, *moves)
    assert error.value.text.en != error.value.text.zh
    return error.value.text.en


def test_the_deck_has_86_cards():
    counts = Count(full_deck())
    by_kind = Count(CARDS[c].kind for c in counts.elements())
    assert by_kind == {"fragment": 36, "tool": 18, "counter": 14, "agent": 12, "spy": 6}
    assert sum(counts.values()) == 86
    assert counts["tracker"] == 4
    assert counts["search"] == 1
    assert counts["market"] == 3


def test_two_players_start_with_five_cards_and_five_intel():
    state = GAME.start(setup(), random.Random(3))
    assert [len(h) for h in state.hands] == [5, 5]
    assert len(state.deck) == 76
    assert state.intel == (5, 5)


def test_a_wrong_elementary_guess_tells_the_direction():
    state = do(lay("a"), "elementary @2 1=5")
    assert last(state, "answer").result == "lower"
    assert crosses(state, P1, P2) == (1,)
    assert codes_left(state, P1, P2) == 5000


def test_a_right_elementary_guess_is_starred():
    state = do(lay("a"), "elementary @2 1=1")
    assert stars(state, P1, P2) == (1,)
    assert state.intel == (5, 5)


def test_a_right_precise_guess_takes_a_card_and_an_intel():
    state = do(lay("b", "freq"), "precise @2 4=8")
    assert stars(state, P1, P2) == (4,)
    assert hand(state, P1) == ("freq",)
    assert hand(state, P2) == ()
    assert state.intel == (5, 4)
    assert last(state, "steal").cards is None
    assert last(state, "steal", P2).cards == ("freq",)


def test_a_wrong_precise_guess_tells_nothing_else():
    state = do(lay("b", "freq"), "precise @2 4=7")
    assert last(state, "answer").result == "wrong"
    assert crosses(state, P1, P2) == (4,)
    assert hand(state, P2) == ("freq",)
    assert codes_left(state, P1, P2) == 9000


def test_tools_narrow_the_codes():
    state = lay("freq a a neural c", "", codes=[CODES[1], CODES[0]])
    state = do(state, "play freq @2 7")
    assert codes_left(state, P1, P2) == 3439
    state = replace(lay("scan b neural c", "", codes=[CODES[1], CODES[0]]), log=state.log)
    state = do(state, "play scan @2 #3")
    assert codes_left(state, P1, P2) == 1000
    assert stars(state, P1, P2) == (3,)
    assert state.intel == (5, 4)
    state = do(state, "play neural @2 max")
    assert codes_left(state, P1, P2) == 271
    assert learn(state.view(P1)).grid(P2)[3][9] == pytest.approx(100 / 271)


def test_the_wall_stops_a_scan():
    state = do(lay("scan b", "wall"), "play scan @2 #3", "counter wall")
    assert stars(state, P1, P2) == ()
    assert state.intel == (5, 5)
    assert codes_left(state, P1, P2) == 10**4
    assert Count(state.pile) == Count(["scan", "frag_b", "wall"])
    assert state.actions == 1


def test_fog_stops_a_tool():
    state = do(lay("freq a a", "fog"), "play freq @2 7", "counter fog")
    assert codes_left(state, P1, P2) == 10**4
    assert hand(state, P1) == ()
    assert state.actions == 1


@pytest.mark.parametrize("move", ["elementary @2 1=5", "play throat @2"])
def test_fog_stops_only_tools(move):
    state = lay("a throat", "fog encrypt", ask="all")
    state = do(state, move)
    if state.to_act() == (P2,):
        assert "fog" in illegal(state, "counter fog")
    else:
        illegal_at = state.view(P2)
        with pytest.raises(IllegalMove):
            illegal_at.check(GAME.move_from_text("counter fog", illegal_at))


def test_a_reset_voids_a_right_guess():
    state = lay("b", "reset freq", codes=[CODES[1], CODES[0]])
    state = do(state, "precise @2 4=9", "counter reset")
    assert state.codes[1] == (4, 2, 7, 0)
    assert stars(state, P1, P2) == ()
    assert crosses(state, P1, P2) == (4,)
    assert hand(state, P2) == ("freq",)
    assert state.intel == (5, 5)
    assert learn(state.view(P1)).known(P2, 4) == 0


def test_a_reset_turns_over_everybodys_star():
    state = lay("a", "reset", "", codes=[CODES[1], CODES[0], CODES[2]])
    state = replace(state, stars=((0, 0, 0), (0, 0, 0), (0, 8, 0)))
    state = do(state, "elementary @2 4=9", "counter reset")
    assert stars(state, P3, P2) == ()
    assert crosses(state, P3, P2) == (4,)


@pytest.mark.parametrize("move", ["play scan @2 #4", "play ghost A @2 #4"])
def test_a_reset_is_not_offered_against_scan_and_ghost(move):
    state = do(lay("scan b ghost", "reset"), move)
    assert state.to_act() == (P1,)
    assert stars(state, P1, P2) == (4,)


def test_a_reset_of_a_position_encrypted_in_the_same_window_is_not_offered():
    state = do(lay("a", "reset encrypt"), "elementary @2 1=1", "pass", "counter encrypt #1")
    assert state.to_act() == (P2,)
    illegal(state, "counter reset")
    assert stars(do(state, "pass"), P1, P2) == (1,)


def test_encryption_before_the_answer():
    state = do(lay("a", "encrypt"), "elementary @2 1=1", "counter encrypt #1")
    assert stars(state, P1, P2) == ()
    assert crosses(state, P1, P2) == ()
    assert hand(state, P1) == ()
    assert codes_left(state, P1, P2) == 10**4
    assert info(state, P2).immune == (1,)
    assert state.actions == 1


def test_an_immune_position():
    state = do(lay("encrypt encrypt chaos a scan b"), "counter encrypt #2")
    assert state.actions == 2
    illegal(state, "play chaos A #2 5")
    assert "used already" in illegal(state, "counter encrypt #3")
    state = lay("a scan b", "")
    state = replace(state, immune=(0, 2))
    illegal(state, "elementary @2 2=5")
    assert stars(do(state, "play scan @2 #2"), P1, P2) == (2,)


def test_a_right_ultimate_guess():
    state = do(lay("c"), "ultimate @2 2=5 3=3")
    assert stars(state, P1, P2) == (2, 3)
    assert state.intel == (5, 5)


def test_a_wrong_ultimate_guess_locks_guessing():
    state = do(lay("c a accel throat"), "ultimate @2 2=5 3=4")
    assert stars(state, P1, P2) == ()
    assert codes_left(state, P1, P2) == 9900
    state = do(state, "play accel")
    assert "ultimate guess failed" in illegal(state, "elementary @2 1=1")
    do(state, "play throat @2")


def test_the_accelerator_allows_a_third_guess():
    state = lay("accel a a a a")
    state = do(state, "play accel", "elementary @2 1=2", "elementary @2 1=3", "elementary @2 1=4")
    assert "no guess left" in illegal(state, "elementary @2 1=5")


def test_destruction_at_one_intel_wins():
    state = replace(lay("destroy", "freq fog fog"), intel=(5, 1))
    state = do(state, "play destroy @2", "discard fog", "discard freq")
    assert state.outcome.reason == "survivor"
    assert state.outcome.winners == (P1,)


def test_destruction_of_an_empty_hand_costs_nothing():
    state = do(lay("destroy", ""), "play destroy @2")
    assert state.intel == (5, 5)


def test_interception_takes_a_discard_but_no_fee():
    state = lay("destroy freq a a", "freq fog", "intercept")
    state = do(state, "play freq @2 7", "pass")
    assert state.to_act() == (P1,)
    state = do(state, "play destroy @2", "discard fog", "discard freq", "counter intercept freq")
    assert hand(state, P3) == ("freq",)
    assert state.pile.count("fog") == 1
    total = sum(map(len, state.hands)) + len(state.deck) + len(state.pile)
    assert total == 86


def test_the_hand_limit_holds_at_the_end_of_the_turn():
    state = lay("a a a b b b c c c")
    assert len(hand(state, P1)) == 9
    state = do(state, "end", "discard a级", "discard frag_a")
    assert len(state.hands[0]) == 7
    assert state.active == 1


def test_an_emergency_fetches_an_earlier_discard():
    state = do(lay("b b", pile="wall freq"), "emergency frag_b wall")
    assert hand(state, P1) == ("wall",)
    assert state.actions == 1
    assert state.pile == ("freq", "frag_b", "frag_b")
    illegal(lay("b b", pile="freq"), "emergency frag_b frag_b")


def test_effect_b_of_the_pact():
    state = do(lay("pact throat", "fog", ""), "play pact B @2")
    assert not info(state, P2).alive
    assert info(state, P2).code == CODES[1]
    assert hand(state, P2) == ()
    assert state.pile.count("fog") == 1
    assert state.outcome is None
    illegal(state, "play throat @2")
    assert do(lay("pact", "fog"), "play pact B @2").outcome.winners == (P1,)


def test_an_alliance_wins_together_and_stays_secret():
    state = do(lay("pact a", "", ""), "play pact A @2")
    assert state.view(P2).allies == (P1,)
    assert state.view(P3).allies == ()
    assert not any(P2 in e.to_json().values() for e in state.view(P3).log[-2:])
    state = replace(state, stars=((0, 0, 14), (0, 0, 0), (0, 0, 0)))
    state = do(replace(state, codes=CODES[:3]), "elementary @3 1=6")
    assert state.outcome.winners == (P1, P2)
    assert state.outcome.reason == "crack"
    illegal(lay("pact", ""), "play pact A @2")


def test_the_comparator_uses_the_own_digit():
    assert codes_left(do(lay("cross a b"), "play cross @1 @2 #1"), P1, P2) == 9000
    same = do(lay("cross a b", codes=[CODES[0], (4, 5, 3, 8)]), "play cross @1 @2 #1")
    assert codes_left(same, P1, P2) == 1000


def test_a_third_party_learns_from_a_comparison():
    state = lay("cross a b scan b", "", "", codes=[CODES[0], CODES[1], (1, 0, 6, 2)])
    state = do(state, "play cross @2 @3 #1", "play scan @2 #1")
    assert codes_left(state, P1, P3) == 1000


def test_a_changed_digit_costs_its_star_and_leaves_nine():
    state = do(lay("scan b", "chaos"), "play scan @2 #3", "end", "play chaos A #3 0")
    assert stars(state, P1, P2) == ()
    assert codes_left(state, P1, P2) == 9000
    assert state.codes[1] == (1, 5, 0, 8)
    assert last(state, "change", P1).digits is None
    assert last(state, "change", P2).digits == (0,)


def test_entanglement_raises_the_own_stars():
    state = replace(lay("entangle", ""), stars=((0, 1), (3, 0)))
    state = do(state, "play entangle A @2 @1 #3")
    assert stars(state, P1, P2) == (1, 3)
    assert learn(state.view(P1)).known(P2, 3) == 3


def test_deep_throat():
    assert codes_left(do(lay("throat"), "play throat @2"), P1, P2) == 5540


def test_an_empty_deck_is_shuffled_anew_in_the_middle_of_a_draw():
    state = do(lay("", "", deck="freq", pile="fog wall"), "end")
    assert set(hand(state, P2)) > {"freq"}
    assert len(state.hands[1]) == 2
    assert len(state.deck) == 1
    assert state.reshuffles == 1


def test_when_no_card_is_left_most_stars_win():
    state = replace(lay("", "", deck=""), stars=((0, 1), (0, 0)))
    state = do(state, "end")
    assert state.outcome.reason == "deck"
    assert state.outcome.winners == (P1,)
    assert do(lay("", "", deck=""), "end").outcome.winners == (P1, P2)


def test_the_expert_variant():
    fields = {"variant": "expert", "codes": [(4, 2, 7, 9, 0), (1, 5, 3, 8, 8)]}
    state = do(lay("a", **fields), "elementary @2 1=5")
    assert last(state, "answer").result == "wrong"
    assert len(state.setup.deck) == 88


def test_the_lightning_variant():
    state = lay("a", variant="lightning", codes=[(4, 2, 7), (1, 5, 3)])
    state = replace(state, stars=((0, 3), (0, 0)))
    assert state.actions == 1
    assert do(state, "elementary @2 3=3").outcome.reason == "crack"


def coop(*hands, **changes):
    return replace(lay(*hands, players=3, variant="coop"), **changes)


def test_agents_pool_their_stars():
    state = coop("", "a", "", stars=((0, 0, 0), (3, 0, 0), (4, 0, 0)))
    state = do(state, "end", "elementary @1 4=9")
    assert state.outcome.winners == (P2, P3)


def test_an_agent_out_of_intel_loses_for_all():
    state = do(coop("b", "", "", intel=(6, 1, 4)), "precise @2 1=1")
    assert state.outcome.winners == (P1,)


def test_the_villain_out_of_intel_loses():
    state = do(coop("", "pact", ""), "end", "play pact B @1")
    assert state.outcome.winners == (P2, P3)


def test_the_agents_have_ten_rounds():
    state = coop("", "", "", round=10)
    state = do(state, "end", "end")
    assert state.outcome is None
    state = do(state, "end")
    assert state.outcome.reason == "rounds"
    assert state.outcome.winners == (P1,)


def test_agents_see_each_others_hands_and_cannot_attack_each_other():
    state = do(coop("", "a scan b", "fog"), "end")
    assert state.view(P2).fellows[0].cards == ("fog",)
    assert state.view(P1).fellows == ()
    illegal(state, "elementary @3 1=1")
    illegal(state, "play scan @3 #1")
