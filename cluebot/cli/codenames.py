"""``cluebot clue``, ``guess`` and ``check``: one question, one answer, or a file of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table
from rich.text import Text as Line

from cluebot.cli.common import (
    JsonlOption,
    JsonOption,
    LanguageOption,
    PlayerOption,
    SeedOption,
    VectorsOption,
    answer,
    console,
    message_language,
    warn_composed,
)
from cluebot.cli.words import split_words
from cluebot.errors import InputError, bad_input, shorten

if TYPE_CHECKING:
    from api.schemas import ClueResponse, GuessResponse


def clue(
    own: Annotated[
        list[str] | None, typer.Option("--own", metavar="a,b,c", help="Your words.")
    ] = None,
    opponent: Annotated[
        list[str] | None, typer.Option("--opponent", metavar="d,e", help="The other side's words.")
    ] = None,
    neutral: Annotated[
        list[str] | None, typer.Option("--neutral", metavar="f", help="Innocent bystanders.")
    ] = None,
    assassin: Annotated[
        list[str] | None, typer.Option("--assassin", metavar="g", help="The assassin.")
    ] = None,
    used: Annotated[
        list[str] | None, typer.Option("--used", metavar="x,y", help="Clues given before.")
    ] = None,
    banned: Annotated[
        list[str] | None, typer.Option("--banned", metavar="x,y", help="Clues you do not want.")
    ] = None,
    language: LanguageOption = "auto",
    level: Annotated[str, typer.Option("--level", help="cautious, balanced or bold.")] = "balanced",
    listener: Annotated[
        str | None, typer.Option("--listener", help="The block of vectors your guesser thinks in.")
    ] = None,
    top: Annotated[int, typer.Option("--top", help="How many alternatives to show.")] = 5,
    max_number: Annotated[int, typer.Option("--max-number", help="Largest number.")] = 9,
    player: PlayerOption = "embedding",
    seed: SeedOption = 0,
    vectors: VectorsOption = None,
    json: JsonOption = False,
    jsonl: JsonlOption = None,
) -> None:
    """Give a Codenames clue for a board.

    [bold]cluebot clue --own moon,star,rocket --opponent fish,river --assassin night[/]

    [bold]cluebot clue --own 月亮,星星,火箭 --opponent 鱼,河流 --assassin 夜晚[/]
    """
    from api.codenames import clue as operation
    from api.schemas import ClueRequest

    def fields() -> dict[str, Any]:
        return {
            "language": language,
            "own": split_words(own, "own"),
            "opponent": split_words(opponent, "opponent"),
            "neutral": split_words(neutral, "neutral"),
            "assassin": split_words(assassin, "assassin"),
            "used_clues": split_words(used, "used"),
            "banned_clues": split_words(banned, "banned"),
            "level": level,
            "listener": listener,
            "top": top,
            "max_number": max_number,
            "player": player,
            "seed": seed,
        }

    spoken = message_language(language, own, opponent, neutral, assassin)
    found = answer(
        fields, ClueRequest, operation, language=spoken, as_json=json, jsonl=jsonl, vectors=vectors
    )
    if found is not None:
        _say_language(language, found.language)
        show_clue(found)


def show_clue(answer: ClueResponse) -> None:
    """Print a clue and its alternatives for a person."""
    zh = answer.language == "zh"
    unlimited = "无限" if zh else "unlimited"
    number = unlimited if answer.number == "unlimited" else answer.number
    targets = "、".join(answer.targets) if zh else ", ".join(answer.targets)
    said = f"[bold green]{escape(answer.clue)} {number}[/]"
    console.print(f"{said}  →  {escape(targets)}" if targets else said)
    warn_composed(answer.composed, zh)
    if not answer.candidates:
        if not targets:
            console.print(
                f"「{answer.player}」不说明所指的词和理由。" if zh
                else f"The player {answer.player} does not say what it means.",
                style="dim",
            )  # fmt: skip
        return
    console.print(answer.candidates[0].reason, style="dim", markup=False)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    heads = (
        ("线索", "目标", "期望", "刺客", "对方", "路人")
        if zh
        else ("clue", "targets", "expected", "assassin", "opponent", "neutral")
    )
    for head in heads:
        right = head in heads[2:]
        table.add_column(head, justify="right" if right else "left", overflow="fold")
    for c in answer.candidates:
        table.add_row(
            f"{escape(c.clue)} {unlimited if c.number == 'unlimited' else c.number}",
            escape("、".join(c.targets) if zh else ", ".join(c.targets)),
            f"{c.expected_own:.2f}",
            f"{c.p_assassin:.1%}",
            f"{c.p_opponent:.0%}",
            f"{c.p_neutral:.0%}",
        )
    console.print(table)
    if len(answer.candidates) > 1:
        console.print(
            "从优到劣：按这一回合之后获胜的机会，并计入 --level 的谨慎程度" if zh
            else "Best first: by the chance to win after the turn, with the caution of --level.",
            style="dim",
        )  # fmt: skip


def guess(
    board: Annotated[
        list[str] | None, typer.Option("--board", metavar="w1,w2,...", help="The uncovered words.")
    ] = None,
    clue: Annotated[str | None, typer.Option("--clue", metavar="WORD", help="The clue.")] = None,
    number: Annotated[
        str | None, typer.Option("--number", help="0 to 9, or unlimited; 1 without it.")
    ] = None,
    language: LanguageOption = "auto",
    player: PlayerOption = "embedding",
    seed: SeedOption = 0,
    vectors: VectorsOption = None,
    json: JsonOption = False,
    jsonl: JsonlOption = None,
) -> None:
    """Guess which words a Codenames clue means.

    [bold]cluebot guess --board moon,fish,star,river --clue space --number 2[/]

    [bold]cluebot guess --board 月亮,鱼,星星,河流 --clue 太空 --number 2[/]
    """
    from api.codenames import guess as operation
    from api.schemas import GuessRequest

    def fields() -> dict[str, Any]:
        if jsonl is None and not clue:
            raise _no_clue("--clue")
        stated = "1" if number is None and jsonl is None else number
        return {
            "language": language,
            "board": split_words(board, "board"),
            "clue": clue,
            "number": None if stated is None else _number(stated),
            "player": player,
            "seed": seed,
        }

    spoken = message_language(language, board, clue)
    found = answer(
        fields, GuessRequest, operation, language=spoken, as_json=json, jsonl=jsonl, vectors=vectors
    )
    if found is not None:
        _say_language(language, found.language)
        show_guesses(found)


def show_guesses(answer: GuessResponse) -> None:
    """Print the ranked words for a person, and what is doubtful about the clue."""
    zh = answer.language == "zh"
    _warn(answer)
    if answer.guesses[0].probability is None:
        first = answer.guesses[0].word
        console.print(
            f"「{answer.player}」猜：{first}（它不说明其余词的排序）" if zh
            else f"The player {answer.player} touches {first}; it does not rank the words.",
            markup=False,
        )  # fmt: skip
        return
    console.print(f"猜前 {answer.take} 个：" if zh else f"Touch the first {answer.take}:")
    for i, item in enumerate(answer.guesses):
        style = "bold green" if i < answer.take else "dim"
        console.print(f"[{style}]{item.probability:7.1%}  {escape(item.word)}[/]")
    console.print(
        "百分数：该词是己方词的可能性；先排本条线索所指的词，再排其余的词" if zh
        else "Percent: how likely the word is your own; words of this clue first, then the rest.",
        style="dim",
    )  # fmt: skip


def _warn(answer: GuessResponse) -> None:
    """Say that a clue is illegal or to be asked about, or that words are unknown."""
    zh = answer.language == "zh"
    if answer.verdict != "legal":
        bad = answer.verdict == "illegal"
        head = (
            ("注意：这条线索不合法。" if bad else "注意：这条线索须与同桌商定。") if zh
            else ("Mind: the clue is illegal." if bad else "Mind: ask the table about the clue.")
        )  # fmt: skip
        console.print(head, style="bold red" if bad else "bold yellow")
        for reason in answer.reasons:
            console.print(f"  {reason.detail}", style="yellow", markup=False)
    warn_composed(answer.composed, zh)


def check(
    clue: Annotated[str | None, typer.Argument(help="The clue.")] = None,
    board: Annotated[
        list[str] | None,
        typer.Option("--board", metavar="w1,w2,...", help="Uncovered words, or the keywords."),
    ] = None,
    game: Annotated[str, typer.Option("--game", help="codenames or decrypto.")] = "codenames",
    used: Annotated[
        list[str] | None,
        typer.Option("--used", metavar="x,y", help="Clues given before (Decrypto)."),
    ] = None,
    language: LanguageOption = "auto",
    json: JsonOption = False,
    jsonl: JsonlOption = None,
) -> None:
    """Judge whether a clue is legal, with every reason. Exit code 0 whatever the verdict.

    [bold]cluebot check horse --board horseshoe,heart,carpet[/]

    [bold]cluebot check 车站 --board 火车,月亮[/]
    """
    from api.codenames import check as operation
    from api.schemas import CheckRequest

    def fields() -> dict[str, Any]:
        if jsonl is None and clue is None:
            raise _no_clue("CLUE")
        return {
            "language": language,
            "board": split_words(board, "board"),
            "clue": clue,
            "game": game,
            "used_clues": split_words(used, "used"),
        }

    spoken = message_language(language, board, clue)
    found = answer(fields, CheckRequest, operation, language=spoken, as_json=json, jsonl=jsonl)
    if found is not None:
        show_verdict(found)


def show_verdict(answer: Any) -> None:
    """Print a `CheckResponse` for a person."""
    zh = answer.language == "zh"
    words = {
        "legal": ("合法", "legal", "bold green"),
        "ask": ("须与同桌商定", "ask the table", "bold yellow"),
        "illegal": ("不合法", "illegal", "bold red"),
    }
    chinese, english, style = words[answer.verdict]
    console.print(f"[{style}]{chinese if zh else english}[/]  ", end="")
    console.print(shorten(answer.clue), markup=False)
    for reason in answer.reasons:
        rule = f"（{reason.rule}）" if zh else f" ({reason.rule})"
        console.print(Line("  " + reason.detail).append(rule, style="dim"))


def _no_clue(option: str) -> InputError:
    return bad_input(option, "", en="is required; name the clue", zh="缺少线索；请给出线索")


def _number(text: str) -> object:
    """Return the number as the request shape wants it; what is no number passes on as text."""
    return int(text) if text.lstrip("-").isascii() and text.lstrip("-").isdigit() else text


def _say_language(asked: str, found: str) -> None:
    if asked == "auto":
        console.print(
            "语言：中文（由文字判断）" if found == "zh" else "Language: English (by the script)",
            style="dim",
        )
