"""The exceptions of the vector packages, each with its message in both languages."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Any

_REASONS = {
    errno.ENOENT: "没有这个文件或目录",
    errno.EACCES: "没有权限",
    errno.EPERM: "没有权限",
    errno.EISDIR: "是一个目录",
    errno.ENOTDIR: "路径中有一段不是目录",
    errno.EEXIST: "同名文件已存在",
    errno.EROFS: "文件系统只读",
    errno.ENOSPC: "磁盘空间不足",
    errno.EIO: "读写出错",
}


def reason_zh(error: OSError | ValueError) -> str:
    """Return in Chinese why something cannot be read or written, as the system has it.

    Its own words when there are no others. A ValueError comes of reading what is not UTF-8.
    """
    if isinstance(error, ValueError):
        return "不是 UTF-8"
    return _REASONS.get(error.errno or 0, error.strerror or str(error))


class VectorsError(Exception):
    """Vectors cannot be read, built or used; says why and what to do, in both languages."""

    def __init__(self, *, en: str, zh: str) -> None:
        super().__init__(en)
        self.en = en
        self.zh = zh

    def __reduce__(self) -> tuple[Any, ...]:
        # So that it passes from one process to another.
        return _restored, (type(self), self.args, self.__dict__)

    def to(self, language: str) -> str:
        """Return the message in ``language``."""
        return self.zh if language == "zh" else self.en


def _restored(
    kind: type[VectorsError], args: tuple[Any, ...], state: Mapping[str, Any]
) -> VectorsError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class SourceError(VectorsError):
    """A source of vectors is missing, damaged or malformed."""


class CacheError(VectorsError):
    """The cache folder cannot be written, or what lies in it is damaged."""


class BuildInterrupted(CacheError):  # noqa: N818 - reads better where it is caught
    """The user stopped a build; the cache is as it was before."""


class UnknownWord(VectorsError):  # noqa: N818 - reads better where it is caught
    """A word has no vector in any block; ``words`` names all of them."""

    def __init__(self, words: tuple[str, ...]) -> None:
        shown = ", ".join(words[:20])
        super().__init__(
            en=f"no vector for: {shown}; use another word or build vectors that know it",
            zh=f"以下词语没有向量：{shown}；请换词，或构建包含该词的向量",
        )
        self.words = words
