"""How good each move of an own turn looks one step ahead: stars and bits against what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cluebot.games.base import Seat
from cluebot.games.codebreaker import (
    CARDS,
    FEES,
    Emergency,
    EndTurn,
    Exchange,
    Guess,
    Move,
    Play,
)
from cluebot.games.codebreaker.listing import can_guess, open_positions, playable, plays
from cluebot.games.codebreaker.masks import masks
from cluebot.players.codebreaker.outlook import Outlook, entropy
from cluebot.players.codebreaker.worth import (
    BIT,
    FEE,
    KEEP,
    STOLEN,
    keep_worth,
    star_worth,
)

Scored = tuple[float, Move]

_HOLD = {"ghost": 1.0, "entangle": 0.5, "pact": 0.4}
"""What waiting for a better moment is worth."""


def rank(outlook: Outlook) -> list[Scored]:
    """Return the sensible moves of an own turn, best first; ending it is worth nothing."""
    found: list[Scored] = [(0.0, EndTurn())]
    found += _guesses(outlook)
    view = outlook.view
    for name in dict.fromkeys(view.hand):
        card = CARDS[name]
        if card.asks and playable(view, card) is None:
            cost = sum(FEE[fee] for fee in card.fee)
            found += (
                (score - cost, move)
                for move in plays(view, card)
                if isinstance(move, Play) and (score := _play(outlook, move)) > 0
            )
    if view.actions > 0:
        found += _fragments(outlook)
    # At the start all codes are equally unknown. Were ties broken in seat order, everybody would
    # go for player 1; so the nearest on the left comes first, then the order of the moves.
    seats = [p.seat for p in view.players]
    me = seats.index(view.seat) if view.seat in seats else 0
    left: dict[Seat | None, int] = {seat: (i - me) % len(seats) for i, seat in enumerate(seats)}
    return sorted(found, key=lambda item: (-item[0], left.get(_target(item[1]), 0)))


def _target(move: Move) -> Seat | None:
    return move.target if isinstance(move, Guess | Play) else None


def _guesses(outlook: Outlook) -> Iterator[Scored]:
    view = outlook.view
    if not can_guess(view):
        return
    grades = [grade for grade, fee in FEES.items() if fee in view.hand]
    for player in view.opponents() if grades else ():
        owner = player.seat
        there, stars = open_positions(view, owner), outlook.stars(owner)
        grid = outlook.grid(owner)
        gain = star_worth(stars, 1, view.options.length)
        for position in there.positions:
            if position not in there.unstarred:
                continue
            row = grid[position - 1]
            if "precise" in grades:
                best = max(range(10), key=row.__getitem__)
                p = row[best]
                spoils = gain + outlook.hit(owner, 1) + STOLEN * bool(player.cards)
                score = p * spoils + BIT * entropy((p, 1 - p)) - FEE["frag_b"]
                yield (
                    score,
                    Guess(grade="precise", target=owner, positions=(position,), digits=(best,)),
                )
            if "elementary" in grades:
                score, digit = _best_elementary(
                    row, gain, direction=view.options.variant != "expert"
                )
                yield (
                    score - FEE["frag_a"],
                    Guess(grade="elementary", target=owner, positions=(position,), digits=(digit,)),
                )
        if "ultimate" in grades:
            yield from _ultimates(outlook, owner, stars)


def _best_elementary(row: tuple[float, ...], gain: float, *, direction: bool) -> tuple[float, int]:
    best, chosen, below = -1.0, 0, 0.0
    for digit, p in enumerate(row):
        if p > 0:
            parts = (p, below, max(0.0, 1 - p - below)) if direction else (p, 1 - p)
            score = p * gain + BIT * entropy(parts)
            if score > best:
                best, chosen = score, digit
        below += p
    return best, chosen


def _ultimates(outlook: Outlook, owner: Seat, stars: int) -> Iterator[Scored]:
    view = outlook.view
    there = open_positions(view, owner)
    grid, m = outlook.grid(owner), masks(view.options.length)
    top = {p: max(range(10), key=grid[p - 1].__getitem__) for p in there.positions}
    for one, other in combinations(there.positions, 2):
        new = len(there.unstarred.intersection((one, other)))
        if new == 0 or grid[one - 1][top[one]] * grid[other - 1][top[other]] < 0.04:
            continue
        joint = m.digit[one][top[one]] & m.digit[other][top[other]]
        p = outlook.share(owner, joint)
        gain = star_worth(stars, new, view.options.length)
        lock = (1 - p) * 0.3 * (view.actions > 1)
        score = p * gain + BIT * entropy((p, 1 - p)) - lock - FEE["frag_c"]
        yield (
            score,
            Guess(
                grade="ultimate",
                target=owner,
                positions=(one, other),
                digits=(top[one], top[other]),
            ),
        )


def _star_by_card(outlook: Outlook, move: Play) -> float:
    """Return the worth of an exact digit that a card tells, with its star if it gives one."""
    owner, position = move.target, move.position
    if owner is None or position is None:
        return 0.0
    worth = outlook.digit_bits(owner, position)
    starred = move.card in outlook.view.options.star_sources
    if starred and position not in outlook.view.stars(owner):
        worth += star_worth(outlook.stars(owner), 1, outlook.view.options.length)
    return worth


def _play(outlook: Outlook, move: Play) -> float:
    """Return the worth of a play, its fee aside."""
    view, target, length = outlook.view, move.target, outlook.view.options.length
    hold = _HOLD.get(move.card, 0.0)
    m = masks(length)
    match move.card, move.effect:
        case ("freq", _) if target:
            return outlook.set_bits(target, m.has[move.digit or 0])
        case ("scan", _) if target:
            return 0.8 * (
                _star_by_card(outlook, move) + outlook.hit(target, view.options.scan_intel)
            )
        case ("neural", _) if target:
            return outlook.extreme_bits(target, move.extreme or "max")
        case ("cross", _) if target and move.second and move.position:
            return _cross(outlook, move)
        case ("tracker", _):
            return 0.35 + 2 * outlook.luck()
        case ("accel", _):
            fees = sum(1 for card in view.hand if card in FEE)
            return 0.5 if fees > max(view.actions, 1) and not view.guess_locked else 0.0
        case ("throat", _) if target:
            return outlook.set_bits(target, m.neighbours) if view.opposed(view.seat, target) else 0
        case ("infiltrate", _):
            return 0.05
        case ("search", _):
            return sum(outlook.digit_bits(p.seat, 1) for p in view.opponents())
        case ("destroy", _) if target:
            lost = 0.25 * min(2, view.info(target).cards)
            return lost + outlook.hit(target, view.options.destroy_intel) * bool(lost)
        case ("market", _):
            return KEEP[move.take or "swap"] - 0.15
        case ("mirror", "A"):
            return _star_by_card(outlook, move)
        case ("mirror" | "entangle", "B"):
            return _erase(outlook, move) - hold
        case ("ghost", "A") if target:
            worth = _star_by_card(outlook, move)
            return worth if outlook.stars(target) >= length - 2 else worth - hold
        case ("ghost", "B") if target:
            return 0.3 * min(2, view.info(target).cards) - hold
        case ("chaos", "A"):
            return _change(outlook, move)
        case ("entangle", "A") if target and move.second and move.positions:
            owner = target if move.second == view.seat else move.second
            return star_worth(outlook.stars(owner), len(move.positions), length) - hold * (
                outlook.stars(owner) + len(move.positions) < length
            )
        case ("loop", "A"):
            return 0.7 + 3 * outlook.luck()
        case ("loop", "B"):
            return 0.9 + 2 * outlook.luck()
        case ("pact", "B") if target:
            info = view.info(target)
            loss = info.intel if view.options.pact_b == "zero" else 3
            return outlook.hit(target, loss) - hold
        case _:
            return 0.0


def _cross(outlook: Outlook, move: Play) -> float:
    view = outlook.view
    one, other, place = move.target, move.second, (move.position or 1) - 1
    if one is None or other is None:
        return 0.0
    same = sum(
        a * b for a, b in zip(outlook.grid(one)[place], outlook.grid(other)[place], strict=True)
    )
    unknown = [s for s in (one, other) if view.opposed(view.seat, s)]
    return BIT * entropy((same, max(0.0, 1 - same))) * (0.6 if len(unknown) > 1 else 1.0)


def _erase(outlook: Outlook, move: Play) -> float:
    """Return the worth of removing a mark: only stars on the own code are worth the card."""
    view = outlook.view
    if move.second != view.seat or move.target is None or view.seat is None:
        return 0.0
    if move.position not in view.info(move.target).on(view.seat).stars:
        return 0.0
    # The digit stays known: what is gained is the turn it takes to guess it again.
    return {1: 0.1, 2: 0.5, 3: 1.2, 4: 1.4}.get(outlook.threat(move.target), 0.0)


def _change(outlook: Outlook, move: Play) -> float:
    view = outlook.view
    starred = sum(move.position in p.on(view.seat).stars for p in view.opponents() if view.seat)
    threat = outlook.threat()
    return 0.5 * threat * starred if threat >= 2 else 0.0


def _fragments(outlook: Outlook) -> Iterator[Scored]:
    view = outlook.view
    mean = 0.5 + outlook.luck()
    for card in FEE:
        copies = view.hand.count(card)
        if copies:
            yield mean - keep_worth(view.hand, card) - 0.08, Exchange(card=card)
        if copies >= 2 and view.options.emergency:
            for take in dict.fromkeys(view.discard):
                if take not in FEE:
                    yield KEEP[take] - 2 * FEE[card] - 0.3, Emergency(pay=card, take=take)
