from dataclasses import replace

import pytest

from cluebot.errors import Forfeit, InputError
from cluebot.games.base import Seat
from cluebot.games.codenames import CODENAMES
from cluebot.games.codenames.setup import CodenamesSetup
from cluebot.match import Match
from cluebot.players.codenames import ClueTask, Earlier, EmbeddingClueGiver, EmbeddingGuesser
from embeddings.errors import UnknownWord

from .conftest import WORDS

TASK = ClueTask(
    "en",
    own=("shark", "coral", "violin"),
    opponent=("rocket", "comet"),
    neutral=("butter",),
    assassin=("lemon",),
)


def test_the_clue_joins_own_words(context):
    best = EmbeddingClueGiver(context()).rank(TASK)[0]
    assert best.clue == "ocean"
    assert best.number == 2
    assert set(best.targets) == {"shark", "coral"}
    assert 1 < best.expected_own <= 2
    assert 0 <= best.p_assassin < best.p_opponent < 0.5
    assert "ocean" in best.reason.en
    assert "指向" in best.reason.zh


def test_candidates_are_ranked_and_distinct(context):
    found = EmbeddingClueGiver(context()).rank(TASK, top=10)
    assert [c.value for c in found] == sorted((c.value for c in found), reverse=True)
    assert len({c.clue for c in found}) == len(found)


def test_used_and_banned_clues_are_never_given(context):
    giver = EmbeddingClueGiver(context(banned=["Harbour"]))
    task = ClueTask(**{**_fields(TASK), "used": ("OCEAN",)})
    assert not {c.clue for c in giver.rank(task, top=10)} & {"ocean", "harbour"}


def test_an_assassin_beside_the_clue_scares(context):
    near = ClueTask("en", own=("shark", "violin"), neutral=("butter",), assassin=("anchor",))
    assert EmbeddingClueGiver(context()).rank(near)[0].clue == "melody"


def test_caution_never_raises_the_worst_case(context):
    values = {
        level: EmbeddingClueGiver(context(level=level)).rank(TASK)[0].value
        for level in ("cautious", "balanced", "bold")
    }
    assert values["cautious"] <= values["balanced"] <= values["bold"]


def test_max_number_holds(context):
    found = EmbeddingClueGiver(context(max_number=1)).rank(TASK, top=10)
    assert {c.number for c in found} == {1}


def test_leftovers_call_for_unlimited_or_zero(context):
    task = ClueTask(
        "en",
        own=("shark", "coral", "violin"),
        opponent=("rocket",),
        neutral=("butter",),
        used=("ocean",),
        earlier=(Earlier("ocean", 2),),
        mode="team",
    )
    best = EmbeddingClueGiver(context()).rank(task)[0]
    assert (best.clue, best.number) == ("melody", "unlimited")
    assert best.expected_own > 2
    limited = ClueTask(**{**_fields(task), "unlimited": False})
    assert all(c.number != "unlimited" for c in EmbeddingClueGiver(context()).rank(limited))
    only_zero = ClueTask(**{**_fields(task), "own": ("shark", "coral"), "unlimited": False})
    assert any(c.number == 0 for c in EmbeddingClueGiver(context()).rank(only_zero, top=10))


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"level": "reckless"}, "level"),
        ({"max_number": 0}, "max_number"),
        ({"banned": "ocean"}, "banned"),
        ({"listener": "nobody"}, "listener"),
        ({"max_number": "many"}, "max_number"),
        ({"banned": 3}, "banned"),
        ({"top": 0}, "top"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_bad_options_are_named(context, options, field):
    with pytest.raises(InputError) as caught:
        EmbeddingClueGiver(context(**options))
    assert caught.value.defects[0].field == field


def test_unusable_boards(context):
    giver = EmbeddingClueGiver(context())
    with pytest.raises(InputError):
        giver.rank(ClueTask("en", own=()))
    with pytest.raises(UnknownWord, match="zyzzyva"):
        giver.rank(ClueTask("en", own=("shark", "zyzzyva")))


def test_beyond_barred_neighbours_there_is_a_clue(context, monkeypatch):
    # One neighbour a word, one clue a shortlist: what is nearest is barred, and so is the next.
    monkeypatch.setattr("cluebot.players.codenames.neighbours.NEIGHBOURS", 1)
    monkeypatch.setattr("cluebot.players.codenames.giver.SHORTLIST", 1)
    giver = EmbeddingClueGiver(context(banned=["ocean", "harbour"]))
    task = replace(TASK, own=("shark",))
    assert [c.clue for c in giver.rank(task)] == ["voyage"]


def test_without_a_legal_clue_the_player_forfeits(context):
    giver = EmbeddingClueGiver(context(banned=["ocean", "melody", "galaxy", "dinner", "voyage",
                                               "harbour"]))  # fmt: skip
    with pytest.raises(Forfeit):
        giver.act(_match(context).record.state.view(Seat("red.spymaster")), None, None)


def test_whole_games_are_mostly_won_and_repeat_themselves(context):
    records = [_match(context, seed).run() for seed in range(8)]
    assert sum("red" in r.state.outcome.winners for r in records) >= 5
    assert records[3].entries == _match(context, 3).run().entries


def _match(context, seed=3):
    setup = CodenamesSetup(
        language="en", words=tuple(WORDS), opponent="none", first=4, second=2, neutral=2
    )
    players = {
        Seat("red.spymaster"): EmbeddingClueGiver(context()),
        Seat("red.operative.1"): EmbeddingGuesser(context()),
    }
    return Match(CODENAMES, setup, players, seed=seed)


def _fields(task):
    return {name: getattr(task, name) for name in task.__dataclass_fields__}
