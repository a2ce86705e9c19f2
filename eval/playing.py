"""One game of a plan, played: its line in the run's file."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from cluebot.errors import CluebotError, IllegalMove, InputError, Text
from cluebot.games.base import GAMES
from cluebot.match import play
from eval.plan import GameSpec
from eval.seating import PlayerFailed, Timed, seating
from eval.versions import Versions, of_game

Line = dict[str, Any]
"""One line of a run's file.

- ``id``: the game's id
- ``status``: ``"finished"``, or ``"failed"`` for technical reasons
- ``sha256``: checksum of ``game``
- ``game``: ``{"record": [...]}`` (see `cluebot.record`) or ``{"failure": {"en", "zh"}}``; the
  same wherever and whenever it is played, unless a player asks a chat model
- ``measured``: ``seconds`` in all, and for each seat the milliseconds of each of its ``moves``
"""


def play_game(spec: GameSpec, versions: Versions) -> Line:
    """Play one game; a breakdown of a player is an answer, too, and not an exception.

    Args:
        spec: The game.
        versions: What the run depends on; for the record.
    """
    game = GAMES.load(spec.cell.table.game)
    language = spec.cell.language
    begun = time.perf_counter()
    watches: dict[str, Timed] = {}
    try:
        with seating(game.name, language, spec.seats) as players:
            watches.update({seat: Timed(seat, player) for seat, player in players.items()})
            made_of = of_game(game.name, language, versions)
            record = play(game, spec.setup, watches, spec.seed, versions=made_of)  # type: ignore[arg-type]
        payload: dict[str, Any] = {"record": list(record.entries)}
        status = "finished"
    except (PlayerFailed, InputError, IllegalMove) as error:
        payload = {"failure": asdict(_short(error))}
        status = "failed"
    measured = {
        "seconds": round(time.perf_counter() - begun, 6),
        "moves": {
            seat: [round(1000 * s, 3) for s in watch.seconds] for seat, watch in watches.items()
        },
    }
    return {
        "id": spec.id,
        "status": status,
        "sha256": checksum(payload),
        "game": payload,
        "measured": measured,
    }


# A line is a tree: to look for circles in it would take as long as to write it.
_WRITER = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False
)


def to_text(value: Mapping[str, Any]) -> str:
    """Write a line or a part of it; the same values, the same text.

    Raises:
        ValueError: For a number that is not finite.
    """
    return _WRITER.encode(value)


def checksum(payload: Mapping[str, Any]) -> str:
    """Return the checksum of the part of a line that must not change."""
    return hashlib.sha256(to_text(payload).encode()).hexdigest()


def _short(error: CluebotError) -> Text:
    return Text(error.to("en")[:1000], error.to("zh")[:1000])
