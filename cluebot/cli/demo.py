"""``cluebot demo``: build what is missing, then a clue for a sample board in each language."""

from __future__ import annotations

from cluebot.cli.codenames import show_clue
from cluebot.cli.common import console, interface_language, user_errors
from cluebot.cli.progress import building_cache
from cluebot.errors import Text

SEED = 7
"""Deals the sample boards."""

_HEADS = {
    "en": Text("A board in English, as the spymaster sees it:", "英文词卡（头目视角）："),
    "zh": Text("A board in Chinese, as the spymaster sees it:", "中文词卡（头目视角）："),
}


def demo() -> None:
    """Build the word vectors (once) and give a clue for a board in English and in Chinese."""
    spoken = interface_language()
    with user_errors(spoken), building_cache():
        from api.codenames import clue
        from api.resources import blend
        from api.schemas import ClueRequest
        from cluebot.cli.codenames_screen import board
        from cluebot.games.base import GAMES, Seat
        from cluebot.games.codec import parse
        from cluebot.record import deal_rng
        from wordlists.loader import load_wordlist

        for language in ("en", "zh"):
            blend(language)
        game = GAMES.load("codenames")
        for language, head in _HEADS.items():
            words = load_wordlist(language, "codenames").words
            setup = parse(game.setup_type, {"language": language, "words": words, "starts": "red"})
            view = game.start(setup, deal_rng(SEED)).view(Seat("red.spymaster"))
            console.print(f"\n{head.to(spoken)}")
            console.print(board(view))
            groups = {n: list(getattr(view, n)) for n in ("own", "opponent", "neutral", "assassin")}
            show_clue(clue(parse(ClueRequest, {"language": language, "top": 3, **groups})))
