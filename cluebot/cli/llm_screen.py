"""What the commands of ``cluebot llm`` share: how they name an endpoint, what they print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, get_args

import typer
from rich.table import Table

from cluebot.cli.common import console
from cluebot.errors import Language, shorten
from cluebot.llm.model import Mode

if TYPE_CHECKING:
    from cluebot.llm.endpoint import Endpoint
    from cluebot.llm.probe import Probe
    from cluebot.players.llm.calibration import Fit

NameArgument = Annotated[str, typer.Argument(help="Name of the endpoint.")]


def show_endpoints(endpoints: list[Endpoint], language: Language) -> None:
    """Print a table of endpoints."""
    zh = language == "zh"
    table = Table(box=None, pad_edge=False)
    for title in ("名称 地址 模型 方式 密钥" if zh else "name address model mode key").split():
        table.add_column(title, overflow="fold")
    for one in endpoints:
        table.add_row(one.name, one.url, one.model, one.mode, one.key_env or "-")
    console.print(table)


def say(text: str) -> None:
    """Print one line as it is, however long."""
    console.print(text, markup=False, soft_wrap=True)


def show_probe(endpoint: Endpoint, shown: Probe, language: Language) -> None:
    """Print what a test call showed, one finding a line."""
    zh = language == "zh"
    if shown.failure is not None:
        _mark(False, shown.failure.to(language))
        return
    reply = shown.reply
    if reply is None:
        raise AssertionError("a probe without failure has a reply")
    _mark(True, f"{endpoint.url}  {endpoint.model}")
    if shown.answered:
        _mark(True, f"按要求的 JSON 作答（{endpoint.mode}）" if zh else f"JSON ({endpoint.mode})")
    else:
        mode = endpoint.mode
        others = " / ".join(other for other in get_args(Mode) if other != mode)
        got = shorten(shown.text.strip() or "-", 60)
        _mark(
            False,
            f"没有按要求的 JSON 作答（{mode}），回答是：{got}；请换一种 --mode：{others}"
            if zh
            else f"no JSON as asked for ({mode}), but: {got}; try another --mode: {others}",
        )
    if shown.usage:
        cost = "" if reply.cost is None else f", {reply.cost:.3g}"
        _mark(True, f"token {reply.tokens_in} + {reply.tokens_out}{cost}")
    else:
        _mark(
            False,
            "服务器不报告 token 数，只能估计" if zh else "no token counts; they are estimated",
        )
    match shown.logprobs:
        case "yes":
            _mark(True, "给出 token 概率" if zh else "token probabilities")
        case "no":
            _mark(False, "不给出 token 概率，改用多次抽样" if zh else "no token probabilities")
        case _:
            drop = "--body logprobs= --body top_logprobs="
            _mark(
                False,
                f"拒绝给出 token 概率；登记时请加 {drop}"
                if zh
                else f"refuses token probabilities; add it again with {drop}",
            )
    _mark(True, f"{reply.seconds:.2f} {'秒' if zh else 's'}")


def _mark(good: bool, text: str) -> None:
    console.print("[green]✓[/]" if good else "[red]✗[/]", end=" ")
    say(text)


def show_fits(fits: Mapping[str, Fit], language: Language) -> None:
    """Print what a calibration found, one row a game and language."""
    zh = language == "zh"
    table = Table(box=None, pad_edge=False)
    heads = "项目 题数 向量 模型 混合 权重" if zh else "game choices vectors model hybrid weight"
    for i, head in enumerate(heads.split()):
        table.add_column(head, justify="right" if i else "left")
    for field, fit in fits.items():
        shown = (fit.vectors, fit.model, fit.hybrid)
        shares = ("-" if x is None else f"{x:.0%}" for x in shown)
        table.add_row(field, str(fit.choices), *shares, f"{fit.weight:.2f}")
    console.print(table)
    failed = sum(fit.failed for fit in fits.values())
    if failed:
        say(f"{failed} 道题没有答出。" if zh else f"{failed} questions got no answer.")
    if not any(fit.weight for fit in fits.values()):
        say(
            "这个模型没有帮助：hybrid 不会询问它，只用向量。"
            if zh
            else "The model does not help: hybrids will not ask it and go by the vectors alone."
        )
