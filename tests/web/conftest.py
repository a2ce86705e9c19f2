"""A real server process and Debian's Chromium for the tests of the page."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import httpx2 as httpx
import pytest

CHROMIUM = os.environ.get("CLUEBOT_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
DESKTOP = {"width": 1200, "height": 900}
PHONE = {"width": 360, "height": 740}
PATIENCE = 20_000
"""Milliseconds until the page is held to hang; a loaded machine takes its time."""


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Iterator[str]:
    """Return the address of a service with a database of its own."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = tmp_path_factory.mktemp("site")
    environment = {
        "CLUEBOT_PORT": str(port), "CLUEBOT_DATABASE": f"sqlite:///{folder / 'games.sqlite3'}",
        "CLUEBOT_WARM": "[]", "CLUEBOT_RATE_LIMIT": "0", "CLUEBOT_POLL": "0.05",
        "CLUEBOT_LOG_LEVEL": "warning",
    }  # fmt: skip
    with (folder / "log").open("w+") as log:
        process = subprocess.Popen(
            [sys.executable, Path(__file__).parent / "serve.py"],
            env=os.environ | environment,
            stderr=log,
            stdout=log,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            deadline = time.monotonic() + 60
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if httpx.get(f"{url}/healthz").is_success:
                        break
                assert process.poll() is None, Path(log.name).read_text()
                assert time.monotonic() < deadline, "the service does not answer"
                time.sleep(0.05)
            yield url
        finally:
            process.terminate()
            process.wait(30)


@pytest.fixture(scope="module")
def browser(require):
    """Return the one browser of a module.

    Not of the session: while it runs, no other test of this process may start an event loop.
    """
    require(find_spec("playwright") is not None, "playwright (pip install playwright)")
    require(Path(CHROMIUM).exists(), "Chromium (apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def open_page(browser, site) -> Iterator[Callable]:
    """Return ``open_page(language, viewport)``: the home page in a profile of its own.

    At the end of the test no page may have logged an error or asked another host.
    """
    contexts, faults = [], []

    def start(language="en", viewport=DESKTOP, **options):
        context = browser.new_context(
            viewport=viewport, locale={"en": "en-GB", "zh": "zh-CN"}[language], **options
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: faults.append(m.text) if faulty(m) else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda r: None if own(r.url) else faults.append(f"asked {r.url}"))
        page.goto(site)
        page.locator("#start").wait_for()
        return page

    def faulty(message) -> bool:
        # The browser notes every 409, though the page sends the move again by itself.
        return message.type in ("error", "warning") and "status of 409" not in message.text

    def own(url: str) -> bool:
        return url.startswith((site, "blob:", "data:"))

    yield start
    for context in contexts:
        context.close()
    assert not faults, faults


@pytest.fixture
def shoot(tmp_path, request) -> Callable:
    """Return ``shoot(page, name)``: keep a picture of the page for people to look at."""
    folder = Path(os.environ.get("CLUEBOT_SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    test = re.sub(r"\W+", "-", request.node.name).strip("-")

    def save(page, name: str) -> None:
        page.screenshot(path=folder / f"{test}-{name}.png", full_page=True)

    return save
