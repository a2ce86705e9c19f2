"""Whole games of Codenames in the browser."""

from __future__ import annotations

import pytest

from .driver import accessible, begin, settled, touch_a_card, unused_clues, write_legal

TITLES = {"en": "Codenames", "zh": "行动代号"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_operative_plays_to_the_end_across_a_reload(open_page, shoot, language):
    page = open_page(language)
    accessible(page)
    shoot(page, "home")
    begin(page, "codenames", "red.operative.1")
    assert settled(page) in ("controls", "outcome")
    accessible(page)
    shoot(page, "start")
    turns = 0
    while settled(page) != "outcome":
        touch_a_card(page)
        turns += 1
        if turns == 2:
            board = page.locator("#board").inner_text()
            page.reload()
            settled(page)
            assert page.locator("#board").inner_text().split() >= board.split()[:1]
    assert TITLES[language] in page.locator("h1").inner_text()
    assert page.locator(".card.assassin").count() == 1
    accessible(page)
    shoot(page, "end")
