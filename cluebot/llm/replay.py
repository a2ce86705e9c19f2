"""The replies of a recorded game, served again: the whole game plays without any endpoint."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cluebot.errors import InputError, Text, bad_input
from cluebot.llm.errors import FAULTS, ModelError
from cluebot.llm.model import Mode, Reply, Request

CALLS = "calls"
"""The key under which a player's notes hold the record of its calls."""


def recorded_calls(entries: Iterable[Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the calls that each seat made in a recorded game, in order.

    Args:
        entries: The lines of the record, as JSON values.
    """
    calls: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        if entry.get("type") == "notes":
            made = entry["notes"].get(CALLS, ())
            calls.setdefault(entry["seat"], []).extend(made)
    return {seat: made for seat, made in calls.items() if made}


class ReplayModel:
    """Serves recorded replies in order, failures and latencies included.

    Args:
        calls: The recorded calls.
        endpoint: The name of the endpoint, where there are no calls to tell it.

    Raises:
        InputError: If the first one is not the record of a call.
    """

    def __init__(self, calls: Sequence[Mapping[str, Any]], endpoint: str = "replay") -> None:
        self._calls = list(calls)
        self._served = 0
        nothing = {"endpoint": endpoint, "model": "", "mode": "native"}
        first: Mapping[str, Any] = self._calls[0] if calls else nothing
        try:
            self.endpoint: str = first["endpoint"]
            self.model: str = first["model"]
            self.mode: Mode = first["mode"]
        except (KeyError, TypeError):
            raise _broken(1) from None

    @property
    def left(self) -> int:
        """How many recorded calls have not been served."""
        return len(self._calls) - self._served

    def ask(self, request: Request, timeout: float | None = None) -> Reply:  # noqa: ARG002
        """Return the next recorded reply.

        Raises:
            ModelError: If the recorded call failed.
            InputError: If the record has no further call, or another question was asked then.
        """
        number = self._served + 1
        if not self.left:
            raise bad_input(
                CALLS, self._served,
                en="the game asks the model more often than the recorded one did; another version "
                "of the player made the record.",
                zh="这一局向模型提问的次数比记录里多；记录出自另一版玩家程序。",
            )  # fmt: skip
        call = self._calls[self._served]
        try:
            asked, error = call["request"], call.get("error")
            reply = None if error else Reply.from_json(call["reply"])
        except (LookupError, TypeError, ValueError, AttributeError):
            raise _broken(number) from None
        if _plain(asked) != _plain(request.to_json()):
            place = f"{CALLS}[{number}]"
            raise bad_input(
                place, "",
                en="the game asks another question than the recorded one did "
                f"({_difference(asked, request)}); another version of the player made the record.",
                zh=f"这一局提的问题和记录里不同（{_difference(asked, request)}）；"
                "记录出自另一版玩家程序。",
            )  # fmt: skip
        self._served = number
        if reply is None:
            raise _recorded_error(error, number)
        return reply


def replay_models(entries: Sequence[Mapping[str, Any]]) -> dict[str, ReplayModel]:
    """Return a model for every seat of a recorded game whose player asks one.

    Args:
        entries: The lines of the record, as JSON values. Players that ask a model are called after
            its endpoint, such as ``"llm:ollama"``; one that never got to ask gets a model as well.
    """
    calls = recorded_calls(entries)
    players: Mapping[str, str] = entries[0]["players"]
    return {
        seat: ReplayModel(calls.get(seat, ()), name.partition(":")[2])
        for seat, name in players.items()
        if seat in calls or ":" in name
    }


def _recorded_error(error: Any, number: int) -> ModelError:
    try:
        fault, message = error["fault"], Text(**error["message"])
        if fault not in FAULTS:
            raise _broken(number)
        return ModelError(fault, message, float(error["seconds"]))
    except (LookupError, TypeError, ValueError):
        raise _broken(number) from None


def _plain(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _difference(asked: Any, request: Request) -> str:
    """Name the parts of the question that differ."""
    now = request.to_json()
    return ", ".join(
        part
        for part in now
        if not isinstance(asked, Mapping) or _plain(asked.get(part)) != _plain(now[part])
    )


def _broken(number: int) -> InputError:
    return bad_input(
        CALLS, number,
        en="this entry is not the record of a call; the record was changed.",
        zh="这一项不是一次调用的记录；记录被改动过。",
    )  # fmt: skip
