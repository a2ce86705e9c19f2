"""What typer says of a wrong command line, in Chinese; ``--help`` stays English."""

from __future__ import annotations

import re
import sys

import typer
from typer.exceptions import TyperException

from cluebot.cli.common import errors

_REASONS = (
    (r"Input should be a valid integer.*", "应为整数"),
    (r"Input should be a valid number.*", "应为数字"),
    (r"Input should be less than or equal to (.+)", "不能大于 {0}"),
    (r"Input should be greater than or equal to (.+)", "不能小于 {0}"),
)
_MESSAGES = (
    (r"Missing option (.+?)\..*", "缺少选项 {0}"),
    (r"Missing argument (.+?)\..*", "缺少参数 {0}"),
    (r"Missing command\.", "缺少子命令"),
    (r"No such option: (\S+) \(Possible options: (.+)\)", "没有选项 {0}；是否想写 {1}？"),
    (r"No such option: (\S+)", "没有选项 {0}"),
    (r"No such command (.+?)\. Did you mean (.+)\?", "没有命令 {0}；是否想写 {1}？"),
    (r"No such command (.+?)\.", "没有命令 {0}"),
    (r"Option (.+) requires an argument\.", "选项 {0} 后面缺少值"),
    (r"Option (.+) does not take a value\.", "选项 {0} 后面不能有值"),
    (r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)", "多出的参数：{0}"),
)
_INVALID = re.compile(r"Invalid value for (.+?): (.+)", re.DOTALL)


def run_in_chinese(app: typer.Typer) -> None:
    """Run the command line and end the process; a mistake in its use is told in Chinese.

    Raises:
        SystemExit: Always, with the exit code.
    """
    try:
        code = app(standalone_mode=False)
    except typer.Abort:
        errors.print("已中止。", style="red")
        sys.exit(1)
    except TyperException as error:
        _show(error)
        sys.exit(error.exit_code)
    sys.exit(code if isinstance(code, int) else 0)


def in_chinese(message: str) -> str:
    """Return typer's message in Chinese; what is not known stays as it is.

    >>> in_chinese("No such option: --ownn (Possible options: --own)")
    '没有选项 --ownn；是否想写 --own？'
    >>> in_chinese("Invalid value for '--top': Input should be a valid integer, ...")
    '--top 的值不对：应为整数'
    """
    invalid = _INVALID.fullmatch(message)
    if invalid is not None:
        return f"{_plain(invalid[1])} 的值不对：{_first(_REASONS, invalid[2])}"
    return _first(_MESSAGES, message)


def _first(table: tuple[tuple[str, str], ...], message: str) -> str:
    for pattern, text in table:
        match = re.fullmatch(pattern, message, re.DOTALL)
        if match is not None:
            return text.format(*map(_plain, match.groups()))
    return message


def _plain(words: str) -> str:
    return words.replace("'", "").replace(", ", "、")


def _show(error: TyperException) -> None:
    # The help, printed already where a command was called without anything.
    if type(error).__name__ == "NoArgsIsHelpError":
        return
    context = getattr(error, "ctx", None)
    if context is not None:
        usage = context.get_usage().partition(":")[2].strip()
        errors.print(f"用法：{usage}", markup=False, soft_wrap=True)
        errors.print(f"说明（英文）：{context.command_path} --help", markup=False, soft_wrap=True)
    errors.print("[bold red]错误[/]", end="：")
    errors.print(in_chinese(error.format_message()), markup=False, soft_wrap=True)
