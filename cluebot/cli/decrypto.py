"""``cluebot decrypto``: encode, decode, intercept and check without a game."""

from __future__ import annotations

import json as jsonlib
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text as Line

from cluebot.cli.codenames import show_verdict
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
from cluebot.cli.words import split_clues, split_words
from cluebot.errors import bad_input, not_json, told_as
from cluebot.rules.text import normalise

decrypto_app = typer.Typer(
    help="Decrypto (截码战): encode, decode, intercept, check.", no_args_is_help=True
)

KeywordsOption = Annotated[
    list[str] | None,
    typer.Option("--keywords", metavar="a,b,c,d", help="Your keywords, slot 1 first."),
]
CluesOption = Annotated[
    list[str] | None,
    typer.Option("--clues", metavar="x,y,z", help="Three clues; separate by ; if one has a comma."),
]
HistoryOption = Annotated[
    Path | None,
    typer.Option(
        "--history",
        metavar="FILE",
        help='Past turns, JSON: [{"clues": [3], "code": [3], "intercept": [3]}, ...]; '
        '"intercept", the other side\'s guess, may be left out.',
    ),
]

MAX_HISTORY_BYTES = 1_000_000


@decrypto_app.command("encode")
def encode(
    keywords: KeywordsOption = None,
    code: Annotated[str | None, typer.Option("--code", metavar="4,2,1", help="The code.")] = None,
    history: HistoryOption = None,
    opponent_history: Annotated[
        Path | None, typer.Option("--opponent-history", metavar="FILE", help="Theirs.")
    ] = None,
    safety: Annotated[
        float | None,
        typer.Option(
            "--safety",
            help="0: as plain as can be; 1: an interception is as bad as a miss. Default 0.3.",
        ),
    ] = None,
    language: LanguageOption = "auto",
    player: PlayerOption = "embedding",
    seed: SeedOption = 0,
    vectors: VectorsOption = None,
    json: JsonOption = False,
    jsonl: JsonlOption = None,
) -> None:
    """Write three clues that your team understands and the other side does not.

    [bold]cluebot decrypto encode --keywords horse,river,moon,ice --code 4,2,1[/]

    [bold]cluebot decrypto encode --keywords 马,河,月亮,冰 --code 4,2,1[/]
    """
    from api.decrypto import encode as operation
    from api.schemas import EncodeRequest

    def fields() -> dict[str, Any]:
        return {
            "language": language,
            "keywords": split_words(keywords, "keywords"),
            "code": _code(code),
            "history": _history(history, "--history"),
            "opponent_history": _history(opponent_history, "--opponent-history"),
            "player": player,
            "safety": safety,
            "seed": seed,
        }

    spoken = message_language(language, keywords)
    found = answer(
        fields,
        EncodeRequest,
        operation,
        language=spoken,
        as_json=json,
        jsonl=jsonl,
        vectors=vectors,
    )
    if found is None:
        return
    zh = found.language == "zh"
    for clue, explanation in zip(found.clues, found.explanations, strict=True):
        console.print(
            Line(clue, style="bold green").append(f"  {explanation}", style="not bold dim")
        )
    understood, intercepted = f"{found.p_decode:.0%}", f"{found.p_intercept:.0%}"
    console.print(
        f"按词向量估计：被队友读懂 {understood}，被拦截 {intercepted}；真人更容易误读"
        if zh
        else f"as vectors read: decoded {understood}, intercepted {intercepted}; people miss more"
    )
    warn_composed(found.composed, zh)


@decrypto_app.command("decode")
def decode(
    keywords: KeywordsOption = None,
    clues: CluesOption = None,
    history: HistoryOption = None,
    language: LanguageOption = "auto",
    player: PlayerOption = "embedding",
    seed: SeedOption = 0,
    vectors: VectorsOption = None,
    json: JsonOption = False,
    jsonl: JsonlOption = None,
) -> None:
    """Say which code your encoder meant.

    [bold]cluebot decrypto decode --keywords horse,river,moon,ice --clues glacier,delta,saddle[/]

    [bold]cluebot decrypto decode --keywords 马,河,月亮,冰 --clues 企鹅,长江,草原[/]
    """
    from api.decrypto import decode as operation
    from api.schemas import DecodeRequest

    def fields() -> dict[str, Any]:
        return {
            "language": language,
            "keywords": split_words(keywords, "keywords"),
            "clues": split_clues(clues),
            "history": _history(history, "--history"),
            "player": player,
            "seed": seed,
        }

    spoken = message_language(language, keywords, clues)
    found = answer(
        fields,
        DecodeRequest,
        operation,
        language=spoken,
        as_json=json,
        jsonl=jsonl,
        vectors=vectors,
    )
    if found is not None:
        _show_posterior(found)


@decrypto_app.command("intercept")
def intercept(
    clues: CluesOption = None,
    history: HistoryOption = None,
    bank: Annotated[
        Path | None,
        typer.Option("--bank", metavar="FILE", help="The keywords in play, one a line, if known."),
    ] = None,
    language: LanguageOption = "auto",
    player: PlayerOption = "embedding",
    seed: SeedOption = 0,
    vectors: VectorsOption = None,
    json: JsonOption = False,
    jsonl: JsonlOption = None,
) -> None:
    """Say which code the other team is sending, from its earlier turns.

    [bold]cluebot decrypto intercept --clues glacier,delta,saddle --history turns.json[/]

    [bold]cluebot decrypto intercept --clues 企鹅,长江,草原 --history turns.json[/]
    """
    from api.decrypto import intercept as operation
    from api.schemas import InterceptRequest
    from wordlists.loader import read_words

    def words_of(bank: Path) -> list[str]:
        with told_as("words", "--bank"):
            return list(read_words(bank, minimum=4))

    def fields() -> dict[str, Any]:
        return {
            "language": language,
            "clues": split_clues(clues),
            "history": _history(history, "--history"),
            "bank": None if bank is None else words_of(bank),
            "player": player,
            "seed": seed,
        }

    spoken = message_language(language, clues)
    found = answer(
        fields,
        InterceptRequest,
        operation,
        language=spoken,
        as_json=json,
        jsonl=jsonl,
        vectors=vectors,
    )
    if found is None:
        return
    _show_posterior(found)
    for slot, words in enumerate(found.keywords, 1):
        shown = "   ".join(f"{w.word} {w.p:.0%}" for w in words if f"{w.p:.0%}" != "0%")
        unknown = "还看不出" if found.language == "zh" else "no telling yet"
        console.print(f"#{slot}  {shown or unknown}", markup=False)


@decrypto_app.command("check")
def check(
    clue: Annotated[str | None, typer.Argument(help="The clue: a word or a phrase.")] = None,
    keywords: KeywordsOption = None,
    history: HistoryOption = None,
    language: LanguageOption = "auto",
    json: JsonOption = False,
    jsonl: JsonlOption = None,
) -> None:
    """Judge whether a clue is legal. Exit code 0 whatever the verdict.

    [bold]cluebot decrypto check "frozen water" --keywords horse,river,moon,ice[/]

    [bold]cluebot decrypto check 马蹄 --keywords 马,河,月亮,冰[/]
    """
    from api.decrypto import check as operation
    from api.schemas import DecryptoCheckRequest

    def fields() -> dict[str, Any]:
        return {
            "language": language,
            "keywords": split_words(keywords, "keywords"),
            "clue": clue,
            "history": _history(history, "--history"),
        }

    spoken = message_language(language, keywords, clue)
    found = answer(
        fields, DecryptoCheckRequest, operation, language=spoken, as_json=json, jsonl=jsonl
    )
    if found is not None:
        show_verdict(found)


def _code(text: str | None) -> list[object]:
    """Return the digits of a code typed as 4,2,1 or 421; anything else passes on as text."""
    parts = [normalise(part) for part in split_words(text and [text], "code")]
    if len(parts) == 1 and parts[0].isascii() and parts[0].isdigit():
        parts = list(parts[0])
    return [int(p) if p.isascii() and p.isdigit() and len(p) < 6 else p for p in parts]


def _history(path: Path | None, option: str) -> Any:
    """Read the past turns from a JSON file; their shape is checked with the request."""
    if path is None:
        return []
    try:
        if path.stat().st_size > MAX_HISTORY_BYTES:
            raise bad_input(
                option, str(path),
                en=f"is larger than {MAX_HISTORY_BYTES} bytes; give the turns of one game",
                zh=f"超过 {MAX_HISTORY_BYTES} 字节；只需给出一局的回合",
            )  # fmt: skip
        return jsonlib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise bad_input(
            option, str(path), en=f"cannot be read ({error.strerror}); check the path",
            zh="无法读取这个文件；请检查路径",
        ) from None  # fmt: skip
    except (ValueError, RecursionError) as error:
        wrong = not_json(error)
        raise bad_input(option, str(path), en=wrong.en, zh=wrong.zh) from None


def _show_posterior(answer: Any) -> None:
    zh = answer.language == "zh"
    code = "-".join(map(str, answer.code))
    console.print(f"[bold green]{code}[/]", end="  ")
    likely = sorted(answer.probabilities, key=lambda item: (-item.p, item.code))[:5]
    shown = "   ".join(f"{'-'.join(map(str, item.code))} {item.p:.0%}" for item in likely)
    console.print(shown, style="dim")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("线索" if zh else "clue")
    for slot in range(1, 5):
        table.add_column(f"#{slot}", justify="right")
    for i, row in enumerate(answer.slots, 1):
        table.add_row(str(i), *(f"{p:.0%}" for p in row))
    console.print(table)
    warn_composed(answer.composed, zh)
