"""Which counters a seat may play, and why not others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cluebot.errors import Text, shorten
from cluebot.games.codebreaker.cards import card_name
from cluebot.games.codebreaker.moves import Counter, Move

if TYPE_CHECKING:
    from cluebot.games.codebreaker.views import CodebreakerView


def encryptions(view: CodebreakerView) -> Iterator[Move]:
    """List the positions that the seat may encrypt."""
    if why_no_encryption(view) is None:
        immune = view.info(view.seat).immune
        yield from (Counter(card="encrypt", position=p) for p in view.positions if p not in immune)


def why_no_encryption(view: CodebreakerView) -> Text | None:
    """Say why the seat cannot use double encryption, or return None."""
    if "encrypt" not in view.hand:
        return not_held("encrypt")
    whole = view.options.encrypt_limit == "game"
    if any(p.encrypted for p in view.players if whole or p.seat == view.seat):
        return Text("Double encryption was used already.", "双重加密本局已经用过。")
    return None


def counters(view: CodebreakerView) -> Iterator[Move]:
    """List the counters that answer what is pending."""
    pending = view.pending
    if pending is None:
        return
    for card in view.window:
        if card in view.hand and card != "encrypt" and unfit(view, card) is None:
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
    yield from encryptions(view)


def unfit(view: CodebreakerView, card: str) -> Text | None:
    """Say why a counter does not answer what is pending, or return None."""
    play = view.pending.play if view.pending else None
    if card not in view.window:
        return Text(
            f"The {card_name(card, 'en')} does not answer this; it has a window of its own.",
            f"{card_name(card, 'zh')}不能在这里打出，要等它自己的时机。",
        )
    if card == "wall" and (play is None or play.card != "scan" or play.target != view.seat):
        return Text(
            "The iron wall only stops a scan of your own code.", "铁壁防御只能挡住对自己的扫描。"
        )
    return None


def not_held(card: str) -> Text:
    """Say that a card is not in the hand."""
    name = shorten(card)
    return Text(
        f"You do not hold the {card_name(name, 'en')}; play a card of your hand.",
        f"你没有{card_name(name, 'zh')}；请用手里的牌。",
    )
