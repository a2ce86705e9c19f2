"""Every ending of a turn and of the game, and what an invalid clue brings."""

from __future__ import annotations

import pytest

from cluebot.errors import IllegalMove
from cluebot.games.codenames import IDLE_TURNS, Accept, Cover, GiveClue, Guess, Stop, Turn

from .conftest import BLUE, BOARD, RED


def last(state) -> Turn:
    return state.history[-1]


class TestTurn:
    def test_red_has_nine_and_moves_first(self, start):
        state = start()
        assert state.to_act() == ("red.spymaster",)
        left = state.view(None).remaining
        assert (left.red, left.blue, left.neutral, left.assassin) == (9, 8, 7, 1)

    def test_number_plus_one_guesses(self, start, run):
        state = run(start(), ("clue", 2), "r1", "r2")
        assert state.view(None).guesses_left == 1
        state = run(state, "r3")
        assert last(state).end == "limit"
        assert state.to_act() == ("blue.spymaster",)

    def test_one_allows_two(self, start, run):
        state = run(start(), ("clue", 1), "r1")
        assert state.phase == "guess"
        assert last(run(state, "r2")).end == "limit"

    @pytest.mark.parametrize("number", [0, "unlimited"])
    def test_zero_and_unlimited_have_no_limit(self, start, run, number):
        state = run(start(), ("clue", number), *RED[:8])
        assert (state.phase, state.turn) == ("guess", "red")
        assert state.view(None).guesses_left is None
        assert run(state, "r9").outcome.reason == "found_all"

    @pytest.mark.parametrize("number", [0, 1, "unlimited"])
    def test_at_least_one_guess(self, start, run, number):
        state = run(start(), ("clue", number))
        with pytest.raises(IllegalMove, match="at least one"):
            run(state, "-")
        assert last(run(state, "r1", "-")).end == "stopped"

    def test_neutral_ends_the_turn(self, start, run):
        state = run(start(), ("clue", 3), "r1", "n1")
        assert last(state).end == "neutral"
        assert state.turn == "blue"

    def test_opposing_word_ends_the_turn_and_helps_them(self, start, run):
        state = run(start(), ("clue", "unlimited"), "b1")
        assert last(state).end == "opponent"
        assert state.view("blue.spymaster").own_remaining == 7
        assert state.turn == "blue"

    def test_a_word_of_an_earlier_clue_counts_like_any_other(self, start, run):
        state = run(start(), ("first", 2), "r1", "-", ("theirs", 1), "b1", "-")
        state = run(state, ("second", 1), "r2", "r3")
        assert [t.identity for t in last(state).guessed] == ["red", "red"]
        assert state.to_act() == ("blue.spymaster",)

    def test_the_record_of_a_turn(self, start, run):
        state = run(start(), ("clue", 2), "r1", "n2")
        turn = last(state)
        assert (turn.side, turn.clue, turn.number, turn.ruling) == ("red", "clue", 2, "legal")
        assert [(t.word, t.identity, t.seat) for t in turn.guessed] == [
            ("r1", "red", "red.operative.1"),
            ("n2", "neutral", "red.operative.1"),
        ]
        assert turn.covered is None


class TestEndings:
    @pytest.mark.parametrize("number", [0, 1, 9, "unlimited"])
    def test_assassin(self, start, run, number):
        state = run(start(), ("clue", number), "killer")
        assert (state.outcome.winners, state.outcome.reason) == (("blue",), "assassin")
        assert last(state).end == "assassin"
        assert state.to_act() == ()

    def test_all_found_even_on_the_last_guess_allowed(self, start, run):
        state = run(start(), ("clue", 8), *RED)
        assert (state.outcome.winners, state.outcome.reason) == (("red",), "found_all")

    def test_last_word_found_by_the_other_side(self, start, run):
        state = run(start(), ("clue", 0), "n1", ("clue", 0), *BLUE[:7], "-", ("clue", 1), "b8")
        assert (state.outcome.winners, state.outcome.reason) == (("blue",), "handed")

    def test_nothing_moves_after_the_end(self, start, run):
        state = run(start(), ("clue", 1), "killer")
        with pytest.raises(IllegalMove, match="over"):
            state.apply("blue.spymaster", GiveClue(word="late", number=1))
        with pytest.raises(IllegalMove):
            state.forfeit("blue.spymaster")

    def test_both_languages_tell_the_ending(self, start, run):
        text = run(start(), ("clue", 1), "killer").outcome.text
        assert text.en == "Red touched the assassin; Blue wins."
        assert text.zh == "红队触碰了刺客，蓝队获胜。"


class TestCheckOfClues:
    def test_only_uncovered_words_bind(self, start, run, checked):
        run(start(), ("one", 1), "r1", "n1", ("two", 1))
        assert checked[0]["board"] == BOARD
        assert checked[1]["board"] == tuple(w for w in BOARD if w not in ("r1", "n1"))
        assert {c["game"] for c in checked} == {"codenames"}

    def test_rejected_clue_leaves_everything_as_it_was(self, start, run):
        state = start()
        with pytest.raises(IllegalMove, match="Not so") as error:
            run(state, ("bad", 2))
        assert "不行" in error.value.to("zh")
        assert state == start()
        assert run(state, ("good", 2)).phase == "guess"

    @pytest.mark.parametrize(("ask", "passes"), [("legal", True), ("illegal", False)])
    def test_an_arguable_clue_goes_by_what_the_table_agreed(self, start, run, ask, passes):
        state = start(legality={"ask": ask})
        if passes:
            assert last(run(state, ("ask", 1))).ruling == "ask"
        else:
            with pytest.raises(IllegalMove):
                run(state, ("ask", 1))


class TestPenalty:
    @pytest.fixture
    def disputed(self, start, run):
        return run(start(illegal_clue="penalty"), ("bad", 2))

    def test_the_other_spymaster_rules(self, disputed):
        assert disputed.phase == "ruling"
        assert disputed.to_act() == ("blue.spymaster",)
        assert last(disputed).ruling == "illegal"
        assert last(disputed).reasons[0].detail.zh == "不行。"
        choices = disputed.view("blue.spymaster").choices()
        assert choices == (Accept(), Cover(), *(Cover(word=w) for w in BLUE))

    def test_cover_ends_the_turn_without_a_guess(self, disputed, run):
        state = run(disputed, Cover(word="b3"))
        assert (last(state).end, last(state).covered, last(state).guessed) == ("invalid", "b3", ())
        assert state.to_act() == ("blue.spymaster",)
        assert state.phase == "clue"
        assert state.view("blue.spymaster").own_remaining == 7

    def test_he_need_not_cover(self, disputed, run):
        state = run(disputed, Cover())
        assert (last(state).end, last(state).covered) == ("invalid", None)
        assert state.view("blue.spymaster").own_remaining == 8

    def test_he_may_let_it_stand_and_then_it_stands(self, disputed, run):
        state = run(disputed, Accept())
        assert state.to_act() == ("red.operative.1",)
        with pytest.raises(IllegalMove):
            state.apply("blue.spymaster", Cover(word="b1"))
        assert last(run(state, "r1", "r2", "r3")).end == "limit"

    @pytest.mark.parametrize("word", ["r1", "n1", "killer", "nowhere"])
    def test_he_covers_only_his_own(self, disputed, word):
        with pytest.raises(IllegalMove):
            disputed.apply("blue.spymaster", Cover(word=word))

    def test_covering_the_last_word_wins(self, start, run):
        state = run(start(illegal_clue="penalty"), ("clue", 1), "n1", ("clue", 9), *BLUE[:7], "-")
        state = run(state, ("bad", 1), Cover(word="b8"))
        assert (state.outcome.winners, state.outcome.reason) == (("blue",), "covered")

    def test_an_arguable_clue_is_put_to_him_too(self, start, run):
        state = run(start(illegal_clue="penalty"), ("ask", 1))
        assert (state.phase, last(state).ruling) == ("ruling", "ask")

    def test_a_legal_clue_is_not(self, start, run):
        assert run(start(illegal_clue="penalty"), ("good", 1)).phase == "guess"

    def test_number_out_of_range_is_no_clue_at_all(self, start, run):
        with pytest.raises(IllegalMove):
            run(start(illegal_clue="penalty"), ("good", 11))

    def test_a_silent_ruling_upholds_the_penalty(self, disputed):
        state = disputed.forfeit("blue.spymaster")
        assert (last(state).end, last(state).covered) == ("invalid", None)

    @pytest.mark.parametrize("opponent", ["passive", "none"])
    def test_alone_an_illegal_clue_ends_the_turn_at_once(self, start, run, opponent):
        state = run(start(illegal_clue="penalty", opponent=opponent), ("bad", 1))
        assert last(state).end == "invalid"
        assert state.to_act() == ("red.spymaster",)
        assert (last(state).covered is not None) == (opponent == "passive")
        assert run(state, ("ask", 1)).phase == "guess"


class TestOneTeam:
    def test_solo_turns_are_all_reds(self, start, run):
        state = run(start(opponent="none"), ("a", 1), "n1", ("b", 1), "b1", ("c", 1), "r1", "-")
        assert [t.side for t in state.history] == ["red"] * 3
        assert state.view(None).turns_taken("red") == 3
        assert state.view(None).remaining.blue == 7

    def test_solo_can_still_lose_to_the_other_colour(self, start, run):
        moves = [m for word in BLUE for m in (("clue", 1), word)]
        assert run(start(opponent="none"), *moves).outcome.reason == "handed"

    def test_passive_covers_one_of_its_own_after_each_turn(self, start, run):
        state = run(start(opponent="passive"), ("a", 1), "r1", "-")
        assert last(state).covered in BLUE
        assert state.view(None).remaining.blue == 7
        state = run(state, ("b", 1), "n1")
        assert state.view(None).remaining.blue == 6

    def test_passive_wins_after_eight_turns(self, start, run):
        state = start(opponent="passive")
        for i in range(8):
            assert state.outcome is None
            state = run(state, ("clue", 1), f"r{i + 1}", "-")
        assert (state.outcome.winners, state.outcome.reason) == (("blue",), "covered")

    def test_winning_comes_before_the_passive_cover(self, start, run):
        state = run(start(opponent="passive"), ("clue", 8), *RED)
        assert state.outcome.winners == ("red",)
        assert state.view(None).remaining.blue == 8

    def test_touching_the_last_opposing_word_loses(self, start, run):
        moves = [m for i in range(7) for m in (("clue", 1), f"r{i + 1}", "-")]
        state = run(start(opponent="passive"), *moves)
        (word,) = state.view("red.spymaster").opponent
        assert run(state, ("clue", 1), word).outcome.reason == "handed"


class TestForfeits:
    def test_spymaster_loses_the_turn(self, start):
        state = start().forfeit("red.spymaster")
        assert (last(state).clue, last(state).end) == (None, "forfeit")
        assert state.to_act() == ("blue.spymaster",)
        assert state.ply == 1

    def test_operative_loses_the_rest_of_the_turn(self, start, run):
        state = run(start(), ("clue", 3), "r1").forfeit("red.operative.1")
        assert last(state).end == "forfeit"
        assert state.turn == "blue"

    def test_idle_side_loses(self, start, run):
        state = start()
        for i in range(1, IDLE_TURNS):
            state = run(state.forfeit("red.spymaster"), ("clue", 1), f"b{i}", "-")
        assert state.outcome is None
        state = state.forfeit("red.spymaster")
        assert (state.outcome.winners, state.outcome.reason) == (("blue",), "idle")

    def test_a_touch_starts_the_count_again(self, start, run):
        state = start(opponent="none")
        state = state.forfeit("red.spymaster").forfeit("red.spymaster")
        state = run(state, ("clue", 1), "n1")
        state = state.forfeit("red.spymaster").forfeit("red.spymaster")
        assert state.outcome is None
        assert state.forfeit("red.spymaster").outcome.reason == "idle"

    def test_only_the_seat_to_act_can_forfeit(self, start):
        with pytest.raises(IllegalMove):
            start().forfeit("blue.spymaster")


class TestSeveralOperatives:
    def test_any_of_them_may_touch(self, start, run):
        state = run(start(players=8), ("clue", 3))
        assert set(state.to_act()) == {f"red.operative.{i}" for i in (1, 2, 3)}
        state = state.apply("red.operative.3", Guess(word="r1"))
        state = state.apply("red.operative.2", Guess(word="r2"))
        assert [t.seat for t in last(state).guessed] == ["red.operative.3", "red.operative.2"]
        assert state.apply("red.operative.1", Stop()).turn == "blue"

    def test_they_are_asked_in_rotation(self, start, run):
        state, asked = start(players=8), []
        for i in range(4):
            state = run(state, ("clue", 1))
            asked.append(state.to_act()[0])
            state = run(state, f"r{i + 1}", "-", ("clue", 1), f"b{i + 1}", "-")
        assert asked == [f"red.operative.{i}" for i in (1, 2, 3, 1)]
