"""Every registered player in every role it is registered for, on the real vectors.

Left out: ``human``, which needs a person, and players with an argument (``llm:NAME``), which
need an endpoint; tests/players/llm holds those to the same.
"""

import pytest

from api.resources import blend
from cluebot.errors import InputError
from cluebot.games.base import GAMES
from cluebot.games.codec import parse
from cluebot.match import play
from cluebot.players.base import PLAYERS, Context
from wordlists.loader import load_wordlist

LARGER = ("six", "eight")
"""Presets that differ from the default in the number of seats alone."""

OPTIONS = {("codebreaker", "search"): {"iterations": 3}}
"""What makes players quick that think for as long as they are told to."""


def setup_of(game, preset, language):
    rules = GAMES.load(game)
    words = load_wordlist(language, game).words if "words" in rules.setup_type.model_fields else ()
    fields = {"language": language, **({"words": words} if words else {})}
    return parse(rules.setup_type, {**fields, **rules.presets[preset]})


def cases():
    for (game, role), table in PLAYERS.items():
        rules = GAMES.load(game)
        for preset in rules.presets:
            roles = {rules.role(seat) for seat in rules.seats(setup_of(game, preset, "en"))}
            if preset in LARGER or role not in roles:
                continue
            for name in table:
                if name == "human" or ":" in name:
                    continue
                for language in ("en", "zh"):
                    yield pytest.param(
                        game, role, name, preset, language,
                        id=f"{game}-{preset}-{role}-{name}-{language}",
                    )  # fmt: skip


def record(game, role, name, preset, language, seed):
    """Play one game with the player in all seats of its role and random ones elsewhere."""
    rules, setup = GAMES.load(game), setup_of(game, preset, language)
    context = Context(language, blend=blend, options=OPTIONS.get((game, name), {}))
    players = {
        seat: PLAYERS[game, rules.role(seat)].load(name if rules.role(seat) == role else "random")(
            context
        )
        for seat in rules.seats(setup)
    }
    return play(rules, setup, players, seed)


@pytest.mark.parametrize(("game", "role", "name", "preset", "language"), cases())
def test_a_player_moves_legally_and_the_same_again(game, role, name, preset, language):
    rules = GAMES.load(game)
    first = record(game, role, name, preset, language, seed=5)
    lost = [
        entry
        for entry in first.entries
        if entry["type"] == "forfeit" and rules.role(entry["seat"]) == role
    ]
    assert not lost
    assert first.outcome is not None
    assert record(game, role, name, preset, language, seed=5).lines() == first.lines()


@pytest.mark.parametrize(
    ("game", "role", "name"),
    [
        pytest.param(game, role, name, id=f"{game}-{role}-{name}")
        for (game, role), table in PLAYERS.items()
        for name in table
        if name != "human" and ":" not in name
    ],
)
def test_a_player_names_the_options_that_it_does_not_know(game, role, name):
    make = PLAYERS[game, role].load(name)
    with pytest.raises(InputError) as told:
        make(Context("en", blend=blend, options={"sefaty": 1}))
    assert [defect.field for defect in told.value.defects] == ["sefaty"]
