"""Fixtures that every test may use."""

from __future__ import annotations

import os
from collections.abc import Callable

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
