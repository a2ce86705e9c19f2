"""What to tell when the cache folder cannot be used, or a build is stopped."""

from __future__ import annotations

import errno
from pathlib import Path

from embeddings.errors import BuildInterrupted, CacheError, reason_zh


def interrupted(name: str) -> BuildInterrupted:
    """Return the error for a build of ``name`` that the user stopped."""
    return BuildInterrupted(
        en=f"building {name} was interrupted; nothing half-built is left. "
        "Run the command again to build it",
        zh=f"{name} 的构建被中断，没有留下半成品。再次运行命令即可重新构建",
    )


def explain(error: OSError, folder: Path) -> CacheError:
    """Return what an error of the system means for the cache in ``folder``, and the remedy."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return CacheError(
            en=f"no space left for the cache in {folder}; free some, or set CLUEBOT_CACHE_DIR to "
            "a folder on another disk",
            zh=f"缓存目录 {folder} 所在磁盘空间不足；请清理磁盘，"
            "或将 CLUEBOT_CACHE_DIR 设为其他磁盘上的目录",
        )
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return CacheError(
            en=f"the cache folder {folder} is read-only; set CLUEBOT_CACHE_DIR to a folder you may "
            "write to",
            zh=f"缓存目录 {folder} 不可写；请将 CLUEBOT_CACHE_DIR 设为有写权限的目录",
        )
    reason = error.strerror or str(error)
    return CacheError(
        en=f"the cache folder {folder} cannot be used ({reason}); set CLUEBOT_CACHE_DIR to another "
        "folder",
        zh=f"缓存目录 {folder} 无法使用（{reason_zh(error)}）；请将 CLUEBOT_CACHE_DIR 设为其他目录",
    )


def unreadable(error: OSError, folder: Path) -> CacheError:
    """Return the error for a cache in ``folder`` that the system does not let be looked into."""
    reason = error.strerror or str(error)
    return CacheError(
        en=f"the cache folder {folder} cannot be read ({reason}); make it readable, or set "
        "CLUEBOT_CACHE_DIR to another folder",
        zh=f"无法读取缓存目录 {folder}（{reason_zh(error)}）；请开放读取权限，"
        "或将 CLUEBOT_CACHE_DIR 设为其他目录",
    )
