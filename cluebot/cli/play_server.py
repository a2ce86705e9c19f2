"""``cluebot play --server``: the same table, kept by a service."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from typing import Any

import httpx2 as httpx
from rich.console import RenderableType

from api.live.shapes import CreatedGame, GameView, NewGame, NewMove, Seating
from cluebot.cli.common import console
from cluebot.client import ApiError, Client, Conflict
from cluebot.errors import Defect, InputError, ResourceError, Text, bad_input
from cluebot.players.human import asked_again

KEY_VARIABLE = "CLUEBOT_API_KEY"
"""Environment variable with the key for services that need one."""

Draw = Callable[[Any], RenderableType]
Ask = Callable[[str], str]

_MENDABLE = ("illegal-move", "invalid-request")
"""Refusals after which the person is asked again."""


def play_on_server(
    url: str,
    new: NewGame,
    seat: str,
    options: Mapping[str, Any],
    draw: Draw,
    ask: Ask,
) -> tuple[GameView, str | None]:
    """Set up a game on a service and play one seat of it to the end.

    Args:
        url: Where the service is.
        new: The game; its ``others`` take all seats but one.
        seat: The person's seat.
        options: Options of the bots.
        draw: Draws a view.
        ask: Puts a question; what came before its last line was wrong with the last answer.

    Returns:
        The game as the seat sees it last, and its record if it is over.

    Raises:
        InputError: If something is wrong with the game; names the fields of ``new``.
        ApiError: If the service refuses it for another reason.
        ResourceError: If the service cannot be reached.
    """
    try:
        with Client(url, key=os.environ.get(KEY_VARIABLE), language=new.language) as client:
            created = _created(client, _seated(client, new, seat, options))
            last = created.game
            try:
                last = _follow(client, created, seat, draw, ask)
            except (EOFError, KeyboardInterrupt):
                return last, None
            return last, client.transcript(created.id)
    except httpx.HTTPError as error:
        raise ResourceError(
            Text(
                f"The service at {url} cannot be reached ({error}); is cluebot serve running?",
                f"无法连接 {url} 的服务（{error}）；cluebot serve 在运行吗？",
            )
        ) from None


def show_view(game: GameView, draw: Draw) -> None:
    """Draw a game from what the service tells of it."""
    console.print()
    console.print(draw(_READERS[game.game](game.view)))


def _seated(client: Client, new: NewGame, seat: str, options: Mapping[str, Any]) -> NewGame:
    """Return the game with the person and the bots on their seats."""
    games = {game.name: game for game in client.catalog()}
    presets = {preset.name: preset for preset in games[new.game].presets}
    preset = presets.get(new.preset or next(iter(presets)))
    if preset is None:
        raise bad_input(
            "--preset", new.preset,
            en=f"unknown name; known: {', '.join(presets)}",
            zh=f"没有这个名称；可用：{'、'.join(presets)}",
        )  # fmt: skip
    seats: dict[str, str | Seating] = {}
    if options:
        bots = Seating.model_validate({"player": new.others, "options": dict(options)})
        seats = dict.fromkeys(preset.seats, bots)
    return new.model_copy(update={"seats": seats | {seat: "human"}})


def _created(client: Client, new: NewGame) -> CreatedGame:
    try:
        return client.new_game(new)
    except ApiError as error:
        if not error.errors:
            raise
        # The service has told it in the language of the game.
        wrong = [Defect(e.field, e.value, Text(e.message, e.message)) for e in error.errors]
        raise InputError(wrong) from None


def _follow(client: Client, created: CreatedGame, seat: str, draw: Draw, ask: Ask) -> GameView:
    """Answer whenever it is the seat's turn, until the game is over."""
    token = created.tokens[seat]
    last = created.game
    for game in client.events(created.id, token):
        # Events that came while the person was thinking are behind the game by now.
        if game.version < last.version:
            continue
        last = game
        while last.your_turn:
            last = _answer(client, created.id, token, last, draw, ask)
    return last


def _answer(
    client: Client, game_id: str, token: str, game: GameView, draw: Draw, ask: Ask
) -> GameView:
    """Ask for one move until the service takes it, or the game has moved on.

    Where there is but one legal move, such as to pass, it is made without asking.
    """
    if len(game.choices) == 1:
        return _send(client, game_id, token, game, {"move": game.choices[0]})
    show_view(game, draw)
    prompt = question = game.prompt.zh if game.language == "zh" else game.prompt.en
    while True:
        try:
            return _send(client, game_id, token, game, {"text": ask(question)})
        except ApiError as error:
            if error.kind not in _MENDABLE:
                raise
            reasons = [defect.message for defect in error.errors] or [error.problem.detail]
            question = asked_again(reasons, prompt)


def _send(
    client: Client, game_id: str, token: str, game: GameView, body: Mapping[str, Any]
) -> GameView:
    """Make a move; where others have moved at the same time and it means the same, once more."""
    while True:
        try:
            move = NewMove.model_validate({"version": game.version, **body})
            return client.move(game_id, token, move).game
        except Conflict as conflict:
            if not conflict.game.your_turn or _moment(conflict.game) != _moment(game):
                return conflict.game
            game = conflict.game


def _moment(game: GameView) -> tuple[Any, ...]:
    """Return what stays as it is while others do their part of the same moment."""
    single = {n: v for n, v in game.view.items() if not isinstance(v, list | dict)}
    return single, game.prompt, game.choices


def _codenames(view: dict[str, Any]) -> Any:
    from cluebot.games.codenames import OperativeView, SpymasterView

    shape = SpymasterView if view["role"] == "spymaster" else OperativeView
    return shape.model_validate_json(json.dumps(view))


def _decrypto(view: dict[str, Any]) -> Any:
    from cluebot.games.decrypto import DecryptoView

    # What the view works out from its other fields is not read back.
    derived = {"sheet", "opponent_sheet"}
    fields = {name: value for name, value in view.items() if name not in derived}
    fields["record"] = [
        {name: value for name, value in item.items() if name not in ("intercepted", "missed")}
        for item in view["record"]
    ]
    return DecryptoView.model_validate_json(json.dumps(fields))


def _codebreaker(view: dict[str, Any]) -> Any:
    from cluebot.games.codebreaker import CodebreakerView

    derived = {"knowledge", "length"}
    fields = {name: value for name, value in view.items() if name not in derived}
    return CodebreakerView.model_validate_json(json.dumps(fields))


_READERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "codenames": _codenames,
    "decrypto": _decrypto,
    "codebreaker": _codebreaker,
}
