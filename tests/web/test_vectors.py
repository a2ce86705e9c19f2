"""The bots that think: what they would have said, and what they meant."""

from __future__ import annotations

import httpx2 as httpx

from .driver import accessible, begin, fits_the_width, settled, unused_clues, write_legal

LOADING = 240_000
"""Milliseconds that the first use of a language's vectors may take (they may have to be built)."""


def test_a_spymaster_learns_what_the_bot_would_have_said(open_page, require, site, shoot):
    players = httpx.get(f"{site}/v1/players").json()
    thinks = {"game": "codenames", "role": "spymaster", "name": "embedding"} in players
    require(thinks, "the embedding players of Codenames")
    page = open_page("zh")
    page.set_default_timeout(LOADING)
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
    page.set_viewport_size({"width": 360, "height": 740})
    fits_the_width(page)
    shoot(page, "advice-phone")
