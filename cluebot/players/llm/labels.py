"""Choices that people made: what clues mean to them.

A labelled choice is one line of JSON: for Codenames ``{"board": [...], "clue": "...", "targets":
[...]}``, or with the choices of several people in ``"human_guesses"`` in place of the targets; for
Decrypto ``{"keywords": [4], "clues": [3], "code": [3]}``. A small set of both for each language is
part of the project.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from pydantic import Field

from cluebot.errors import InputError, Language, bad_input
from cluebot.games.base import Frozen
from cluebot.games.codec import parse
from cluebot.games.decrypto.codes import Code
from cluebot.games.decrypto.history import Keywords, ThreeClues
from cluebot.registry import unknown_name
from cluebot.rules.text import has_han

MAX_BYTES = 20_000_000

Words = Annotated[tuple[str, ...], Field(min_length=1, max_length=100)]


class LabelledClue(Frozen):
    """A Codenames clue and what people took it to mean."""

    board: Annotated[tuple[str, ...], Field(min_length=2, max_length=100)]
    clue: str
    number: int | None = None
    targets: Words | None = None
    human_guesses: Annotated[tuple[Words, ...], Field(min_length=1)] | None = None

    @property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """The choices of people; without any, the intended words."""
        return self.human_guesses or ((self.targets,) if self.targets else ())


class LabelledCode(Frozen):
    """Three Decrypto clues and the code they stood for."""

    keywords: Keywords
    clues: ThreeClues
    code: Code


Labelled = LabelledClue | LabelledCode


def shipped(language: Language) -> list[Labelled]:
    """Return the labelled choices of the project in one language."""
    folder = files("cluebot.players.llm") / "labelled"
    found: list[Labelled] = []
    for game in ("codenames", "decrypto"):
        name = f"{game}_{language}.jsonl"
        found += read_choices((folder / name).read_text(encoding="utf-8").splitlines())
    return found


def read_file(path: Path) -> list[Labelled]:
    """Read labelled choices from a JSON lines file.

    Raises:
        InputError: If it cannot be read or a line is no labelled choice.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise bad_input("data", path, en=f"is larger than {MAX_BYTES} bytes.", zh="文件太大。")
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "UTF-8"
        raise bad_input(
            "data", path, en=f"cannot be read ({reason}).", zh=f"无法读取（{reason}）。"
        ) from None
    return read_choices(text.splitlines())


def read_choices(lines: Iterable[str]) -> list[Labelled]:
    """Read labelled choices, one a line.

    Raises:
        InputError: If a line is no labelled choice; names it.
    """
    found: list[Labelled] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            data = None
        place = f"line {number}"
        if not isinstance(data, dict):
            raise bad_input(place, line, en="is not a JSON object.", zh="不是 JSON 对象。")
        try:
            if "keywords" in data:
                found.append(parse(LabelledCode, data))
                continue
            choice = parse(LabelledClue, data)
        except InputError as error:
            within = [replace(d, field=f"{place}: {d.field}") for d in error.defects]
            raise InputError(within) from None
        if not any(set(label) & set(choice.board) for label in choice.labels):
            raise bad_input(
                place, line, en="names no words of its board; give targets or human_guesses.",
                zh="没有给出牌面上的词；请写 targets 或 human_guesses。",
            )  # fmt: skip
        found.append(choice)
    return found


def sort_by_language(
    choices: Sequence[Labelled] | None, language: str
) -> dict[Language, list[Labelled]]:
    """Return choices by language; without any, an empty list for each language asked for.

    Args:
        choices: Choices, or None.
        language: ``"en"``, ``"zh"``, or ``"auto"``: decided by the script of each choice.

    Raises:
        InputError: If the language is another one.
    """
    if language not in ("en", "zh", "auto"):
        raise unknown_name("language", language, ("auto", "en", "zh"))
    asked: tuple[Language, ...] = ("zh",) if language == "zh" else ("en",)
    if choices is None:
        return {one: [] for one in (("en", "zh") if language == "auto" else asked)}
    found: dict[Language, list[Labelled]] = {}
    for choice in choices:
        words = choice.board if isinstance(choice, LabelledClue) else choice.keywords
        chinese = has_han("".join(words)) if language == "auto" else language == "zh"
        found.setdefault("zh" if chinese else "en", []).append(choice)
    return found
