"""What a program from outside may say of its move, checked before it enters a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from cluebot.errors import InputError, Text, bad_input
from cluebot.games.codec import parse
from cluebot.llm.replay import CALLS
from eval.playing import to_text

MAX_NOTES = 100_000
"""Longest notes in bytes, as JSON."""

MAX_DEPTH = 20
"""Most lists and objects within each other."""

RESERVED = (CALLS, "fallback", "settings")
"""What the notes of our own players say of chat models, which figures are read off."""

_Chance = Annotated[float, Field(strict=True, ge=0, le=1)]


class _Known(BaseModel):
    """Base of what has a meaning; more may stand beside it."""

    model_config = ConfigDict(extra="ignore")


class _OfCode(_Known):
    code: tuple[Annotated[int, Field(strict=True)], ...]
    p: _Chance


class _OfWord(_Known):
    word: str
    probability: _Chance


class _Stated(_Known):
    """The notes that have a meaning; docs/eval.md."""

    probabilities: tuple[_OfCode, ...] = ()
    guesses: tuple[_OfWord, ...] = ()


def notes_of(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the notes of an answer; empty if it has none.

    Args:
        answer: JSON values from outside.

    Raises:
        InputError: If they are no object, too long, too deep, no proper JSON, claim what only our
            own players say, or state probabilities in another shape than the documented one.
    """
    notes = answer.get("notes")
    if notes is None:
        return {}
    if not isinstance(notes, dict):
        raise _refused(notes, Text("must be an object.", "应为一个对象。"))
    claimed = [name for name in RESERVED if name in notes]
    if claimed:
        place = f"notes.{claimed[0]}"
        raise bad_input(
            place, notes[claimed[0]], en="is kept for players of cluebot; use another name.",
            zh="是 cluebot 自带玩家专用的名称；请换一个。",
        )  # fmt: skip
    if not _shallow(notes, MAX_DEPTH):
        raise _refused(
            notes, Text(f"are deeper than {MAX_DEPTH} levels.", f"嵌套超过 {MAX_DEPTH} 层。")
        )
    try:
        size = len(to_text(notes).encode())
    except ValueError:
        raise _refused(
            notes,
            Text(
                "must hold finite numbers and whole characters.",
                "只能含有限的数和完整的字符。",
            ),
        ) from None
    if size > MAX_NOTES:
        raise _refused(
            notes, Text(f"are longer than {MAX_NOTES} bytes.", f"超过 {MAX_NOTES} 字节。")
        )
    parse(_Stated, notes, "notes")
    return notes


def _shallow(value: object, levels: int) -> bool:
    """Return whether a JSON value has at most so many levels."""
    if isinstance(value, dict):
        return levels > 0 and all(_shallow(part, levels - 1) for part in value.values())
    if isinstance(value, list):
        return levels > 0 and all(_shallow(part, levels - 1) for part in value)
    return True


def _refused(notes: object, text: Text) -> InputError:
    return bad_input("notes", notes, en=text.en, zh=text.zh)
