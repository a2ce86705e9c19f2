import pytest

from cluebot.players.codenames import Earlier, EmbeddingGuesser, GuessTask

WORDS = ("shark", "violin", "coral", "rocket", "butter")


def plan(context, **fields):
    task = GuessTask(**{"language": "en", "words": WORDS, "clue": "ocean", "number": 2, **fields})
    return EmbeddingGuesser(context()).rank(task)


def test_all_words_are_ranked_with_chances(context):
    found = plan(context)
    assert [w for w, _ in found.guesses[:2]] == ["shark", "coral"]
    assert sorted(w for w, _ in found.guesses) == sorted(WORDS)
    assert all(0 <= p <= 1 for _, p in found.guesses)
    assert found.take == 2


def test_found_words_count_against_the_number(context):
    words = tuple(w for w in WORDS if w != "shark")
    found = plan(
        context, words=words, found=1, guesses_left=2, may_stop=True, own_left=2, mode="none"
    )
    assert found.guesses[0][0] == "coral"
    assert found.take == 1


def test_an_earlier_clue_fills_the_extra_guess(context):
    words = ("shark", "violin", "rocket", "butter")
    after = {"words": words, "found": 1, "number": 1, "guesses_left": 1, "may_stop": True}
    with_old = plan(context, **after, own_left=1, earlier=(Earlier("melody", 1),))
    assert with_old.guesses[0][0] == "violin"
    assert with_old.take == 1
    assert plan(context, **after, own_left=1, opponent_left=2).take == 0


def test_zero_warns(context):
    found = plan(context, number=0, earlier=(Earlier("melody", 1),), own_left=2)
    assert found.guesses[0][0] == "violin"
    assert {w for w, _ in found.guesses[-2:]} == {"shark", "coral"}


def test_unlimited_reaches_back(context):
    found = plan(
        context, number="unlimited", clue="melody", earlier=(Earlier("ocean", 2),), own_left=3
    )
    assert [w for w, _ in found.guesses[:3]] == ["violin", "shark", "coral"]
    assert found.take == 3


def test_one_guess_is_always_made(context):
    assert plan(context, clue="dinner", words=("shark", "rocket"), number=1).take >= 1


def test_clues_of_the_other_side_warn(context):
    calm = dict(plan(context, number=1, own_left=3).guesses)
    warned = dict(plan(context, number=1, own_left=3, against=(Earlier("melody", 1),)).guesses)
    assert warned["violin"] < calm["violin"]


def test_a_turn_without_a_clue_is_refused():
    class View:
        current = None

    with pytest.raises(ValueError, match="no clue"):
        GuessTask.of(View())


def test_a_number_as_large_as_the_board_still_ranks_by_the_clue(context):
    words = ("butter", "shark")
    found = plan(context, words=words, number=9)
    assert [w for w, _ in found.guesses] == ["shark", "butter"]
    known = plan(context, words=words, number=9, own_left=1)
    assert known.guesses[0][0] == "shark"
    assert known.guesses[0][1] > 0.5 > known.guesses[1][1]
