"""Ways through the page that several tests take."""

from __future__ import annotations

import itertools
import re

NEXT = "#outcome, #reveal-next, #controls"
CLUES = {
    "en": ["quartz", "oboe", "lettuce", "walrus", "fjord", "yoga", "plaza", "igloo", "nylon",
           "jazz", "velvet", "piano", "sonnet", "geyser", "mitten", "otter", "pixel", "zodiac",
           "acorn", "dynamo", "enigma", "falcon", "gravel", "hazel", "ivory", "juggler", "kiosk",
           "lagoon", "mammal", "nectar", "orchid", "parade", "quiver", "rhubarb", "saddle",
           "tundra", "umpire", "vinegar", "waffle", "yogurt", "almond", "bonnet", "copper"],
    "zh": ["钢琴", "极光", "围棋", "橄榄", "瑜伽", "珊瑚", "麻将", "望远镜", "芭蕾", "骆驼", "榴莲",
           "沙漠", "邮票", "彩虹", "蜗牛", "戏曲", "冰箱", "枕头", "蝴蝶", "陶瓷", "咖啡", "孔雀",
           "滑雪", "豆腐", "窗帘", "鲸鱼", "杂技", "蜡烛", "薄荷", "气球", "玫瑰", "拼图", "鹦鹉",
           "肥皂", "葡萄", "雕塑", "松鼠", "茉莉", "围巾", "袋鼠", "琵琶", "芒果", "刺猬"],
}  # fmt: skip


def begin(page, game, seat, preset=None, bot="random", words=None, people=()):
    """Fill in the form and start a game."""
    page.check(f"#game-{game}")
    if words:
        page.check(f"#words-{words}")
    if preset:
        page.select_option("#preset", preset)
    page.check(f'[id="seat-{seat}"]')
    page.select_option("#bot", bot)
    if people:
        page.locator("#more summary").click()
        for other in people:
            page.check(f'[id="people-{other}"]')
    page.click("#start")
    page.locator("#status").wait_for()


def settled(page):
    """Wait until the person is asked for something, or the game is over; say what for."""
    page.locator(NEXT).first.wait_for()
    for name in ("outcome", "reveal-next", "controls"):
        if page.locator(f"#{name}").count():
            return name
    return settled(page)


def unused_clues(language):
    """Yield clues, each once."""
    return itertools.cycle(CLUES[language])


def write_legal(page, field, clues):
    """Type clues into a field until the page finds one legal; return it."""
    for clue in itertools.islice(clues, len(CLUES["en"])):
        page.fill(f"#{field}", clue)
        verdict = page.locator(f"#{field}-verdict .verdict:not(.waiting)")
        verdict.wait_for()
        if "legal" in verdict.get_attribute("class").split():
            return clue
    raise AssertionError("no clue of the list is legal")


def touch_a_card(page):
    """Touch the first card that may be touched; return its word."""
    card = page.locator("button.card").first
    word = card.locator(".word").inner_text()
    card.click()
    page.click("#touch")
    page.locator(".card.covered").get_by_text(word, exact=True).wait_for()
    return word


def version(page):
    """Return the version of the game on the page, from what the service says of it."""
    game = re.search(r"#/game/(\w+)", page.url)[1]
    return page.evaluate("id => fetch(`/v1/games/${id}`).then(r => r.json())", game)["version"]


def accessible(page):
    """Fail if axe finds anything on the page."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    told = [f"{v['id']}: {v['help']} {[n['html'][:120] for n in v['nodes'][:3]]}" for v in found]
    assert not told, told


def fits_the_width(page):
    """Fail if the page can be scrolled sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{wide} pixels too wide"
