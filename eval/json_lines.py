"""Files of JSON lines, read to the end: whoever has to correct one is told of all wrong lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final, TypeVar

from pydantic import AfterValidator

from cluebot.errors import Defect, InputError, Text, bad_input, not_json, shorten
from cluebot.games.codec import clean_word, parse
from embeddings.errors import reason_zh

T = TypeVar("T")

NAMED: Final = 5
"""Most wrong lines of which each is told what is wrong."""


def _word(text: str) -> str:
    """Refuse what no card can show; the word itself stays as it was written."""
    clean_word(text)
    return text


Word = Annotated[str, AfterValidator(_word)]
"""A word of a board."""


def read_json_lines(
    path: Path, name: str, model: type[T], check: Callable[[T], Iterator[Defect]] | None = None
) -> list[T]:
    """Read every line of a file.

    Args:
        path: The file.
        name: What to call it in messages.
        model: The shape of a line.
        check: Yields what is wrong with a line of this shape, by field.

    Returns:
        What the lines hold.

    Raises:
        InputError: If the file cannot be read, or lines are wrong; names file, line, field and
            value of the first few, and how many more there are.
    """
    try:
        # A string may hold the signs, other than this one, that Python breaks lines at.
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:  # no UTF-8, or no name of a file
        why = (error.strerror or str(error)) if isinstance(error, OSError) else "not UTF-8"
        raise bad_input(
            "data", name, en=f"cannot be read ({why}); name a text file of JSON lines.",
            zh=f"无法读取（{reason_zh(error)}）；请给出 JSON Lines 文本文件。",
        ) from error  # fmt: skip
    lines = text.removesuffix("\n").split("\n") if text else []
    read: list[T] = []
    wrong: list[list[Defect]] = []
    for number, line in enumerate(lines, 1):
        place = f"{name}, line {number}"
        try:
            value = parse(model, _whole(json.loads(line)), "value")
            defects = [] if check is None else list(check(value))
        except InputError as error:
            defects = list(error.defects)
        except (ValueError, RecursionError) as error:
            reason = not_json(error)
            told = Text(f"{reason.en}.", f"{reason.zh}。")
            wrong.append([Defect(place, shorten(line), told)])
            continue
        if defects:
            wrong.append([replace(d, field=f"{place}: {d.field}") for d in defects])
        else:
            read.append(value)
    if wrong:
        raise InputError([*(d for line in wrong[:NAMED] for d in line), *_more(name, len(wrong))])
    return read


def _whole(data: object) -> object:
    """Return data that can be written again as UTF-8.

    Raises:
        InputError: If a text holds half a character, which JSON can name.
    """
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise bad_input(
            "text", half, en="is half a character; write the whole one.",
            zh="是半个字符；请写完整的字符。",
        ) from None  # fmt: skip
    return data


def _more(name: str, count: int) -> Iterator[Defect]:
    rest = count - NAMED
    if rest > 0:
        lines = "1 more line is" if rest == 1 else f"{rest} more lines are"
        yield Defect(name, "", Text(f"{lines} wrong; correct them too.", f"另有 {rest} 行有误。"))
