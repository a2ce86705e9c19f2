"""How far a model is to be trusted beside the vectors: fitted on choices that people made.

A labelled choice is one line of JSON: for Codenames ``{"board": [...], "clue": "...", "targets":
[...]}``, or with the choices of several people in ``"human_guesses"`` in place of the targets; for
Decrypto ``{"keywords": [4], "clues": [3], "code": [3]}``. A small set of both for each language is
part of the project.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
from pydantic import Field

from cluebot.errors import Forfeit, InputError, Language, bad_input
from cluebot.games.base import Frozen
from cluebot.games.codec import parse
from cluebot.games.decrypto import DecryptoView
from cluebot.games.decrypto.codes import ALL_CODES, Code
from cluebot.games.decrypto.history import Keywords, ThreeClues
from cluebot.llm.model import ChatModel
from cluebot.players.base import Context
from cluebot.players.codenames import GuessTask
from cluebot.players.llm.decrypto_hybrid import HybridSeat, mix_codes
from cluebot.players.llm.guesser import HybridGuesser, log_rates, mix, which_words
from cluebot.players.llm.options import ChatOptions
from cluebot.registry import unknown_name
from cluebot.rules.text import has_han

if TYPE_CHECKING:
    from embeddings.blend import Blend

WEIGHTS = tuple(i / 20 for i in range(21))
"""The weights that are tried."""
MAX_BYTES = 20_000_000

Words = Annotated[tuple[str, ...], Field(min_length=1, max_length=100)]
Told = Callable[[], None]


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
Score = Callable[[float], tuple[float, float]]
"""From a weight to agreement with people and log-likelihood, on one choice."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What was found out for one game and language.

    Attributes:
        weight: How far the model is to be trusted.
        vectors: Agreement of the vectors with people.
        model: Agreement of the model.
        hybrid: Agreement of both with this weight.
        choices: How many choices were compared.
        failed: How many the model gave no answer to.
    """

    weight: float
    vectors: float
    model: float
    hybrid: float
    choices: int
    failed: int


def fit(scores: Sequence[Score], failed: int = 0) -> Fit:
    """Return the best weight.

    Of the weights whose agreement is not below that of either part, it is the one that makes what
    people chose likeliest. So on these choices the hybrid is never worse than its better part.

    Raises:
        InputError: If there is nothing to go by.
    """
    if not scores:
        raise bad_input(
            "data", failed, en="the model answered none of the questions; cluebot llm test "
            "says what works.", zh="模型一道题也没有答出；请先运行 cluebot llm test 看看问题。",
        )  # fmt: skip
    table = np.array([[score(weight) for score in scores] for weight in WEIGHTS]).mean(axis=1)
    agreement, likelihood = np.round(table, 9).T
    best = agreement >= max(agreement[0], agreement[-1])
    chosen = int(np.flatnonzero(best)[np.argmax(likelihood[best])])
    return Fit(
        WEIGHTS[chosen],
        float(agreement[0]),
        float(agreement[-1]),
        float(agreement[chosen]),
        len(scores),
        failed,
    )


def calibrate(
    model: ChatModel,
    language: Language,
    blend: Callable[[str], Blend],
    choices: Iterable[Labelled],
    told: Told = lambda: None,
) -> dict[str, Fit]:
    """Have the model answer labelled choices, and fit its weight for each game among them.

    Args:
        model: The model.
        language: The language of the choices.
        blend: Loads the vectors.
        choices: What people chose.
        told: Called after every answer.

    Raises:
        InputError: If the model answered nothing.
        ModelError: If the endpoint fails.
    """
    context = Context(language, blend)
    players = (
        HybridGuesser(model, context, ChatOptions(), 1.0),
        HybridSeat(model, context, ChatOptions(), 1.0),
    )
    found: dict[str, list[Score]] = {}
    failed: dict[str, int] = {}
    for choice in choices:
        game = "codenames" if isinstance(choice, LabelledClue) else "decrypto"
        try:
            if isinstance(choice, LabelledClue):
                scores = [clue_score(players[0], language, choice)]
            else:
                scores = [code_score(players[1], language, choice)]
        except Forfeit as forfeit:
            if forfeit.__cause__ is not None:
                raise forfeit.__cause__ from None
            failed[game] = failed.get(game, 0) + 1
            scores = []
        found.setdefault(game, []).extend(scores)
        told()
    return {game: fit(scores, failed.get(game, 0)) for game, scores in found.items()}


def clue_score(player: HybridGuesser, language: Language, choice: LabelledClue) -> Score:
    """Return the score of one clue, the mean over all people who were asked.

    Raises:
        Forfeit: If the model gives no answer.
    """
    count = choice.number or max(map(len, choice.labels))
    task = GuessTask(language, choice.board, choice.clue, count)
    vectors = player.vectors().odds(task.clue, task.words)
    answer = which_words(player.talk(), player.prompts, task, count, player.options.samples)
    heard = log_rates(answer, task.words)
    place = {word: i for i, word in enumerate(task.words)}
    labels = [[place[w] for w in label if w in place] for label in choice.labels]
    labels = [label for label in labels if label]

    def score(weight: float) -> tuple[float, float]:
        odds = mix(vectors, heard, weight)
        logs = odds - np.logaddexp.reduce(odds)
        order = sorted(range(len(odds)), key=lambda i: (-odds[i], task.words[i]))
        alike = [len(set(order[: len(label)]) & set(label)) / len(label) for label in labels]
        return float(np.mean(alike)), float(np.mean([logs[i] for label in labels for i in label]))

    return score


def code_score(player: HybridSeat, language: Language, choice: LabelledCode) -> Score:
    """Return the score of one code.

    Raises:
        Forfeit: If the model gives no answer.
    """
    view = DecryptoView(
        language=language, side="white", task="decode", keywords=choice.keywords, clues=choice.clues
    )
    vectors, heard = player.by_vectors(view)[0], player.by_model(view, player.talk())
    number = ALL_CODES.index(choice.code)

    def score(weight: float) -> tuple[float, float]:
        chances = mix_codes(vectors, heard, weight)
        return float(int(chances.argmax()) == number), float(np.log(max(chances[number], 1e-9)))

    return score


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
