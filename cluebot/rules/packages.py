"""Data files of installed packages, found without importing the packages."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path


def package_folder(name: str) -> Path:
    """Return the folder of an installed package without importing it.

    Raises:
        FileNotFoundError: If the package is not installed.
    """
    spec = find_spec(name)
    folders = spec and spec.submodule_search_locations
    if not folders:
        msg = f"the package {name} is not installed"
        raise FileNotFoundError(msg)
    return Path(next(iter(folders)))
