"""Whole games with a script in the models' place, and the same games again from their records."""

import json

import pytest

from cluebot.errors import InputError
from cluebot.games.base import Seat
from cluebot.games.codec import parse
from cluebot.games.codenames import CODENAMES
from cluebot.games.decrypto import DECRYPTO
from cluebot.llm.scripted import ScriptedModel
from cluebot.match import play, replay
from cluebot.players.llm.replay import replay_players

from .conftest import blend, board_words, clue_words, decrypto_setup, make, no_vectors, say


def improvise(language):
    """Return a line that answers any question, now and then wrongly."""
    clues = clue_words(language)
    count = 0

    def line(request):
        nonlocal count
        count += 1
        fields = request.schema["properties"]
        if count % 7 == 0:
            return "Let me think ..."
        if "answers" in fields:
            words = fields["answers"]["items"]["enum"]
            most = fields["answers"]["minItems"]
            return say(answers=[words[(count + i) % len(words)] for i in range(most)])
        if "clue" in fields:
            own = fields["words"]["items"]["enum"]
            return say(clue=clues[count % len(clues)], words=own[:1])
        if "words" in fields:
            return say(words=board_words(language)[:4])
        return say(clues=[clues[(5 * count + 3 * i) % len(clues)] for i in range(3)])

    return ScriptedModel([line] * 4000)


def codenames_game(language, kind="llm"):
    words = board_words(language)
    fields = {"language": language, "words": words, "first": 4, "second": 3, "neutral": 2}
    setup = parse(CODENAMES.setup_type, fields)
    return CODENAMES, setup, kind


def decrypto_game(language, kind="llm"):
    return DECRYPTO, decrypto_setup(language, rounds=3), kind


def players_of(game, setup, kind, model, language):
    """Seat the model's players on one side, and players on vectors on the other."""
    from cluebot.players.base import PLAYERS, Context

    made = {}
    for seat in game.seats(setup):
        role = game.role(seat)
        if seat.startswith(("red", "white")):
            made[seat] = make(kind, game.name, role, model, language, samples=1, tries=2)
        else:
            options = {"bank": board_words(language)} if game.name == "decrypto" else {}
            context = Context(language, blend, options=options)
            made[seat] = PLAYERS[game.name, role].load("embedding")(context)
    return made


@pytest.mark.parametrize("kind", ["llm", "hybrid"])
@pytest.mark.parametrize("start", [codenames_game, decrypto_game])
def test_a_game_is_replayed_from_its_record_byte_for_byte(language, start, kind):
    game, setup, kind = start(language, kind)
    players = players_of(game, setup, kind, improvise(language), language)
    lines = play(game, setup, players, seed=4).lines()
    assert sum('"calls":[{' in line for line in lines) > 2
    entries = [json.loads(line) for line in lines]
    vectors = blend if kind == "hybrid" else no_vectors
    again = play(game, setup, replay_players(entries, vectors), seed=4)
    assert again.lines() == lines
    assert replay(lines) == again.state


def test_all_settings_are_replayed():
    game, setup, _ = codenames_game("en")
    model = improvise("en")
    players = {
        seat: make(
            "hybrid", "codenames", game.role(seat), model, "en", samples=1, weight=0.3,
            approach="propose", level="bold", fallback="embedding", banned=("jazz",),
        )
        for seat in game.seats(setup)
    }  # fmt: skip
    lines = play(game, setup, players, seed=2).lines()
    entries = [json.loads(line) for line in lines]
    assert play(game, setup, replay_players(entries, blend), seed=2).lines() == lines


def test_another_course_of_the_game_fails_loudly():
    game, setup, kind = codenames_game("en")
    players = players_of(game, setup, kind, improvise("en"), "en")
    entries = [json.loads(line) for line in play(game, setup, players, seed=4).lines()]
    with pytest.raises(InputError):
        play(game, setup, replay_players(entries, no_vectors), seed=5)
    assert Seat("red.spymaster") in replay_players(entries, no_vectors)
