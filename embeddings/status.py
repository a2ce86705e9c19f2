"""What `cluebot vectors` and `cluebot doctor` tell: sources, cache, versions and memory."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from embeddings.added import list_added
from embeddings.cache import Cache
from embeddings.cache_errors import explain
from embeddings.errors import CacheError, SourceError, VectorsError
from embeddings.manifest import Manifest, package_versions
from embeddings.sources import SourceEntry, sources
from embeddings.threads import processors

BUILDING = {"en": 180_000_000, "zh": 220_000_000}
"""Bytes that the standard vectors of a language take on the disk, with a tenth to spare."""


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """One source and whether it can be used here.

    Attributes:
        name: Its name, with the argument it takes, such as ``"file:PATH"``.
        languages: Codes of the languages it serves; empty for any.
        versions: The installed packages that carry its data, ``"name version"``.
        missing: Packages to install before it can be used; empty when it can be.
        licence: Licence of the data.
        summary: One line for the user.
        summary_zh: The same in Chinese.
    """

    name: str
    languages: tuple[str, ...]
    versions: tuple[str, ...]
    missing: tuple[str, ...]
    licence: str
    summary: str
    summary_zh: str


@dataclass(frozen=True, slots=True)
class EntryStatus:
    """One artefact of the cache.

    Attributes:
        name: Its name, such as ``"en-glove50"``.
        folder: Where it lies.
        kind: ``"block"``, ``"added"``, ``"ivf"`` or whatever its maker calls it.
        source: The source of a block, the file of added vectors, or an empty string.
        count: Number of words, or 0 when that makes no sense.
        size: Bytes on the disk.
        problem: What is wrong with it, or None.
    """

    name: str
    folder: Path
    kind: str
    source: str
    count: int
    size: int
    problem: CacheError | None


@dataclass(frozen=True, slots=True)
class CacheStatus:
    """The cache folder.

    Attributes:
        folder: Its path.
        exists: Whether anything was ever written there.
        problem: Why nothing can be written there, or None.
        free: Free bytes on its disk.
        entries: What it holds.
    """

    folder: Path
    exists: bool
    problem: CacheError | None
    free: int
    entries: tuple[EntryStatus, ...]

    @property
    def size(self) -> int:
        """Bytes of all entries together."""
        return sum(entry.size for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Health:
    """All that helps to find out why something does not work.

    Attributes:
        versions: Python, the system and the packages that shape vectors.
        processors: Processors this process may use.
        resident: Bytes of memory this process holds, or 0 when the system does not tell.
        available: Bytes of memory free for use, or 0 when the system does not tell.
        sources: Every source of the table.
        cache: The cache folder.
        problems: What is wrong, worst first; empty when all is well.
    """

    versions: dict[str, str]
    processors: int
    resident: int
    available: int
    sources: tuple[SourceStatus, ...]
    cache: CacheStatus
    problems: tuple[VectorsError, ...]


def list_sources(cache: Cache | None = None) -> tuple[SourceStatus, ...]:
    """Return the table of sources, followed by the vectors that were added."""
    found = [_source_status(name, entry) for name, entry in sources()]
    for added in list_added(cache=cache):
        dims = added.rows.shape[1]
        size = f"{dims}" if added.is_model else f"{added.count:,} x {dims}"
        summary = f"{size}, {added.origin}"
        found.append(SourceStatus(f"added:{added.name}", (), (), (), "", summary, summary))
    return tuple(found)


def cache_status(cache: Cache | None = None, *, full: bool = False) -> CacheStatus:
    """Describe the cache folder and what it holds.

    Args:
        cache: The cache; the default folder when None.
        full: Read every file and compare its checksum, rather than sizes and a few pages.
    """
    cache = cache or Cache()
    entries = tuple(_entry_status(path, manifest, full=full) for path, manifest in cache.entries())
    parent = cache.folder
    while not parent.exists() and parent != parent.parent:
        parent = parent.parent
    return CacheStatus(
        folder=cache.folder,
        exists=cache.folder.is_dir(),
        problem=_writing_problem(cache.folder, parent),
        free=shutil.disk_usage(parent).free,
        entries=entries,
    )


def doctor(
    cache: Cache | None = None, needed: tuple[str, ...] = (), languages: tuple[str, ...] = ()
) -> Health:
    """Examine versions, sources, cache and memory.

    Args:
        cache: The cache; the default folder when None.
        needed: Names of the sources that must be usable.
        languages: The languages whose standard vectors must be there or have room.
    """
    listed = list_sources(cache)
    status = cache_status(cache, full=True)
    problems: list[VectorsError] = []
    for source in listed:
        if source.missing and source.name in needed:
            packages = " ".join(source.missing)
            problems.append(
                SourceError(
                    en=f"source {source.name} is not usable; run: pip install {packages}",
                    zh=f"来源“{source.name}”不可用；请运行 pip install {packages}",
                )
            )
    problems += [entry.problem for entry in status.entries if entry.problem is not None]
    unwritable = status.problem or _room_problem(status, languages)
    if unwritable is not None:
        problems.append(unwritable)
    resident, available = _memory()
    return Health(
        versions=package_versions(),
        processors=processors(),
        resident=resident,
        available=available,
        sources=listed,
        cache=status,
        problems=tuple(problems),
    )


def _writing_problem(folder: Path, parent: Path) -> CacheError | None:
    """Try to write where the cache lies or would lie; permissions alone do not tell.

    Args:
        folder: The cache folder, which may not be there yet.
        parent: The part of its path that is there.
    """
    try:
        with tempfile.TemporaryFile(dir=parent) as file:
            file.write(b"\0" * 4096)
            file.flush()
            os.fsync(file.fileno())  # some disks tell only now that they are full
    except OSError as error:
        return explain(error, folder)
    return None


def _room_problem(status: CacheStatus, languages: tuple[str, ...]) -> CacheError | None:
    """Return what is wrong when the vectors still to be built will not find room, else None."""
    # The neighbours are built last: where they are, the rest is.
    there = {entry.name for entry in status.entries if entry.problem is None}
    needed = sum(BUILDING[code] for code in languages if f"{code}-neighbours" not in there)
    if status.free >= needed:
        return None
    free, megabytes = status.free // 10**6, needed // 10**6
    return CacheError(
        en=f"the vectors still to be built take {megabytes} MB, and the disk of the cache folder "
        f"{status.folder} has {free} MB free; free some, or set CLUEBOT_CACHE_DIR to a folder on "
        "another disk",
        zh=f"待构建的词向量需要 {megabytes} MB，而缓存目录 {status.folder} 所在磁盘只剩 {free} MB；"
        "请清理磁盘，或将 CLUEBOT_CACHE_DIR 设为其他磁盘上的目录",
    )


def _source_status(name: str, entry: SourceEntry) -> SourceStatus:
    installed = {package: _version(package) for package in entry.packages}
    return SourceStatus(
        f"{name}:{entry.argument}" if entry.argument else name,
        entry.languages,
        tuple(
            f"{package.partition('==')[0]} {installed[package]}"
            for package in entry.packages
            if installed[package]
        ),
        tuple(package for package in entry.packages if not installed[package]),
        entry.licence,
        entry.summary,
        entry.summary_zh,
    )


def _version(package: str) -> str:
    try:
        return metadata.version(package.partition("==")[0])
    except metadata.PackageNotFoundError:
        return ""


def _entry_status(path: Path, manifest: Manifest | CacheError, *, full: bool) -> EntryStatus:
    if isinstance(manifest, CacheError):
        name = path.name.rsplit("-", 1)[0]
        size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
        return EntryStatus(name, path, "", "", 0, size, manifest)
    problem = None
    if full:
        try:
            manifest.check_fully(path)
        except CacheError as error:
            problem = error
    inputs = manifest.inputs
    return EntryStatus(
        manifest.name,
        path,
        str(inputs.get("kind", "")),
        str(inputs.get("source", inputs.get("file", ""))),
        int(inputs.get("count", 0)),
        manifest.size,
        problem,
    )


def _memory() -> tuple[int, int]:
    """Return the bytes this process holds and the bytes still available, as Linux tells them."""
    values = []
    for path, key in (("/proc/self/status", "VmRSS:"), ("/proc/meminfo", "MemAvailable:")):
        try:
            lines = Path(path).read_text(encoding="ascii", errors="replace").splitlines()
        except OSError:
            lines = []
        found = next((line for line in lines if line.startswith(key)), "")
        values.append(int(found.split()[1]) * 1024 if found else 0)
    return values[0], values[1]
