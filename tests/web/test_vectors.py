"""The bots that think: what they would have said in a person's place."""

from __future__ import annotations

import time

import httpx2 as httpx

from .conftest import PHONE
from .driver import accessible, begin, fits_the_width, settled, unused_clues, write_legal

LOADING = 300
"""Seconds that the first use of a language's vectors may take; they may have to be built."""


def load_vectors(site):
    """Ask for a clue until the service has loaded what it takes."""
    deadline = time.monotonic() + LOADING
    question = {"own": ["月亮", "星星"], "player": "embedding"}
    while True:
        answer = httpx.post(f"{site}/v1/codenames/clue", json=question, timeout=LOADING)
        if answer.is_success:
            return
        assert time.monotonic() < deadline, answer.text
        time.sleep(0.5)


def test_a_spymaster_learns_what_the_bot_would_have_said(open_page, site, shoot):
    load_vectors(site)
    page = open_page("zh")
    begin(page, "codenames", "red.spymaster", preset="solo", bot="embedding")
    settled(page)
    clue = write_legal(page, "clue", unused_clues("zh"))
    page.select_option("#number", "1")
    page.click("#controls button.main")
    page.locator(".turns strong", has_text=clue).wait_for()
    page.click("#advice-0")
    items = page.locator(".advice li")
    items.first.wait_for()
    board = set(page.locator("#board .word").all_inner_texts())
    for item in items.all():
        said, meant = item.inner_text().split("\n")[0].split(" → ")
        assert said.split()[0] not in board
        assert set(meant.split("、")) <= board
    accessible(page)
    shoot(page, "advice")
    page.set_viewport_size(PHONE)
    fits_the_width(page)
    shoot(page, "advice-phone")


def test_an_encoder_learns_what_the_bot_would_have_written(open_page, site, shoot):
    load_vectors(site)
    page = open_page("zh")
    begin(page, "decrypto", "white.1", preset="official")
    settled(page)
    clues = unused_clues("zh")
    for i in range(3):
        write_legal(page, f"clue-{i}", clues)
    page.click("#controls button.main")
    page.click("#reveal-all")
    page.click("#advice-1-white")
    page.locator(".advice li").first.wait_for()
    assert page.locator(".advice li").count() == 3
    shoot(page, "advice")
