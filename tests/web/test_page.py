"""What the page does beyond the two games: other games, the log, safety, both languages."""

from __future__ import annotations

import csv
import io
import json
import re

import httpx2 as httpx

from .driver import accessible, begin, settled, touch_a_card, unused_clues, write_legal


def test_a_game_the_page_does_not_know_can_be_played(open_page, shoot):
    page = open_page("en")
    begin(page, "stones", "north")
    while settled(page) != "outcome":
        before = page.locator("#status").inner_text()
        stones = page.locator("dd").first.inner_text()
        shoot(page, "table")
        page.click("#choice-0")
        page.wait_for_function(
            "stones => document.querySelector('dd').innerText !== stones", arg=stones
        )
    assert before.startswith("Your turn")
    page.click("#language-zh")
    assert "拿走了最后一颗" in page.locator("#status").inner_text()
    accessible(page)


def test_watching_bots_needs_no_seat(open_page):
    page = open_page("en")
    begin(page, "codenames", "", preset="small")
    page.locator("#outcome").wait_for()
    assert "watching" in page.locator("h1").inner_text()
    page.goto(re.sub("#.*", "#/log", page.url))
    page.locator("#empty").wait_for()


def test_what_was_announced_is_forgotten_with_its_page_and_its_language(open_page):
    page = open_page("en")
    told = page.locator("#announcer p")
    begin(page, "codenames", "red.spymaster", preset="solo")
    clues = unused_clues("en")

    def say_something():
        write_legal(page, "clue", clues)
        page.select_option("#number", "1")
        page.locator("form button.main").click()
        told.first.wait_for(state="attached")

    assert settled(page) == "controls"
    say_something()
    settled(page)
    page.click("#language-zh")
    page.locator("html[lang=zh-Hans]").wait_for()
    assert told.count() == 0
    # The bots may have found the assassin by now: a table of its own for the second clue.
    page.goto(page.url.partition("#")[0])
    begin(page, "codenames", "red.spymaster", preset="solo")
    clues = unused_clues("zh")
    assert settled(page) == "controls"
    say_something()
    page.click("nav a[href='#/log']")
    # The address changes before the page does.
    page.get_by_role("heading", level=1, name="练习记录").wait_for()
    assert told.count() == 0


def test_bots_have_names_in_both_languages(open_page):
    for language in ("en", "zh"):
        page = open_page(language)
        page.check("#game-decrypto")
        assert "baseline" not in page.locator("#bot option").all_inner_texts()


def test_the_log_shows_rates_and_clues_and_can_be_exported(open_page, shoot, tmp_path):
    page = open_page("zh")
    page.locator("#more summary").click()
    page.fill("#person", "=小明")
    begin(page, "codenames", "red.spymaster", preset="solo")
    clue = None
    clues = unused_clues("zh")
    while settled(page) != "outcome":
        clue = write_legal(page, "clue", clues)
        page.select_option("#number", "2")
        page.click("#controls button.main")
        page.locator(".turns strong", has_text=clue).wait_for()
    page.click("nav a >> nth=1")
    page.locator("#skill-codenames\\.spymaster svg").wait_for()
    accessible(page)
    shoot(page, "log")
    assert "行动代号：出线索" in page.locator("main").inner_text()

    def download(button):
        with page.expect_download() as waiting:
            page.click(button)
        file = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(file)
        return file.read_bytes()

    entries = json.loads(download("#export-json"))
    assert clue in " ".join(entry.get("clue", "") for entry in entries)
    assert {entry["skill"] for entry in entries} == {"codenames.spymaster", "codenames.game"}
    rows = list(csv.DictReader(io.StringIO(download("#export-csv").decode("utf-8-sig"))))
    assert len(rows) == len(entries)
    assert rows[0]["person"] == "'=小明"
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#clear")
    page.locator("#empty").wait_for()


def test_an_unfinished_game_is_offered_again(open_page):
    page = open_page("en")
    begin(page, "codenames", "red.spymaster", preset="solo")
    settled(page)
    board = page.locator("#board").inner_text()
    page.click("nav a >> nth=0")
    page.locator(".games a").click()
    settled(page)
    assert page.locator("#board").inner_text() == board


def test_words_from_outside_are_never_markup(open_page):
    page = open_page("en")
    words = ["<img src=x onerror=alert(1)>", "<b>bold</b>", *(f"word{i}" for i in range(14))]
    page.locator("#more summary").click()
    page.fill("#own", "\n".join(words))
    begin(page, "codenames", "red.operative.1", preset="small")
    settled(page)
    assert set(page.locator("#board .word").all_inner_texts()) == set(words)
    assert not page.locator("#board img, #board b").count()


def test_a_refused_form_names_what_is_wrong(site, browser):
    page = browser.new_page()
    page.goto(site)
    page.locator("#more summary").click()
    page.fill("#own", "one, two")
    page.click("#start")
    assert "2 words" in page.locator("#problem").inner_text()
    page.close()


def test_nothing_inline_is_allowed(site):
    page = httpx.get(site)
    policy = page.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"<script(?![^>]* src=)|<style| style=| on\w+=|https?://", page.text)


def test_both_languages_have_every_text(open_page):
    page = open_page("en")
    texts = page.evaluate(
        "Promise.all(['en', 'zh'].map(async c => (await import(`/js/texts/${c}.js`))[c]))"
    )
    english, chinese = texts
    assert english.keys() == chinese.keys()
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", chinese[key])), key


def test_a_lost_answer_is_asked_for_again_and_the_move_plays_once(site, browser):
    page = browser.new_page(locale="en-GB")
    page.goto(site)
    begin(page, "codenames", "red.operative.1", preset="solo")
    settled(page)
    asked = []

    def lose_the_first(route):
        asked.append(route.request.headers["idempotency-key"])
        if len(asked) > 1:
            route.continue_()
        else:
            route.fetch()
            route.abort()

    page.route("**/moves", lose_the_first)
    with page.expect_response(lambda r: r.url.endswith("/moves")) as answer:
        word = touch_a_card(page)
    assert answer.value.json()["repeated"]
    assert len(asked) == 2
    assert asked[0] == asked[1]
    assert page.locator(".card.covered .word").all_inner_texts().count(word) == 1
    assert not page.locator("#problem").count()
    page.close()


def test_a_lost_stream_is_told_and_opened_again(site, browser):
    page = browser.new_page(locale="en-GB")
    page.route("**/events", lambda route: route.abort())
    page.goto(site)
    begin(page, "codenames", "red.operative.1", preset="solo")
    page.locator("#connection").wait_for()
    page.unroute("**/events")
    page.locator("#connection").wait_for(state="detached")
    settled(page)
    touch_a_card(page)
    page.close()


def test_a_game_that_is_gone_is_said_to_be_gone(site, browser):
    page = browser.new_page(locale="zh-CN")
    page.goto(f"{site}/#/game/gone")
    page.locator("#problem").wait_for()
    assert "没有这个对局" in page.locator("#problem").inner_text()
    page.click("nav a >> nth=0")
    page.locator("#start").wait_for()
    page.close()


def test_links_for_others_are_forgotten_when_the_game_is_over(open_page, site):
    page = open_page("en")
    begin(page, "codenames", "red.spymaster", preset="standard", people=["blue.spymaster"])
    link = page.input_value('[id="link-blue.spymaster"]')
    game, invited = link.split("/")[-2:]
    kept = "JSON.stringify(localStorage)"
    assert invited in page.evaluate(kept)
    mine = page.evaluate(f"JSON.parse(localStorage['cluebot.seats'])['{game}'].token")
    address = f"{site}/v1/games/{game}"
    # A team that says nothing three times in a row has lost.
    while not (state := httpx.get(address).json())["over"]:
        turn = f"{state['view']['turn']}.spymaster"
        token = mine if turn == "red.spymaster" else invited
        httpx.post(
            f"{address}/moves",
            json={"version": state["version"], "forfeit": True},
            headers={"Authorization": f"Bearer {token}", "Idempotency-Key": f"{state['version']}"},
        )
    page.locator("#outcome").wait_for()
    assert invited not in page.evaluate(kept)
    assert mine in page.evaluate(kept)
