"""Clues that speak about the written word, its sound or its place instead of its meaning."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from cluebot.errors import Text
from cluebot.rules.legality import GameName, Reason
from cluebot.rules.zh.glyph import RADICALS
from cluebot.rules.zh.lexicon import is_word
from cluebot.rules.zh.script import simplify

_N = r"(?:[一二两三四五六七八九十几]{1,3}|\d{1,2})"
_SLOT = r"(?:关键词|词语|词|卡片|卡|牌|格子|格|槽|字)"

_RADICAL_NAMES = (
    "三点水|两点水|二点水|四点底|单人旁|双人旁|单立人|双立人|提手旁|提手儿|竖心旁|竖心儿|草字头|竹字头|"
    "宝盖头|宝盖儿|秃宝盖|走之底|走之旁|走之儿|建之底|反犬旁|反犬儿|绞丝旁|病字头|国字框|同字框|门字框|"
    "立刀旁|利刀旁|单耳旁|双耳旁|左耳旁|右耳旁|斜玉旁|提土旁|剔土旁|示补旁|衣补旁|折文旁|"
    r"[^名文汉生写大数十]字(?:旁|头|底|框|边)(?!上|子|字)"
)
_STROKES = re.compile(r"(?:[一二两三四五六七八九十几\d]?[横竖撇捺点提折钩勾弯])+")


@dataclass(frozen=True, slots=True)
class _Topic:
    """One way of speaking about form.

    Attributes:
        rule: The identifier of the rule.
        patterns: Searched for in the simplified clue, in both games.
        words: Words that name the topic: a clue by their meaning in Codenames (拼音 for 字典),
            barred in Decrypto.
        text: The explanation.
    """

    rule: str
    patterns: re.Pattern[str]
    words: re.Pattern[str] | None
    text: Text


_TOPICS = (
    _Topic(
        "glyph",
        re.compile(
            rf"{_RADICAL_NAMES}|(?:左右|上下|左中右|上中下|半包围|全包围|品字|独体)结构|"
            r"^(?:独体字|合体字|半包围|全包围|叠字|叠词)$|"
            r"(?:偏旁|部首|字形|笔顺)(?:是|为|有|相同|一样|同|含|带)|"
            r"(?:少|多|加|减|去|添|缺|去掉|加上|减去)了?(?:[一两二三](?:笔|横|竖|撇|捺|画|划)|[横竖撇捺])|"
            r"[加减去添少多]一?点(?:就|便|变成|成了|是)|去掉(?:偏旁|部首|左边|右边|上面|下面|一半)|"
            r"字(?:去掉?|减掉?|少|加上?|添上?|多|换成?)了?.{0,2}(?:旁|部|头|底|边|框)|"
            r"^(?:带|有|含|含有|包含)(?:[^的]字?的[字词]|(?:[^的]{3}|[^的]字[旁头底])的[字词])$|"
            rf"第{_N}个?字|最后一个字|首字|尾字|[^\W\d_a-z]字(?:开头|打头|结尾)|"
            r"^[^\W\da-z]{1,2}(?:开头|打头)的(?:字|词)?$"
        ),
        re.compile(r"^(?:.{0,3}(?:偏旁|部首|笔顺|字形))$"),
        Text(
            "It describes how a word is written (strokes, radicals, parts), not what it means.",
            "说的是字形（笔画、偏旁、结构），不是词义。",
        ),
    ),
    _Topic(
        "length",
        re.compile(
            rf"^{_N}个字(?!母)|{_N}个字的?(?:词|词语)?$|^{_N}字(?:词|词语|的)|^(?:单|双|多)字词|"
            rf"^{_N}[画划]$|{_N}(?:笔画|笔划)|^{_N}笔(?:写|的字)|(?:笔画|笔划|字数)[最数很较多少是]|"
            rf"{_N}个音节(?:$|的[字词])|(?:单|双|多)音节"
        ),
        re.compile(r"^(?:字数|笔画数?|笔划数?)$"),
        Text(
            "It tells the number of characters or strokes, not the meaning.",
            "说的是字数或笔画数，不是词义。",
        ),
    ),
    _Topic(
        "letters",
        re.compile(
            r"(?:首字母|声母|韵母|拼音|字母)(?:[a-z]|是|为|里|有|第|开头|相同|一样)|"
            r"[a-z]{1,4}(?:字母)?(?:开头|打头|起头|结尾|收尾)"
        ),
        re.compile(r"首字母|声母|韵母|拼音"),
        Text(
            "It speaks about letters or pinyin, not about the meaning.",
            "说的是字母或拼音，不是词义。",
        ),
    ),
    _Topic(
        "sound",
        re.compile(
            r"(?:谐音|同音|押韵|读音|发音)(?:是|像|为|同|和|与|跟|字是|[a-z])|^谐音.|.的?谐音$|"
            r"[和与跟同].{1,6}(?:谐音|同音|押韵|同韵)|^第[一二三四]声$|读作|念作|读起来像|念起来像|念成|(?<!熟)读成"
        ),
        re.compile(r"^(?:.{0,2}(?:谐音|同音|押韵|叠韵|双声|近音|读音|同音字|谐音字|绕口令押韵))$"),
        Text(
            "It speaks about the sound of a word, not about its meaning.",
            "说的是读音，不是词义。",
        ),
    ),
    _Topic(
        "position",
        re.compile(
            rf"第{_N}[行列排]第|^第{_N}[行列](?:$|的?[词那个])|^第{_N}排$|^[左右][上下]方?$|最后一[行列]|[左右][上下]角(?:$|的?[词卡牌那第])|"
            rf"[左右上下中][边面侧方间]的?(?:第{_N}|那)?[个张]?{_SLOT}$|"
            rf"[左右上下][边面侧方](?:第{_N}|那)[个张]|^最[左右上下][边面侧方]?(?:的.*|那?一?[行列排个张].*)?$|"
            rf"屏幕最[左右上下]|屏幕[左右上下][边面侧方](?:$|第|的词)|第{_N}(?:个|张)?{_SLOT}$|第{_N}个?(?:关键词|词)|最后(?:一个|那个)?(?:关键)?词|"
            rf"{_N}号(?:位|槽|格|词|关键词)|我们的?.{{0,4}}关键词"
        ),
        re.compile(r"关键词"),
        Text(
            "It tells the place of a card or keyword, not the meaning.",
            "说的是词的位置，不是词义。",
        ),
    ),
)


@lru_cache(maxsize=16384)
def about_form(clue: str, game: GameName) -> tuple[Reason, ...]:
    """Return the reasons against a clue that speaks about form, sound, length or place.

    >>> [reason.rule for reason in about_form("草字头", "codenames")]
    ['glyph']
    >>> about_form("拼音", "codenames"), [r.rule for r in about_form("拼音", "decrypto")]
    ((), ['letters'])
    """
    found: list[Reason] = []
    if re.fullmatch(rf"{_N}字", clue) and not is_word(clue):
        found.append(Reason("length", "illegal", None, _TOPICS[1].text))
    if any(_is_radical(c) for c in clue) or _names_strokes(simplify(clue)):
        found.append(Reason("glyph", "illegal", None, _TOPICS[0].text))
    text = simplify(clue)
    if text.isascii():
        return tuple(found)
    for topic in _TOPICS:
        named = topic.words is not None and game == "decrypto" and topic.words.search(text)
        if named or topic.patterns.search(text):
            reason = Reason(topic.rule, "illegal", None, topic.text)
            if reason not in found:
                found.append(reason)
    return tuple(found)


def _is_radical(character: str) -> bool:
    return (
        character in RADICALS
        or "\u2e80" <= character <= "\u2eff"
        or "\u31c0" <= character <= "\u31ef"
    )


def _names_strokes(text: str) -> bool:
    if not _STROKES.fullmatch(text) or is_word(text):
        return False
    strokes = re.sub(r"[一二两三四五六七八九十几\d]", "", text)
    plain = len(text) > 1 and re.search(r"[横竖撇捺钩勾]", strokes)
    return bool(plain)
