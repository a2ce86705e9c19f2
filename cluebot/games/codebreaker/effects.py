"""What each card does: one function for each effect, on the desk of its user.

Every function gets the desk, the index of the user and the play. Tools get here only when no
counter has stopped them; agents and double spies join the discards afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from cluebot.games.codebreaker.cards import FRAGMENTS, Effect
from cluebot.games.codebreaker.desk import Desk, Job
from cluebot.games.codebreaker.events import Event
from cluebot.games.codebreaker.moves import Play

Carry = Callable[[Desk, int, Play], None]


def _exact(desk: Desk, user: int, play: Play, owner: int, position: int) -> None:
    """Tell one digit of a code, and star it if the table counts this card as cracking."""
    digit = desk.code(owner)[position - 1]
    desk.told(
        user, owner, card=play.card, effect=play.effect, positions=(position,), digits=(digit,)
    )
    if play.card in desk.setup.star_sources and desk.opposed(user, owner):
        desk.star(user, owner, position)


def freq(desk: Desk, user: int, play: Play) -> None:
    """Tell whether the code contains a digit."""
    target, digit = desk.index(play.target), play.digit or 0
    result = "yes" if digit in desk.code(target) else "no"
    desk.told(user, target, card="freq", digits=(digit,), result=result)


def scan(desk: Desk, user: int, play: Play) -> None:
    """Tell one digit; it costs the target intel."""
    target = desk.index(play.target)
    _exact(desk, user, play, target, play.position or 1)
    desk.change_intel(target, -desk.setup.scan_intel)


def neural(desk: Desk, user: int, play: Play) -> None:
    """Tell the largest or smallest digit."""
    target = desk.index(play.target)
    code = desk.code(target)
    digit = max(code) if play.extreme == "max" else min(code)
    desk.told(user, target, card="neural", digits=(digit,), result=play.extreme)


def cross(desk: Desk, user: int, play: Play) -> None:
    """Tell whether two digits are equal."""
    one, other, position = desk.index(play.target), desk.index(play.second), play.position or 1
    same = desk.code(one)[position - 1] == desk.code(other)[position - 1]
    desk.told(
        user, one, second=play.second, card="cross", positions=(position,),
        result="yes" if same else "no",
    )  # fmt: skip


def tracker(desk: Desk, user: int, play: Play) -> None:  # noqa: ARG001
    """Draw 2, then discard 1."""
    desk.then(Job("draw", user, "tracker", 2), Job("discard", user, "tracker", 1))


def accel(desk: Desk, user: int, play: Play) -> None:  # noqa: ARG001
    """Allow one more guess."""
    desk.extra_guesses += 1


def throat(desk: Desk, user: int, play: Play) -> None:
    """Tell whether neighbouring digits are consecutive."""
    target = desk.index(play.target)
    code = desk.code(target)
    near = any(abs(a - b) == 1 for a, b in pairwise(code))
    desk.told(user, target, card="throat", result="yes" if near else "no")


def infiltrate(desk: Desk, user: int, play: Play) -> None:
    """Show the user some hand cards in private."""
    target = desk.index(play.target)
    hand = desk.hands[target]
    seen = tuple(sorted(desk.rng().sample(hand, min(3, len(hand)))))
    event = Event(
        kind="see", seat=desk.names[user], target=desk.names[target], count=len(seen), cards=seen
    )
    desk.tell(
        "see", to=sorted({*desk.side(user), target}), secret=event,
        seat=desk.names[user], target=desk.names[target], count=len(seen),
    )  # fmt: skip


def search(desk: Desk, user: int, play: Play) -> None:
    """Let everybody state the first digit."""
    for i in desk.clockwise(user):
        if i != user or desk.setup.search_self:
            _exact(desk, user, play, i, 1)


def destroy(desk: Desk, user: int, play: Play) -> None:  # noqa: ARG001
    """Let the target discard 2; what follows costs intel."""
    desk.then(Job("discard", desk.index(play.target), "destroy", 2))


def swap(desk: Desk, user: int, play: Play) -> None:
    """Offer a card for a card."""
    desk.then(Job("swap", user, queue=(desk.index(play.target),), cards=(play.offer or "",)))


def market(desk: Desk, user: int, play: Play) -> None:
    """Take one of the top discards."""
    take_from_pile(desk, user, play.take or "")


def take_from_pile(desk: Desk, user: int, card: str) -> None:
    """Move the topmost copy of a card from the discards to a hand."""
    place = len(desk.pile) - 1 - desk.pile[::-1].index(card)
    del desk.pile[place]
    desk.receive(user, card)
    desk.tell("take", seat=desk.names[user], cards=(card,))


def mirror_a(desk: Desk, user: int, play: Play) -> None:
    """Tell the first or last digit."""
    _exact(desk, user, play, desk.index(play.target), play.position or 1)


def mirror_b(desk: Desk, user: int, play: Play) -> None:
    """Erase a recorded mark."""
    _erase(desk, user, play)


def _erase(desk: Desk, user: int, play: Play) -> None:
    attacker, owner, position = desk.index(play.target), desk.index(play.second), play.position or 1
    bit = 1 << (position - 1)
    desk.stars[attacker][owner] &= ~bit
    desk.crosses[attacker][owner] &= ~bit
    desk.tell(
        "mark", seat=desk.names[user], target=play.target, second=play.second, card=play.card,
        positions=(position,), result="none",
    )  # fmt: skip


def ghost_a(desk: Desk, user: int, play: Play) -> None:
    """Crack a position outright."""
    _exact(desk, user, play, desk.index(play.target), play.position or 1)


def ghost_b(desk: Desk, user: int, play: Play) -> None:
    """Steal fragments."""
    target = desk.index(play.target)
    fragments = [card for card in desk.hands[target] if card in FRAGMENTS]
    steal(desk, user, target, desk.rng().sample(fragments, min(2, len(fragments))))


def steal(desk: Desk, user: int, target: int, cards: list[str]) -> None:
    """Move cards from one hand to another; only the two players see which."""
    for card in cards:
        desk.hands[target].remove(card)
    desk.receive(user, *cards)
    event = Event(
        kind="steal", seat=desk.names[user], target=desk.names[target], count=len(cards),
        cards=tuple(sorted(cards)),
    )  # fmt: skip
    desk.tell(
        "steal", to=sorted({*desk.side(user), *desk.side(target)}), secret=event,
        seat=desk.names[user], target=desk.names[target], count=len(cards),
    )  # fmt: skip


def chaos_a(desk: Desk, user: int, play: Play) -> None:
    """Change a digit of the own code."""
    position, digit = play.position or 1, play.digit or 0
    code = list(desk.code(user))
    code[position - 1] = digit
    desk.codes[user] = tuple(code)
    desk.void_stars(user, position)
    event = Event(
        kind="change", target=desk.names[user], card="chaos", positions=(position,), digits=(digit,)
    )
    desk.tell(
        "change", to=(user,), secret=event, target=desk.names[user], card="chaos",
        positions=(position,),
    )  # fmt: skip


def chaos_b(desk: Desk, user: int, play: Play) -> None:  # noqa: ARG001
    """Let everybody discard 1, then draw 1."""
    order = desk.clockwise(user)
    desk.then(
        *(Job("discard", i, "chaos", 1) for i in order),
        *(Job("draw", i, "chaos", 1) for i in order),
    )


def entangle_a(desk: Desk, user: int, play: Play) -> None:
    """Add stars up to the number a rival has."""
    target, second = desk.index(play.target), desk.index(play.second)
    owner = target if second == user else second
    for position in play.positions or ():
        desk.star(user, owner, position)
        desk.told(
            user, owner, card="entangle", effect="A", positions=(position,),
            digits=(desk.code(owner)[position - 1],),
        )  # fmt: skip


def entangle_b(desk: Desk, user: int, play: Play) -> None:
    """Take away a star."""
    _erase(desk, user, play)


def loop_a(desk: Desk, user: int, play: Play) -> None:  # noqa: ARG001
    """Shuffle the discards in and draw 3."""
    desk.reshuffle(counted=False)
    desk.then(Job("draw", user, "loop", 3))


def loop_b(desk: Desk, user: int, play: Play) -> None:  # noqa: ARG001
    """Let another turn follow."""
    desk.again = True
    desk.tell("extra", seat=desk.names[user])


def pact_a(desk: Desk, user: int, play: Play) -> None:
    """Make a secret alliance."""
    target = desk.index(play.target)
    one, other = sorted((user, target))
    desk.allies.append((one, other))
    event = Event(kind="ally", seat=desk.names[user], target=desk.names[target])
    desk.tell("ally", to=(one, other), secret=event, seat=desk.names[user])


def pact_b(desk: Desk, user: int, play: Play) -> None:  # noqa: ARG001
    """Take intel from an opponent."""
    target = desk.index(play.target)
    desk.change_intel(target, -3 if desk.setup.pact_b == "lose3" else -desk.intel[target])


EFFECTS: Mapping[tuple[str, Effect | None], Carry] = {
    ("freq", None): freq,
    ("scan", None): scan,
    ("neural", None): neural,
    ("cross", None): cross,
    ("tracker", None): tracker,
    ("accel", None): accel,
    ("throat", None): throat,
    ("infiltrate", None): infiltrate,
    ("search", None): search,
    ("destroy", None): destroy,
    ("swap", None): swap,
    ("market", None): market,
    ("mirror", "A"): mirror_a,
    ("mirror", "B"): mirror_b,
    ("ghost", "A"): ghost_a,
    ("ghost", "B"): ghost_b,
    ("chaos", "A"): chaos_a,
    ("chaos", "B"): chaos_b,
    ("entangle", "A"): entangle_a,
    ("entangle", "B"): entangle_b,
    ("loop", "A"): loop_a,
    ("loop", "B"): loop_b,
    ("pact", "A"): pact_a,
    ("pact", "B"): pact_b,
}
"""What each card does, by card and effect."""
