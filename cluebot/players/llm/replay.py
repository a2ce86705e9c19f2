"""Plays a recorded game again without any endpoint: the models' replies come from the record."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cluebot.errors import Forfeit, Text, bad_input
from cluebot.games.base import GAMES, Frozen, Game, Seat
from cluebot.llm.replay import replay_models
from cluebot.players.base import PLAYERS, Budget, Context, Decision, Player
from cluebot.players.llm.player import SETTINGS

if TYPE_CHECKING:
    from embeddings.blend import Blend

Entry = Mapping[str, Any]


class RecordedPlayer:
    """Makes the recorded moves of a seat again, with the notes it gave.

    Args:
        name: The name under which the seat is recorded.
        game: The game.
        entries: The record's entries of the seat, in order.
    """

    def __init__(self, name: str, game: Game, entries: Sequence[Entry]) -> None:
        self.name = name
        self._game = game
        self._entries = list(entries)
        self._next = 0

    def act(self, view: Any, rng: random.Random, budget: Budget) -> Decision[Frozen]:  # noqa: ARG002
        """Return the next recorded decision.

        Raises:
            Forfeit: If the seat forfeited here.
            InputError: If the record has no further move of the seat.
        """
        if self._next >= len(self._entries):
            raise bad_input(
                "record", self._next,
                en=f"holds no further move of {self.name}; the game takes another course now.",
                zh=f"没有 {self.name} 的下一步；这一局的进程和记录里不同。",
            )  # fmt: skip
        entry = self._entries[self._next]
        self._next += 1
        notes: Mapping[str, Any] = {}
        if self._next < len(self._entries) and self._entries[self._next]["type"] == "notes":
            notes = self._entries[self._next]["notes"]
            self._next += 1
        if "move" not in entry:
            raise Forfeit(Text(**entry["message"]), notes)
        return Decision(self._game.move_from_json(entry["move"]), notes)


def replay_players(
    entries: Sequence[Entry], blend: Callable[[str], Blend]
) -> dict[Seat, Player[Any, Any]]:
    """Return players who play a recorded game again.

    Seats that asked a model ask its recorded replies, with the settings they had; all others make
    their recorded moves.

    Args:
        entries: The lines of the record, as JSON values.
        blend: Loads the vectors of a language, for hybrids.

    Raises:
        InputError: If the record does not say how it was played.
    """
    header = entries[0]
    game = GAMES.load(header["game"])
    models = replay_models(entries)
    players: dict[Seat, Player[Any, Any]] = {}
    for name, by in header["players"].items():
        seat = Seat(name)
        mine = [entry for entry in entries if entry.get("seat") == name]
        if name not in models:
            players[seat] = RecordedPlayer(by, game, mine)
            continue
        notes = (entry["notes"] for entry in mine if entry["type"] == "notes")
        settings = next((n[SETTINGS] for n in notes if SETTINGS in n), {"weight": 0.0})
        options = {**settings, "model": models[name]}
        if by.startswith("llm:"):
            options.pop("weight", None)
        context = Context(header["setup"]["language"], blend, options=options)
        players[seat] = PLAYERS[game.name, game.role(seat)].load(by)(context)
    return players
