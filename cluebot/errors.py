"""The exceptions of cluebot: one small tree, one sentence each, every message in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Language = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class Text:
    """A message in both languages of the project."""

    en: str
    zh: str

    def to(self, language: str) -> str:
        """Return the Chinese text for ``"zh"``, the English one for anything else."""
        return self.zh if language == "zh" else self.en


_FIELDS_ZH: Mapping[str, str] = {
    "endpoint": "端点", "file": "文件", "folder": "文件夹", "line": "该行", "setting": "设置",
}  # fmt: skip
"""Fields that nobody types as options or sends in JSON, whose names would mean nothing."""


def _in_chinese(field: str) -> str:
    """Return what to call a field in Chinese; names of options and of JSON fields stay.

    >>> _in_chinese("line 3: board.0"), _in_chinese("setting port"), _in_chinese("own")
    ('第 3 行：board.0', '设置 port', 'own')
    """
    head, blank, rest = field.partition(" ")
    number, colon, inner = rest.partition(":")
    if head == "line" and number.isdigit():
        return f"第 {number} 行{colon and '：'}{inner.strip()}"
    return _FIELDS_ZH.get(head, head) + blank + rest


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong with an input.

    Attributes:
        field: Name of the input field or command line option, such as ``"own"``.
        value: The offending value, shortened for display.
        message: What is wrong and how to put it right.
    """

    field: str
    value: str
    message: Text

    def to(self, language: str) -> str:
        """Render the defect as one line that names field, value and remedy."""
        field, colon = self.field, ": "
        if language == "zh":
            field, colon = _in_chinese(field), "："
        shown = f"{field} = {self.value}" if self.value else field
        return shown + colon + self.message.to(language)


def shorten(value: object, limit: int = 60) -> str:
    """Return ``value`` for a message: control characters escaped, at most ``limit`` long."""
    if isinstance(value, list | tuple) and value:
        value = ", ".join(map(str, value))
    text = value if isinstance(value, str) else repr(value)
    text = "".join(c if c.isprintable() else _escaped(ord(c)) for c in text[: limit + 1])
    return text if len(text) <= limit else text[:limit] + "…"


def _escaped(code: int) -> str:
    return (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
    )


class CluebotError(Exception):
    """Anything that cluebot refuses or fails to do, with the reason in both languages."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.text = message

    def to(self, language: str) -> str:
        """Return the message in ``language``."""
        return self.text.to(language)


class InputError(CluebotError):
    """What the caller gave cannot be used; lists every defect at once."""

    def __init__(self, defects: Defect | Sequence[Defect]) -> None:
        self.defects = (defects,) if isinstance(defects, Defect) else tuple(defects)
        if not self.defects:
            raise ValueError("an InputError needs at least one defect")
        *first, last = self.defects
        super().__init__(
            Text(
                en="; ".join([*(d.to("en").rstrip(".") for d in first), last.to("en")]),
                zh="；".join([*(d.to("zh").rstrip("。") for d in first), last.to("zh")]),
            )
        )


def bad_input(field: str, value: object, *, en: str, zh: str) -> InputError:
    """Build the `InputError` for a single defect."""
    return InputError(Defect(field, shorten(value), Text(en, zh)))


class IllegalMove(CluebotError):  # noqa: N818 - the games' own term
    """The move is well formed but the rules do not allow it now; the state is unchanged."""


class TooLate(IllegalMove):
    """The time for the move has run out; all that is left to the seat is to forfeit it."""


class Forfeit(CluebotError):  # noqa: N818 - the games' own term
    """A player could not produce a legal move; the referee records it and goes on.

    Args:
        message: Why.
        notes: JSON values for the player's own log, as in a ``Decision``.
    """

    def __init__(self, message: Text, notes: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.notes = dict(notes or {})


class ResourceError(CluebotError):
    """Something the machine should have is missing, damaged, full or unreadable."""
