"""Mistakes in the use of the command line, told in Chinese where the locale is Chinese."""

from __future__ import annotations

import os

import pytest

ZH = {"LC_ALL": "zh_CN.UTF-8"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("clue --ownn moon", "没有选项 --ownn；是否想写 "),
        ("clue --own", "选项 --own 后面缺少值"),
        ("clue --json=yes", "选项 --json 后面不能有值"),
        ("clue --top x", "--top 的值不对：应为整数"),
        ("play codebreaker --seat 9", "--seat 的值不对：不能大于 4"),
        ("clue moon star", "多出的参数：moon star"),
        ("cleu", "没有命令 cleu；是否想写 clue？"),
        ("llm calibrate", "缺少参数 name"),
        ("llm add x", "缺少选项 --url"),
    ],
)
def test_a_mistake_is_told_in_chinese_and_names_no_english_sentence(run_cluebot, line, told):
    done = run_cluebot(*line.split(), env=ZH)
    assert done.exit_code == 2
    assert f"错误：{told}" in done.errors
    assert "Usage" not in done.errors
    assert "Error" in run_cluebot(*line.split()).errors


def test_all_else_is_as_in_english(run_cluebot):
    assert run_cluebot("--version", env=ZH) == run_cluebot("--version")
    assert run_cluebot("check", "车站", "--board", "火车", env=ZH).exit_code == 0
    assert run_cluebot("clue", "--own", "月亮,", env=ZH).exit_code == 2
    without = run_cluebot("llm", env=ZH)
    assert without == run_cluebot("llm")
    assert "calibrate" in without.output


def test_fields_that_nobody_types_have_chinese_names(run_cluebot, tmp_path):
    done = run_cluebot("serve", "--port", "99999", env=ZH)
    assert done.errors.startswith("错误：设置 port = 99999：不能大于 65535")
    empty = {"CLUEBOT_CONFIG_DIR": str(tmp_path), "CLUEBOT_LLM_A_MODEL": "m"}
    done = run_cluebot("llm", "test", "b", env=ZH | empty | {"CLUEBOT_LLM_A_URL": "http://a/v1"})
    assert done.errors.startswith("错误：端点 = b：没有这个名称")
    done = run_cluebot("clue", "--own", "月亮", "--level", "wild", env=ZH)
    assert "只能是 cautious、balanced 或 bold。" in done.errors


def test_numerical_libraries_have_one_thread_while_a_command_runs(run_cluebot, monkeypatch):
    from cluebot import cli

    seen = []
    monkeypatch.setattr(cli, "app", lambda: seen.append(os.environ["OPENBLAS_NUM_THREADS"]))
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "7")
    run_cluebot("doctor")
    assert seen == ["1"]
    assert os.environ["OPENBLAS_NUM_THREADS"] == "7"
