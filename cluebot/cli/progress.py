"""Progress on standard error: of builds of vectors, and of questions to a model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.progress import (
    BarColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from cluebot.cli.common import errors, interface_language

if TYPE_CHECKING:
    from embeddings.cache import Cache
    from embeddings.errors import CacheError


@contextmanager
def building_cache() -> Iterator[Cache]:
    """Yield the cache folder, and let players use it; whatever is built meanwhile shows a bar.

    Nothing is drawn when everything is there already.
    """
    from api.resources import use_cache
    from embeddings.cache import Cache

    language = interface_language()
    words = "构建词向量" if language == "zh" else "Building word vectors"
    bar = Progress(
        TextColumn(words),
        TextColumn("{task.description}", style="cyan"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
        console=errors,
        transient=False,
    )
    tasks: dict[str, TaskID] = {}

    def report(step: str, done: int, total: int) -> None:
        if not tasks:
            bar.start()
        if step not in tasks:
            tasks[step] = bar.add_task(step, total=max(total, 1))
        bar.update(tasks[step], completed=done, total=max(total, 1))

    def notice(problem: CacheError) -> None:
        errors.print(problem.to(language), style="yellow", markup=False, soft_wrap=True)

    cache = Cache(progress=report, notice=notice)
    use_cache(cache)
    try:
        yield cache
    finally:
        if tasks:
            bar.stop()


@contextmanager
def answering(count: int) -> Iterator[Callable[[], None]]:
    """Yield a function to be called after each of ``count`` answers of a model.

    On a terminal a bar shows how long it will still take; elsewhere a line is written now and then.
    """
    zh = interface_language() == "zh"
    if not errors.is_terminal:
        done = 0

        def advance() -> None:
            nonlocal done
            done += 1
            if done == count or done % max(1, count // 8) == 0:
                errors.print(f"已答 {done}/{count}" if zh else f"{done} of {count} answered")

        yield advance
        return
    columns = (
        TextColumn("提问" if zh else "Asking"), BarColumn(),
        TextColumn("{task.completed}/{task.total}"), TimeElapsedColumn(),
        TextColumn("还需约" if zh else "left, about"), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=errors, transient=True) as bar:
        task = bar.add_task("", total=count)
        yield lambda: bar.advance(task)
