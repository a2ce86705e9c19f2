"""Fixtures that every test may use."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def require() -> Callable[[bool, str], None]:
    """Return ``require(present, what)``: skip, or fail when everything has to be there.

    ``CLUEBOT_REQUIRE_ALL=1`` (set by CI, which installs everything) turns the skip into a
    failure, so that a test never goes missing silently.
    """

    def check(present: bool, what: str) -> None:
        if present:
            return
        if os.environ.get("CLUEBOT_REQUIRE_ALL") == "1":
            pytest.fail(f"missing although everything is required: {what}")
        pytest.skip(f"needs {what}")

    return check


@dataclass(frozen=True)
class Finished:
    """How a run of the command line ended."""

    exit_code: int
    output: str
    errors: str


@pytest.fixture
def run_cluebot(capfd, monkeypatch) -> Callable[..., Finished]:
    """Return ``run_cluebot(*args, stdin="", env={})``: the command line in this process.

    It goes through ``main`` as the installed program does; what escapes it fails the test.
    """

    def run(*args: str, stdin: str = "", env: dict[str, str] | None = None) -> Finished:
        from cluebot.cli import main

        monkeypatch.setattr("sys.argv", ["cluebot", *args])
        for name, value in {"LC_ALL": "C.UTF-8", "COLUMNS": "120", **(env or {})}.items():
            monkeypatch.setenv(name, value)
        with tempfile.TemporaryFile() as file:
            file.write(stdin.encode())
            file.seek(0)
            saved = os.dup(0)
            os.dup2(file.fileno(), 0)
            monkeypatch.setattr("sys.stdin", os.fdopen(os.dup(0), encoding="utf-8"))
            try:
                main()
                code = 0
            except SystemExit as stop:
                code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
            finally:
                os.dup2(saved, 0)
                os.close(saved)
                sys.stdin.close()
        captured = capfd.readouterr()
        return Finished(code, captured.out, captured.err)

    return run


@pytest.fixture(scope="session")
def chat_model_file(require) -> Path:
    """Return the small chat model that ``make local-model`` downloads."""
    path = Path(__file__).parent / "llm" / "local_model.py"
    spec = spec_from_file_location("local_model", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    file = module.place()
    require(file.exists(), f"the chat model {file} (make local-model)")
    require(find_spec("xllamacpp") is not None, "xllamacpp (pip install 'cluebot[local]')")
    return file
