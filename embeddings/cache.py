"""The cache folder: arrays that take long to make, made once.

An artefact is a folder ``NAME-DIGEST`` of ``.npy`` files beside a ``manifest.json``; the digest
covers every input that changes the arrays. It is written into a temporary folder and renamed, under
a lock, so that it is there completely or not at all. Artefacts of one name made from different
inputs lie side by side; the oldest beyond a few go when a new one is built. Loading checks sizes
and a few pages of each file; `Cache.verify` reads everything.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embeddings.cache_errors import explain, interrupted, unreadable
from embeddings.errors import CacheError
from embeddings.manifest import FORMAT, Manifest, read_manifest, record_file, write_array
from embeddings.threads import one_thread

Arrays = Mapping[str, NDArray[Any]]
Progress = Callable[[str, int, int], None]
Make = Callable[[Path], Arrays]
Notice = Callable[[CacheError], None]

_log = logging.getLogger(__name__)

_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,79}", re.ASCII)
_DIGEST_LENGTH = 16
_TEMPORARY = ".building-"
_DISCARDED = ".discarded-"


def _log_notice(problem: CacheError) -> None:
    _log.warning("%s", problem.en)


def default_folder() -> Path:
    """Return ``CLUEBOT_CACHE_DIR``, or the user's cache folder by the rules of the system."""
    chosen = os.environ.get("CLUEBOT_CACHE_DIR")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_cache_path

    return user_cache_path("cluebot", appauthor=False)


@dataclass(frozen=True, slots=True)
class Recipe:
    """What an artefact is called and made from.

    Attributes:
        name: Lower-case letters, digits, ``-``, ``_`` and ``.``, such as ``"en-glove50"``.
        inputs: Whatever changes the arrays when it changes; JSON values.
        keep: How many artefacts of the same name, made from other inputs, may stay beside it when
            it is built: two versions of the program share a cache without evicting each other's.
            Those used last stay.
    """

    name: str
    inputs: Mapping[str, Any]
    keep: int = 2

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            msg = f"artefact name {self.name!r} must match {_NAME.pattern}"
            raise ValueError(msg)

    @property
    def digest(self) -> str:
        """Checksum of the inputs and of the format of the cache."""
        text = json.dumps(
            {"format": FORMAT, "inputs": dict(self.inputs)}, sort_keys=True, ensure_ascii=False
        )
        return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST_LENGTH]

    @property
    def folder(self) -> str:
        """Name of the artefact's folder."""
        return f"{self.name}-{self.digest}"


@dataclass(frozen=True, slots=True)
class Artefact:
    """Arrays loaded from the cache.

    Attributes:
        folder: Where they lie.
        arrays: Memory-mapped and read-only.
        manifest: What the manifest says.
    """

    folder: Path
    arrays: Arrays
    manifest: Manifest


@dataclass(frozen=True, slots=True)
class Cache:
    """One cache folder.

    Attributes:
        folder: Its path; made when first written to.
        progress: Called as ``progress(step, done, total)`` while something is built.
        notice: Called with a `CacheError` that names a damaged or outdated artefact before it is
            built anew; a warning in the log unless given.
    """

    folder: Path = field(default_factory=default_folder)
    progress: Progress | None = None
    notice: Notice = _log_notice

    def __reduce__(self) -> tuple[type[Cache], tuple[Path]]:
        """Travel to other processes without the listeners, which belong to this one's console."""
        return Cache, (self.folder,)

    def fetch(self, recipe: Recipe, make: Make) -> Artefact:
        """Return the artefact of ``recipe``; make and store it when it is not there in order.

        Args:
            recipe: Its name and inputs.
            make: Computes the arrays by name; called at most once, with the folder that becomes
                the artefact's, where it may write other files.

        Raises:
            CacheError: If the folder cannot be read or written, or what was written not read back.
            BuildInterrupted: If the user stopped it; nothing half-written is left.
        """
        found = self._load_or_note(recipe, notify=False)
        if found is not None:
            return found
        with self._lock(recipe):
            # Another process may have built it while this one waited for the lock.
            found = self._load_or_note(recipe, notify=True)
            if found is not None:
                return found
            self._sweep(recipe)
            self._build(recipe, make)
        return self.load(recipe)

    def load(self, recipe: Recipe) -> Artefact:
        """Return the artefact of ``recipe``, memory-mapped, after the quick check.

        Raises:
            CacheError: If it is not there or damaged.
        """
        return self._open(self.folder / recipe.folder)

    def find(self, name: str) -> Artefact | None:
        """Return the artefact called ``name`` that was used last, or None when there is none.

        Raises:
            CacheError: If it is damaged, or the cache folder cannot be read.
        """
        folders = self._folders(name)
        return self._open(max(folders, key=_used)) if folders else None

    def entries(self) -> Iterator[tuple[Path, Manifest | CacheError]]:
        """Yield every artefact's folder with its manifest, or with what is wrong with it.

        Raises:
            CacheError: If the cache folder itself cannot be read.
        """
        for path in self._subfolders():
            if not path.name.startswith("."):
                try:
                    manifest = read_manifest(path)
                    manifest.check_quickly(path)
                except CacheError as error:
                    yield path, error
                else:
                    yield path, manifest

    def verify(self) -> list[CacheError]:
        """Read every file of every artefact; return what is damaged.

        Raises:
            CacheError: If the cache folder itself cannot be read.
        """
        return [problem for _, problem in self._damaged()]

    def discard_damaged(self) -> list[CacheError]:
        """Remove every damaged artefact, of other versions of the program too; return what it was.

        Raises:
            CacheError: If one cannot be removed.
        """
        damaged = list(self._damaged())
        self.remove([path for path, _ in damaged])
        return [problem for _, problem in damaged]

    def remove(self, folders: Iterable[Path]) -> None:
        """Remove artefacts.

        Raises:
            CacheError: If one cannot be removed.
        """
        with self._readable_errors():
            for path in folders:
                shutil.rmtree(path)

    def _damaged(self) -> Iterator[tuple[Path, CacheError]]:
        for path, manifest in self.entries():
            try:
                if isinstance(manifest, CacheError):
                    raise manifest
                manifest.check_fully(path)
            except CacheError as error:
                yield path, error

    def report(self, step: str, done: int, total: int) -> None:
        """Pass progress on, if anybody listens."""
        if self.progress is not None:
            self.progress(step, done, total)

    def _load_or_note(self, recipe: Recipe, *, notify: bool) -> Artefact | None:
        with self._reading():
            there = (self.folder / recipe.folder).is_dir()
        if there:
            try:
                return self.load(recipe)
            except CacheError as error:
                if notify:
                    self.notice(error)
        elif notify:
            for path in self._others(recipe):
                self.notice(
                    CacheError(
                        en=f"{path} is outdated: sources, settings or vocabulary have changed; "
                        "it is built anew beside it",
                        zh=f"{path} 已过时：来源、设置或词表有变；正在另行构建",
                    )
                )
        return None

    def _open(self, folder: Path) -> Artefact:
        manifest = read_manifest(folder)
        manifest.check_quickly(folder)
        arrays = {name: _map(folder / f"{name}.npy") for name in manifest.arrays}
        with contextlib.suppress(OSError):  # a read-only cache keeps no account of use
            os.utime(folder)
        return Artefact(folder, arrays, manifest)

    def _folders(self, name: str) -> list[Path]:
        """Return the folders of artefacts called ``name``, made from whatever inputs."""
        pattern = re.compile(re.escape(name) + f"-[0-9a-f]{{{_DIGEST_LENGTH}}}")
        return [path for path in self._subfolders() if pattern.fullmatch(path.name)]

    def _subfolders(self) -> list[Path]:
        """Return the folders in the cache by name; none where there is no cache yet."""
        with self._reading():
            if not self.folder.is_dir():
                return []
            return sorted(path for path in self.folder.iterdir() if path.is_dir())

    def _others(self, recipe: Recipe) -> list[Path]:
        """Return the folders of the same name made from other inputs."""
        return [path for path in self._folders(recipe.name) if path.name != recipe.folder]

    @contextlib.contextmanager
    def _lock(self, recipe: Recipe) -> Iterator[None]:
        from filelock import FileLock, Timeout

        with self._readable_errors():
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.folder / f".{recipe.name}.lock")
            try:
                lock.acquire(timeout=0)
            except Timeout:
                self.report(f"{recipe.name}: waiting for another process", 0, 0)
                try:
                    lock.acquire()
                except KeyboardInterrupt:
                    raise interrupted(recipe.name) from None
        try:
            yield
        finally:
            lock.release()

    def _sweep(self, recipe: Recipe) -> None:
        """Remove what an interrupted build of the same artefact left; the lock is held."""
        for prefix in (_TEMPORARY, _DISCARDED):
            for path in self.folder.glob(f"{prefix}{recipe.name}-*"):
                shutil.rmtree(path, ignore_errors=True)

    def _build(self, recipe: Recipe, make: Make) -> None:
        temporary = self.folder / f"{_TEMPORARY}{recipe.folder}"
        try:
            # Before the work, so that a read-only folder is told at once.
            with self._readable_errors():
                temporary.mkdir()
            with one_thread():  # so that every machine makes the same
                arrays = make(temporary)
            with self._readable_errors():
                files = {path.name: record_file(path) for path in sorted(temporary.iterdir())}
                for name, array in arrays.items():
                    files[f"{name}.npy"] = write_array(temporary / f"{name}.npy", array)
                Manifest.describe(recipe.name, recipe.inputs, arrays, files).write(temporary)
                self._put_in_place(temporary, recipe)
        except KeyboardInterrupt:
            raise interrupted(recipe.name) from None
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
        lately = sorted(self._others(recipe), key=lambda path: (-_used(path), path.name))
        for path in lately[recipe.keep :]:
            shutil.rmtree(path, ignore_errors=True)

    def _put_in_place(self, temporary: Path, recipe: Recipe) -> None:
        final = self.folder / recipe.folder
        discarded = self.folder / f"{_DISCARDED}{recipe.folder}"
        if final.exists():
            final.rename(discarded)
        temporary.rename(final)
        shutil.rmtree(discarded, ignore_errors=True)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise unreadable(error, self.folder) from error

    @contextlib.contextmanager
    def _readable_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise explain(error, self.folder) from error


def _used(folder: Path) -> int:
    """Return when an artefact was last loaded or built, in nanoseconds; 0 when it is gone."""
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


def _map(path: Path) -> NDArray[Any]:
    try:
        array: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError) as error:
        raise CacheError(
            en=f"{path} cannot be read ({error}); run: cluebot vectors build",
            zh=f"无法读取 {path}（{error}）；请运行 cluebot vectors build",
        ) from error
    return array
