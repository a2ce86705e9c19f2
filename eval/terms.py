"""What reports call the parts of a suite: roles, dimensions and presets, in either language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cluebot.errors import Text
from cluebot.games.base import GAMES
from cluebot.games.seat_names import PARTS
from eval.results import Group
from eval.suite import SIDE

GAME_NAMES: Mapping[str, Text] = {
    "codenames": Text("Codenames", "行动代号"),
    "decrypto": Text("Decrypto", "截码战"),
    "codebreaker": Text("Code Breaker", "密码破译师"),
    "legality": Text("Legality of clues", "线索合法性"),
    "listeners": Text("Agreement with people", "与真人选择的一致程度"),
}
LANGUAGES: Mapping[str, Text] = {"en": Text("English", "英文"), "zh": Text("Chinese", "中文")}
_TERMS_ZH: Mapping[str, str] = {
    **{name: text.zh for name, text in PARTS.items()},
    "agent": "队员", "ask": "问同桌", "decode": "解码", "encode": "加密", "file": "文件",
    "first touch": "首选", "giver": "出线索者", "guess": "猜词", "guess_keywords": "猜关键词",
    "guesser": "猜词者", "illegal": "不合法", "intercept": "拦截", "legal": "合法",
    "listener": "听者", "opponent": "对手", "others": "其余玩家", "reference": "参照",
    "role": "角色", "seat": "座位", "side": "一方", "team": "己方",
}  # fmt: skip
_NAMED = ("role", "seat", "side", SIDE)
"""The dimensions whose labels are the game's, not names of players."""

_PRESETS_ZH: Mapping[str, str] = {
    "balanced": "平衡规则", "coop": "合作", "eight": "八人局", "expert": "专家局",
    "lightning": "闪电局",
    "official": "官方规则", "passive": "单队（对方每回合推进）", "penalty": "违规线索受罚",
    "research": "研究规则", "sandglass": "沙漏计时", "six": "六人局",
    "small": "小棋盘", "solo": "单队", "standard": "标准规则", "stated": "原规则",
    "three_player": "三人局",
}  # fmt: skip


def term(name: str, language: str) -> str:
    """Return what to call a dimension, role, task, side or ruling; other names stay as they are.

    >>> term("encoder", "zh"), term("encoder", "en"), term("mine", "zh")
    ('加密者', 'encoder', 'mine')
    """
    return _TERMS_ZH.get(name, name) if language == "zh" else name


def label_term(dimension: str, label: str, language: str) -> str:
    """Return what to call a label: a role or a side; players keep their names.

    >>> label_term("side", "red", "zh"), label_term("player", "red", "zh")
    ('红队', 'red')
    """
    return term(label, language) if dimension in _NAMED else label


def row_name(group: Group, language: str) -> str:
    """Return the labels of a row as one name."""
    return " × ".join(label_term(name, label, language) for name, label in group[3])


def heading(group: Sequence[str], language: str) -> str:
    """Write the title of a table: game, language, preset.

    >>> heading(("decrypto", "zh", "research"), "zh")
    '截码战 · 中文 · 研究规则'
    """
    kind, words, preset = group[:3]
    told = _PRESETS_ZH.get(preset, preset) if language == "zh" else preset
    # A game without words is the same in every language.
    wordless = kind in GAMES and "words" not in GAMES.load(kind).setup_type.model_fields
    in_words = "" if wordless else LANGUAGES[words].to(language)
    parts = [GAME_NAMES[kind].to(language), in_words, told]
    return " · ".join(part for part in parts if part)
