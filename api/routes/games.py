"""``/v1/games``: live games with seats, moves and streams of events."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Header, Path, Request, Response
from fastapi.responses import StreamingResponse

from api.examples import openapi_examples
from api.live.hub import GONE
from api.live.shapes import AcceptedMove, CreatedGame, GameView, NewGame, NewMove
from api.permissions import allow_players
from api.problems import ApiProblem
from api.service import Service, ServiceDep, admit
from cluebot.errors import Text, bad_input
from cluebot.games.base import Seat

router = APIRouter(prefix="/v1/games", dependencies=[Depends(admit)], tags=["games"])

GameId = Annotated[str, Path(min_length=1, max_length=32, description="The id of the game.")]
IdempotencyKey = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=128,
        pattern=r"^[\x21-\x7e]+$",
        description="Any text of your own, new for each move; a repeated post plays once.",
    ),
]
LastEventId = Annotated[
    str | None,
    Header(alias="Last-Event-ID", description="The id of the last event that was received."),
]

_EVENT = {
    "type": "object",
    "properties": {
        "event": {"const": "state"},
        "id": {"type": "string", "description": "The version."},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {"$ref": "#/components/schemas/GameView"},
        },
        "retry": {"type": "integer"},
    },
}

_NO_BEARER = Text(
    "The header must read Authorization: Bearer TOKEN.", "请求头应为 Authorization: Bearer 令牌。"
)
_TOO_MANY = Text(
    "Too many event streams are open; look at the game by GET until one closes.",
    "事件流数量已达上限；请先用 GET 查看对局，稍后再试。",
)


def seat_token(request: Request) -> str | None:
    """Return the seat token of a request; None for a spectator.

    Raises:
        ApiProblem: If there is an ``Authorization`` header of another kind.
    """
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise ApiProblem("unauthorised", _NO_BEARER, headers={"WWW-Authenticate": "Bearer"})
    return token.strip()


Token = Annotated[str | None, Depends(seat_token)]


@router.post("", status_code=201, response_model=CreatedGame, operation_id="create_game")
async def create_game(
    body: Annotated[NewGame, Body(openapi_examples=openapi_examples("games"))],
    service: ServiceDep,
) -> Response:
    """Set up a game; the answer holds the secret token of each person's seat, only once."""
    allow_players(service.settings, body)
    created = await service.answering.run(service.games.create, body)
    service.bots.wake(created.id)
    return Response(
        created.model_dump_json(),
        status_code=201,
        media_type="application/json",
        headers={"Location": f"/v1/games/{created.id}"},
    )


@router.get("/{game_id}", response_model=GameView, operation_id="show_game")
async def show_game(game_id: GameId, token: Token, service: ServiceDep) -> Response:
    """Return the game as the seat of the token may know it; without a token, as a spectator."""
    text = await service.storing.run(lambda: service.games.show(game_id, token).model_dump_json())
    return Response(text, media_type="application/json")


@router.post("/{game_id}/moves", response_model=AcceptedMove, operation_id="make_move")
async def make_move(
    game_id: GameId,
    body: Annotated[NewMove, Body(openapi_examples=openapi_examples("moves"))],
    key: IdempotencyKey,
    token: Token,
    service: ServiceDep,
) -> Response:
    """Make a move; when the answer arrives, the move is kept for good."""
    accepted = await service.answering.run(service.games.move, game_id, token, body, key)
    service.bots.wake(game_id)
    if not accepted.repeated:
        service.metrics.moves.labels(accepted.game.game, "human").inc()
    return Response(accepted.model_dump_json(), media_type="application/json")


@router.get(
    "/{game_id}/events",
    operation_id="game_events",
    response_class=StreamingResponse,
    responses={
        200: {"content": {"text/event-stream": {"schema": _EVENT}}},
        204: {"description": "The game is over, and its last event was received before."},
    },
)
async def game_events(
    game_id: GameId,
    token: Token,
    request: Request,
    service: ServiceDep,
    last: LastEventId = None,
) -> Response:
    """Stream the game as server-sent events, one for each version from the present one on.

    Each event is named `state`, has the version as its id and a `GameView` as its data. With
    `Last-Event-ID` the stream goes on after that version, so that nothing is missed. It ends
    with the game.
    """
    after = _version(last)
    table, seat = await service.storing.run(_open, service, game_id, token)
    after = table.version - 1 if after is None else min(after, table.version)
    if not table.state.to_act() and after == table.version:
        return Response(status_code=204)
    if service.streams >= service.settings.max_streams:
        raise ApiProblem("busy", _TOO_MANY)
    request.scope["time_limit"].reschedule(None)
    return StreamingResponse(
        _stream(service, game_id, seat, after),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


@router.get(
    "/{game_id}/transcript",
    operation_id="transcript",
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}},
)
async def transcript(game_id: GameId, service: ServiceDep) -> Response:
    """Download the record of a finished game as JSON lines; it holds every secret."""
    text = await service.storing.run(service.games.transcript, game_id)
    name = f'attachment; filename="{game_id}.jsonl"'
    return Response(text, media_type="application/x-ndjson", headers={"Content-Disposition": name})


def _version(last: str | None) -> int | None:
    """Return the version that a stream goes on after; None for the present one."""
    if last is None or last == "":
        return None
    if not (last.isascii() and last.isdigit() and len(last) <= 9):
        raise bad_input(
            "Last-Event-ID", last,
            en="must be the id of an event, a whole number", zh="应为某个事件的编号（整数）",
        )  # fmt: skip
    return int(last)


def _open(service: Service, game_id: str, token: str | None) -> tuple[Any, Seat | None]:
    table = service.games.table(game_id)
    return table, service.games.seat(game_id, token)


async def _stream(
    service: Service, game_id: str, seat: Seat | None, after: int
) -> AsyncIterator[str]:
    """Yield the events after a version, each as the seat could see it then."""
    service.hub.watch(game_id)
    service.streams += 1
    service.metrics.streams.inc()
    reached: int | None = None
    try:
        yield "retry: 1000\n\n"
        while not service.hub.closing:
            events, after, over = await service.storing.run(
                _events, service, game_id, seat, after, reached
            )
            for event in events:
                yield event
            if over:
                return
            while True:
                reached = await service.hub.newer(game_id, after, service.settings.heartbeat)
                if reached == GONE:
                    return
                if reached is not None or service.hub.closing:
                    break
                yield ": still here\n\n"
    except ApiProblem:
        # The game has expired; what has been sent stays right.
        return
    finally:
        service.hub.leave(game_id)
        service.streams -= 1
        service.metrics.streams.dec()


def _events(
    service: Service, game_id: str, seat: Seat | None, after: int, reached: int | None
) -> tuple[list[str], int, bool]:
    """Return the events after a version, the last version, and whether the game is over."""
    table = service.games.table(game_id, reached)
    last = table.version
    views = [table.show(seat, version) for version in range(after + 1, last + 1)]
    events = [f"event: state\nid: {v.version}\ndata: {v.model_dump_json()}\n\n" for v in views]
    return events, last, not table.states[last].to_act()
