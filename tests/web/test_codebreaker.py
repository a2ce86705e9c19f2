"""Whole games of Code Breaker in the browser: three bots, both languages, keyboard, phone."""

from __future__ import annotations

import json
import re

import pytest

from .conftest import PHONE
from .driver import accessible, begin, fits_the_width, settled, version

GUESSES = ("guess-precise", "guess-elementary", "guess-ultimate")
WON = {"en": ("wins", "had the most stars"), "zh": ("获胜", "获胜")}


def task(page):
    """Return what the controls on the page are for."""
    if page.locator("#code").count():
        return "code"
    return "act" if page.locator("#end-turn").count() else "answer"


def done(page, before):
    """Wait until a move is through."""
    page.wait_for_function(
        "old => !document.querySelector('#controls') || document.querySelector('#counts')"
        ".dataset.version !== old",
        arg=before,
    )


def press(page, selector):
    before = page.locator("#counts").get_attribute("data-version")
    page.click(selector)
    done(page, before)


def choose(page, what):
    """Go through the steps of a move, taking the likeliest digit; confirm it."""
    page.check(f"#step-what-{what}")
    while not page.locator("#confirm").count():
        step = page.locator("#controls fieldset").last
        shares = step.locator(".about").all_inner_texts()
        numbers = [float(re.sub(r"[^0-9.]", "", text) or 0) for text in shares]
        best = numbers.index(max(numbers)) if numbers else 0
        step.locator("input").nth(best).check()
    told = page.locator("#confirm").inner_text()
    press(page, "#confirm")
    return told


def act(page):
    """Take one action: a guess if there is a fee for one, else a card, else end the turn."""
    names = page.locator("#controls fieldset").first.locator("input")
    offered = names.evaluate_all("all => all.map(input => input.value)") if names.count() else []
    wanted = [name for name in GUESSES if name in offered]
    wanted += [name for name in offered if name.startswith("play-")]
    if wanted:
        return choose(page, wanted[0])
    return press(page, "#end-turn")


def play(page, each=lambda kind: None):
    """Play to the end; return what was done."""
    kinds = []
    while settled(page) != "outcome":
        kind = task(page)
        each(kind)
        kinds.append(kind)
        if kind == "code":
            page.click("#random-code")
            press(page, "#controls button.main")
        elif kind == "act":
            act(page)
        else:
            press(page, "#controls button >> nth=-1")
    return kinds


def start(page, language, preset="stated", variant=None, players="4", bot="belief", seed=1):
    """Fill in the form and start a game that goes the same way each time."""

    def seeded(route):
        route.continue_(post_data=json.dumps(route.request.post_data_json | {"seed": seed}))

    page.route("**/v1/games", seeded)
    page.check("#game-codebreaker")
    page.check(f"#words-{language}")
    page.select_option("#preset", preset)
    if variant:
        page.select_option("#variant", variant)
    page.select_option("#players", players)
    begin(page, "codebreaker", "player.1", bot=bot)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_whole_game_against_three_bots(open_page, shoot, language):
    page = open_page(language)
    page.check("#game-codebreaker")
    accessible(page)
    shoot(page, "form")
    start(page, language, preset="balanced")
    looked = set()

    def look(kind):
        if kind not in looked:
            looked.add(kind)
            accessible(page)
            shoot(page, kind)

    assert settled(page) == "controls"
    kinds = play(page, look)
    assert {"code", "act"} <= set(kinds)
    assert page.locator(".rival").count() == 4
    assert any(word in page.locator("#status").inner_text() for word in WON[language])
    accessible(page)
    shoot(page, "end")
    with page.expect_download() as waiting:
        page.click("#outcome a[download]")
    assert waiting.value.suggested_filename.endswith(".jsonl")
    page.goto(re.sub("#.*", "#/log", page.url))
    page.locator("#skill-codebreaker\\.game").wait_for()
    accessible(page)


@pytest.mark.parametrize(
    ("language", "preset", "variant", "players"),
    [("zh", "lightning", None, "3"), ("en", "expert", None, "2"), ("zh", "stated", "coop", "4")],
)
def test_variants_on_a_phone(open_page, shoot, language, preset, variant, players):
    page = open_page(language, viewport=PHONE, has_touch=True)
    page.check("#game-codebreaker")
    fits_the_width(page)
    start(page, language, preset, variant, players)

    def look(kind):
        fits_the_width(page)
        shoot(page, kind)

    kinds = play(page, look)
    assert "act" in kinds
    fits_the_width(page)


def test_a_guess_is_told_and_changes_what_is_known(open_page, shoot):
    page = open_page("en")
    start(page, "en", players="2", bot="random")
    settled(page)
    page.fill("#code", "427x9")
    assert page.input_value("#code") == "4279"
    press(page, "#controls button.main")
    grid = page.locator('[id="grid-player.2"]')
    assert "10000" in grid.locator("caption").inner_text()
    while settled(page) == "controls":
        if page.locator("#step-what-guess-elementary").count():
            break
        press(page, "#end-turn" if task(page) == "act" else "#controls button >> nth=0")
    own = page.locator('[id="rival-player.1"] .boxes li').all_inner_texts()
    assert [text[0] for text in own] == list("4279")
    page.check("#step-what-guess-elementary")
    page.locator("#controls fieldset").last.locator("input").first.check()
    shoot(page, "steps")
    accessible(page)
    told = choose(page, "guess-elementary")
    assert "elementary" in told
    page.locator(".event.answer").first.wait_for()
    assert "10000" not in grid.locator("caption").inner_text()
    assert grid.locator("td.never, td.sure").count()


def test_a_code_of_the_wrong_length_is_refused_with_the_reason(open_page):
    page = open_page("zh")
    start(page, "zh", players="2", bot="random")
    settled(page)
    page.fill("#code", "42")
    page.click("#controls button.main")
    assert page.evaluate("document.activeElement.id") == "code"
    assert task(page) == "code"


def test_the_game_can_be_played_by_keyboard(open_page):
    page = open_page("en")
    start(page, "en", players="2", bot="random")
    settled(page)
    page.focus("#code")
    page.keyboard.type("1234")
    page.keyboard.press("Enter")
    page.locator("#code").wait_for(state="detached")
    for _ in range(40):
        if settled(page) == "outcome":
            break
        before = version(page)
        if task(page) == "act":
            page.focus("#controls fieldset input, #end-turn")
            if page.locator("#step-what-guess-elementary").count():
                page.focus("#step-what-guess-elementary")
                page.keyboard.press("Space")
                while not page.locator("#confirm").count():
                    page.keyboard.press("Tab")
                    page.keyboard.press("Space")
                page.focus("#confirm")
            else:
                page.focus("#end-turn")
        else:
            page.focus("#controls button >> nth=0")
        page.keyboard.press("Enter")
        page.wait_for_timeout(50)
        while version(page) == before:
            page.wait_for_timeout(50)
    assert page.locator(".event").count() > 10
