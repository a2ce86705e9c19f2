"""What all commands share: languages, errors, JSON, JSON lines."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from pydantic import BaseModel
from rich.console import Console

from cluebot.errors import CluebotError, Language, bad_input, not_json, shorten
from embeddings.errors import BuildInterrupted, VectorsError

MAX_LINE = 1_000_000
"""Most characters in one line of a JSON lines file."""

# Words from outside are shown as they are: ":fish:" is no picture of one.
console = Console(highlight=False, emoji=False)
errors = Console(stderr=True, highlight=False, emoji=False)

LanguageOption = Annotated[
    str, typer.Option("--language", "-l", help="en, zh, or auto: decided by the words' script.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the answer as one JSON object.")]
JsonlOption = Annotated[
    str | None,
    typer.Option(
        "--jsonl",
        metavar="FILE|-",
        help="Read one request object a line; answer line by line. Other options fill in what a "
        "line leaves out.",
    ),
]
VectorsOption = Annotated[
    str | None,
    typer.Option(
        "--vectors",
        metavar="NAME",
        help="Use vectors of your own beside the standard ones; see: vectors add.",
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", help="The same seed gives the same answer.")]
PlayerOption = Annotated[str, typer.Option("--player", help="Which registered player answers.")]


def interface_language() -> Language:
    """Return the language of messages that belong to no request, from the locale."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def message_language(asked: str, *given: str | Iterable[str] | None) -> Language:
    """Return the language to speak to somebody who asked for ``asked`` (perhaps ``auto``).

    Under ``auto`` Chinese characters in what was typed decide, then the locale.
    """
    if asked in ("en", "zh"):
        return "zh" if asked == "zh" else "en"
    if any("\u4e00" <= c <= "\u9fff" for texts in given for text in texts or () for c in text):
        return "zh"
    return interface_language()


def counted(count: int, one: str, many: str | None = None) -> str:
    """Return a number with its English noun.

    >>> counted(1, "word"), counted(2_000, "word"), counted(0, "entry", "entries")
    ('1 word', '2,000 words', '0 entries')
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"


@contextmanager
def user_errors(language: str, *, as_json: bool = False) -> Iterator[None]:
    """Turn the project's errors into one line on standard error and exit code 2.

    The exit code is 130, as after any Ctrl-C, where it was the user who stopped a build of vectors.

    Args:
        language: The language of the line.
        as_json: Print ``{"error": ...}`` on standard output instead, where the answer would be.
    """
    try:
        yield
    except (CluebotError, VectorsError) as error:
        code = 130 if isinstance(error, BuildInterrupted) else 2
        if as_json:
            from api.errors import error_json

            typer.echo(json.dumps(error_json(error, language), ensure_ascii=False))
            raise typer.Exit(code) from None
        word = "错误" if language == "zh" else "Error"
        errors.print(f"[bold red]{word}[/]", end="：" if language == "zh" else ": ")
        errors.print(error.to(language), markup=False, soft_wrap=True)
        raise typer.Exit(code) from None


def warn_composed(words: Sequence[str], zh: bool) -> None:
    """Point out words that no list of words has."""
    if words:
        named = ("、" if zh else ", ").join(map(shorten, words))
        console.print(
            f"注意：词向量里没有 {named}，只能由片段拼出，结果未必可靠。" if zh
            else f"Mind: {named} is not in the word vectors; composed from pieces, so take care."
            if len(words) == 1
            else f"Mind: {named} are not in the word vectors; composed from pieces, so take care.",
            style="yellow", markup=False,
        )  # fmt: skip


def print_json(model: BaseModel) -> None:
    """Print a response as one line of JSON, Chinese characters as they are."""
    typer.echo(model.model_dump_json())


RequestT = TypeVar("RequestT", bound=BaseModel)
ResponseT = TypeVar("ResponseT", bound=BaseModel)


def answer(
    fields: Callable[[], Mapping[str, Any]],
    model: type[RequestT],
    operation: Callable[[RequestT], ResponseT],
    *,
    language: str,
    as_json: bool = False,
    jsonl: str | None = None,
    vectors: str | None = None,
) -> ResponseT | None:
    """Answer the request that the options make, or every line of a file.

    Args:
        fields: Makes the fields of the request; what is empty counts as not given for a file.
        model: The shape of the request.
        operation: Answers it.
        language: The language of errors.
        as_json: Print the answer, or the error, as JSON.
        jsonl: The file; see `answer_lines`.
        vectors: The name of added vectors to use.

    Returns:
        The answer if it is still to be shown to a person.
    """
    from api.resources import use_vectors
    from cluebot.cli.progress import building_cache
    from cluebot.games.codec import parse

    use_vectors(vectors)
    with user_errors(language, as_json=as_json):
        given = fields()
        if jsonl is None:
            request = parse(model, given)
            with building_cache():
                found = operation(request)
    if jsonl is not None:
        defaults = {name: value for name, value in given.items() if value not in (None, "", [])}
        answer_lines(jsonl, model, operation, defaults)
        return None
    if as_json:
        print_json(found)
        return None
    return found


def answer_lines(
    source: str,
    model: type[RequestT],
    operation: Callable[[RequestT], BaseModel],
    defaults: Mapping[str, Any],
) -> None:
    """Answer a file of requests line by line, in order; ``-`` reads standard input.

    A bad line is answered by ``{"error": ...}`` and makes the exit code 1 at the end; the
    other lines are answered all the same. Blank lines are skipped. ``defaults`` stand in for
    fields that a line leaves out.
    """
    from api.errors import error_json
    from cluebot.cli.progress import building_cache
    from cluebot.games.codec import parse

    language = interface_language()
    with user_errors(language):
        stream = _open_lines(source)
    failed = False
    # Inside stands what ends the whole file: a build that the user stopped.
    with stream, building_cache(), user_errors(language):
        while line := stream.readline(MAX_LINE + 1):
            if not line.strip():
                continue
            spoken: str = language
            try:
                data = {**defaults, **_object(line, stream)}
                spoken = message_language(str(data.get("language", "auto")), line[:2000])
                typer.echo(operation(parse(model, data, "request")).model_dump_json())
            except BuildInterrupted:
                raise
            except (CluebotError, VectorsError) as error:
                failed = True
                typer.echo(json.dumps(error_json(error, spoken), ensure_ascii=False))
            sys.stdout.flush()
    if failed:
        raise typer.Exit(1)


def _open_lines(source: str) -> Any:
    if source == "-":
        return os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8-sig", errors="replace")
    try:
        return Path(source).open(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise bad_input(
            "--jsonl",
            source,
            en=f"cannot be read ({error.strerror}); name a readable file, or - for standard input",
            zh="无法读取；请给出可读的文件，或用 - 表示标准输入",
        ) from None


def _object(line: str, stream: Any) -> dict[str, Any]:
    """Return the JSON object of one line, which may be over-long or malformed."""
    if len(line) > MAX_LINE:
        while line and not line.endswith("\n"):
            line = stream.readline(MAX_LINE)
        raise bad_input(
            "line", "", en=f"is longer than {MAX_LINE} characters; shorten it",
            zh=f"超过 {MAX_LINE} 个字符，请缩短",
        )  # fmt: skip
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        wrong = not_json(error)
        raise bad_input("line", line.strip(), en=wrong.en, zh=wrong.zh) from None
    if not isinstance(data, dict):
        raise bad_input("line", line.strip(), en="must be a JSON object", zh="必须是一个 JSON 对象")
    return data
