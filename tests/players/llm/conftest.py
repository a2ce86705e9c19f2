"""A small world of themes in both languages, and players that ask a script."""

import hashlib
import json
import random

import numpy as np
import pytest

from cluebot.games.codec import parse
from cluebot.games.codenames import CODENAMES
from cluebot.games.decrypto import DECRYPTO
from cluebot.llm.scripted import ScriptedModel
from cluebot.players.base import PLAYERS, Budget, Context
from cluebot.record import deal_rng

WORDS = {
    "en": {
        "sea": (("fish", "boat", "shark"), ("ocean", "sailor", "harbour", "captain")),
        "space": (("moon", "rocket", "comet"), ("planet", "orbit", "astronaut", "galaxy")),
        "food": (("bread", "cheese", "lemon"), ("bakery", "kitchen", "dinner", "grocer")),
        "music": (("piano", "drum", "violin"), ("melody", "concert", "orchestra", "jazz")),
        "law": (("judge", "prison", "thief"), ("court", "police", "verdict", "trial")),
    },
    "zh": {
        "sea": (("鱼", "船", "鲨"), ("海洋", "水手", "港口", "浪花")),
        "space": (("月亮", "火箭", "彗星"), ("太空", "轨道", "宇航员", "银河")),
        "food": (("面包", "奶酪", "柠檬"), ("早餐", "厨房", "晚饭", "超市")),
        "music": (("钢琴", "锣鼓", "吉他"), ("旋律", "音乐会", "乐团", "歌手")),
        "law": (("法官", "监狱", "小偷"), ("审判", "警察", "罪犯", "律师")),
    },
}
THEMES = tuple(WORDS["en"])
LANGUAGES = ("en", "zh")


def board_words(language):
    return tuple(word for theme in THEMES for word in WORDS[language][theme][0])


def clue_words(language, *themes):
    return tuple(word for theme in themes or THEMES for word in WORDS[language][theme][1])


def theme_of(text, language):
    for theme, (board, clues) in WORDS[language].items():
        if text in board or text in clues:
            return theme
    return None


class ThemeBlend:
    """Two spaces in which a text is its theme plus noise drawn from a hash of it."""

    blocks = ("one", "two")
    weights = np.array([0.5, 0.5], dtype=np.float32)

    def __init__(self, language):
        self.language = language
        self.version = f"themes-{language}"
        self.vocabulary = clue_words(language)

    def _rows(self, block, texts):
        return np.array([self._row(block, text) for text in texts], dtype=np.float32)

    def _row(self, block, text):
        digest = hashlib.sha256(f"{block}{text}".encode()).digest()
        row = np.random.default_rng(list(digest)).normal(size=16) * 0.5
        theme = theme_of(text, self.language)
        if theme is not None:
            row[THEMES.index(theme)] += 4
        return row / np.linalg.norm(row)

    def similarities(self, clues, words):
        clues = self.vocabulary if clues is None else clues
        return np.stack([6 * self._rows(b, clues) @ self._rows(b, words).T for b in self.blocks])


BLENDS = {language: ThemeBlend(language) for language in LANGUAGES}


def blend(language):
    return BLENDS[language]


def no_vectors(language):
    raise AssertionError("this player needs no vectors")


def make(kind, game, role, model, language, *, vectors=blend, **options):
    """Return a player that asks ``model``."""
    if kind == "hybrid":
        options.setdefault("weight", 0.5)
    if game == "decrypto":
        options.setdefault("bank", board_words(language))
    context = Context(language, vectors, options={"model": model, **options})
    return PLAYERS[game, role].load(f"{kind}:scripted")(context)


NO_LIMIT = Budget()


def act(player, view, seed=0, budget=NO_LIMIT):
    return player.act(view, random.Random(seed), budget)


def codenames(language, **setup):
    """Return a small game in which all is known: 3 + 3 + 2 + 1 cards, red begins."""
    words = board_words(language)
    board = (*words[0:3], *words[3:6], *words[6:8], words[12])
    given = {
        "language": language,
        "words": board,
        "key": ("red",) * 3 + ("blue",) * 3 + ("neutral",) * 2 + ("assassin",),
        "first": 3,
        "second": 3,
        "neutral": 2,
        "starts": "red",
        **setup,
    }
    return CODENAMES.start(parse(CODENAMES.setup_type, given), deal_rng(1))


def decrypto_setup(language, **setup):
    words = board_words(language)
    given = {
        "language": language,
        "words": words,
        "white_keywords": tuple(words[i] for i in (0, 3, 6, 9)),
        "black_keywords": tuple(words[i] for i in (1, 4, 7, 10)),
        **setup,
    }
    return parse(DECRYPTO.setup_type, given)


def say(**answer):
    return json.dumps(answer, ensure_ascii=False)


def obliging(request):
    """Answer any choice with the first words that fit, all different."""
    items = request.schema["properties"]["answers"]
    count = items["minItems"]
    return say(answers=items["items"]["enum"][:count])


@pytest.fixture
def script():
    """Return ``script(*lines)``: a model that must have said all its lines in the end."""
    models = []

    def start(*lines, **options):
        models.append(ScriptedModel(lines, **options))
        return models[-1]

    yield start
    assert [model.left for model in models] == [0] * len(models)


@pytest.fixture(params=LANGUAGES)
def language(request):
    return request.param
