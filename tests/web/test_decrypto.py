"""Whole games of Decrypto in the browser."""

from __future__ import annotations

import re

import pytest

from .conftest import PHONE
from .driver import accessible, begin, fits_the_width, settled, unused_clues, write_legal

INTERCEPTOR = {"en": "Interceptor", "zh": "拦截者"}


def reveal(page):
    """Go through all the steps of one transmission; return its lines."""
    heading = page.locator("#reveal h2").inner_text()
    assert page.locator("#reveal li").count() == 1
    assert not page.locator("#outcome, #end").count()
    for _ in range(6):
        lines = page.locator("#reveal li").all_inner_texts()
        page.click("#reveal-next")
        if not page.locator("#reveal").count():
            break
        if page.locator("#reveal h2").inner_text() != heading:
            break
    assert len(lines) >= 2
    return lines


def hand_in(page, clues):
    """Do what is asked for; return the kind of it."""
    if page.locator("#clue-0").count():
        given = [write_legal(page, f"clue-{i}", clues) for i in range(3)]
        kind = "encode"
    elif page.locator("#keyword-1").count():
        for i in range(1, 5):
            page.fill(f"#keyword-{i}", next(clues))
        given, kind = [], "keywords"
    else:
        for i, slot in enumerate((3, 1, 2)):
            page.check(f"#slot-{i}-{slot}")
        given, kind = [], "code"
    round_and_sheets = page.locator("#app").inner_text()
    page.click("#controls button.main")
    page.wait_for_function(
        "text => document.getElementById('app').innerText !== text", arg=round_and_sheets
    )
    return kind, given


def play(page, clues, until="outcome", each=lambda kind: None):
    """Play on until the game asks for ``until``; return what was done."""
    done = []
    while (kind := settled(page)) != until:
        if kind == "reveal-next":
            done.append("reveal")
            reveal(page)
        else:
            each(kind)
            done.append(hand_in(page, clues)[0])
    return done


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_whole_game_with_a_reload_reveals_and_the_keywords_at_the_end(open_page, shoot, language):
    page = open_page(language)
    begin(page, "decrypto", "white.1", preset="official")
    clues = unused_clues(language)
    settled(page)
    keywords = page.locator(".windows strong").all_inner_texts()
    assert len(keywords) == 4
    accessible(page)
    shoot(page, "encode")
    kind, given = hand_in(page, clues)
    assert kind == "encode"
    settled(page)
    page.reload()
    settled(page)
    assert page.locator(".windows strong").all_inner_texts() == keywords
    shoot(page, "reveal")
    while settled(page) == "reveal-next":
        reveal(page)
    sheet = page.locator("#sheet-white tbody").inner_text()
    assert all(clue in sheet for clue in given)
    accessible(page)
    shoot(page, "second-round")
    done = play(page, clues)
    assert done.count("code") >= 2
    assert page.locator("#end .windows strong").count() == 8
    assert page.locator("#end .windows strong").all_inner_texts()[:4] == keywords
    accessible(page)
    shoot(page, "end")
    page.goto(re.sub("#.*", "#/log", page.url))
    page.locator("#skill-decrypto\\.encode").wait_for()
    accessible(page)
    shoot(page, "log")


def test_the_sandglass_is_shown(open_page):
    page = open_page("en")
    begin(page, "decrypto", "white.1", preset="sandglass")
    page.locator(".glass").wait_for()
    assert 0 < int(re.search(r"\d+", page.locator(".glass").inner_text())[0]) <= 30


def test_notes_about_the_other_sides_keywords_are_kept(open_page):
    page = open_page("en")
    begin(page, "decrypto", "white.1", preset="official")
    settled(page)
    page.fill("#note-black-2", "river?")
    page.reload()
    settled(page)
    assert page.input_value("#note-black-2") == "river?"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_lone_interceptor_on_a_phone(open_page, shoot, language):
    page = open_page(language, viewport=PHONE, has_touch=True)
    begin(page, "decrypto", "interceptor", preset="three_player")
    assert settled(page) == "reveal-next"
    assert INTERCEPTOR[language] in page.locator("h1").inner_text()
    fits_the_width(page)
    shoot(page, "reveal")
    reveal(page)
    assert settled(page) == "controls"
    fits_the_width(page)
    accessible(page)
    shoot(page, "intercept")
    assert not page.locator(".windows").count()
    done = play(page, unused_clues(language))
    assert "code" in done
    fits_the_width(page)
    shoot(page, "end")


def test_two_people_in_two_browsers_share_a_team(open_page):
    first = open_page("en")
    begin(first, "decrypto", "white.1", preset="official", people=["white.2"])
    settled(first)
    link = first.input_value('[id="link-white.2"]')
    second = open_page("zh")
    second.goto(link)
    second.locator("#status").wait_for()
    assert link.rsplit("/", 1)[1] not in second.url
    keywords = first.locator(".windows strong").all_inner_texts()
    assert second.locator(".windows strong").all_inner_texts() == keywords
    assert not second.locator("#controls").count()
    _, given = hand_in(first, unused_clues("en"))
    second.locator("#controls, #reveal").first.wait_for()
    while settled(second) == "reveal-next":
        reveal(second)
    legends = second.locator("#controls legend").all_inner_texts()
    assert legends == given
    assert not first.locator("#controls").count()
    hand_in(second, unused_clues("zh"))
    for page in (first, second):
        page.locator("#reveal").wait_for()
        assert given[0] in page.locator("#reveal").inner_text()
