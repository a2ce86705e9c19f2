"""Which moves a seat may make, by its view alone; one description serves listing and judging.

What a card may name stands in its ``asks``; `_allowed` says which values each of them may take,
given those named before. `choices` walks all of them, `judge` checks one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cluebot.errors import IllegalMove, Text, shorten
from cluebot.games.base import Seat
from cluebot.games.codebreaker.cards import CARDS, FRAGMENTS, Card, Effect, Parameter
from cluebot.games.codebreaker.moves import (
    FEES,
    Accept,
    Counter,
    Discard,
    Emergency,
    EndTurn,
    Exchange,
    Give,
    Grade,
    Guess,
    Move,
    Pass,
    Play,
    SetCode,
)
from cluebot.games.codebreaker.setup import wrong_length

if TYPE_CHECKING:
    from cluebot.games.codebreaker.views import CodebreakerView

Values = dict[Parameter, Any]

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

_cached_guess = lru_cache(maxsize=32768)(
    lambda grade, target, positions, digits: Guess(
        grade=grade, target=target, positions=positions, digits=digits
    )
)
_cached_play = lru_cache(maxsize=32768)(
    lambda card, effect, values: Play(card=card, effect=effect, **dict(values))
)


def choices(view: CodebreakerView) -> tuple[Move, ...]:
    """List every legal move of the seat; see `CodebreakerView.choices`."""
    match view.task:
        case "act":
            return tuple(_acts(view))
        case "counter":
            return (Pass(), *_counters(view))
        case "discard":
            return tuple(Discard(card=card) for card in dict.fromkeys(view.hand))
        case "swap":
            return (Pass(), *(Accept(card=card) for card in dict.fromkeys(view.hand)))
        case _:
            return ()


def _acts(view: CodebreakerView) -> Iterator[Move]:
    yield EndTurn()
    if can_guess(view):
        for grade, fee in FEES.items():
            if fee in view.hand:
                yield from _guesses(view, grade)
    for name in dict.fromkeys(view.hand):
        card = CARDS[name]
        if card.asks and playable(view, card) is None:
            yield from plays(view, card)
    held = [f for f in FRAGMENTS if f in view.hand]
    if view.actions > 0:
        yield from (Exchange(card=card) for card in held)
        yield from (Give(card=card, target=p.seat) for card in held for p in view.others())
    if view.options.emergency and view.actions > 0:
        yield from (
            Emergency(pay=pay, take=take)
            for pay in held
            if view.hand.count(pay) >= 2
            for take in dict.fromkeys(view.discard)
        )
    yield from _encryptions(view)


def can_guess(view: CodebreakerView) -> bool:
    """Whether the active seat has a guess left in this turn, fees and targets aside."""
    return not view.guess_locked and (view.actions > 0 or view.extra_guesses > 0)


@dataclass(frozen=True, slots=True)
class Open:
    """Where a guess may go: the positions of one opponent, and those of them without a star."""

    positions: tuple[int, ...]
    unstarred: frozenset[int]


def open_positions(view: CodebreakerView, owner: Seat) -> Open:
    """Return the positions of a code that may be guessed."""
    immune = view.info(owner).immune
    free = tuple(p for p in view.positions if p not in immune)
    return Open(free, frozenset(free) - view.stars(owner))


def _guesses(view: CodebreakerView, grade: Grade) -> Iterator[Move]:
    for player in view.opponents():
        there = open_positions(view, player.seat)
        if grade != "ultimate":
            for p in there.positions:
                if p in there.unstarred:
                    yield from (_cached_guess(grade, player.seat, (p,), (d,)) for d in range(10))
            continue
        for pair in combinations(there.positions, 2):
            if there.unstarred.intersection(pair):
                for tens in range(10):
                    for ones in range(10):
                        yield _cached_guess(grade, player.seat, pair, (tens, ones))


def playable(view: CodebreakerView, card: Card) -> Text | None:
    """Say why a card of the hand cannot be played for its cost, or return None."""
    free = card.id == "accel" and view.options.accel_free
    if view.actions <= 0 and not free:
        return Text("You have no action left; end your turn.", "行动已用完，请结束回合。")
    for fee in set(card.fee):
        need = card.fee.count(fee)
        if view.hand.count(fee) < need:
            name = CARDS[fee].name
            return Text(
                f"{card.id} costs {need} x {fee}; you hold {view.hand.count(fee)}.",
                f"{card.name.zh}需支付 {need} 张{name.zh}，你只有 {view.hand.count(fee)} 张。",
            )
    return None


def plays(view: CodebreakerView, card: Card) -> Iterator[Move]:
    """List the ways to play a card, its cost aside."""
    for effect, asks in card.asks.items():
        if _forbidden(view, card, effect) is None:
            yield from _fill(view, card, effect, asks, {})


def _fill(
    view: CodebreakerView,
    card: Card,
    effect: Effect | None,
    asks: tuple[Parameter, ...],
    values: Values,
) -> Iterator[Move]:
    if len(values) == len(asks):
        yield _cached_play(card.id, effect, tuple(values.items()))
        return
    name = asks[len(values)]
    for value in _allowed(view, card, effect, name, values):
        yield from _fill(view, card, effect, asks, values | {name: value})


def _forbidden(view: CodebreakerView, card: Card, effect: Effect | None) -> Text | None:
    """Say why an effect cannot be chosen at all now, or return None."""
    if card.id != "pact":
        return None
    if effect == "B" and view.options.pact_b == "banned":
        return Text("Effect B of the pact is not used here.", "本局不用阴影协定的效果乙。")
    if effect == "A" and (view.options.coop or len(view.others()) < 2):
        return Text(
            "An alliance needs at least three living players and no fixed sides.",
            "结盟需要至少三名在场玩家，且不是合作模式。",
        )
    return None


def _allowed(
    view: CodebreakerView, card: Card, effect: Effect | None, name: Parameter, values: Values
) -> tuple[Any, ...]:
    """Return the values that a play may name for ``name``, given those named before."""
    match name:
        case "target":
            return _targets(view, card, effect)
        case "second":
            return _seconds(view, card, effect, values["target"])
        case "position":
            return _positions(view, card, effect, values)
        case "positions":
            missing = _missing_stars(view, values["target"], values["second"])
            owner = _entangled(view, values["target"], values["second"])
            free = [p for p in view.positions if p not in view.stars(owner)]
            return tuple(combinations(free, missing))
        case "digit":
            own = view.code[values["position"] - 1] if card.id == "chaos" and view.code else None
            return tuple(d for d in range(10) if d != own)
        case "extreme":
            return ("max", "min")
        case "offer":
            rest = list(view.hand)
            rest.remove(card.id)
            return tuple(dict.fromkeys(rest))
        case "take":
            return tuple(dict.fromkeys(reversed(view.discard[-3:])))


def _targets(view: CodebreakerView, card: Card, effect: Effect | None) -> tuple[Seat, ...]:
    key = (card.id, effect)
    if card.id == "cross":
        return tuple(p.seat for p in view.players if p.alive)
    if card.id == "swap":
        return tuple(p.seat for p in view.others() if p.cards)
    if card.id == "throat" or key == ("mirror", "A"):
        return tuple(p.seat for p in view.others())
    found = view.opponents()
    if card.id == "infiltrate" or key == ("ghost", "B"):
        found = tuple(p for p in found if p.cards)
    if key == ("pact", "A"):
        found = tuple(p for p in found if p.seat not in view.allies)
    return tuple(p.seat for p in found)


def _seconds(
    view: CodebreakerView, card: Card, effect: Effect | None, target: Seat
) -> tuple[Seat, ...]:
    living = [p.seat for p in view.players if p.alive]
    if card.id == "cross":
        return tuple(living[living.index(target) + 1 :])
    if card.id == "entangle" and effect == "A":
        return tuple(
            owner
            for owner in living
            if owner != target
            and (owner == view.seat or view.opposed(view.seat, owner))
            and _missing_stars(view, target, owner) > 0
        )
    marks = view.info(target).marks
    stars_only = card.id == "entangle"
    return tuple(m.owner for m in marks if m.stars or (m.crosses and not stars_only))


def _entangled(view: CodebreakerView, target: Seat, owner: Seat) -> Seat:
    """Return the code on which an entanglement adds stars: that of the rival, if it was ours."""
    return target if owner == view.seat else owner


def _missing_stars(view: CodebreakerView, target: Seat, owner: Seat) -> int:
    mine = view.stars(_entangled(view, target, owner))
    return len(view.info(target).on(owner).stars) - len(mine)


def _positions(
    view: CodebreakerView, card: Card, effect: Effect | None, values: Values
) -> tuple[int, ...]:
    if card.id == "mirror" and effect == "A":
        return (1, view.options.length)
    if "second" in values and card.id != "cross":
        marks = view.info(values["target"]).on(values["second"])
        return marks.stars if card.id == "entangle" else tuple(sorted(marks.stars + marks.crosses))
    if card.id == "chaos":
        immune = view.info(view.seat).immune
        return tuple(p for p in view.positions if p not in immune)
    if card.id == "ghost":
        return tuple(p for p in view.positions if p not in view.stars(values["target"]))
    if card.id == "scan" and not view.options.immune_scan:
        return open_positions(view, values["target"]).positions
    return view.positions


def _encryptions(view: CodebreakerView) -> Iterator[Move]:
    if _why_no_encryption(view) is None:
        immune = view.info(view.seat).immune
        yield from (Counter(card="encrypt", position=p) for p in view.positions if p not in immune)


def _why_no_encryption(view: CodebreakerView) -> Text | None:
    if "encrypt" not in view.hand:
        return _not_held("encrypt")
    whole = view.options.encrypt_limit == "game"
    if any(p.encrypted for p in view.players if whole or p.seat == view.seat):
        return Text("Double encryption was used already.", "双重加密本局已经用过。")
    return None


def _counters(view: CodebreakerView) -> Iterator[Move]:
    pending = view.pending
    if pending is None:
        return
    for card in view.window:
        if card in view.hand and card != "encrypt" and _unfit(view, card) is None:
            if card == "reset" and pending.guess is not None:
                yield from (
                    Counter(card=card, position=p if len(pending.guess.positions) > 1 else None)
                    for p in pending.guess.positions
                    if p not in view.info(view.seat).immune
                )
            elif card == "intercept":
                yield from (Counter(card=card, take=c) for c in dict.fromkeys(pending.cards))
            else:
                yield Counter(card=card)
    yield from _encryptions(view)


def _unfit(view: CodebreakerView, card: str) -> Text | None:
    """Say why a counter does not answer what is pending, or return None."""
    play = view.pending.play if view.pending else None
    if card not in view.window:
        return Text(
            f"{card} does not answer this; it has a window of its own.",
            f"{CARDS[card].name.zh}不能在这里打出，要等它自己的时机。",
        )
    if card == "wall" and (play is None or play.card != "scan" or play.target != view.seat):
        return Text(
            "The iron wall only stops a scan of your own code.", "铁壁防御只能挡住对自己的扫描。"
        )
    return None


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
            return None if move.card in view.hand else _not_held(move.card)
        case Counter():
            return _why_no_counter(view, move)
        case EndTurn() | Pass():
            return None


def _not_held(card: str) -> Text:
    name = shorten(card)
    shown = CARDS[card].name.zh if card in CARDS else name
    return Text(
        f"You do not hold {name}; play a card of your hand.", f"你没有{shown}；请用手里的牌。"
    )


def _one_of(word: Text, value: object, allowed: tuple[Any, ...]) -> Text:
    shown = ", ".join(map(str, allowed[:12])) or "-"
    return Text(
        f"The {word.en} may not be {shorten(value)} here; possible: {shown}.",
        f"{word.zh}不能是 {shorten(value)}；可选：{shown}。",
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
        return _not_held(FEES[move.grade])
    count = 2 if move.grade == "ultimate" else 1
    if len(move.positions) != count or len(move.digits) != count:
        return Text(
            f"An {move.grade} guess names {count} position(s) with a digit each."
            if move.grade != "precise"
            else "A precise guess names one position with a digit.",
            f"这种猜测要指定 {count} 位，每位一个数字。",
        )
    targets = tuple(p.seat for p in view.opponents())
    if move.target not in targets:
        return _one_of(_WORD["target"], move.target, targets)
    there = open_positions(view, move.target)
    fitting = there.positions if count == 2 else tuple(sorted(there.unstarred))
    for position in move.positions:
        if position not in fitting:
            return _one_of(_WORD["position"], position, fitting)
    if count == 2 and move.positions[0] >= move.positions[1]:
        return Text("Name two positions in ascending order.", "请按从小到大写两个不同的位置。")
    if count == 2 and not there.unstarred.intersection(move.positions):
        return Text("You have cracked both positions already.", "这两位你都已经破译。")
    return None


def _why_no_play(view: CodebreakerView, move: Play) -> Text | None:
    if move.card not in view.hand:
        return _not_held(move.card)
    card = CARDS[move.card]
    if not card.asks:
        return Text(f"{card.id} is not played as an action.", f"{card.name.zh}不能作为行动打出。")
    if move.effect not in card.asks:
        return _one_of(Text("effect", "效果"), move.effect, tuple(card.asks))
    reason = playable(view, card) or _forbidden(view, card, move.effect)
    if reason is not None:
        return reason
    asks = card.asks[move.effect]
    values: Values = {}
    for name in asks:
        value = getattr(move, name)
        allowed = _allowed(view, card, move.effect, name, values)
        if value not in allowed:
            return _one_of(_WORD[name], value, allowed)
        values[name] = value
    for name in _PARAMETERS:
        if name not in asks and getattr(move, name) is not None:
            return Text(
                f"{card.id} names no {_WORD[name].en}; leave it out.",
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
        return _not_held(card)
    if isinstance(move, Give):
        targets = tuple(p.seat for p in view.others())
        return None if move.target in targets else _one_of(_WORD["target"], move.target, targets)
    if isinstance(move, Emergency):
        if not view.options.emergency:
            return Text("This table does not use it.", "本局不用紧急弃牌。")
        if view.hand.count(card) < 2:
            return Text(
                f"It takes two {card}; you hold one.",
                f"需要两张{CARDS[card].name.zh}，你只有一张。",
            )
        piles = tuple(dict.fromkeys(view.discard))
        return None if move.take in piles else _one_of(_WORD["take"], move.take, piles)
    return None


def _why_no_counter(view: CodebreakerView, move: Counter) -> Text | None:
    if move.card not in view.hand:
        return _not_held(move.card)
    if move.card == "encrypt":
        if move.take is not None:
            return Text("Double encryption takes no card.", "双重加密不拿牌。")
        reason = _why_no_encryption(view)
        immune = view.info(view.seat).immune
        free = tuple(p for p in view.positions if p not in immune)
        if reason is None and move.position not in free:
            reason = _one_of(_WORD["position"], move.position, free)
        return reason
    if CARDS[move.card].kind != "counter":
        return Text(f"{move.card} is no counter.", f"{CARDS[move.card].name.zh}不是反制卡。")
    if view.task == "act":
        return Text(
            "In your own turn there is nothing to counter.", "自己的回合里没有可反制的东西。"
        )
    reason = _unfit(view, move.card)
    if reason is not None:
        return reason
    fitting = tuple(c for c in _counters(view) if isinstance(c, Counter) and c.card == move.card)
    if move in fitting:
        return None
    if move.card == "intercept":
        cards = tuple(str(c.take) for c in fitting)
        return _one_of(_WORD["take"], move.take, cards)
    return _one_of(_WORD["position"], move.position, tuple(c.position for c in fitting))
