"""Files that suites name: the user's by their path, those that are shipped by their name."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def find_file(name: str) -> Path:
    """Return where a file lies: a mere name is a shipped file's, a path is taken as it is."""
    shipped = Path(str(files("eval") / "suites" / Path(name).name))
    return shipped if Path(name).name == name and shipped.is_file() else Path(name)


def placed(name: str, folder: Path) -> str:
    """Return how a run names a file, so that it is found from wherever it is asked for later.

    Args:
        name: A path seen from ``folder``, or the mere name of a shipped file where no file of
            that name lies there.
        folder: Where the name was written.
    """
    path = (folder / name).absolute()
    return name if find_file(name) != Path(name) and not path.exists() else str(path)
