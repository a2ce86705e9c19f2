"""Examples for the API's documentation, in English and in Chinese; a test posts every one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Pair = tuple[dict[str, Any], dict[str, Any]]
"""The English and the Chinese example."""

_HISTORY_EN = [{"clues": ["saddle", "stream", "night"], "code": [1, 2, 3]}]
_HISTORY_ZH = [{"clues": ["草原", "长江", "夜晚"], "code": [1, 2, 3]}]

_CHECK_EN = {"board": ["horseshoe", "heart", "carpet"], "clue": "horse"}
_CHECK_ZH = {"board": ["火车", "月亮"], "clue": "车站"}

REQUESTS: Mapping[str, Pair] = {
    "codenames/clue": (
        {
            "own": ["moon", "star", "rocket"],
            "opponent": ["fish", "river"],
            "neutral": ["bread"],
            "assassin": ["night"],
        },
        {
            "own": ["月亮", "星星", "火箭"],
            "opponent": ["鱼", "河流"],
            "neutral": ["面包"],
            "assassin": ["夜晚"],
        },
    ),
    "codenames/guess": (
        {"board": ["moon", "fish", "star", "river"], "clue": "space", "number": 2},
        {"board": ["月亮", "鱼", "星星", "河流"], "clue": "太空", "number": 2},
    ),
    "codenames/check": (_CHECK_EN, _CHECK_ZH),
    "decrypto/encode": (
        {
            "keywords": ["horse", "river", "moon", "ice"],
            "code": [4, 2, 1],
            "history": _HISTORY_EN,
        },
        {"keywords": ["马", "河", "月亮", "冰"], "code": [4, 2, 1], "history": _HISTORY_ZH},
    ),
    "decrypto/decode": (
        {
            "keywords": ["horse", "river", "moon", "ice"],
            "clues": ["glacier", "delta", "saddle"],
        },
        {"keywords": ["马", "河", "月亮", "冰"], "clues": ["企鹅", "黄河", "骑手"]},
    ),
    "decrypto/intercept": (
        {"clues": ["glacier", "delta", "stable"], "history": _HISTORY_EN},
        {"clues": ["企鹅", "黄河", "骑手"], "history": _HISTORY_ZH},
    ),
    "decrypto/check": (
        {"keywords": ["horse", "river", "moon", "ice"], "clue": "frozen water"},
        {"keywords": ["马", "河", "月亮", "冰"], "clue": "马蹄"},
    ),
    "batch": (
        {"items": [{"operation": "codenames/check", "request": _CHECK_EN}]},
        {"items": [{"operation": "codenames/check", "request": _CHECK_ZH}]},
    ),
    "games": (
        {"game": "codenames", "language": "en", "seats": {"red.operative.1": "human"}},
        {
            "game": "decrypto",
            "language": "zh",
            "preset": "three_player",
            "seats": {"interceptor": "human"},
        },
    ),
    "moves": (
        {"version": 1, "move": {"kind": "guess", "word": "moon"}},
        {"version": 1, "text": "月亮"},
    ),
}
"""A request for each route that takes one, by the end of its address."""


def openapi_examples(name: str) -> dict[str, Any]:
    """Return the examples of a route as OpenAPI writes them."""
    english, chinese = REQUESTS[name]
    return {
        "en": {"summary": "English", "value": english},
        "zh": {"summary": "中文", "value": chinese},
    }
