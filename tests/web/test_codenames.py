"""Whole games of Codenames in the browser."""

from __future__ import annotations

import pytest

from .conftest import PHONE
from .driver import (
    accessible,
    begin,
    fits_the_width,
    settled,
    touch_a_card,
    unused_clues,
    version,
    write_legal,
)

TITLES = {"en": "Codenames", "zh": "行动代号"}
LEGAL = {"en": "Legal", "zh": "合法"}
ILLEGAL = {"en": "Not legal", "zh": "不合法"}


def covered(page):
    return page.locator(".card.covered .word").all_inner_texts()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_operative_plays_to_the_end_across_a_reload(open_page, shoot, language):
    page = open_page(language)
    accessible(page)
    shoot(page, "home")
    # A passive opponent covers only its own words: the first guess never ends the game.
    begin(page, "codenames", "red.operative.1", preset="solo")
    settled(page)
    accessible(page)
    shoot(page, "start")
    board = page.locator("#board .word").all_inner_texts()
    assert len(board) == 25
    while settled(page) != "outcome":
        touched = touch_a_card(page)
        before = version(page)
        assert touched in covered(page)
        page.reload()
        settled(page)
        assert page.locator("#board .word").all_inner_texts() == board
        assert touched in covered(page)
        assert version(page) >= before
        if before > 6:
            break
    while settled(page) != "outcome":
        touch_a_card(page)
    assert TITLES[language] in page.locator("h1").inner_text()
    assert page.locator(".card .mark").count() == 25
    accessible(page)
    shoot(page, "end")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_spymaster_sees_the_verdict_while_typing_and_plays_to_the_end(open_page, shoot, language):
    page = open_page(language)
    begin(page, "codenames", "red.spymaster", preset="small")
    settled(page)
    assert page.locator(".card .mark").count() == 16
    clues = unused_clues(language)
    given = 0
    while settled(page) != "outcome":
        if not given:
            page.fill("#clue", page.locator(".card:not(.covered) .word").first.inner_text())
            page.locator("#clue-verdict .illegal").wait_for()
            assert ILLEGAL[language] in page.locator("#clue-verdict").inner_text()
            assert page.locator("#clue-verdict li").count() >= 1
            accessible(page)
            shoot(page, "illegal")
        clue = write_legal(page, "clue", clues)
        told = page.locator("#clue-verdict").inner_text()
        assert LEGAL[language] in told
        assert ILLEGAL[language] not in told
        page.select_option("#number", "1")
        page.click("#controls button.main")
        page.locator(".turns strong", has_text=clue).wait_for()
        given += 1
    assert page.locator(".turns button.link").count() >= given
    shoot(page, "end")


def test_the_keyboard_alone_is_enough(open_page):
    page = open_page("en")
    press = page.keyboard.press

    def tab_to(selector):
        for _ in range(60):
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
            press("Tab")
        pytest.fail(f"Tab never comes to {selector}")

    tab_to("input[name=game]")
    tab_to("input[name=seat]")
    tab_to("#preset")
    page.keyboard.type("One team, no")
    tab_to("#bot")
    page.keyboard.type("random")
    tab_to("#start")
    press("Enter")
    page.locator("#status").wait_for()
    assert page.evaluate("document.activeElement.tagName") == "H1"
    while settled(page) != "outcome":
        tab_to("button.card")
        first = page.evaluate("document.activeElement.id")
        press("ArrowRight")
        assert page.evaluate("document.activeElement.id") != first
        press("Enter")
        assert page.locator("button.card[aria-pressed=true]").count() == 1
        # The card is let go at once; the board changes when the answer is there.
        with page.expect_response("**/moves"):
            press("Enter")
        page.locator("button.card[aria-pressed=true]").wait_for(state="detached")


def test_events_are_told_to_screen_readers(open_page):
    page = open_page("en")
    begin(page, "codenames", "red.operative.1", preset="solo")
    settled(page)
    word = touch_a_card(page)
    page.locator("#announcer p", has_text=f"{word}: ").wait_for(state="attached")


def test_a_phone_shows_the_whole_width_in_both_languages(open_page, shoot):
    page = open_page("en", viewport=PHONE, has_touch=True)
    fits_the_width(page)
    shoot(page, "home")
    begin(page, "codenames", "red.spymaster", words="zh")
    settled(page)
    for language in ("zh", "en"):
        page.click(f"#language-{language}")
        fits_the_width(page)
        accessible(page)
        shoot(page, language)


def test_the_language_changes_without_losing_what_is_typed(open_page):
    page = open_page("en")
    begin(page, "codenames", "red.spymaster", preset="solo")
    settled(page)
    page.fill("#clue", "quartz")
    page.click("#language-zh")
    assert page.locator("html").get_attribute("lang") == "zh-Hans"
    assert "行动代号" in page.locator("h1").inner_text()
    assert page.input_value("#clue") == "quartz"
    page.reload()
    settled(page)
    assert "行动代号" in page.locator("h1").inner_text()


def test_letters_of_an_input_method_are_not_yet_a_clue(open_page):
    page = open_page("zh")
    begin(page, "codenames", "red.spymaster", preset="solo")
    settled(page)
    page.focus("#clue")
    keyboard = page.context.new_cdp_session(page)
    keyboard.send("Input.imeSetComposition", {"text": "ji", "selectionStart": 2, "selectionEnd": 2})
    page.wait_for_function("document.getElementById('clue').value === 'ji'")
    page.click("#language-en", trial=True)
    assert not page.locator("#clue-verdict .verdict").count()
    keyboard.send("Input.insertText", {"text": "极光"})
    page.locator("#clue-verdict .verdict:not(.waiting)").wait_for()
    assert page.input_value("#clue") == "极光"


def test_two_spymasters_rule_on_an_illegal_clue(open_page, shoot):
    red = open_page("en")
    begin(red, "codenames", "red.spymaster", preset="penalty", people=["blue.spymaster"])
    blue = open_page("zh")
    blue.goto(red.input_value('[id="link-blue.spymaster"]'))
    red.locator("#status").wait_for()
    blue.locator("#status").wait_for()
    said, rules = (red, blue) if red.locator("#controls").count() else (blue, red)
    word = said.locator(".card:not(.covered) .word").first.inner_text()
    said.fill("#clue", word)
    said.click("#controls button.main")
    rules.locator("#choice-1").wait_for()
    assert rules.locator("#controls button").count() >= 10
    shoot(rules, "ruling")
    rules.click("#choice-1")
    said.locator(".turns strong", has_text=word).wait_for()
    rules.locator("#clue").wait_for()
