import numpy as np
import pytest

from cluebot.players.codenames.value import after_turn


@pytest.mark.parametrize("mode", ["team", "passive", "none"])
def test_fewer_own_words_are_better(mode):
    table = after_turn(9, 8, mode)
    assert (np.diff(table[:, 1:], axis=0) < 1e-12).all()
    assert (table >= 0).all()
    assert (table <= 1).all()
    assert (table[0] == 1).all()


@pytest.mark.parametrize("mode", ["team", "passive"])
def test_progress_of_the_other_side_hurts(mode):
    table = after_turn(9, 8, mode)
    assert (np.diff(table[1:], axis=1) >= -1e-12).all()
    assert table[5, 1] < table[5, 8]


def test_the_race_is_fair():
    table = after_turn(8, 8, "team")
    # Having just moved with n words each, the other side is to move and so ahead.
    assert (np.diag(table)[1:] < 0.5).all()


def test_tables_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        after_turn(3, 3, "team")[0, 0] = 0
