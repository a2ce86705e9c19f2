"""Data files inside installed packages: found without importing them, checked before use."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from embeddings.errors import SourceError


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file as 64 hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True)
class DataFile:
    """One file of one release of a package.

    The package is never imported: some run slow or unsafe code when they are.

    Attributes:
        distribution: What to give to pip.
        module: Top-level module whose folder holds the file.
        relative: Path of the file inside that folder.
        sha256: What the file must hash to.
    """

    distribution: str
    module: str
    relative: str
    sha256: str

    @property
    def installed(self) -> bool:
        """Whether the file is there, whatever it holds."""
        path = self._locate()
        return path is not None and path.is_file()

    def _locate(self) -> Path | None:
        spec = find_spec(self.module)
        folders = [] if spec is None else list(spec.submodule_search_locations or [])
        return Path(folders[0]) / self.relative if folders else None

    @cached_property
    def path(self) -> Path:
        """Where the file lies, after its checksum was found right.

        Raises:
            SourceError: If the package is not installed or the file is not the pinned one.
        """
        path = self._locate()
        if path is None or not path.is_file():
            raise SourceError(
                en=f"package {self.distribution} is not installed; "
                f"run: pip install {self.distribution}",
                zh=f"未安装 {self.distribution}；请运行 pip install {self.distribution}",
            )
        found = sha256_of(path)
        if found != self.sha256:
            raise SourceError(
                en=f"{path} is damaged or of another release (sha256 {found}, expected "
                f"{self.sha256}); run: pip install --force-reinstall {self.distribution}",
                zh=f"{path} 已损坏或版本不符（sha256 为 {found}，应为 {self.sha256}）；"
                f"请运行 pip install --force-reinstall {self.distribution}",
            )
        return path
