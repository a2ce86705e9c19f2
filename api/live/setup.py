"""From the request for a new game to its row: setup, seats and seed, every defect named."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import cluebot
from api.live.shapes import NewGame, Seating
from api.live.table import HUMAN
from api.resources import player
from api.store.games import GameRow
from cluebot.errors import Defect, InputError, Text, bad_input, shorten
from cluebot.games.base import GAMES, Frozen, Game, Seat
from cluebot.games.codec import parse
from cluebot.players.base import PLAYERS
from cluebot.record import deal_rng
from cluebot.registry import unknown_name
from wordlists.loader import load_wordlist

_OWN_FIELDS = ("language", "words")


def new_row(request: NewGame, game_id: str, clock: float) -> GameRow:
    """Return the row of a new game.

    Args:
        request: What is wanted.
        game_id: The name of the new game.
        clock: Seconds since the epoch.

    Raises:
        InputError: If the game cannot be set up so; lists every defect it can.
    """
    game = GAMES.load(request.game)
    setup = _setup(game, request)
    seed = secrets.randbelow(2**63) if request.seed is None else request.seed
    # Dealing finds what no field shows by itself, such as too few words.
    game.start(setup, deal_rng(seed))
    seats = _seats(game, setup, request)
    return GameRow(
        id=game_id,
        game=game.name,
        setup=setup.to_json(),
        seed=seed,
        seats=seats,
        versions={"cluebot": cluebot.__version__},
        created_at=clock,
    )


def _setup(game: Game, request: NewGame) -> Frozen:
    presets = game.presets
    preset = request.preset or next(iter(presets))
    if preset not in presets:
        raise unknown_name("preset", preset, presets)
    if request.words is not None and request.wordlist is not None:
        raise bad_input(
            "wordlist", request.wordlist,
            en="give either a word list or words, not both.", zh="词表与 words 只能给一个。",
        )  # fmt: skip
    taken = [name for name in _OWN_FIELDS if name in request.setup]
    if taken:
        text = Text(
            "stands beside setup, not in it; move it.", "应与 setup 并列，不在其中；请移出来。"
        )
        raise InputError([Defect(f"setup.{name}", "", text) for name in taken])
    fields = {**presets[preset], **request.setup, "language": request.language}
    if takes_words(game):
        fields["words"] = _words(game, request)
    else:
        for name in ("words", "wordlist"):
            if getattr(request, name) is not None:
                text = Text("this game has no words; leave it out.", "这个游戏不用词表；请删去。")
                raise InputError(Defect(name, "", text))
    try:
        return parse(game.setup_type, fields, "setup")
    except InputError as error:
        raise InputError([_inside_setup(d, request.setup) for d in error.defects]) from None


def takes_words(game: Game) -> bool:
    """Return whether a game is played with words from a list."""
    return "words" in game.setup_type.model_fields


def _words(game: Game, request: NewGame) -> Sequence[str]:
    if request.words is None:
        return load_wordlist(request.language, game.name, request.wordlist).words
    for i, word in enumerate(request.words):
        _encodable(f"words.{i}", word)
    return request.words


def _inside_setup(defect: Defect, setup: Mapping[str, Any]) -> Defect:
    inside = defect.field.partition(".")[0] in setup
    return Defect(f"setup.{defect.field}" if inside else defect.field, defect.value, defect.message)


def _encodable(field: str, word: str) -> None:
    """Refuse halves of surrogate pairs, which JSON can write and UTF-8 cannot."""
    try:
        word.encode()
    except UnicodeEncodeError:
        raise bad_input(
            field,
            word,
            en="is not valid Unicode; correct the word.",
            zh="不是合法的 Unicode；请改正。",
        ) from None


def _seats(game: Game, setup: Frozen, request: NewGame) -> dict[str, dict[str, Any]]:
    """Return player and options of every seat."""
    seats = game.seats(setup)
    defects: list[Defect] = []
    for name in request.seats:
        if name not in seats:
            defects += unknown_name("seats", name, seats).defects
    found: dict[str, dict[str, Any]] = {}
    for seat in seats:
        wanted = request.seats.get(seat, request.others) or _first_player(game, seat)
        seating = Seating(player=wanted) if isinstance(wanted, str) else wanted
        field = f"seats.{seat}" if seat in request.seats else "others"
        try:
            _check_player(game, seat, seating, request.language)
        except InputError as error:
            defects += [
                Defect(f"{field}.options.{d.field}" if d.field in seating.options else field,
                       d.value, d.message)
                for d in error.defects
            ]  # fmt: skip
        found[seat] = {"player": seating.player, "options": dict(seating.options)}
    if defects:
        raise InputError(list(dict.fromkeys(defects)))
    return found


def _first_player(game: Game, seat: Seat) -> str:
    """Return the player that takes a seat for which nobody is named."""
    return next(iter(PLAYERS.get((game.name, game.role(seat)), ())), "")


def _check_player(game: Game, seat: Seat, seating: Seating, language: str) -> None:
    role = game.role(seat)
    if seating.player == HUMAN:
        if seating.options:
            raise bad_input(
                "options", shorten(", ".join(seating.options)),
                en="a person has no options; leave them out.", zh="真人没有选项；请删去。",
            )  # fmt: skip
        return
    # Making the player checks its name and its options.
    if (game.name, role) not in PLAYERS:
        raise unknown_name("role", role, [r for g, r in PLAYERS if g == game.name])
    options = {str(name): value for name, value in seating.options.items()}
    player(game.name, role, seating.player, language, options)
