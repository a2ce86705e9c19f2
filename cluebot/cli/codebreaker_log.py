"""The log of Code Breaker told in sentences, in both languages."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text as Line

from cluebot.errors import Text
from cluebot.games.base import Seat
from cluebot.games.codebreaker import CodebreakerView, Event, card_name

_GRADES = {
    "elementary": Text("elementary", "初级"),
    "precise": Text("precise", "精准"),
    "ultimate": Text("ultimate", "终极"),
}
_RESULTS = {
    "right": Text("right!", "猜对！"),
    "wrong": Text("wrong", "猜错"),
    "higher": Text("wrong, the digit is higher", "猜错，更大"),
    "lower": Text("wrong, the digit is lower", "猜错，更小"),
    "reset": Text("was right, but the digit is reset", "本来猜对，但被密码重置"),
    "yes": Text("yes", "是"),
    "no": Text("no", "否"),
    "max": Text("largest", "最大"),
    "min": Text("smallest", "最小"),
}


def player_name(seat: Seat | None, view: CodebreakerView) -> str:
    """Return what to call a player."""
    zh = view.language == "zh"
    if seat is None:
        return "有人" if zh else "somebody"
    if seat == view.seat:
        return "你" if zh else "you"
    number = seat.rpartition(".")[2]
    if view.options.coop:
        villain = number == "1"
        return ("反派" if villain else f"特工{number}") if zh else (
            "villain" if villain else f"agent {number}"
        )  # fmt: skip
    return f"玩家{number}" if zh else f"player {number}"


def _cards(cards: Iterable[str] | None, count: int | None, zh: bool) -> str:
    if cards is None:
        return f"{count or 1} 张牌" if zh else f"{count or 1} card(s)"
    return ("、" if zh else ", ").join(card_name(c, "zh" if zh else "en") for c in cards)


def tell(event: Event, view: CodebreakerView) -> Text:
    """Tell an event in a sentence."""
    zh = view.language == "zh"
    who, whom, third = (
        player_name(event.seat, view),
        player_name(event.target, view),
        player_name(event.second, view),
    )
    card = card_name(event.card or "", view.language)
    card += f" {event.effect}" if event.effect else ""
    digits = event.digits or ()
    places = event.positions or ()
    pairs = ", ".join(f"#{p}={d}" for p, d in zip(places, digits, strict=False))
    spots = ", ".join(f"#{p}" for p in places)
    cards = _cards(event.cards, event.count, zh)
    result = _RESULTS.get(event.result or "", Text("", "")).to(view.language)
    grade = _GRADES.get(event.grade or "", Text("", "")).to(view.language)
    on = event.target is not None
    match event.kind:
        case "code":
            return Text(f"{who} set a code", f"{who}设定了密码")
        case "turn":
            return Text(f"— turn {event.count}: {who} —", f"—— 第 {event.count} 回合：{who} ——")
        case "draw":
            return Text(f"{who} drew {cards}", f"{who}摸牌：{cards}")
        case "guess":
            return Text(
                f"{who}: {grade} guess at {whom}, {pairs}", f"{who}对{whom}作{grade}猜测：{pairs}"
            )
        case "answer":
            return Text(f"  {whom}: {pairs} {result}", f"  {whom}：{pairs} {result}")
        case "play":
            at = f"，目标{whom}" if zh and on else f" on {whom}" if on else ""
            more = f" {spots} {' '.join(map(str, digits))}".rstrip()
            return Text(f"{who} played {card}{at}{more}", f"{who}打出{card}{at}{more}")
        case "tell":
            return _told(event, whom, third, pairs, spots, result, card)
        case "cancel":
            return Text(f"  {who} stopped it with {card}", f"  {who}用{card}挡下")
        case "counter":
            return Text(
                f"  {who} countered with {card} {spots}", f"  {who}打出反制：{card} {spots}"
            )
        case "discard":
            return Text(f"{who} discarded {cards}", f"{who}弃置：{cards}")
        case "take":
            return Text(f"{who} took {cards} from the discards", f"{who}从弃牌堆拿走{cards}")
        case "give":
            return Text(f"{who} gave {whom} {cards}", f"{who}把{cards}交给{whom}")
        case "steal":
            return Text(f"{who} took {cards} from {whom}", f"{who}拿走{whom}的{cards}")
        case "see":
            return Text(
                f"{who} looked at {whom}'s hand: {cards}", f"{who}查看了{whom}的手牌：{cards}"
            )
        case "swap":
            return Text(f"{who} and {whom} swapped a card", f"{who}与{whom}交换了一张牌")
        case "refuse":
            return Text(f"{who} refused to swap with {whom}", f"{who}拒绝与{whom}交换")
        case "show":
            return Text(f"  {who} had to show {cards}", f"  {who}亮出所摸的牌：{cards}")
        case "mark":
            return Text(
                f"{whom} erased the mark on {third} {spots}",
                f"{whom}擦掉了对{third} {spots} 的标记",
            )
        case "change":
            return Text(f"{whom}'s digit {spots} has changed", f"{whom}的 {spots} 已改变")
        case "intel":
            return Text(f"  {whom}: intel {event.count}", f"  {whom}：情报值 {event.count}")
        case "reshuffle":
            return Text("The discards were shuffled into the deck", "弃牌堆洗回牌堆")
        case "ally":
            return Text(
                f"{who} allied with {whom}" if on else f"{who} made a secret alliance",
                f"{who}与{whom}结盟" if on else f"{who}秘密结盟",
            )
        case "out":
            code = "".join(map(str, digits))
            return Text(f"{whom} is out; the code was {code}", f"{whom}出局，密码是 {code}")
        case "extra":
            return Text(f"{who} gets another turn", f"{who}将再进行一个回合")


def _told(
    event: Event, whom: str, third: str, pairs: str, spots: str, result: str, card: str
) -> Text:
    digit = event.digits[0] if event.digits else None
    if event.digits is None and event.result is None:
        return Text(f"  {whom} answered in private", f"  {whom}私下回答")
    match event.card:
        case "freq":
            return Text(f"  {whom}: a {digit}? {result}", f"  {whom}：有没有 {digit}？{result}")
        case "neural":
            return Text(
                f"  {whom}: the {result} digit is {digit}", f"  {whom}：{result}的数字是 {digit}"
            )
        case "cross":
            return Text(
                f"  {whom} and {third}: {spots} the same? {result}",
                f"  {whom}与{third}：{spots} 相同？{result}",
            )
        case "throat":
            return Text(
                f"  {whom}: consecutive neighbours? {result}", f"  {whom}：有相邻连续数字？{result}"
            )
        case _:
            return Text(f"  {whom}: {pairs} ({card})", f"  {whom}：{pairs}（{card}）")


def event_line(event: Event, view: CodebreakerView) -> Line:
    """Return an event as a line of the screen."""
    style = {"turn": "bold", "out": "bold red", "tell": "cyan", "intel": "yellow"}.get(
        event.kind, ""
    )
    if event.kind == "answer":
        style = "bold green" if event.result == "right" else "red"
    return Line(tell(event, view).to(view.language), style)
