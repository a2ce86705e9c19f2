"""``cluebot vectors`` and ``cluebot doctor``: where the vectors come from and how they are."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from cluebot import __version__
from cluebot.cli.common import console, counted, errors, interface_language, user_errors
from cluebot.cli.progress import building_cache

vectors_app = typer.Typer(help="List, build, add and remove word vectors.", no_args_is_help=True)

BLEND_LANGUAGES = ("en", "zh")

_KINDS = {
    "block": "词向量", "space": "向量空间", "vocabulary": "词表", "added": "自行添加",
    "neighbours": "近邻表", "table": "词表数据",
}  # fmt: skip


@vectors_app.command("list")
def list_vectors() -> None:
    """List the sources of vectors: the packages that are here, and files that you added."""
    from embeddings.status import list_sources

    zh = interface_language() == "zh"
    with user_errors(interface_language()):
        for source in list_sources():
            # One block a source: five columns do not fit a narrow terminal.
            languages = f"  ({', '.join(source.languages)})" if source.languages else ""
            console.print(f"[bold]{escape(source.name)}[/]{languages}", soft_wrap=True)
            missing = ", ".join(source.missing)
            notes = (
                source.summary_zh if zh else source.summary,
                ", ".join(source.versions) if not missing else "",
                (f"未安装：{missing}" if zh else f"not installed: {missing}") if missing else "",
                source.licence,
            )
            for note in filter(None, notes):
                console.print(f"    {note}", style="dim", markup=False, soft_wrap=True)


@vectors_app.command("build")
def build(
    language: Annotated[
        str | None, typer.Option("--language", "-l", help="en or zh; both without it.")
    ] = None,
) -> None:
    """Build the vectors that are missing, damaged or out of date."""
    from embeddings.standard import load_blend

    spoken = interface_language()
    with user_errors(spoken), building_cache() as cache:
        for problem in cache.discard_damaged():
            errors.print(problem.to(spoken), style="yellow", markup=False, soft_wrap=True)
        for code in (language,) if language else BLEND_LANGUAGES:
            blend = load_blend(code, cache=cache)
            blocks = ", ".join(blend.blocks)
            count = f"{len(blend.vocabulary):,}"
            console.print(
                f"{code}：{count} 个线索词，向量块：{blocks}" if spoken == "zh"
                else f"{code}: {count} clue words, blocks: {blocks}"
            )  # fmt: skip


@vectors_app.command("add")
def add(
    origin: Annotated[
        str,
        typer.Argument(
            metavar="PATH|transformers:NAME",
            help="A word2vec, GloVe or fastText file, .gz too; or a sentence-transformers model, "
            "by its folder or by its name on the hub.",
        ),
    ],
    name: Annotated[str | None, typer.Option("--name", help="Keep it under this name.")] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Take the place of another file of that name.")
    ] = False,
) -> None:
    """Add vectors of your own; clue, guess and play use them with [bold]--vectors NAME[/].

    [bold]cluebot vectors add my-vectors.vec.gz --name mine[/]

    [bold]cluebot clue --own moon,star,rocket --vectors mine --listener mine[/]

    [bold]cluebot vectors add transformers:sentence-transformers/all-mpnet-base-v2 --name mpnet[/]
    """
    from embeddings.adding import add_vectors

    spoken = interface_language()
    zh = spoken == "zh"
    with user_errors(spoken), building_cache() as cache:
        added = add_vectors(origin, name, replace=replace, cache=cache)
    dims = added.rows.shape[1]
    if added.is_model:
        line = (
            f"已添加 {added.name}：句子编码器，{dims} 维" if zh
            else f"Added {added.name}: a sentence encoder, {dims} dimensions"
        )  # fmt: skip
    else:
        line = (
            f"已添加 {added.name}：{added.count:,} 个词，{dims} 维" if zh
            else f"Added {added.name}: {counted(added.count, 'word')}, {dims} dimensions"
        )  # fmt: skip
    console.print(line)
    left_out = (
        (added.repeated, "重复的行", "of words that stood before"),
        (added.blank, "全为零的行", "of nothing but zeros"),
    )
    for count, what_zh, what_en in left_out:
        if count:
            rows = f"{counted(count, 'row')} {what_en}"
            what = f"略去 {count:,} 个{what_zh}" if zh else f"Left out: {rows}"
            console.print(what, style="yellow")
    console.print(
        f"用法：cluebot clue … --vectors {added.name}" if zh
        else f"Use it: cluebot clue ... --vectors {added.name}",
        style="dim",
    )  # fmt: skip


@vectors_app.command("remove")
def remove(
    name: Annotated[str, typer.Argument(help="The name under which they were added.")],
) -> None:
    """Remove vectors that you added, and what was built from them; the file itself stays."""
    from embeddings.added import remove_vectors

    spoken = interface_language()
    with user_errors(spoken), building_cache() as cache:
        remove_vectors(name, cache=cache)
    console.print(
        f"已删除向量 {name}。" if spoken == "zh" else f"Removed the vectors {name}.", markup=False
    )


@vectors_app.command("info")
def info(
    full: Annotated[
        bool, typer.Option("--verify", help="Read every file and compare its checksum.")
    ] = False,
) -> None:
    """Describe the cache folder and what is built in it."""
    from embeddings.status import cache_status

    spoken = interface_language()
    zh = spoken == "zh"
    with user_errors(spoken):
        status = cache_status(full=full)
    console.print(f"缓存文件夹：{status.folder}" if zh else f"Cache folder: {status.folder}",
                  markup=False, soft_wrap=True)  # fmt: skip
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for head in ("名称", "类型", "来源", "词数", "大小", "状态") if zh else (
        "name", "kind", "source", "words", "size", "state"
    ):  # fmt: skip
        table.add_column(head, overflow="fold")
    for entry in status.entries:
        fine, broken = ("正常", "已损坏") if zh else ("in order", "damaged")
        kind = _KINDS.get(entry.kind, entry.kind) if zh else entry.kind
        count = f"{entry.count:,}" if entry.count else ""
        size = f"{entry.size / 1e6:.1f} MB"
        state = fine if entry.problem is None else f"[red]{broken}[/]"
        table.add_row(escape(entry.name), kind, escape(entry.source), count, size, state)
    console.print(table)
    problems = [entry.problem for entry in status.entries if entry.problem is not None]
    problems += [status.problem] if status.problem is not None else []
    for problem in problems:
        console.print(problem.to(spoken), style="bold red", markup=False, soft_wrap=True)
    if problems:
        raise typer.Exit(1)


def doctor() -> None:
    """Check the installation: versions, sources, cache, memory. Exit code 1 on a problem."""
    from embeddings.settings import read_settings
    from embeddings.status import doctor as examine

    spoken = interface_language()
    zh = spoken == "zh"
    with user_errors(spoken):
        needed = [s.space.source for code in BLEND_LANGUAGES for s in read_settings(code)]
        health = examine(needed=tuple(needed), languages=BLEND_LANGUAGES)
    console.print(f"cluebot {__version__}")
    for package, version in sorted(health.versions.items()):
        console.print(f"  {package} {version}", style="dim")
    free, cache = health.available / 1e9, health.cache
    console.print(
        f"处理器 {health.processors} 个；可用内存 {free:.1f} GB" if zh
        else f"{health.processors} processors, {free:.1f} GB of memory available"
    )  # fmt: skip
    entries = len(cache.entries)
    console.print(
        f"缓存：{cache.folder}，{entries} 项，磁盘剩余 {cache.free / 1e9:.1f} GB" if zh
        else f"Cache: {cache.folder}, {counted(entries, 'entry', 'entries')}, "
        f"{cache.free / 1e9:.1f} GB of disk free",
        markup=False, soft_wrap=True,
    )  # fmt: skip
    if not entries and cache.problem is None:
        console.print(
            "还没有构建任何向量；第一次使用时会构建，也可运行 cluebot vectors build" if zh
            else "Nothing is built yet; the first use builds it, or: cluebot vectors build",
            style="dim", soft_wrap=True,
        )  # fmt: skip
    for problem in health.problems:
        console.print(problem.to(spoken), style="bold red", markup=False, soft_wrap=True)
    if health.problems:
        raise typer.Exit(1)
    console.print("一切正常。" if zh else "All is well.", style="bold green")
