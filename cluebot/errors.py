"""The exceptions of cluebot: one small tree, one sentence each, every message in both languages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
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
    >>> _in_chinese("--bank, line 3")
    '--bank 第 3 行'
    """
    file, comma, place = field.partition(", line ")
    if comma:
        return f"{_in_chinese(file)} {_in_chinese(f'line {place}')}"
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


_FLAT = {str, int, float}
"""Types of which a list is told by its entries alone."""


def shorten(value: object, limit: int = 60) -> str:
    """Return ``value`` for a message: control characters escaped, at most ``limit`` long.

    What is no text stands as in JSON; a list of words or numbers has commas between them.

    >>> shorten("ice"), shorten(["ice", "moon"]), shorten([1, 2]), shorten([{"code": None}])
    ('ice', 'ice, moon', '1, 2', '[{"code": null}]')
    """
    if isinstance(value, list | tuple) and value and {*map(type, value)} <= _FLAT:
        value = ", ".join(map(str, value))
    text = value if isinstance(value, str) else written(value)
    text = "".join(c if c.isprintable() else _escaped(ord(c)) for c in text[: limit + 1])
    return text if len(text) <= limit else text[:limit] + "…"


def written(value: object) -> str:
    """Return a value as it stands in JSON; what JSON does not know, as Python writes it.

    >>> written("1"), written(None), written([True, "冰"])
    ('"1"', 'null', '[true, "冰"]')
    """
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        # Python writes no number of more than some 4,000 digits but in a base of two.
        return hex(value) if isinstance(value, int) else repr(value)


def not_json(error: ValueError | RecursionError) -> Text:
    """Return what is wrong with a text that could not be read as JSON, and where.

    What Python says of it would be in its own words, and in English alone.

    Args:
        error: What reading the text as UTF-8, or as JSON, has raised.

    >>> try:
    ...     json.loads("[1,]")
    ... except ValueError as error:
    ...     not_json(error).en
    'is not JSON; correct it at character 4'
    """
    match error:
        case RecursionError():
            return Text("is nested too deeply; make it flatter", "嵌套太深；请减少层数")
        case json.JSONDecodeError(doc=text, pos=place) if "\n" not in text[:place]:
            return Text(
                f"is not JSON; correct it at character {place + 1}",
                f"不是合法的 JSON；请检查第 {place + 1} 个字符处",
            )
        case json.JSONDecodeError(lineno=line, colno=column):
            return Text(
                f"is not JSON; correct it in line {line} at character {column}",
                f"不是合法的 JSON；请检查第 {line} 行第 {column} 个字符处",
            )
        case UnicodeDecodeError():
            return Text("is not UTF-8; save it as UTF-8", "不是 UTF-8 编码；请另存为 UTF-8")
        case _:
            return Text("is not JSON; correct it", "不是合法的 JSON；请改正")


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


@contextmanager
def told_as(field: str, name: str, value: object = None) -> Iterator[None]:
    """Tell what is wrong with a field, or within it, by the name and value that the user wrote.

    Args:
        field: What the code calls it.
        name: What the user knows it by.
        value: What the user wrote, where that is not what the code found wrong; ``""``: nothing.
    """
    try:
        yield
    except InputError as error:
        raise InputError([_renamed(d, field, name, value) for d in error.defects]) from None


def _renamed(defect: Defect, field: str, name: str, value: object) -> Defect:
    within = defect.field.removeprefix(field)
    if within == defect.field or within[:1] not in ("", ".", ","):
        return defect
    return replace(
        defect, field=name + within, value=defect.value if value is None else shorten(value)
    )


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
