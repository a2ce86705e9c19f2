"""``cluebot vectors`` and ``cluebot doctor``: where the vectors come from and how they are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from cluebot import __version__
from cluebot.cli.common import console, interface_language, user_errors
from cluebot.cli.progress import building_cache

vectors_app = typer.Typer(help="List, build, add and describe word vectors.", no_args_is_help=True)

BLEND_LANGUAGES = ("en", "zh")


@vectors_app.command("list")
def list_vectors() -> None:
    """List the sources of vectors: the packages that are here, and files that you added."""
    from embeddings.added import list_added
    from embeddings.status import list_sources

    zh = interface_language() == "zh"
    with user_errors(interface_language()):
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        heads = (
            ("名称", "语言", "版本", "许可", "说明") if zh
            else ("name", "languages", "version", "licence", "what it is")
        )  # fmt: skip
        for head in heads:
            table.add_column(head, overflow="fold")
        for source in list_sources():
            missing = ", ".join(source.missing)
            version = ", ".join(source.versions) if not missing else (
                f"未安装 {missing}" if zh else f"not installed: {missing}"
            )  # fmt: skip
            table.add_row(
                source.name, " ".join(source.languages), version, source.licence, source.summary
            )
        for added in list_added():
            table.add_row(f"added:{added.name}", "", added.version, "", added.file)
    console.print(table)


@vectors_app.command("build")
def build(
    language: Annotated[
        str | None, typer.Option("--language", "-l", help="en or zh; both without it.")
    ] = None,
) -> None:
    """Build the vectors that are missing or out of date."""
    from embeddings.blend import load_blend

    spoken = interface_language()
    with user_errors(spoken), building_cache() as cache:
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
    path: Annotated[Path, typer.Argument(help="A word2vec, GloVe or fastText file; .gz too.")],
    name: Annotated[str | None, typer.Option("--name", help="Keep it under this name.")] = None,
) -> None:
    """Add a file of vectors of your own. Use it as source [bold]added:NAME[/]."""
    from embeddings.added import add_vectors

    spoken = interface_language()
    with user_errors(spoken), building_cache() as cache:
        added = add_vectors(path, name, cache=cache)
    dims = added.rows.shape[1]
    console.print(
        f"已添加 {added.name}：{added.count:,} 个词，{dims} 维" if spoken == "zh"
        else f"Added {added.name}: {added.count:,} words, {dims} dimensions"
    )  # fmt: skip


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
    console.print(f"{'缓存文件夹' if zh else 'Cache folder'}: {status.folder}", soft_wrap=True)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for head in ("名称", "类型", "来源", "词数", "大小", "状态") if zh else (
        "name", "kind", "source", "words", "size", "state"
    ):  # fmt: skip
        table.add_column(head, overflow="fold")
    for entry in status.entries:
        state = (
            ("正常" if zh else "in order") if entry.problem is None else entry.problem.to(spoken)
        )
        size = f"{entry.size / 1e6:.1f} MB"
        table.add_row(entry.name, entry.kind, entry.source, f"{entry.count:,}", size, state)
    console.print(table)
    if any(entry.problem for entry in status.entries):
        raise typer.Exit(1)


def doctor() -> None:
    """Check the installation: versions, sources, cache, memory. Exit code 1 on a problem."""
    from embeddings.status import doctor as examine

    spoken = interface_language()
    zh = spoken == "zh"
    with user_errors(spoken):
        health = examine()
    console.print(f"cluebot {__version__}")
    for package, version in sorted(health.versions.items()):
        console.print(f"  {package} {version}", style="dim")
    free, cache = health.available / 1e9, health.cache
    console.print(
        f"处理器 {health.processors} 个；可用内存 {free:.1f} GB" if zh
        else f"{health.processors} processors, {free:.1f} GB of memory available"
    )  # fmt: skip
    console.print(
        f"缓存：{cache.folder}，{len(cache.entries)} 项，磁盘剩余 {cache.free / 1e9:.1f} GB" if zh
        else f"Cache: {cache.folder}, {len(cache.entries)} entries, "
        f"{cache.free / 1e9:.1f} GB of disk free",
        soft_wrap=True,
    )  # fmt: skip
    for problem in health.problems:
        console.print(problem.to(spoken), style="bold red", markup=False, soft_wrap=True)
    if health.problems:
        raise typer.Exit(1)
    console.print("一切正常。" if zh else "All is well.", style="bold green")
