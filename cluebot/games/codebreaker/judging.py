"""Whether a seat may make a move, by its view alone, and if not, why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cluebot.errors import IllegalMove, Text, shorten
from cluebot.games.base import Seat
from cluebot.games.codebreaker.cards import CARDS, FRAGMENTS, Parameter, card_name
from cluebot.games.codebreaker.countering import (
    counters,
    not_held,
    unfit,
    why_no_encryption,
)
from cluebot.games.codebreaker.listing import (
    Values,
    allowed,
    can_guess,
    forbidden,
    open_positions,
    playable,
)
from cluebot.games.codebreaker.moves import (
    FEES,
    Accept,
    Counter,
    Discard,
    Emergency,
    EndTurn,
    Exchange,
    Give,
    Guess,
    Move,
    Pass,
    Play,
    SetCode,
)
from cluebot.games.codebreaker.setup import wrong_length

if TYPE_CHECKING:
    from cluebot.games.codebreaker.views import CodebreakerView

_PARAMETERS: tuple[Parameter, ...] = (
    "target", "second", "position", "positions", "digit", "extreme", "offer", "take",
)  # fmt: skip
_WORD: dict[str, Text] = {
    "target": Text("target", "目标"),
    "second": Text("second player", "第二名玩家"),
    "position": Text("position", "位置"),
    "positions": Text("positions", "位置"),
    "digit": Text("digit", "数字"),
    "extreme": Text("extreme", "最大或最小"),
    "offer": Text("offered card", "给出的牌"),
    "take": Text("card to take", "要拿的牌"),
}


def judge(view: CodebreakerView, move: Move) -> None:
    """See `CodebreakerView.check`."""
    wanted = _TASK_OF.get(move.kind, ())
    if view.task not in wanted:
        raise IllegalMove(_why_not_now(view))
    reason = _why_illegal(view, move)
    if reason is not None:
        raise IllegalMove(reason)


_TASK_OF: dict[str, tuple[str, ...]] = {
    "code": ("code",),
    "guess": ("act",),
    "play": ("act",),
    "exchange": ("act",),
    "give": ("act",),
    "emergency": ("act",),
    "end": ("act",),
    "discard": ("discard",),
    "counter": ("counter", "act"),
    "pass": ("counter", "swap"),
    "accept": ("swap",),
}

_ASKED = {
    "code": Text("choose your code", "设定自己的密码"),
    "act": Text("take an action or end your turn", "行动或结束回合"),
    "counter": Text("play a counter or pass", "打出反制卡或放弃"),
    "discard": Text("discard a card", "弃一张牌"),
    "swap": Text("accept the swap or pass", "同意交换或放弃"),
}


def _why_not_now(view: CodebreakerView) -> Text:
    if view.phase == "over":
        return Text("The game is over.", "游戏已结束。")
    if view.task == "wait":
        waiting = ", ".join(view.to_act)
        return Text(
            f"It is not the turn of {view.seat or 'a spectator'}; to act: {waiting}.",
            f"现在轮不到 {view.seat or '旁观者'}；应由 {waiting} 行动。",
        )
    asked = _ASKED[view.task]
    return Text(f"This is not possible now; {asked.en}.", f"现在不能这样做；请{asked.zh}。")


def _why_illegal(view: CodebreakerView, move: Move) -> Text | None:
    match move:
        case SetCode():
            right = len(move.code) == view.options.length
            return None if right else wrong_length(view.options.length)
        case Guess():
            return _why_no_guess(view, move)
        case Play():
            return _why_no_play(view, move)
        case Exchange() | Give() | Emergency():
            return _why_no_fragment_action(view, move)
        case Discard() | Accept():
            return None if move.card in view.hand else not_held(move.card)
        case Counter():
            return _why_no_counter(view, move)
        case EndTurn() | Pass():
            return None


def _one_of(word: Text, value: object, allowed: tuple[Any, ...]) -> Text:
    given = shorten(value)
    en = ", ".join(card_name(str(item), "en") for item in allowed[:12]) or "-"
    zh = "、".join(card_name(str(item), "zh") for item in allowed[:12]) or "无"
    return Text(
        f"The {word.en} may not be {card_name(given, 'en')} here; possible: {en}.",
        f"{word.zh}不能是 {card_name(given, 'zh')}；可选：{zh}。",
    )


def _why_no_guess(view: CodebreakerView, move: Guess) -> Text | None:
    if view.guess_locked:
        return Text(
            "You may not guess again in this turn: an ultimate guess failed.",
            "终极猜测失败，本回合不能再猜。",
        )
    if not can_guess(view):
        return Text("You have no guess left; end your turn.", "没有剩余的猜测，请结束回合。")
    if FEES[move.grade] not in view.hand:
        return not_held(FEES[move.grade])
    count = 2 if move.grade == "ultimate" else 1
    if len(move.positions) != count or len(move.digits) != count:
        return Text(
            f"An {move.grade} guess names {count} position(s) with a digit each."
            if move.grade != "precise"
            else "A precise guess names one position with a digit.",
            f"这种猜测要指定 {count} 位，每位一个数字。",
        )
    targets = tuple(p.seat for p in view.opponents())
    if move.target == view.seat:
        return Text(
            "You cannot guess your own code; name an opponent.", "不能猜自己的密码；请指定对手。"
        )
    if move.target not in targets:
        return _one_of(_WORD["target"], move.target, targets)
    there = open_positions(view, move.target)
    fitting = there.positions if count == 2 else tuple(sorted(there.unstarred))
    for position in move.positions:
        if position not in fitting:
            return _closed(view, move.target, position, fitting)
    if count == 2 and move.positions[0] >= move.positions[1]:
        return Text("Name two positions in ascending order.", "请按从小到大写两个不同的位置。")
    if count == 2 and not there.unstarred.intersection(move.positions):
        return Text("You have cracked both positions already.", "这两位你都已经破译。")
    return None


def _closed(view: CodebreakerView, owner: Seat, position: int, fitting: tuple[int, ...]) -> Text:
    """Say why a position cannot be guessed."""
    other = Text(
        f"possible: {', '.join(map(str, fitting)) or '-'}.",
        f"可选：{'、'.join(map(str, fitting)) or '无'}。",
    )
    if position in view.info(owner).immune:
        return Text(
            f"Position {position} of {owner} is encrypted and cannot be guessed; {other.en}",
            f"{owner} 的第 {position} 位已加密，不能猜；{other.zh}",
        )
    if position in view.positions:
        return Text(
            f"You have cracked position {position} of {owner} already; {other.en}",
            f"{owner} 的第 {position} 位你已经破译；{other.zh}",
        )
    return _one_of(_WORD["position"], position, fitting)


def _why_no_play(view: CodebreakerView, move: Play) -> Text | None:
    if move.card not in view.hand:
        return not_held(move.card)
    card = CARDS[move.card]
    if not card.asks:
        return Text(
            f"The {card_name(card.id, 'en')} is not played as an action.",
            f"{card.name.zh}不能作为行动打出。",
        )
    if move.effect not in card.asks:
        return _one_of(Text("effect", "效果"), move.effect, tuple(card.asks))
    reason = playable(view, card) or forbidden(view, card, move.effect)
    if reason is not None:
        return reason
    asks = card.asks[move.effect]
    values: Values = {}
    for name in asks:
        value = getattr(move, name)
        possible = allowed(view, card, move.effect, name, values)
        if value not in possible:
            return _one_of(_WORD[name], value, possible)
        values[name] = value
    for name in _PARAMETERS:
        if name not in asks and getattr(move, name) is not None:
            return Text(
                f"The {card_name(card.id, 'en')} names no {_WORD[name].en}; leave it out.",
                f"{card.name.zh}不需要{_WORD[name].zh}；请删去。",
            )
    return None


def _why_no_fragment_action(
    view: CodebreakerView, move: Exchange | Give | Emergency
) -> Text | None:
    if view.actions <= 0:
        return Text("You have no action left; end your turn.", "行动已用完，请结束回合。")
    card = move.pay if isinstance(move, Emergency) else move.card
    if card not in FRAGMENTS:
        return _one_of(Text("fragment", "情报碎片"), card, FRAGMENTS)
    if card not in view.hand:
        return not_held(card)
    if isinstance(move, Give):
        targets = tuple(p.seat for p in view.others())
        return None if move.target in targets else _one_of(_WORD["target"], move.target, targets)
    if isinstance(move, Emergency):
        if not view.options.emergency:
            return Text("This table does not use it.", "本局不用紧急弃牌。")
        if view.hand.count(card) < 2:
            return Text(
                f"It takes two of {card_name(card, 'en')}; you hold one.",
                f"需要两张{card_name(card, 'zh')}，你只有一张。",
            )
        piles = tuple(dict.fromkeys(view.discard))
        return None if move.take in piles else _one_of(_WORD["take"], move.take, piles)
    return None


def _why_no_counter(view: CodebreakerView, move: Counter) -> Text | None:
    if move.card not in view.hand:
        return not_held(move.card)
    if move.card == "encrypt":
        if move.take is not None:
            return Text("Double encryption takes no card.", "双重加密不拿牌。")
        reason = why_no_encryption(view)
        immune = view.info(view.seat).immune
        free = tuple(p for p in view.positions if p not in immune)
        if reason is None and move.position not in free:
            reason = _one_of(_WORD["position"], move.position, free)
        return reason
    if CARDS[move.card].kind != "counter":
        return Text(
            f"The {card_name(move.card, 'en')} is no counter.",
            f"{card_name(move.card, 'zh')}不是反制卡。",
        )
    if view.task == "act":
        return Text(
            "In your own turn there is nothing to counter.", "自己的回合里没有可反制的东西。"
        )
    reason = unfit(view, move.card)
    if reason is not None:
        return reason
    fitting = tuple(c for c in counters(view) if isinstance(c, Counter) and c.card == move.card)
    if move in fitting:
        return None
    if move.card == "intercept":
        cards = tuple(str(c.take) for c in fitting)
        return _one_of(_WORD["take"], move.take, cards)
    return _one_of(_WORD["position"], move.position, tuple(c.position for c in fitting))
