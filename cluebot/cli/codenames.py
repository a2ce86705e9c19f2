"""``cluebot clue``, ``guess`` and ``check``: one question, one answer, or a file of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from cluebot.cli.common import (
    JsonlOption,
    JsonOption,
    LanguageOption,
    PlayerOption,
    SeedOption,
    answer_lines,
    console,
    message_language,
    print_json,
    split_words,
    user_errors,
)
from cluebot.cli.progress import building_cache
from cluebot.errors import bad_input, shorten

if TYPE_CHECKING:
    from api.schemas import ClueResponse


def clue(
    own: Annotated[str | None, typer.Option("--own", metavar="a,b,c", help="Your words.")] = None,
    opponent: Annotated[
        str | None, typer.Option("--opponent", metavar="d,e", help="The other side's words.")
    ] = None,
    neutral: Annotated[
        str | None, typer.Option("--neutral", metavar="f", help="Innocent bystanders.")
    ] = None,
    assassin: Annotated[
        str | None, typer.Option("--assassin", metavar="g", help="The assassin.")
    ] = None,
    used: Annotated[
        str | None, typer.Option("--used", metavar="x,y", help="Clues given before.")
    ] = None,
    banned: Annotated[
        str | None, typer.Option("--banned", metavar="x,y", help="Clues you do not want.")
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
    json: JsonOption = False,
    jsonl: JsonlOption = None,
) -> None:
    """Give a Codenames clue for a board.

    [bold]cluebot clue --own moon,star,rocket --opponent fish,river --assassin night[/]

    [bold]cluebot clue --own 月亮,星星,火箭 --opponent 鱼,河流 --assassin 夜晚[/]
    """
    from api.codenames import clue as operation
    from api.schemas import ClueRequest
    from cluebot.games.codec import parse

    if jsonl is not None:
        answer_lines(jsonl, ClueRequest, operation)
        return
    with user_errors(message_language(language, own, opponent, neutral, assassin)):
        request: dict[str, Any] = {
            "language": language,
            "own": split_words(own),
            "opponent": split_words(opponent),
            "neutral": split_words(neutral),
            "assassin": split_words(assassin),
            "used_clues": split_words(used),
            "banned_clues": split_words(banned),
            "level": level,
            "listener": listener,
            "top": top,
            "max_number": max_number,
            "player": player,
            "seed": seed,
        }
        checked = parse(ClueRequest, request)
        with building_cache():
            answer = operation(checked)
    if json:
        print_json(answer)
        return
    _say_language(language, answer.language)
    show_clue(answer)


def show_clue(answer: ClueResponse) -> None:
    """Print a clue and its alternatives for a person."""
    zh = answer.language == "zh"
    number = {"unlimited": "无限" if zh else "unlimited"}.get(str(answer.number), answer.number)
    targets = "、".join(answer.targets) if zh else ", ".join(answer.targets)
    console.print(f"[bold green]{answer.clue} {number}[/]  →  {targets}")
    if not answer.candidates:
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
            f"{c.clue} {c.number}",
            "、".join(c.targets) if zh else ", ".join(c.targets),
            f"{c.expected_own:.2f}",
            f"{c.p_assassin:.1%}",
            f"{c.p_opponent:.0%}",
            f"{c.p_neutral:.0%}",
        )
    console.print(table)


def guess(
    board: Annotated[
        str | None, typer.Option("--board", metavar="w1,w2,...", help="The uncovered words.")
    ] = None,
    clue: Annotated[str | None, typer.Option("--clue", metavar="WORD", help="The clue.")] = None,
    number: Annotated[str, typer.Option("--number", help="0 to 9, or unlimited.")] = "1",
    language: LanguageOption = "auto",
    player: PlayerOption = "embedding",
    seed: SeedOption = 0,
    json: JsonOption = False,
    jsonl: JsonlOption = None,
) -> None:
    """Guess which words a Codenames clue means.

    [bold]cluebot guess --board moon,fish,star,river --clue space --number 2[/]

    [bold]cluebot guess --board 月亮,鱼,星星,河流 --clue 太空 --number 2[/]
    """
    from api.codenames import guess as operation
    from api.schemas import GuessRequest
    from cluebot.games.codec import parse

    if jsonl is not None:
        answer_lines(jsonl, GuessRequest, operation)
        return
    with user_errors(message_language(language, board, clue)):
        if not clue:
            raise bad_input(
                "--clue", "", en="is required; name the clue", zh="缺少线索；请给出线索"
            )
        request: dict[str, Any] = {
            "language": language,
            "board": split_words(board),
            "clue": clue,
            "number": _number(number),
            "player": player,
            "seed": seed,
        }
        checked = parse(GuessRequest, request)
        with building_cache():
            answer = operation(checked)
    if json:
        print_json(answer)
        return
    _say_language(language, answer.language)
    zh = answer.language == "zh"
    console.print(f"猜前 {answer.take} 个：" if zh else f"Touch the first {answer.take}:")
    for i, item in enumerate(answer.guesses):
        style = "bold green" if i < answer.take else "dim"
        console.print(f"[{style}]{item.probability:7.1%}  {item.word}[/]")


def check(
    clue: Annotated[str | None, typer.Argument(help="The clue.")] = None,
    board: Annotated[
        str | None,
        typer.Option("--board", metavar="w1,w2,...", help="Uncovered words, or the keywords."),
    ] = None,
    game: Annotated[str, typer.Option("--game", help="codenames or decrypto.")] = "codenames",
    used: Annotated[
        str | None, typer.Option("--used", metavar="x,y", help="Clues given before (Decrypto).")
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
    from cluebot.games.codec import parse

    if jsonl is not None:
        answer_lines(jsonl, CheckRequest, operation)
        return
    with user_errors(message_language(language, board, clue)):
        request = {
            "language": language,
            "board": split_words(board),
            "clue": clue,
            "game": game,
            "used_clues": split_words(used),
        }
        answer = operation(parse(CheckRequest, request))
    if json:
        print_json(answer)
        return
    show_verdict(answer)


def show_verdict(answer: Any) -> None:
    """Print a `CheckResponse` for a person."""
    zh = answer.language == "zh"
    words = {
        "legal": ("合法", "legal", "bold green"),
        "ask": ("需问过同桌", "ask the table", "bold yellow"),
        "illegal": ("不合法", "illegal", "bold red"),
    }
    chinese, english, style = words[answer.verdict]
    console.print(f"[{style}]{chinese if zh else english}[/]  ", end="")
    console.print(shorten(answer.clue), markup=False)
    for reason in answer.reasons:
        console.print(f"  {reason.rule}: {reason.detail}", markup=False)


def _number(text: str) -> object:
    """Return the number as the request shape wants it; what is no number passes on as text."""
    return int(text) if text.lstrip("-").isascii() and text.lstrip("-").isdigit() else text


def _say_language(asked: str, found: str) -> None:
    if asked == "auto":
        console.print(
            "语言：中文（由文字判断）" if found == "zh" else "Language: English (by the script)",
            style="dim",
        )
