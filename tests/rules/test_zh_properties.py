"""Invariants of the Chinese rules under any input."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from cluebot.rules.legality import LegalityOptions, check_clue
from cluebot.rules.text import is_han
from cluebot.rules.zh.lexicon import lexicon
from cluebot.rules.zh.lists import words

WORDS = [
    *(
        "火车",
        "苹果",
        "中国",
        "医生",
        "月亮",
        "银行",
        "钢琴",
        "老虎",
        "剪刀",
        "城堡",
        "沙漠",
        "手机",
    ),
    *(
        "国王",
        "森林",
        "咖啡",
        "足球",
        "眼镜",
        "飞机",
        "警察",
        "雨伞",
        "头发",
        "面条",
        "图书馆",
        "皇后",
    ),
    *(
        "干杯",
        "钟表",
        "台风",
        "复制",
        "龙",
        "云",
        "鱼",
        "花",
        "书",
        "后",
        "里",
        "发",
        "绿茶",
        "权力",
    ),
    *("卡拉OK", "T恤"),
]
CLUES = [
    *WORDS,
    *(
        "车站",
        "huoche",
        "train",
        "王元",
        "三点水",
        "权利",
        "火山车",
        "后天",
        "發展",
        "髮型",
        "干部",
    ),
    *("平安", "动物", "421", "两个字"),
]
GAMES = st.sampled_from(["codenames", "decrypto"])
BOARDS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8, unique=True)
ANY_CLUE = st.one_of(
    st.text(max_size=30),
    st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=1, max_size=6),
    st.text("abcdehiostuvngü1234 -'", max_size=20),
    st.sampled_from(CLUES),
    st.lists(st.sampled_from([*"火车苹果木王元一二三横竖点第字画的 +"]), max_size=8).map("".join),
)
QUICK = settings(max_examples=60, deadline=None)


@cache
def _listed() -> list[str]:
    """Return every 29th word of the dictionary that has Chinese characters only."""
    return [word for word in lexicon().words()[::29] if all(map(is_han, word))]


@cache
def _converter(name: str) -> Any:
    from opencc import OpenCC

    return OpenCC(name)


@settings(max_examples=250, deadline=None)
@given(ANY_CLUE, BOARDS, GAMES)
@example("\ud800", ["火车"], "codenames")
@example("ㄏㄨㄛˇ", ["火车"], "decrypto")
def test_never_raises_and_reasons_are_complete(clue: str, board: list[str], game: Any) -> None:
    verdict = check_clue(clue, board, "zh", game, used=["铁轨"])
    for reason in verdict.reasons:
        assert reason.word is None or reason.word in [*board, "铁轨"]
        assert any(map(is_han, reason.detail.zh))
        assert any(c.isascii() and c.isalpha() for c in reason.detail.en)


@QUICK
@given(ANY_CLUE, BOARDS, st.sampled_from(WORDS), GAMES)
def test_more_words_never_free_a_clue(clue: str, board: list[str], more: str, game: Any) -> None:
    assume(check_clue(clue, board, "zh", game).verdict == "illegal")
    assert check_clue(clue, [*board, more], "zh", game).verdict == "illegal"


@QUICK
@given(ANY_CLUE, BOARDS, GAMES, st.randoms(use_true_random=False))
def test_order_of_the_board_does_not_matter(
    clue: str, board: list[str], game: Any, random: Any
) -> None:
    mixed = list(board)
    random.shuffle(mixed)
    one, other = (check_clue(clue, words, "zh", game) for words in (board, mixed))
    assert set(one.reasons) == set(other.reasons)


@QUICK
@given(ANY_CLUE, BOARDS, GAMES)
def test_laxer_tables_allow_no_less(clue: str, board: list[str], game: Any) -> None:
    lax = LegalityOptions(shared_character=False, translation=False)
    strict = check_clue(clue, board, "zh", game)
    assume(check_clue(clue, board, "zh", game, options=lax).verdict == "illegal")
    assert strict.verdict == "illegal"


@pytest.mark.parametrize("conversion", ["s2t", "s2tw", "s2hk"])
@QUICK
@given(st.data())
def test_traditional_form_of_a_board_word_is_illegal(conversion: str, data: Any) -> None:
    word = data.draw(st.sampled_from(_listed()))
    traditional = _converter(conversion).convert(word)
    assert check_clue(traditional, [word], "zh").verdict == "illegal"
    assert check_clue(word, [traditional], "zh").verdict == "illegal"


@QUICK
@given(st.sampled_from(WORDS), st.sampled_from(sorted(words("forms", "suffixes"))), GAMES)
def test_affixes_and_measure_words_hide_nothing(word: str, suffix: str, game: Any) -> None:
    assert check_clue(word + suffix, [word], "zh", game).verdict == "illegal"


@QUICK
@given(st.data(), GAMES)
def test_pinyin_of_a_board_word_is_illegal(data: Any, game: Any) -> None:
    from pypinyin import Style, lazy_pinyin

    common = [w for w in WORDS if all(map(is_han, w))]
    word = data.draw(st.sampled_from(common))
    style = data.draw(st.sampled_from([Style.NORMAL, Style.TONE, Style.TONE3]))
    separator = data.draw(st.sampled_from(["", " ", "-", "'"]))
    clue = separator.join(lazy_pinyin(word, style=style))
    assert check_clue(clue, [word], "zh", game).verdict == "illegal"
    assert check_clue(clue.upper(), [word], "zh", game).verdict == "illegal"


@QUICK
@given(st.data())
def test_a_used_clue_stays_used_in_the_other_script(data: Any) -> None:
    clue = data.draw(st.sampled_from(_listed()))
    again = _converter("s2t").convert(clue)
    for repeated in (clue, again, f"{clue}！", f"{clue}们"):
        verdict = check_clue(repeated, ["龙"], "zh", "decrypto", used=[clue])
        assert ("used_clue", clue) in {(r.rule, r.word) for r in verdict.reasons}
